#include "lab/bench_scene.h"

#include <fmt/format.h>

#include "tensio/cloth.h"
#include "tensio/simulation.h"

namespace tensio::lab {
namespace {

constexpr double step = 0.033;  // s

}  // namespace

Setup make_bench_setup(BenchCloth cloth, std::size_t side) {
  const bool is_soft = cloth == BenchCloth::soft;
  GridOptions grid{.columns = side, .rows = side};
  grid.stiffness = is_soft ? FamilyStiffness{80, 80, 20} : FamilyStiffness{1000, 1000, 1000};
  Setup setup;
  setup.model = *make_grid(grid);  // a square of at least 2 × 2 vertices is never refused
  setup.gravity = {0, -9.8, 0};
  setup.frame_time = step;
  setup.minimise = {.method = Method::ncg, .iterations = 20};
  for (const std::size_t corner : {std::size_t{0}, side - 1})
    setup.model.pins.push_back({static_cast<VertexId>(corner), setup.model.rest_position[corner]});
  return setup;
}

Result<RecordedFrame> record_frame(BenchCloth cloth, std::size_t side, int frames) {
  const bool is_soft = cloth == BenchCloth::soft;
  RecordedFrame recorded{
      is_soft ? "A" : "B", is_soft ? "soft" : "stiff and buckled", make_bench_setup(cloth, side), {}, frames};
  auto simulation = Simulation::make(recorded.setup);
  if (!simulation) return fail(simulation.error());
  for (int frame = 0; frame < recorded.frames; ++frame)
    if (const FrameReport report = simulation->advance_frame(); !is_usable(report.status))
      return fail(fmt::format("frame {} of the {} cloth of {} x {} vertices cannot be simulated: {}",
                              frame + 1, recorded.name, side, side, status_name(report.status)));
  recorded.state = simulation->state();
  return recorded;
}

}  // namespace tensio::lab
