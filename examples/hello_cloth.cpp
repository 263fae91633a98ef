#include <cstdio>
#include <tensio/tensio.h>

int main() {
  using namespace tensio;
  auto cloth = make_grid({.columns = 41, .rows = 41, .width = 1, .depth = 1, .mass = 0.2});
  if (!cloth) return std::puts(cloth.error().message.c_str()), 1;

  Setup setup{.model = *cloth, .frame_time = 1.0 / 60};
  for (VertexId corner : {0u, 40u})  // the two back corners
    setup.model.pins.push_back({corner, setup.model.rest_position[corner]});
  setup.colliders.push_back({.shape = Sphere{{0, -0.6, 0}, 0.25}});

  auto simulation = Simulation::make(setup);
  if (!simulation) return std::puts(simulation.error().message.c_str()), 1;
  for (int frame = 0; frame < 120; ++frame)
    if (!is_usable(simulation->advance_frame().status)) return 1;
  const Vec3 front = simulation->state().x[40 * 41 + 20];  // m, the middle of the front edge
  std::printf("after 2 s the front edge hangs at %.3f %.3f %.3f\n", front.x, front.y, front.z);
}
