#include "energy/air_drag.h"

#include <algorithm>
#include <numbers>

#include "math/elementary.h"

namespace tensio {

Vec3 Air::wind_at(const Vec3& place, double time) const {
  const Vec3 mean = wind + change.offset(time);
  const double speed = norm(mean);
  constexpr double least_speed = 1e-6;  // m/s; slower winds carry no gusts anywhere
  if (!(gust > 0) || !(speed > least_speed)) return mean;
  const Vec3 along = mean / speed;
  const Vec3 across = normalized(cross(along, std::abs(along.y) < 0.9 ? Vec3{0, 1, 0} : Vec3{1, 0, 0}));
  // What carries gusts along must not change with time, or they would rush past as the wind rises.
  double carrier = norm(wind);
  for (const Path::Key& key : change.keys) carrier = std::max(carrier, norm(wind + key.offset));
  const double phase = 2 * std::numbers::pi * (time - dot(place, along) / carrier) / gust_period;
  const auto wave = [&](double rate, double shift) {
    return sine_cosine(std::fmod(rate * phase + shift, 2 * std::numbers::pi)).sine;
  };
  const double strength = 0.5 * wave(1, 0) + 0.3 * wave(2.618, 1) + 0.2 * wave(5.236, 2);
  const double sideways = 0.5 * wave(1.414, 3) + 0.5 * wave(3.317, 4);
  return speed * ((1 + gust * strength) * along + (0.5 * gust * sideways) * across);
}

bool Air::has_wind() const {
  return norm(wind) > 0 ||
         std::ranges::any_of(change.keys, [](const Path::Key& key) { return norm(key.offset) > 0; });
}

namespace {

/// Speed of triangles against the air in ordinary use, m/s.
double usual_speed(const Air& air) {
  return norm(air.wind) + 5;
}

/// Area of a triangle over that at rest, at most. What grows further has torn in the world, and a matrix that
/// followed it would change from step to step.
constexpr double most_growth = 1.5;

double triangle_area(const std::array<VertexId, 3>& t, Positions x) {
  return 0.5 * norm(cross(x[t[1]] - x[t[0]], x[t[2]] - x[t[0]]));
}

}  // namespace

double detail::AirKernel::evaluate(const Element& face, const Corners& v, Corners& force) {
  const Vec3 u = flow(face, v);
  const double through = dot(face.normal, u);
  const Vec3 slip = u - through * face.normal;
  const double along = norm(slip);
  const Vec3 third = (1.0 / 3) * ((face.normal_coefficient * std::abs(through) * through) * face.normal +
                                  (face.surface_coefficient * along) * slip);
  force = {third, third, third};
  return (face.normal_coefficient * std::abs(through) * through * through +
          face.surface_coefficient * along * along * along) /
         3;
}

detail::AirKernel::Curvature::Curvature(const Element& face, const Corners& v, HessianForm form) {
  if (form == HessianForm::laplacian) {
    stiffness_ = Mat3::identity(face.typical);
    return;
  }
  const Vec3 u = flow(face, v);
  const double through = dot(face.normal, u);
  const Vec3 slip = u - through * face.normal, direction = normalized(slip);
  const double along = face.surface_coefficient * norm(slip);
  stiffness_ = (2 * face.normal_coefficient * std::abs(through)) * outer(face.normal, face.normal);
  stiffness_ +=
      along * (Mat3::identity() + (-1.0) * outer(face.normal, face.normal) + outer(direction, direction));
}

AirDrag::AirDrag(const Air& air, const std::vector<std::array<VertexId, 3>>& triangles, Positions rest)
    : ElementEnergy(static_cast<const Faces&>(*this)), air_(air) {
  for (const auto& triangle : triangles) {
    faces().push_back({.vertex = triangle});
    typical_area_.push_back(triangle_area(triangle, rest));
  }
  set_typical(usual_speed(air));
}

/// Sets the constant matrix to what the force changes by with the velocity at this speed.
void AirDrag::set_typical(double speed) {
  const double rate = air_.density * std::max(air_.drag, air_.friction) * speed;  // kg/(m² s)
  for (std::size_t t = 0; t < faces().size(); ++t) faces()[t].typical = typical_area_[t] * rate;
}

/// A function of the velocities alone, so that a moment that is returned to goes on as it did before.
double AirDrag::fit(Positions v) {
  double fastest = 0;
  for (const detail::AirFace& face : faces()) {
    const Vec3 u = detail::AirKernel::flow(face, {v[face.vertex[0]], v[face.vertex[1]], v[face.vertex[2]]});
    const double growth = std::max(1.0, face.growth);
    fastest = std::max(fastest, growth * growth * dot(u, u));
  }
  double speed = usual_speed(air_);
  while (speed * speed < fastest && speed < max_length) speed *= 2;
  set_typical(speed);
  return speed;
}

void AirDrag::freeze(Positions x) {
  for (std::size_t t = 0; t < faces().size(); ++t) {
    detail::AirFace& face = faces()[t];
    const auto& [a, b, c] = face.vertex;
    const double rest = typical_area_[t], area = std::min(triangle_area(face.vertex, x), most_growth * rest);
    face.normal = normalized(cross(x[b] - x[a], x[c] - x[a]));
    face.wind = air_.wind_at((x[a] + x[b] + x[c]) / 3, time_);
    face.growth = rest > 0 ? area / rest : 0;
    face.normal_coefficient = 0.5 * air_.density * area * air_.drag;
    face.surface_coefficient = 0.5 * air_.density * area * air_.friction;
  }
  forget_numbers();
}

void AirDrag::add_quadratic(double scale, SparseBuilder& q) const {
  for (const detail::AirFace& face : faces())
    for (const VertexId corner : face.vertex) q.add_diagonal(corner, scale * face.typical / 3);
}

void AirDrag::add_quadratic_diagonal(double scale, std::span<double> diagonal) const {
  for (const detail::AirFace& face : faces())
    for (const VertexId corner : face.vertex) diagonal[corner] += scale * face.typical / 3;
}

}  // namespace tensio
