#include "build/material.h"

#include <cmath>
#include <fmt/format.h>

#include "model/elements.h"

namespace tensio {
namespace {

/// visit(stencil) with the sum of positions, the rest length and the stiffness of each spring and thread.
template <class Visit>
void for_each_thread(const Model& model, const Visit& visit) {
  const Springs& springs = model.springs;
  for (std::size_t s = 0; s < springs.size(); ++s) {
    const auto [a, b] = springs.ends[s];
    if (springs.family[s] == SpringFamily::bend || !(springs.rest_length[s] > 0)) continue;
    visit(Stencil{.vertex = {a, b, a, a},
                  .coefficient = {1, -1, 0, 0},
                  .rest_length = springs.rest_length[s],
                  .weight = springs.stiffness[s]},
          false);
  }
  for (std::size_t s = 0, count = model.stencils.size(); s < count; ++s)
    if (is_thread(model.stencils[s])) visit(model.stencils[s], true);
}

}  // namespace

Result<void> check(const StiffeningOptions& options) {
  if (options.strain && (!(*options.strain >= 0) || !std::isfinite(*options.strain)))
    return fail(fmt::format("stiffening.strain is {}; it must be 0 or more and finite", *options.strain));
  if (!(options.factor >= 1) || !std::isfinite(options.factor))
    return fail(fmt::format("stiffening.factor is {}; it must be 1 or more and finite", options.factor));
  return {};
}

Result<void> check(const StrainBoundsOptions& options) {
  if (options.max && (!(*options.max >= 0) || !std::isfinite(*options.max)))
    return fail(fmt::format("strain_bounds.max is {}; it must be 0 or more and finite", *options.max));
  if (!(options.min >= -1) || !(options.min <= 0))
    return fail(fmt::format("strain_bounds.min is {}; it must be between -1 and 0", options.min));
  return detail::check_not_negative("strain_bounds.stiffness", options.stiffness, "N/m");
}

Result<void> add_stiffening(Model& model, const StiffeningOptions& options) {
  if (!options.strain || options.factor == 1) return {};
  std::vector<Stencil> added;
  for_each_thread(model, [&](Stencil thread, bool) {
    thread.slack = thread.rest_length * (1 + *options.strain);
    thread.rest_length = 0;
    thread.weight *= options.factor - 1;
    added.push_back(thread);
  });
  if (added.empty())
    return fail("stiffening needs springs or woven threads, but the body has none; remove it");
  model.stencils.insert(model.stencils.end(), added.begin(), added.end());
  return {};
}

Result<void> add_strain_bounds(Model& model, const StrainBoundsOptions& options) {
  if (!options.max || options.stiffness == 0) return {};
  const double least = 1 + options.min, most = 1 + *options.max;
  if (options.of == BoundedElements::triangles) {
    if (model.triangles.empty())
      return fail("strain_bounds.of is \"triangles\", but the body has none; use \"springs\"");
    const std::vector<Vec3>& x = model.rest_position;
    for (const auto& [a, b, c] : model.triangles)
      // 2 μ is the tension over the strain.
      if (auto element = make_membrane({a, b, c}, {x[a], x[b], x[c]}, {0.5 * options.stiffness, 0})) {
        element->least = least, element->most = most;
        model.membranes.push_back(*element);
      }
    return {};
  }
  std::vector<Stencil> added;
  for_each_thread(model, [&](Stencil thread, bool is_woven) {
    const auto& [a, b, c, unused] = thread.vertex;
    const std::vector<Vec3>& x = model.rest_position;
    thread.weight = options.stiffness * (is_woven ? 0.5 * norm(cross(x[b] - x[a], x[c] - x[a])) : 1);
    thread.slack = thread.rest_length * (most - least);
    thread.rest_length *= least;
    added.push_back(thread);
  });
  if (added.empty())
    return fail(
        "strain_bounds.of is \"springs\", but the body has no springs or woven threads; use \"triangles\"");
  model.stencils.insert(model.stencils.end(), added.begin(), added.end());
  return {};
}

}  // namespace tensio

namespace tensio::detail {

Result<void> check_positive(const char* field, double value, const char* unit) {
  if (value > 0 && std::isfinite(value)) return {};
  return fail(fmt::format("{} is {} {}; it must be positive and finite", field, value, unit));
}

Result<void> check_not_negative(const char* field, double value, const char* unit) {
  if (value >= 0 && std::isfinite(value)) return {};
  return fail(fmt::format("{} is {} {}; it must be 0 or more and finite", field, value, unit));
}

Result<void> check_length(const char* field, double value) {
  if (value > 0 && value <= max_length) return {};
  return fail(fmt::format("{} is {} m; it must be positive and at most {} m", field, value, max_length));
}

Result<void> check_position(const char* field, const Vec3& value) {
  for (const double coordinate : {value.x, value.y, value.z})
    if (!(std::abs(coordinate) <= max_length))
      return fail(fmt::format("{} is ({}, {}, {}) m; every coordinate must be finite and within ±{} m", field,
                              value.x, value.y, value.z, max_length));
  return {};
}

Result<void> check_stiffness(const FamilyStiffness& stiffness) {
  if (auto ok = check_not_negative("stiffness.structural", stiffness.structural, "N/m"); !ok) return ok;
  if (auto ok = check_not_negative("stiffness.shear", stiffness.shear, "N/m"); !ok) return ok;
  return check_not_negative("stiffness.bend", stiffness.bend, "N/m");
}

}  // namespace tensio::detail
