// Explicit steps that stay stable where stiffness has no bound.

#include <cmath>
#include <gtest/gtest.h>

#include "tensio/cloth.h"
#include "tensio/simulation.h"
#include "tensio/solids.h"

namespace tensio {
namespace {

/// A Neo-Hookean box, to be stretched.
Setup jelly(Scheme scheme, std::size_t cells = 3) {
  auto model = make_lattice({.cells = {cells, cells, cells},
                             .size = {0.3, 0.3, 0.3},
                             .solid = {.model = SolidModel::neo_hookean, .young = 1e4, .poisson = 0.4}});
  EXPECT_TRUE(model);
  return {.model = std::move(*model), .gravity = {}, .scheme = scheme};
}

/// A sheet that bends at hinges, whose threads have shrunk to six tenths: to be squashed about as far.
Setup sheet(Scheme scheme) {
  auto model = make_grid({.columns = 9,
                          .rows = 9,
                          .width = 0.4,
                          .depth = 0.4,
                          .stiffness = {.structural = 20, .shear = 20, .bend = 0},
                          .bending = {.model = BendingModel::hinges, .stiffness = 5e-2},
                          .mass = 0.05});
  EXPECT_TRUE(model);
  for (double& length : model->springs.rest_length) length *= 0.6;
  for (std::size_t i = 0; i < model->vertex_count(); ++i)  // no sheet is quite flat
    model->rest_position[i].y += 1e-5 * ((i * 7) % 5);
  return {.model = std::move(*model), .gravity = {}, .scheme = scheme};
}

struct Deformed {
  Setup setup;
  Vec3 stretch;
};
std::vector<Deformed> deformed(Scheme scheme) {
  return {{jelly(scheme), {2.5, 2.5, 1}}, {sheet(scheme), {0.57, 1, 0.57}}};
}

/// The simulation with as few steps as are stable near rest, half of those chosen, from where it is deformed.
Simulation start(Deformed from, bool is_stable) {
  const auto substeps = stable_substeps(from.setup, 1);
  EXPECT_TRUE(substeps);
  from.setup.substeps = (*substeps + 1) / 2;
  from.setup.stable_steps = is_stable;
  auto simulation = Simulation::make(from.setup);
  EXPECT_TRUE(simulation);
  State state = simulation->state();
  for (Vec3& x : state.x) x = {from.stretch.x * x.x, from.stretch.y * x.y, from.stretch.z * x.z};
  EXPECT_TRUE(simulation->set_state(state));
  return std::move(*simulation);
}

/// The largest energy within half a second over that at the start; ∞ when a step failed.
double growth(Simulation simulation) {
  const double begin = simulation.energy().total();
  double most = begin;
  for (int frame = 0; frame < 15; ++frame) {
    if (!is_usable(simulation.advance_frame().status)) return HUGE_VAL;
    most = std::max(most, simulation.energy().total());
  }
  return most / begin;
}

TEST(StableSteps, KeepsWhatStiffensFromExplodingAsStepsOfOneLengthDo) {
  for (const Scheme scheme :
       {Scheme::velocity_verlet, Scheme::symplectic_euler, Scheme::position_verlet, Scheme::rk4})
    for (const Deformed& from : deformed(scheme)) {
      SCOPED_TRACE(scheme_facts(scheme).name);
      const double divided = growth(start(from, true)), plain = growth(start(from, false));
      std::printf("%-17s %-6s energy grows to %.3g; with steps of one length to %.3g\n",
                  scheme_facts(scheme).name, from.setup.model.hinges.empty() ? "jelly" : "sheet", divided,
                  plain);
      EXPECT_LT(divided, 2);  // near its limit, the energy of symplectic Euler swings
      EXPECT_GT(plain, 1e4);
    }
}

/// A strong hand at one end of a chain, whose steps were chosen without it.
TEST(StableSteps, FollowsHands) {
  for (const bool is_stable : {false, true}) {
    tensio::Setup setup{.scheme = Scheme::velocity_verlet};
    for (int i = 0; i < 8; ++i) setup.model.add_vertex({0.1 * i, 0, 0}, 0.01);
    for (VertexId i = 1; i < 8; ++i) setup.model.springs.add(i - 1, i, SpringFamily::structural, 0.1, 100);
    setup.model.pins.push_back({0, {}, {}});
    setup.substeps = stable_substeps(setup, 1).value_or(1);
    setup.stable_steps = is_stable;
    auto simulation = Simulation::make(setup);
    ASSERT_TRUE(simulation);
    EXPECT_EQ(simulation->advance_frame().steps, setup.substeps);
    simulation->request(
        GrabPoint{{.id = 1, .point = {{7, 7, 7}, {1, 0, 0}}, .stiffness = 5000, .target = {0.7, 0.1, 0}}});
    bool is_usable_still = true;
    for (int frame = 0; frame < 30 && is_usable_still; ++frame)
      is_usable_still = is_usable(simulation->advance_frame().status);
    EXPECT_EQ(is_usable_still && simulation->energy().kinetic < 1e3, is_stable);
    if (!is_stable) continue;
    simulation->request(Release{1});
    EXPECT_EQ(simulation->advance_frame().steps, setup.substeps);
  }
}

TEST(StableSteps, DependsOnTheStateAlone) {
  for (const Deformed& from : deformed(Scheme::velocity_verlet)) {
    Deformed with_threads = from;
    with_threads.setup.minimise.threads = 2;
    Simulation simulation = start(from, true), other = start(with_threads, true);
    for (int frame = 0; frame < 3; ++frame) {
      (void)simulation.advance_frame();
      (void)other.advance_frame();
    }
    EXPECT_EQ(state_hash(simulation.state()), state_hash(other.state()));
    const Snapshot moment = simulation.snapshot();
    const auto run = [&] {
      for (int frame = 0; frame < 2; ++frame) (void)simulation.advance_frame();
      return state_hash(simulation.state());
    };
    const std::uint64_t once = run();
    (void)run();  // elsewhere
    ASSERT_TRUE(simulation.restore(moment));
    EXPECT_EQ(run(), once);
  }
}

/// Nothing deforms: steps are those asked for, and the same to the last bit.
TEST(StableSteps, LeavesStepsAloneNearRest) {
  tensio::Setup setup = jelly(Scheme::velocity_verlet, 6);
  setup.gravity = {0, -9.81, 0};
  setup.substeps = stable_substeps(setup, 1).value_or(1);
  std::uint64_t hash[2] = {};
  double seconds[2] = {};
  for (const bool is_stable : {false, true}) {
    setup.stable_steps = is_stable;
    auto simulation = Simulation::make(setup);
    ASSERT_TRUE(simulation);
    (void)simulation->advance_frame();
    for (int frame = 0; frame < 10; ++frame) {
      const FrameReport report = simulation->advance_frame();
      EXPECT_EQ(report.steps, setup.substeps);
      seconds[is_stable] += report.seconds;
    }
    hash[is_stable] = state_hash(simulation->state());
  }
  EXPECT_EQ(hash[0], hash[1]);
  std::printf("watching costs %.2g %% of the time\n", 100 * (seconds[1] / seconds[0] - 1));
}

}  // namespace
}  // namespace tensio
