#pragma once

#include "support/contact_cases.h"
#include "support/random_system.h"

namespace tensio {

/// Sheets and a tetrahedron that they fall on, at random.
inline tensio::Setup make_drop(std::uint32_t seed) {
  Random random(seed);
  tensio::Setup setup;
  for (int i = 0; i < 4; ++i) {
    const std::size_t first = setup.model.vertex_count();
    const Vec3 middle = Vec3{0, 0.15 + 0.2 * i, 0} + random.vec3(0.02);
    setup.model.append(make_sheet(6, 0.2, middle, rotation(random.vec3(1), random.uniform(0, 0.35))));
    setup.velocity.resize(first, {});
    setup.velocity.resize(setup.model.vertex_count(), Vec3{0, -1, 0} + random.vec3(1));
  }
  setup.contact = all_contact(2e-3, random.uniform(0, 1));
  setup.colliders = {{make_mesh({{0, 0, 0}, {0.1, -0.2, 0}, {-0.05, -0.2, 0.08}, {-0.05, -0.2, -0.08}},
                                {{0, 2, 1}, {0, 3, 2}, {0, 1, 3}, {1, 2, 3}}),
                      0.3,
                      0,
                      {}},
                     {Plane{{0, -0.2, 0}}, 0.5, 0, {}}};
  setup.frame_time = 1.0 / 60;
  setup.substeps = 4;
  return setup;
}

}  // namespace tensio
