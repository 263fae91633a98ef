#pragma once

#include <deque>
#include <nlohmann/json_fwd.hpp>

#include "io/scene.h"
#include "session/frame_bytes.h"
#include "session/settings.h"

namespace tensio::session {

/// A thrown ball.
struct ThrownBall {
  std::size_t collider = 0;
  double thrown_at = 0;  // s
};

/// One simulation of a session, with its recording.
class Lane {
 public:
  static Result<Lane> make(const Scene& scene);

  /// Goes to the next frame: the recorded one if there is one, else a new one.
  FrameReport advance();
  /// Goes to the nearest recorded frame.
  void seek(int frame);
  int first_recorded() const { return moments_.front().snapshot.frame(); }
  int last_recorded() const { return moments_.back().snapshot.frame(); }
  /// Drops what was recorded after the present frame.
  void forget_later();

  /// Applies the fields of a "set" message (session/settings.h lists them).
  Result<void> set(const nlohmann::json& fields);
  /// All settings as they are now.
  nlohmann::json settings() const;
  Result<void> throw_ball(const Ray& ray, double speed, double radius);

  Simulation& simulation() { return simulation_; }
  const Simulation& simulation() const { return simulation_; }
  const FrameReport& report() const { return report_; }
  /// Of the present frame, recorded or not.
  const std::vector<VertexContact>& contacts() const { return contacts_; }

 private:
  struct Moment {
    Snapshot snapshot;
    std::vector<ThrownBall> balls;
    Material material;
    FrameReport report;
    std::vector<VertexContact> contacts;
    std::size_t bytes = 0;        // without the model
    std::size_t model_bytes = 0;  // 0 if it is that of the moment before
  };
  /// Limit of the recording: some 300 frames of a cloth of 6,561 vertices.
  static constexpr std::size_t most_bytes = std::size_t{96} << 20;

  explicit Lane(Simulation simulation);
  Live live() const;
  void record();
  void remove_old_balls();
  void scale_stiffness(const std::array<double, 3>& wanted);

  Simulation simulation_;
  Material material_;
  FrameReport report_;
  std::vector<VertexContact> contacts_;
  std::vector<ThrownBall> balls_;
  std::deque<Moment> moments_;
  std::size_t now_ = 0;    // in moments_
  std::size_t bytes_ = 0;  // of all of them
};

}  // namespace tensio::session
