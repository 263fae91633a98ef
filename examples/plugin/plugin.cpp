// A plugin with the engine inside. It exports one function.
#include <tensio/tensio.h>

extern "C" __attribute__((visibility("default"))) int front_edge(int frames, double position[3]) {
  auto cloth = tensio::make_grid({.columns = 41, .rows = 41, .width = 1, .depth = 1, .mass = 0.2});
  if (!cloth) return 0;
  tensio::Setup setup{.model = *cloth, .frame_time = 1.0 / 60};
  for (tensio::VertexId corner : {0u, 40u})
    setup.model.pins.push_back({corner, setup.model.rest_position[corner]});
  setup.colliders.push_back({.shape = tensio::Sphere{{0, -0.6, 0}, 0.25}});
  auto simulation = tensio::Simulation::make(setup);
  if (!simulation) return 0;
  for (int frame = 0; frame < frames; ++frame)
    if (!is_usable(simulation->advance_frame().status)) return 0;
  const tensio::Vec3& front = simulation->state().x[40 * 41 + 20];
  for (int axis = 0; axis < 3; ++axis) position[axis] = front[axis];
  return 1;
}
