#include <fmt/format.h>
#include <numbers>
#include <numeric>

#include "build/chain.h"
#include "build/material.h"
#include "build/sizes.h"
#include "math/elementary.h"

namespace tensio {
namespace {

Result<void> check(const HairOptions& o) {
  if (o.strands < 1 || o.segments < 3) return fail("hair needs at least 1 strand of at least 3 segments");
  if (o.segments >= max_vertices / 2 || o.strands > max_vertices / hair_vertices(o))
    return fail(fmt::format("{} strands of {} segments have more than {} vertices, the limit; use fewer",
                            o.strands, o.segments, max_vertices));
  if (!(o.cap > 0) || !(o.cap <= 180))
    return fail(fmt::format("cap is {}°; it must be between 0 and 180", o.cap));
  if (!(o.curl_turns >= 0) || !(o.curl_turns <= 1000))
    return fail(fmt::format("curl_turns is {}; it must be between 0 and 1000", o.curl_turns));
  if (auto ok = detail::check_length("length", o.length); !ok) return ok;
  if (auto ok = detail::check_length("radius", o.radius); !ok) return ok;
  if (auto ok = detail::check_not_negative("curl_radius", o.curl_radius, "m"); !ok) return ok;
  if (auto ok = detail::check_not_negative("stiffness", o.stiffness, "N/m"); !ok) return ok;
  if (auto ok = detail::check_not_negative("flexural_rigidity", o.flexural_rigidity, "N·m²"); !ok) return ok;
  if (auto ok = detail::check_not_negative("torsional_rigidity", o.torsional_rigidity, "N·m²"); !ok)
    return ok;
  if (auto ok = detail::check_not_negative("altitude_stiffness", o.altitude_stiffness, "N/m"); !ok) return ok;
  return detail::check_positive("strand_mass", o.strand_mass, "kg");
}

/// The direction of root i: Vogel's spiral on the cap, equal areas for all.
Vec3 root_direction(const HairOptions& o, std::size_t i) {
  constexpr double golden_angle = 2.399963229728653;
  const double low = sine_cosine(o.cap * std::numbers::pi / 180).cosine;
  const double share = (static_cast<double>(i) + 0.5) / static_cast<double>(o.strands);
  const double height = 1 - share * (1 - low), ring = std::sqrt(std::max(0.0, 1 - height * height));
  const auto [s, c] = sine_cosine(std::fmod(golden_angle * static_cast<double>(i), 2 * std::numbers::pi));
  return {ring * c, height, ring * s};
}

/// Adds one strand after the other.
class Grower {
 public:
  Grower(const HairOptions& options, Model& model) : o_(options), model_(model), x_(model.rest_position) {}

  void add_strand(std::size_t strand) {
    const Vec3 out = root_direction(o_, strand);
    // Curls begin in all directions, or they would lie in waves.
    const SineCosine begin =
        is_curly() ? sine_cosine(std::fmod(1.7 * static_cast<double>(strand), 2 * std::numbers::pi))
                   : SineCosine{0, 1};
    const Vec3 across = unit_across(out), beside = cross(out, across);
    const Vec3 u = begin.cosine * across + begin.sine * beside, w = cross(out, u);
    const auto n = static_cast<double>(o_.segments);
    const double around = 2 * std::numbers::pi * o_.curl_turns * o_.curl_radius;
    const double reach =
        o_.length > around ? std::sqrt(o_.length * o_.length - around * around) : 0.3 * o_.length;
    const bool has_frame = o_.torsional_rigidity > 0 && !is_curly();
    const double share = (has_frame ? 1 - frame_mass : 1) * o_.strand_mass / (n + 1);
    first_ = static_cast<VertexId>(model_.vertex_count());
    for (std::size_t i = 0; i <= o_.segments; ++i) {
      const double along = static_cast<double>(i) / n;
      const auto [s, c] = sine_cosine(2 * std::numbers::pi * o_.curl_turns * along);
      model_.add_vertex(
          (o_.radius + along * reach) * out + (o_.curl_radius * (1 - c)) * u + (o_.curl_radius * s) * w,
          share);
    }
    hold(first_), hold(first_ + 1);
    for (VertexId i = 0; i < o_.segments && o_.stiffness > 0; ++i) add_spring(i, i + 1, o_.stiffness);
    if (o_.flexural_rigidity > 0) add_bending();
    if (has_frame) {
      hold(static_cast<VertexId>(model_.vertex_count()));  // the first of the frame, which comes next
      std::vector<VertexId> vertices(o_.segments + 1);
      std::iota(vertices.begin(), vertices.end(), first_);
      add_frame(model_, vertices, u,
                {.segment_length = o_.length / n,
                 .torsional_rigidity = o_.torsional_rigidity,
                 .edge_stiffness = o_.stiffness,
                 .altitude_stiffness = o_.altitude_stiffness,
                 .vertex_mass = frame_mass * o_.strand_mass / n});
      model_.pins.back().position = x_[model_.pins.back().vertex];
    } else if (o_.torsional_rigidity > 0) {
      add_curl_torsion();
    }
  }

 private:
  bool is_curly() const { return o_.curl_radius > 0 && o_.curl_turns > 0; }
  void hold(VertexId v) { model_.pins.push_back({v, v < x_.size() ? x_[v] : Vec3{}, {}}); }
  void add_spring(VertexId i, VertexId j, double stiffness) {
    const auto family = j == i + 1 ? SpringFamily::structural : SpringFamily::bend;
    model_.springs.add(first_ + i, first_ + j, family, norm(x_[first_ + j] - x_[first_ + i]), stiffness);
  }

  void add_bending() {
    for (VertexId v = first_ + 1; v < first_ + o_.segments; ++v) {
      const double l = norm(x_[v + 1] - x_[v]);
      model_.stencils.push_back(
          {.vertex = {v - 1, v, v + 1, v - 1},
           .coefficient = {1, -2, 1, 0},
           .rest_length = o_.curl_radius > 0 ? norm(x_[v - 1] - 2 * x_[v] + x_[v + 1]) : 0,
           .weight = o_.flexural_rigidity / (l * l * l)});
    }
  }

  void add_curl_torsion() {
    for (VertexId i = 0; i + 3 <= o_.segments; ++i) {
      const std::array<VertexId, 4> v{first_ + i, first_ + i + 1, first_ + i + 2, first_ + i + 3};
      const Vec3 axis = x_[v[2]] - x_[v[1]];
      const Vec3 before = cross(axis, x_[v[0]] - x_[v[1]]), after = cross(axis, x_[v[3]] - x_[v[2]]);
      const double l = norm(axis), lever = norm(cross(before, after)) / (l * l * norm(x_[v[3]] - x_[v[0]]));
      const double wanted = o_.torsional_rigidity / (l * lever * lever);
      const double most = 1000 * o_.torsional_rigidity / (l * l * l);
      add_spring(i, i + 3, wanted < most ? wanted : most);
      if (o_.altitude_stiffness == 0) continue;
      if (const auto made = make_altitude(v, {x_[v[0]], x_[v[1]], x_[v[2]], x_[v[3]]}, o_.altitude_stiffness))
        model_.altitudes.push_back(*made);
    }
  }

  const HairOptions& o_;
  Model& model_;
  const std::vector<Vec3>& x_;
  VertexId first_ = 0;  // of the strand
};

}  // namespace

Result<Model> make_hair(const HairOptions& o) {
  if (auto ok = check(o); !ok) return fail(ok.error().message);
  Model model;
  Grower grower(o, model);
  for (std::size_t strand = 0; strand < o.strands; ++strand) grower.add_strand(strand);
  model.parts.push_back({"hair", 0, model.vertex_count(), 0, 0});
  if (auto ok = validate(model); !ok) return fail(ok.error().message);
  return model;
}

std::size_t hair_vertices(const HairOptions& o) {
  const bool has_frame = o.torsional_rigidity > 0 && !(o.curl_radius > 0 && o.curl_turns > 0);
  return has_frame ? 2 * o.segments + 1 : o.segments + 1;
}

}  // namespace tensio
