#pragma once

#include <deque>
#include <nlohmann/json_fwd.hpp>

#include "io/scene.h"
#include "session/frame_bytes.h"

namespace tensio {

/// A thrown ball: a moving collider. What lies on it slows it down, by the elastic forces there.
struct Ball {
  std::size_t collider = 0;
  Vec3 start;      // m, the centre of its shape
  Vec3 position;   // m
  Vec3 velocity;   // m/s
  double age = 0;  // s
};

/// One simulation of a session, with all that it has recorded.
class Lane {
 public:
  static Result<Lane> make(const Scene& scene);

  /// One frame forward: a recorded one if there is one, else a new one.
  FrameReport advance();
  /// To a recorded frame, the nearest to the one wanted.
  void seek(int frame);
  int first_recorded() const { return moments_.front().snapshot.frame(); }
  int last_recorded() const { return moments_.back().snapshot.frame(); }
  /// What was recorded after now is no longer what will be.
  void forget_later();

  /// Fields of a "set" message: scheme, method, precision, iterations, substeps, ether, point, gravity,
  /// air, wind, gusts, tear_strain, fabric, and stiffness factors by family.
  Result<void> set(const nlohmann::json& fields);
  nlohmann::json settings() const;
  Result<void> throw_ball(const Ray& ray, double speed, double radius);

  Simulation& simulation() { return simulation_; }
  const Simulation& simulation() const { return simulation_; }
  const FrameReport& report() const { return report_; }

 private:
  /// What viewers made of the material.
  struct Material {
    std::array<double, 3> stiffness{1, 1, 1};  // factors, by family
    std::string fabric;                        // that of all sheets; empty: what the scene has
  };
  struct Moment {
    Snapshot snapshot;
    std::vector<Ball> balls;
    Material material;
    FrameReport report;
    std::size_t bytes = 0;        // without the model
    std::size_t model_bytes = 0;  // 0 if it is that of the moment before
  };
  /// Of recorded states; a cloth of 6,561 vertices gets some 300 frames of it.
  static constexpr std::size_t most_bytes = std::size_t{96} << 20;

  explicit Lane(Simulation simulation, std::optional<double> floor);
  void record();
  void move_balls(double seconds);
  void scale_stiffness(const std::array<double, 3>& wanted);

  Simulation simulation_;
  std::optional<double> floor_;  // m, height
  Material material_;
  FrameReport report_;
  std::vector<Ball> balls_;
  std::deque<Moment> moments_;
  std::size_t now_ = 0;    // in moments_
  std::size_t bytes_ = 0;  // of all of them
};

}  // namespace tensio
