#include "build/solid.h"

#include <fmt/format.h>

#include "build/material.h"

namespace tensio {

Result<void> check(const SolidOptions& options) {
  if (!(options.poisson >= 0) || !(options.poisson <= 0.49))
    return fail(fmt::format("solid.poisson is {}; it must be between 0 and 0.49", options.poisson));
  if (!(options.linear >= 0) || !(options.linear <= 1))
    return fail(fmt::format("solid.linear is {}; it must be between 0 and 1", options.linear));
  if (auto ok = detail::check_not_negative("solid.altitude_stiffness", options.altitude_stiffness, "N/m");
      !ok)
    return ok;
  if (auto ok = detail::check_not_negative("solid.bulk", options.bulk, "Pa"); !ok) return ok;
  return detail::check_not_negative("solid.young", options.young, "Pa");
}

bool add_tetrahedron(Model& model, const std::array<VertexId, 4>& v, const SolidOptions& options,
                     double share) {
  const std::vector<Vec3>& x = model.rest_position;
  const std::array<Vec3, 4> rest{x[v[0]], x[v[1]], x[v[2]], x[v[3]]};
  const auto law = options.model == SolidModel::neo_hookean ? ElementLaw::neo_hookean : ElementLaw::corotated;
  const auto [mu, lambda] = solid(options.young, options.poisson);
  const auto element = make_tetrahedron(v, rest, {share * mu, share * lambda}, law);
  if (!element) return false;
  if (options.has_elements()) model.tetrahedra.push_back(*element);
  if (options.bulk > 0)
    model.tetrahedra.push_back(
        *make_tetrahedron(v, rest, {0, share * options.bulk}, ElementLaw::neo_hookean));
  if (options.altitude_stiffness > 0)
    if (const auto altitude = make_altitude(v, rest, share * options.altitude_stiffness))
      model.altitudes.push_back(*altitude);
  return true;
}

void add_cell_tetrahedra(Model& model, const std::array<VertexId, 8>& corner, const SolidOptions& options,
                         double share) {
  // Along three axes in every order from the lowest corner to the highest; odd orders mirror the tetrahedron.
  constexpr std::size_t orders[6][3] = {{1, 2, 4}, {2, 4, 1}, {4, 1, 2}, {2, 1, 4}, {1, 4, 2}, {4, 2, 1}};
  for (std::size_t i = 0; i < 6; ++i) {
    const auto& order = orders[i];
    std::array<VertexId, 4> v{corner[0], corner[order[0]], corner[order[0] + order[1]], corner[7]};
    if (i >= 3) std::swap(v[1], v[2]);
    add_tetrahedron(model, v, options, share);
  }
}

}  // namespace tensio
