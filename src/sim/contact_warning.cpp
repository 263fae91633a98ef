#include <fmt/format.h>

#include "contact/contact_solver.h"
#include "tensio/setup.h"

namespace tensio {

std::string contact_warning(const Setup& setup) {
  if (setup.contact.method != ContactMethod::planes) return "";
  ContactSolver solver(setup.model, setup.colliders, setup.contact);
  const State state = make_state(setup);
  solver.place_obstacles(state.time);
  if (const std::size_t crossings = solver.count_crossings(state.x); crossings > 0)
    return fmt::format(
        "surfaces pass through each other at the start, with {} through triangles; contact keeps apart only "
        "what is apart, so move them (tensio check lists the places)",
        crossings == 1 ? "1 edge" : fmt::format("{} edges", crossings));
  const double thickness = contact_thickness(setup.model, setup.contact),
               edge = 4 * contact_thickness(setup.model, {.thickness = 0});
  if (thickness > 0.5 * edge && edge < 4 * 3e-3)
    return fmt::format(
        "contact.thickness is {:.3g} mm, more than half of the shortest edge, {:.3g} mm; neighbours push "
        "each "
        "other apart where cloth bends",
        1e3 * thickness, 1e3 * edge);
  return "";
}

}  // namespace tensio
