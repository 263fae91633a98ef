#pragma once

#include "math/result.h"
#include "model/model.h"

namespace tensio {

/// What surfaces move through.
struct Air {
  double density = 0;  // kg/m³; 0: none
  Vec3 wind{};         // m/s
  double gusts = 0;    // how far the wind swings about its mean, as a fraction of it

  /// Wind at a place and time: waves of 7 m and 2.3 m that travel with it, g = ⅗ sin + ⅖ sin within ±1, and
  ///   w = wind · (1 + gusts · g).
  Vec3 at(const Vec3& place, double time) const;

  friend bool operator==(const Air&, const Air&) = default;
};
Result<void> validate(const Air& air);

/// Pushes triangles as air pushes a plate across the stream, along their normals n:
///   f = ½ ρ C A |r·n| (r·n) n,  r = wind − velocity,  C = 1.28 (Hoerner, Fluid-Dynamic Drag, 1965, ch. 3),
/// which is drag and, of a plate askew, lift. A corner has a third of the area, and its own velocity. It acts
/// on the velocities between two steps; within a step of length h, d(r·n)/dt = −κ |r·n| (r·n) is solved
/// exactly, r·n ← r·n / (1 + h κ |r·n|): air never throws a light cloth back, however long the step.
class AirDrag {
 public:
  static constexpr double plate_coefficient = 1.28;

  /// The model must outlive it.
  AirDrag(const Model& model, const Air& air);
  void apply(double h, State& state) const;

 private:
  const Model& model_;
  Air air_;
  std::vector<double> share_;  // of each vertex: 1 over the number of its triangles; 0 where it is pinned
};

}  // namespace tensio
