#include <fmt/format.h>

#include "contact/contact_solver.h"
#include "model/seen.h"
#include "tensio/setup.h"

namespace tensio {

namespace {

/// Warns of surfaces that are thicker than half of one of their edges.
std::string thickness_warning(const Setup& setup, const ContactSurface& surface) {
  const std::vector<Vec3> rest = seen_points(setup.model, setup.model.rest_position);
  double most = 0.5, edge = 0, thickness = 0;
  for (const auto& triangle : see(setup.model).triangles)
    for (int k = 0; k < 3; ++k) {
      const VertexId a = triangle[static_cast<std::size_t>(k)],
                     b = triangle[static_cast<std::size_t>((k + 1) % 3)];
      const double length = norm(rest[a] - rest[b]);
      if (length > 0 && surface.thickness[a] / length > most)
        most = surface.thickness[a] / length, edge = length, thickness = surface.thickness[a];
    }
  if (edge == 0) return "";
  return fmt::format(
      "a surface is {:.3g} mm thick in contact, more than half of an edge of {:.3g} mm: neighbours push each "
      "other apart where it bends; set a smaller thickness",
      1e3 * thickness, 1e3 * edge);
}

}  // namespace

std::string contact_warning(const Setup& setup) {
  if (setup.contact.method != ContactMethod::planes) return "";
  Workers workers;
  ContactSolver solver(setup.model, setup.colliders, setup.contact, workers);
  const State state = make_state(setup);
  solver.place_obstacles(state.time);
  if (const std::size_t places = solver.count_crossings(state.x, true); places > 0)
    return fmt::format(
        "surfaces touch or pass through each other at the start, in {}; contact will pull "
        "them apart",
        places == 1 ? "1 place" : fmt::format("{} places", places));
  return thickness_warning(setup, solver.surface());
}

}  // namespace tensio
