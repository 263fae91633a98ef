#include "build/chain.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

#include "build/material.h"

namespace tensio {
namespace {

Result<void> check(const ChainOptions& options) {
  if (options.segments < 1) return fail("the chain has 0 segments; it needs at least 1");
  if (options.segments >= max_vertices)
    return fail(
        fmt::format("the chain has {} segments; the limit is {}", options.segments, max_vertices - 1));
  if (auto ok = detail::check_position("start", options.start); !ok) return ok;
  if (auto ok = detail::check_position("end", options.end); !ok) return ok;
  if (!(norm(options.end - options.start) > 0))
    return fail("start and end of the chain are the same point; move one");
  if (options.rest_length != 0)
    if (auto ok = detail::check_length("rest_length", options.rest_length); !ok) return ok;
  if (auto ok = detail::check_not_negative("stiffness", options.stiffness, "N/m"); !ok) return ok;
  if (auto ok = detail::check_not_negative("bend_stiffness", options.bend_stiffness, "N/m"); !ok) return ok;
  if (auto ok = detail::check_not_negative("spring_damping", options.spring_damping, "N·s/m"); !ok) return ok;
  if (auto ok = detail::check_not_negative("flexural_rigidity", options.flexural_rigidity, "N·m²"); !ok)
    return ok;
  if (auto ok = check(options.stiffening); !ok) return ok;
  if (auto ok = check(options.strain_bounds); !ok) return ok;
  if (auto ok = detail::check_not_negative("torsional_rigidity", options.torsional_rigidity, "N·m²"); !ok)
    return ok;
  if (auto ok = detail::check_not_negative("altitude_stiffness", options.altitude_stiffness, "N/m"); !ok)
    return ok;
  if (options.torsional_rigidity > 0 && 2 * options.segments + 1 > max_vertices)
    return fail(fmt::format(
        "a chain of {} segments with torsion has more than {} vertices, the limit; use fewer segments",
        options.segments, max_vertices));
  return detail::check_positive("mass", options.mass, "kg");
}

}  // namespace

Vec3 unit_across(const Vec3& direction) {
  const Vec3 d = normalized(direction);
  return normalized(cross(d, std::abs(d.y) < 0.9 ? Vec3{0, 1, 0} : Vec3{1, 0, 0}));
}

void add_frame(Model& model, std::span<const VertexId> strand, const Vec3& across,
               const FrameOptions& options) {
  const double l = options.segment_length, r = l / 4;
  const double weight = 2 * options.torsional_rigidity / (l * r * r);
  const double edge_stiffness = std::max(options.edge_stiffness, 20 * weight);
  const auto begin = static_cast<VertexId>(model.vertex_count());
  const auto segments = static_cast<VertexId>(strand.size() - 1);
  for (VertexId i = 0; i < segments; ++i) {
    const Vec3 a = model.rest_position[strand[i]], b = model.rest_position[strand[i + 1]];
    const Vec3 side = i % 2 == 0 ? across : cross(normalized(b - a), across);
    model.add_vertex(0.5 * (a + b) + r * side, options.vertex_mass);
    for (const VertexId end : {strand[i], strand[i + 1]})
      model.springs.add(begin + i, end, SpringFamily::bend, std::sqrt(l * l / 4 + r * r), edge_stiffness);
  }
  const auto add_altitude = [&](const std::array<VertexId, 4>& v) {
    const std::vector<Vec3>& x = model.rest_position;
    if (const auto made = make_altitude(v, {x[v[0]], x[v[1]], x[v[2]], x[v[3]]}, options.altitude_stiffness))
      model.altitudes.push_back(*made);
  };
  for (VertexId i = 0; i + 1 < segments; ++i) {
    model.stencils.push_back({.vertex = {begin + i + 1, begin + i, strand[i], strand[i + 2]},
                              .coefficient = {1, -1, 0.5, -0.5},
                              .rest_length = std::sqrt(2.0) * r,
                              .weight = weight});
    if (options.altitude_stiffness == 0) continue;
    add_altitude({strand[i], begin + i, strand[i + 1], begin + i + 1});
    add_altitude({begin + i, strand[i + 1], begin + i + 1, strand[i + 2]});
  }
}

Result<Model> make_chain(const ChainOptions& options) {
  if (auto ok = check(options); !ok) return fail(ok.error().message);
  const std::size_t segments = options.segments;
  const auto count = static_cast<double>(segments);
  const Vec3 span = options.end - options.start;
  const double rest = (options.rest_length > 0 ? options.rest_length : norm(span)) / count;
  const bool halve_ends = options.lumping == Lumping::area;
  const bool has_frame = options.torsional_rigidity > 0;
  const double mass = (has_frame ? 1 - frame_mass : 1) * options.mass;
  const double share = mass / (halve_ends ? count : count + 1);

  Model model;
  for (std::size_t i = 0; i <= segments; ++i) {
    const bool is_end = i == 0 || i == segments;
    const Vec3 position =
        i == segments ? options.end : options.start + (static_cast<double>(i) / count) * span;
    model.add_vertex(position, halve_ends && is_end ? share / 2 : share);
  }
  const auto add_springs = [&](VertexId reach, SpringFamily family, double stiffness) {
    if (stiffness == 0) return;
    for (VertexId i = 0; i + reach <= segments; ++i)
      model.springs.add(i, i + reach, family, reach * rest, stiffness, options.spring_damping);
  };
  add_springs(1, SpringFamily::structural, options.stiffness);
  add_springs(2, SpringFamily::bend, options.bend_stiffness);
  if (auto ok = add_stiffening(model, options.stiffening); !ok) return fail(ok.error().message);
  if (auto ok = add_strain_bounds(model, options.strain_bounds); !ok) return fail(ok.error().message);
  if (options.flexural_rigidity > 0)
    for (VertexId i = 1; i < segments; ++i)
      model.stencils.push_back({.vertex = {i - 1, i, i + 1, i - 1},
                                .coefficient = {1, -2, 1, 0},
                                .weight = options.flexural_rigidity / (rest * rest * rest)});
  model.parts.push_back({"chain", 0, segments + 1, 0, 0});
  if (has_frame) {
    std::vector<VertexId> strand(segments + 1);
    std::iota(strand.begin(), strand.end(), VertexId{0});
    add_frame(model, strand, unit_across(span),
              {.segment_length = rest,
               .torsional_rigidity = options.torsional_rigidity,
               .edge_stiffness = options.stiffness,
               .altitude_stiffness = options.altitude_stiffness,
               .vertex_mass = frame_mass * options.mass / count});
    model.parts.push_back({"frame", segments + 1, model.vertex_count(), 0, 0});
  }
  if (auto ok = validate(model); !ok) return fail(ok.error().message);
  return model;
}

}  // namespace tensio
