#include "build/chain.h"

#include <fmt/format.h>

namespace tensio {
namespace {

Result<void> check(const ChainOptions& options) {
  if (options.segments < 1) return fail("the chain has 0 segments; it needs at least 1");
  if (options.segments >= max_vertices)
    return fail(fmt::format("the chain has {} segments; at most {} fit", options.segments, max_vertices - 1));
  if (auto ok = detail::check_position("start", options.start); !ok) return ok;
  if (auto ok = detail::check_position("end", options.end); !ok) return ok;
  if (!(norm(options.end - options.start) > 0))
    return fail("start and end of the chain are the same point; move one of them");
  if (options.rest_length != 0)
    if (auto ok = detail::check_length("rest_length", options.rest_length); !ok) return ok;
  if (auto ok = detail::check_not_negative("stiffness", options.stiffness, "N/m"); !ok) return ok;
  if (auto ok = detail::check_not_negative("bend_stiffness", options.bend_stiffness, "N/m"); !ok) return ok;
  if (auto ok = detail::check_not_negative("spring_damping", options.spring_damping, "N·s/m"); !ok) return ok;
  if (auto ok = detail::check_not_negative("flexural_rigidity", options.flexural_rigidity, "N·m²"); !ok)
    return ok;
  if (auto ok = check(options.stiffening); !ok) return ok;
  if (auto ok = check(options.strain_bounds); !ok) return ok;
  return detail::check_positive("mass", options.mass, "kg");
}

}  // namespace

Result<Model> make_chain(const ChainOptions& options) {
  if (auto ok = check(options); !ok) return fail(ok.error().message);
  const std::size_t segments = options.segments;
  const auto count = static_cast<double>(segments);
  const Vec3 span = options.end - options.start;
  const double rest = (options.rest_length > 0 ? options.rest_length : norm(span)) / count;
  const bool halve_ends = options.lumping == Lumping::area;
  const double share = options.mass / (halve_ends ? count : count + 1);

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
  add_stiffening(model, options.stiffening);
  add_strain_bounds(model, options.strain_bounds);
  if (options.flexural_rigidity > 0)
    for (VertexId i = 1; i < segments; ++i)
      model.stencils.push_back({.vertex = {i - 1, i, i + 1, i - 1},
                                .coefficient = {1, -2, 1, 0},
                                .weight = options.flexural_rigidity / (rest * rest * rest)});
  model.parts.push_back({"chain", 0, model.vertex_count(), 0, 0});
  if (auto ok = validate(model); !ok) return fail(ok.error().message);
  return model;
}

}  // namespace tensio
