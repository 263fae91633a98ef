#include <fmt/format.h>

#include "contact/contact_solver.h"
#include "tensio/setup.h"

namespace tensio {

std::string contact_warning(const Setup& setup) {
  if (setup.contact.method != ContactMethod::planes) return "";
  Workers workers;
  ContactSolver solver(setup.model, setup.colliders, setup.contact, workers);
  const State state = make_state(setup);
  solver.place_obstacles(state.time);
  if (const std::size_t places = solver.count_crossings(state.x, true); places > 0)
    return fmt::format(
        "surfaces touch or pass through each other at the start, in {}; contact pulls them "
        "apart, which moves them",
        places == 1 ? "1 place" : fmt::format("{} places", places));
  const double thickness = contact_thickness(setup.model, setup.contact), edge = shortest_edge(setup.model);
  if (thickness > 0.5 * edge)
    return fmt::format(
        "contact.thickness is {:.3g} mm, more than half of the shortest edge, {:.3g} mm: neighbours push "
        "each "
        "other apart where cloth bends",
        1e3 * thickness, 1e3 * edge);
  return "";
}

}  // namespace tensio
