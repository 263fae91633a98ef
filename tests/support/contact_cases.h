#pragma once

#include <cmath>
#include <gtest/gtest.h>
#include <memory>
#include <numbers>

#include "tensio/build.h"
#include "tensio/simulation.h"

namespace tensio {

constexpr double fall = 9.81;  // m/s²

/// Contact between all surfaces, checked after every step.
inline ContactOptions all_contact(double thickness = 2e-3, double friction = 0.3) {
  ContactOptions contact{.method = ContactMethod::planes, .thickness = thickness, .friction = friction};
  contact.verify = VerifyContact::substep;
  return contact;
}

/// A square sheet of n by n vertices, horizontal, its middle at a place after it was turned.
inline Model make_sheet(std::size_t n, double size, const Vec3& middle = {},
                        const Mat3& turn = Mat3::identity(), double stiffness = 200) {
  Model model = *make_grid({.columns = n,
                            .rows = n,
                            .width = size,
                            .depth = size,
                            .layout = GridLayout::full,
                            .stiffness = {stiffness, stiffness, stiffness},
                            .mass = 0.05});
  place(model, turn, middle);
  return model;
}

inline Mesh make_mesh(std::vector<Vec3> points, std::vector<std::array<VertexId, 3>> triangles) {
  return {std::make_shared<const ColliderMesh>(
      ColliderMesh{.points = std::move(points), .triangles = std::move(triangles)})};
}

/// Two triangles: a square about a place, turned.
inline Mesh square_mesh(double size, const Vec3& middle, const Mat3& turn) {
  std::vector<Vec3> points;
  for (const auto& [x, z] : {std::array{-1, -1}, {-1, 1}, {1, -1}, {1, 1}})
    points.push_back(middle + turn * Vec3{0.5 * size * x, 0, 0.5 * size * z});
  return make_mesh(std::move(points), {{0, 1, 2}, {1, 3, 2}});
}

/// What contact did in a number of frames.
inline ContactReport run(Simulation& simulation, int frames) {
  ContactReport sum;
  for (int i = 0; i < frames; ++i) {
    const FrameReport report = simulation.advance_frame();
    EXPECT_TRUE(is_usable(report.status)) << status_name(report.status) << " in frame " << i;
    sum.add(report.contact);
  }
  EXPECT_TRUE(is_finite(simulation.state().x));
  return sum;
}

inline Simulation make_simulation(tensio::Setup setup) {
  auto simulation = Simulation::make(std::move(setup));
  EXPECT_TRUE(simulation) << (simulation ? "" : simulation.error().message);
  return std::move(*simulation);
}

/// The middle of the vertices from first to before last, weighed by their mass; without a last: of all.
inline Vec3 mass_middle(const Model& model, Positions a, std::size_t first = 0, std::size_t last = SIZE_MAX) {
  Vec3 sum;
  double mass = 0;
  for (std::size_t i = first; i < std::min(last, a.size()); ++i)
    sum += model.mass[i] * a[i], mass += model.mass[i];
  return sum / mass;
}

/// How often two closed lines wind about each other: Gauss' integral, exactly, segment by segment.
inline double linking_number(Positions a, Positions b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) {
      const Vec3 &p = a[i], &q = a[(i + 1) % a.size()], &r = b[j], &s = b[(j + 1) % b.size()];
      const Vec3 corner[4] = {p - r, p - s, q - s, q - r};
      const auto angle = [](const Vec3& u, const Vec3& v, const Vec3& w) {
        return 2 * std::atan2(dot(u, cross(v, w)), norm(u) * norm(v) * norm(w) + dot(u, v) * norm(w) +
                                                       dot(v, w) * norm(u) + dot(w, u) * norm(v));
      };
      sum += angle(corner[0], corner[1], corner[2]) + angle(corner[2], corner[3], corner[0]);
    }
  return sum / (4 * std::numbers::pi);
}

}  // namespace tensio
