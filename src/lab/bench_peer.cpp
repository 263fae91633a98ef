#include "lab/baseline.h"
#include "lab/bench_clock.h"
#include "lab/bench_size.h"
#include "sim/measure.h"
#include "tensio/simulation.h"

namespace tensio::lab {
namespace {

constexpr int frames = 30, iterations = 10;

/// Mean stretch after the frames; 0 when they cannot be simulated.
double simulate(const Setup& setup) {
  auto simulation = Simulation::make(setup);
  if (!simulation) return 0;
  for (int frame = 0; frame < frames; ++frame)
    if (!is_usable(simulation->advance_frame().status)) return 0;
  return measure_strain(setup.model, simulation->state().x).mean;
}

}  // namespace

std::optional<BenchPeer> measure_bullet(std::size_t side, const BenchOptions& options) {
  Setup setup = make_bench_setup(BenchCloth::stiff, side);
  const auto bullet = make_bullet_peer({&setup.model, setup.gravity, setup.frame_time}, iterations);
  if (!bullet) return std::nullopt;
  BenchPeer peer;
  peer.name = "Bullet soft body";
  peer.frames = frames;
  setup.minimise = {.method = Method::ncg, .iterations = 300, .tolerance = 1e-6};
  peer.converged_stretch = simulate(setup);
  setup.minimise = {.method = Method::local_global, .iterations = iterations, .precision = Precision::mixed};
  peer.engine_stretch = simulate(setup);
  std::vector<Vec3> x(setup.model.vertex_count());
  for (int frame = 0; frame < frames; ++frame) bullet->advance_frame();
  bullet->get_positions(x);
  peer.mean_stretch = measure_strain(setup.model, x).mean;

  auto simulation = Simulation::make(setup);
  if (!simulation) return std::nullopt;
  static_cast<void>(simulation->advance_frame());
  std::vector<Contender> contenders(2);
  contenders[0].work = [&] { bullet->advance_frame(); };
  contenders[1].work = [&] { static_cast<void>(simulation->advance_frame()); };
  interleave(contenders, options.seconds / 2);
  peer.frame_seconds = contenders[0].seconds;
  peer.engine_frame_seconds = contenders[1].seconds;
  return peer;
}

}  // namespace tensio::lab
