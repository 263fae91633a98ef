#pragma once

#include <random>

#include "energy/objective.h"
#include "tensio/model.h"

namespace tensio {

/// Random numbers that are the same on every platform.
class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}
  double uniform(double low, double high) { return low + (high - low) * (engine_() / 4294967296.0); }
  std::uint32_t below(std::uint32_t n) { return engine_() % n; }
  Vec3 vec3(double size) { return {uniform(-size, size), uniform(-size, size), uniform(-size, size)}; }

 private:
  std::mt19937 engine_;
};

/// A random connected tangle of masses and springs with pins, attachments, grabs, dampers and forces; some
/// springs are compressed, some have rest length zero.
inline Model random_model(Random& random) {
  Model model;
  const std::uint32_t n = 2 + random.below(12);
  for (std::uint32_t i = 0; i < n; ++i) {
    model.add_vertex(random.vec3(1), random.uniform(0.01, 2));
    model.force.back() = random.vec3(3);
  }
  const auto add_spring = [&](VertexId a, VertexId b) {
    const double length = norm(model.rest_position[a] - model.rest_position[b]);
    const double rest = random.below(8) == 0 ? 0 : length * random.uniform(0.3, 1.8);
    model.springs.add(a, b, SpringFamily::structural, rest, std::exp(random.uniform(-2, 9)),
                      random.below(3) == 0 ? random.uniform(0, 5) : 0);
  };
  for (VertexId i = 1; i < n; ++i) add_spring(i, random.below(i));
  for (std::uint32_t extra = random.below(2 * n); extra > 0; --extra) {
    const VertexId a = random.below(n), b = random.below(n);
    if (a != b) add_spring(a, b);
  }
  if (random.below(2) == 0) model.pins.push_back({0, model.rest_position[0] + random.vec3(0.1), {}});
  if (random.below(3) == 0) model.attachments.push_back({n - 1, random.vec3(1), random.uniform(0, 500), {}});
  if (random.below(3) == 0) {
    const double u = random.uniform(0, 0.5), w = random.uniform(0, 0.5);
    model.grabs.push_back(
        {1,
         {.vertices = {random.below(n), random.below(n), random.below(n)}, .weights = {1 - u - w, u, w}},
         random.uniform(0, 500),
         random.vec3(1)});
  }
  return model;
}

/// An implicit Euler aim from a random velocity, with the pins in place.
inline StepAim random_aim(const Model& model, Random& random) {
  StepAim aim;
  const double h = std::exp(random.uniform(-7, -2));
  aim.s2 = h * h;
  aim.tau = h;
  aim.w = model.rest_position;
  aim.y = model.rest_position;
  for (Vec3& y : aim.y) y += h * random.vec3(5);
  for (const Pin& pin : model.pins) aim.y[pin.vertex] = pin.position;
  return aim;
}

}  // namespace tensio
