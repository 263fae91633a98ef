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

AirDrag::AirDrag(const Air& air, const std::vector<std::array<VertexId, 3>>& triangles, Positions rest)
    : air_(air), triangles_(triangles), faces_(triangles.size()) {
  typical_rate_ = air.density * std::max(air.drag, air.friction) * usual_speed(air);
  for (const auto& triangle : triangles) typical_area_.push_back(triangle_area(triangle, rest));
}

/// A function of the velocities alone, so that a moment that is returned to goes on as it did before.
double AirDrag::fit(Positions v) {
  double fastest = 0;
  for (std::size_t t = 0; t < triangles_.size(); ++t) {
    const Vec3 u = flow(t, v);
    const double growth = std::max(1.0, faces_[t].growth);
    fastest = std::max(fastest, growth * growth * dot(u, u));
  }
  double speed = usual_speed(air_);
  while (speed * speed < fastest && speed < max_length) speed *= 2;
  typical_rate_ = air_.density * std::max(air_.drag, air_.friction) * speed;
  return speed;
}

void AirDrag::freeze(Positions x) {
  faces_.resize(triangles_.size());
  for (std::size_t t = 0; t < triangles_.size(); ++t) {
    const auto& [a, b, c] = triangles_[t];
    const double rest = typical_area_[t],
                 area = std::min(triangle_area(triangles_[t], x), most_growth * rest);
    faces_[t] = {normalized(cross(x[b] - x[a], x[c] - x[a])), air_.wind_at((x[a] + x[b] + x[c]) / 3, time_),
                 rest > 0 ? area / rest : 0, 0.5 * air_.density * area * air_.drag,
                 0.5 * air_.density * area * air_.friction};
  }
}

Vec3 AirDrag::flow(std::size_t t, Positions v) const {
  const auto& [a, b, c] = triangles_[t];
  return (v[a] + v[b] + v[c]) / 3 - faces_[t].wind;
}

double AirDrag::value(Positions v, Workers&) const {
  double sum = 0;
  for (std::size_t t = 0; t < triangles_.size(); ++t) {
    const Face& face = faces_[t];
    const Vec3 u = flow(t, v);
    const double through = dot(face.normal, u), along = norm(u - through * face.normal);
    sum += (face.normal_coefficient * std::abs(through) * through * through +
            face.surface_coefficient * along * along * along) /
           3;
  }
  return sum;
}

double AirDrag::evaluate(Positions v, double scale, std::span<Vec3> g, Workers&) const {
  double sum = 0;
  for (std::size_t t = 0; t < triangles_.size(); ++t) {
    const Face& face = faces_[t];
    const Vec3 u = flow(t, v);
    const double through = dot(face.normal, u);
    const Vec3 slip = u - through * face.normal;
    const double along = norm(slip);
    sum += (face.normal_coefficient * std::abs(through) * through * through +
            face.surface_coefficient * along * along * along) /
           3;
    const Vec3 third = (scale / 3) * ((face.normal_coefficient * std::abs(through) * through) * face.normal +
                                      (face.surface_coefficient * along) * slip);
    for (const VertexId corner : triangles_[t]) g[corner] += third;
  }
  return sum;
}

/// ∂²R/∂u², in any form: it is never negative.
Mat3 AirDrag::stiffness(std::size_t t, Positions v, HessianForm form) const {
  if (form == HessianForm::laplacian) return Mat3::identity(typical(t));
  const Face& face = faces_[t];
  const Vec3 u = flow(t, v);
  const double through = dot(face.normal, u);
  const Vec3 slip = u - through * face.normal, direction = normalized(slip);
  const double along = face.surface_coefficient * norm(slip);
  Mat3 out = (2 * face.normal_coefficient * std::abs(through)) * outer(face.normal, face.normal);
  out += along * (Mat3::identity() + (-1.0) * outer(face.normal, face.normal) + outer(direction, direction));
  return out;
}

void AirDrag::add_hessian(Positions v, double scale, HessianForm form, BlockMatrix& h) const {
  for (std::size_t t = 0; t < triangles_.size(); ++t) {
    const Mat3 ninth = (scale / 9) * stiffness(t, v, form);
    const auto& corner = triangles_[t];
    for (std::size_t i = 0; i < 3; ++i) {
      h.add_diagonal(corner[i], ninth);
      for (std::size_t j = 0; j < i; ++j)
        if (corner[i] != corner[j]) h.add_pair(corner[i], corner[j], ninth);
    }
  }
}

double AirDrag::curvature(Positions v, std::span<const Vec3> p, HessianForm form, Workers&) const {
  double sum = 0;
  for (std::size_t t = 0; t < triangles_.size(); ++t) {
    const auto& [a, b, c] = triangles_[t];
    const Vec3 mean = (p[a] + p[b] + p[c]) / 3;
    const double square = dot(mean, mean);
    if (form == HessianForm::laplacian) {
      sum += typical(t) * square;
      continue;
    }
    // mᵀ `stiffness` m
    const Face& face = faces_[t];
    const Vec3 u = flow(t, v);
    const double through = dot(face.normal, u), out = dot(face.normal, mean);
    const Vec3 slip = u - through * face.normal;
    const double along = norm(slip), onward = along > 0 ? dot(slip, mean) / along : 0;
    sum += 2 * face.normal_coefficient * std::abs(through) * out * out +
           face.surface_coefficient * along * (square - out * out + onward * onward);
  }
  return sum;
}

void AirDrag::add_hessian_product(Positions v, std::span<const Vec3> p, double scale, HessianForm form,
                                  std::span<Vec3> out, Workers&) const {
  for (std::size_t t = 0; t < triangles_.size(); ++t) {
    const auto& [a, b, c] = triangles_[t];
    const Vec3 third = (scale / 9) * (stiffness(t, v, form) * (p[a] + p[b] + p[c]));
    for (const VertexId corner : triangles_[t]) out[corner] += third;
  }
}

void AirDrag::add_pairs(std::vector<BlockMatrix::Pair>& pairs) const {
  for (const auto& corner : triangles_)
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (corner[i] != corner[j]) pairs.push_back({corner[i], corner[j]});
}

void AirDrag::add_quadratic(double scale, SparseBuilder& q) const {
  // A third of the whole on each corner: as much as the mean velocity squared, and no new entries.
  for (std::size_t t = 0; t < triangles_.size(); ++t)
    for (const VertexId corner : triangles_[t]) q.add_diagonal(corner, scale * typical(t) / 3);
}

void AirDrag::add_quadratic_diagonal(double scale, std::span<double> diagonal) const {
  for (std::size_t t = 0; t < triangles_.size(); ++t)
    for (const VertexId corner : triangles_[t]) diagonal[corner] += scale * typical(t) / 3;
}

}  // namespace tensio
