#include "build/hair.h"

#include <fmt/format.h>
#include <numbers>

#include "build/material.h"
#include "math/elementary.h"

namespace tensio {
namespace {

Result<void> check(const HairOptions& o) {
  if (o.strands < 1 || o.segments < 3) return fail("hair needs at least 1 strand of at least 3 segments");
  if (o.segments >= max_vertices || o.strands > max_vertices / (o.segments + 1))
    return fail(fmt::format("{} strands of {} segments are more than {} vertices; use fewer", o.strands,
                            o.segments, max_vertices));
  if (!(o.cap > 0) || !(o.cap <= 180))
    return fail(fmt::format("cap is {}°; it must be between 0 and 180", o.cap));
  if (!(o.curl_turns >= 0) || !(o.curl_turns <= 1000))
    return fail(fmt::format("curl_turns is {}; it must be between 0 and 1000", o.curl_turns));
  if (auto ok = detail::check_length("length", o.length); !ok) return ok;
  if (auto ok = detail::check_length("radius", o.radius); !ok) return ok;
  if (auto ok = detail::check_not_negative("curl_radius", o.curl_radius, "m"); !ok) return ok;
  if (auto ok = detail::check_not_negative("stiffness", o.stiffness, "N/m"); !ok) return ok;
  if (auto ok = detail::check_not_negative("flexural_rigidity", o.flexural_rigidity, "N·m²"); !ok) return ok;
  if (auto ok = detail::check_not_negative("torsion_stiffness", o.torsion_stiffness, "N/m"); !ok) return ok;
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

void add_strand(const HairOptions& o, std::size_t strand, Model& model) {
  const Vec3 out = root_direction(o, strand);
  const Vec3 u = normalized(cross(out, std::abs(out.y) < 0.9 ? Vec3{0, 1, 0} : Vec3{1, 0, 0})),
             w = cross(out, u);
  const auto n = static_cast<double>(o.segments);
  const double around = 2 * std::numbers::pi * o.curl_turns * o.curl_radius;
  const double reach = o.length > around ? std::sqrt(o.length * o.length - around * around) : 0.3 * o.length;
  const double share = o.strand_mass / (n + 1);
  const auto first = static_cast<VertexId>(model.vertex_count());
  for (std::size_t i = 0; i <= o.segments; ++i) {
    const double along = static_cast<double>(i) / n;
    const auto [s, c] = sine_cosine(2 * std::numbers::pi * o.curl_turns * along);
    model.add_vertex(
        (o.radius + along * reach) * out + (o.curl_radius * (1 - c)) * u + (o.curl_radius * s) * w, share);
  }
  for (const VertexId v : {first, first + 1}) model.pins.push_back({v, model.rest_position[v], {}});
}

}  // namespace

Result<Model> make_hair(const HairOptions& o) {
  if (auto ok = check(o); !ok) return fail(ok.error().message);
  Model model;
  for (std::size_t strand = 0; strand < o.strands; ++strand) add_strand(o, strand, model);
  const std::vector<Vec3>& x = model.rest_position;
  const std::size_t row = o.segments + 1;
  const auto add_springs = [&](std::size_t reach, SpringFamily family, double stiffness) {
    if (stiffness == 0) return;
    for (std::size_t v = 0; v < x.size(); ++v)
      if (v % row + reach < row)
        model.springs.add(static_cast<VertexId>(v), static_cast<VertexId>(v + reach), family,
                          norm(x[v + reach] - x[v]), stiffness);
  };
  add_springs(1, SpringFamily::structural, o.stiffness);
  add_springs(3, SpringFamily::bend, o.torsion_stiffness);
  for (std::size_t v = 1; v + 1 < x.size() && o.flexural_rigidity > 0; ++v) {
    if (v % row == 0 || v % row == o.segments) continue;
    const double l = norm(x[v + 1] - x[v]);
    const auto i = static_cast<VertexId>(v);
    const double curved = norm(x[v - 1] - 2 * x[v] + x[v + 1]);
    model.stencils.push_back({.vertex = {i - 1, i, i + 1, i - 1},
                              .coefficient = {1, -2, 1, 0},
                              .rest_length = o.curl_radius > 0 ? curved : 0,
                              .weight = o.flexural_rigidity / (l * l * l)});
  }
  model.parts.push_back({"hair", 0, model.vertex_count(), 0, 0});
  if (auto ok = validate(model); !ok) return fail(ok.error().message);
  return model;
}

}  // namespace tensio
