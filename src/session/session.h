#pragma once

#include <map>

#include "session/lane.h"
#include "session/message.h"

namespace tensio {

/// What a viewer sees and does, whatever carries the bytes: a WebSocket or a page's own Worker. Messages go
/// in, messages come out; docs/viewer-protocol.md describes them. One thread at a time.
class Session {
 public:
  static constexpr std::size_t max_message_bytes = std::size_t{1} << 20;

  Session();

  /// Shows another scene, from its start. On an error the old one goes on. A page that knows a built-in scene
  /// can name it in a link.
  Result<void> load(const Scene& scene, bool is_builtin = false);

  /// A viewer that has just come gets the scene as it is.
  void join(std::uint32_t client);
  /// Its hands let go.
  void leave(std::uint32_t client);
  /// Parses a control message; nothing if it is malformed or of unknown type. May run on any thread.
  static std::optional<nlohmann::json> parse(std::string_view text);
  /// Carries out a message that `parse` returned; answers with an error message if it cannot.
  void obey(std::uint32_t client, const nlohmann::json& message);
  /// Parses and obeys. False if the message is malformed: drop the client.
  [[nodiscard]] bool receive(std::uint32_t client, std::string_view text);
  /// Lets `seconds` of real time pass; at most one frame is computed.
  void pass(double seconds);
  /// Seconds until the next frame is due; a large number while paused.
  double due() const;

  /// What is to be sent since the last call, in order. Of frames of one lane only the last counts.
  std::vector<Outgoing> take();

  /// Tells all viewers a sentence: "error", or "note".
  void say(const char* type, const std::string& message, std::uint32_t client = Outgoing::everybody);

 private:
  struct Shown {
    bool strain = false, contacts = false;
  };
  using Handler = Result<void> (Session::*)(std::uint32_t client, const nlohmann::json& message);
  static const std::map<std::string, Handler, std::less<>>& handlers();

  Result<void> on_load(std::uint32_t client, const nlohmann::json& message);
  Result<void> on_play(std::uint32_t client, const nlohmann::json& message);
  Result<void> on_step(std::uint32_t client, const nlohmann::json& message);
  Result<void> on_seek(std::uint32_t client, const nlohmann::json& message);
  Result<void> on_reset(std::uint32_t client, const nlohmann::json& message);
  Result<void> on_set(std::uint32_t client, const nlohmann::json& message);
  Result<void> on_compare(std::uint32_t client, const nlohmann::json& message);
  Result<void> on_grab(std::uint32_t client, const nlohmann::json& message);
  Result<void> on_drag(std::uint32_t client, const nlohmann::json& message);
  Result<void> on_release(std::uint32_t client, const nlohmann::json& message);
  Result<void> on_pin(std::uint32_t client, const nlohmann::json& message);
  Result<void> on_remove(std::uint32_t client, const nlohmann::json& message);
  Result<void> on_cut(std::uint32_t client, const nlohmann::json& message);
  Result<void> on_throw(std::uint32_t client, const nlohmann::json& message);
  Result<void> on_collider(std::uint32_t client, const nlohmann::json& message);
  Result<void> on_inspect(std::uint32_t client, const nlohmann::json& message);
  Result<void> on_show(std::uint32_t client, const nlohmann::json& message);

  Lane& lane_for(const nlohmann::json& message);
  std::optional<Hit> pick_for(const nlohmann::json& message);
  void edit(const Edit& edit);
  void after_edits();
  void advance();
  std::optional<double> difference() const;
  void send(std::uint32_t client, const nlohmann::json& message);
  void send_scene(std::uint32_t client);
  void send_settings();
  nlohmann::json settings() const;  // of all lanes
  void queue_frames(std::uint32_t client = Outgoing::everybody);
  void number_topologies();
  void queue_topologies(std::uint32_t client);
  bool is_shown(bool Shown::*what) const;
  std::string encode(std::size_t lane) const;

  std::optional<Scene> scene_;
  bool is_builtin_ = false;
  std::uint32_t loads_ = 0;  // so far
  std::vector<Lane> lanes_;
  /// What viewers know of each lane's topology. Its number is unique within the session, so that no frame can
  /// be taken for one of another scene.
  struct Topology {
    std::uint64_t revision = 0;  // of the simulation
    std::uint32_t number = 0;
  };
  std::vector<Topology> topologies_;
  std::uint32_t topology_count_ = 0;  // so far
  nlohmann::json sent_colliders_, sent_settings_;
  bool is_playing_ = true;
  std::map<std::uint32_t, Shown> shown_;  // by client: frames carry what any of them looks at
  double speed_ = 1;
  double waited_ = 0;  // s, since the last frame
  /// The vertex of each hand that drags hard; one that was pinned already is left out.
  std::map<std::uint32_t, VertexId> dragged_;
  std::vector<Outgoing> outgoing_;
};

}  // namespace tensio
