#pragma once

#include <map>

#include "session/lane.h"
#include "session/message.h"

namespace tensio::session {

/// What viewers see and do, independent of the transport: a WebSocket or a page's own Worker. Takes and
/// returns the messages of docs/viewer-protocol.md. For one thread at a time.
class Session {
 public:
  static constexpr std::size_t max_message_bytes = std::size_t{1} << 20;

  Session();

  /// Loads a scene and starts it. On an error the old scene goes on. Pages link to a built-in scene by name.
  Result<void> load(const Scene& scene, bool is_builtin = false);

  /// Sends the scene as it is to a new viewer.
  void join(std::uint32_t client);
  /// Releases what the viewer held.
  void leave(std::uint32_t client);
  /// Parses a control message; nothing if it is malformed or of unknown type. May run on any thread.
  static std::optional<nlohmann::json> parse(std::string_view text);
  /// Carries out a message that `parse` returned; answers with an error message if it cannot.
  void obey(std::uint32_t client, const nlohmann::json& message);
  /// Parses and obeys. False if the message is malformed: drop the client.
  [[nodiscard]] bool receive(std::uint32_t client, std::string_view text);
  /// Lets `seconds` of real time pass; computes at most one frame.
  void pass(double seconds);
  /// Seconds until the next frame is due; a large number while paused.
  double due() const;

  /// Messages to send since the last call, in order, with only the last frame of each lane.
  std::vector<Outgoing> take();

  /// Sends a sentence, as an "error" or a "note".
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
  nlohmann::json settings() const;  // one per lane
  std::vector<Shape> colliders() const;
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
  std::vector<Shape> sent_colliders_;
  nlohmann::json sent_settings_;
  bool is_playing_ = true;
  std::map<std::uint32_t, Shown> shown_;  // by client: frames hold what any of them shows
  double speed_ = 1;
  double waited_ = 0;  // s, since the last frame
  /// The vertex that each hard hand pinned; not one that was pinned before.
  std::map<std::uint32_t, VertexId> dragged_;
  std::vector<Outgoing> outgoing_;
};

}  // namespace tensio::session
