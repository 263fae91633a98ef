#include "integrate/air.h"

#include <cmath>
#include <fmt/format.h>

#include "math/elementary.h"

namespace tensio {
namespace {

constexpr double long_wave = 7, short_wave = 2.3;  // m
constexpr double turn = 6.283185307179586;         // rad
constexpr double most_wind = 1000;                 // m/s

/// Sine of a phase counted in turns, which may be many.
double wave(double turns) {
  return sine_cosine(turn * (turns - std::floor(turns))).sine;
}

}  // namespace

Vec3 Air::at(const Vec3& place, double time) const {
  const double speed = norm(wind);
  if (gusts == 0 || speed == 0) return wind;
  const double along = dot(place, wind) / speed - speed * time;
  return (1 + gusts * (0.6 * wave(along / long_wave) + 0.4 * wave(along / short_wave + 0.3))) * wind;
}

Result<void> validate(const Air& air) {
  if (!(air.density >= 0 && air.density <= 1e4))
    return fail(fmt::format("the air's density is {} kg/m³; it must be between 0 and 10,000", air.density));
  if (!(norm(air.wind) <= most_wind))
    return fail(fmt::format("the wind is beyond {} m/s; make it slower", most_wind));
  if (!(air.gusts >= 0 && air.gusts <= 10))
    return fail(fmt::format("gusts are {}; they must be between 0 and 10", air.gusts));
  return {};
}

AirDrag::AirDrag(const Model& model, const Air& air)
    : model_(model), air_(air), share_(model.vertex_count(), 0) {
  for (const auto& corners : model.triangles)
    for (const VertexId v : corners) ++share_[v];
  for (double& share : share_)
    if (share > 0) share = 1 / share;
  for (const Pin& pin : model.pins) share_[pin.vertex] = 0;
}

void AirDrag::apply(double h, State& state) const {
  for (const auto& [a, b, c] : model_.triangles) {
    const Vec3 twice = cross(state.x[b] - state.x[a], state.x[c] - state.x[a]);
    const double area = 0.5 * norm(twice);
    if (!(area > 0)) continue;
    const Vec3 normal = twice / (2 * area);
    const Vec3 wind = air_.at((state.x[a] + state.x[b] + state.x[c]) / 3, state.time);
    for (const VertexId v : {a, b, c}) {
      if (share_[v] == 0) continue;
      // This triangle's part of the vertex is share · m, and moves; all of the vertex takes the momentum up.
      const double across = dot(wind - state.v[v], normal);
      const double kappa = 0.5 * air_.density * plate_coefficient * (area / 3) / (share_[v] * model_.mass[v]);
      state.v[v] += (share_[v] * (across - across / (1 + h * kappa * std::abs(across)))) * normal;
    }
  }
}

}  // namespace tensio
