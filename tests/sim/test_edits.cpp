#include <gtest/gtest.h>

#include "edit/edit.h"
#include "factor/cholesky.h"
#include "support/minimise_cases.h"
#include "tensio/cloth.h"
#include "tensio/simulation.h"

namespace tensio {
namespace {

Setup cloth_setup(std::size_t side = 17) {
  tensio::Setup setup{.model = *make_grid({.columns = side, .rows = side, .width = 2, .depth = 2}),
                      .frame_time = 1.0 / 60};
  for (const std::size_t corner : {std::size_t{0}, side - 1})
    setup.model.pins.push_back({static_cast<VertexId>(corner), setup.model.rest_position[corner], {}});
  return setup;
}

/// A stroke through points (x, z) of the plane y = 0, seen from high above.
Cut stroke_over(const std::vector<std::array<double, 2>>& points) {
  Cut cut{{.eye = {0, 50, 0}, .directions = {}}};
  for (const auto& [x, z] : points) cut.stroke.directions.push_back({x, -50, z});
  return cut;
}

void advance(Simulation& simulation, int frames) {
  for (int frame = 0; frame < frames; ++frame) {
    const FrameReport report = simulation.advance_frame();
    ASSERT_TRUE(is_usable(report.status)) << status_name(report.status);
    ASSERT_TRUE(report.edits.refused.empty()) << report.edits.refused.front();
  }
}

TEST(Edits, TheFactorAfterEditsEqualsAFreshOne) {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    Model model = cloth_setup().model;
    State state = make_state(model);
    Cholesky following;
    StepAim aim;
    aim.s2 = 1e-3, aim.tau = 0.03;
    const auto matrix = [&] {
      const System system = make_system(model, {}, 1, 0);
      return StepObjective(system, aim).quadratic();
    };
    ASSERT_TRUE(following.factor(matrix()));
    std::vector<VertexId> pinned;
    for (int step = 0; step < 6; ++step) {
      const auto any = random.below(static_cast<std::uint32_t>(model.vertex_count()));
      Edit edit = stroke_over({{random.uniform(-1.3, 1.3), random.uniform(-1.3, 1.3)},
                               {random.uniform(-1.3, 1.3), random.uniform(-1.3, 1.3)}});
      if (step % 3 == 1) edit = random.below(2) == 0 ? Edit(PinVertex{any}) : Edit(RemoveVertex{any});
      if (step % 3 == 2) edit = GrabPoint{{1, {{model.triangles[0]}, {0.2, 0.5, 0.3}}, 300, {}}};
      ASSERT_TRUE(apply(edit, model, state));
      const SparseMatrix now = matrix();
      EXPECT_NE(following.update(now).way, UpdateReport::Way::failed);
      Cholesky fresh;
      ASSERT_TRUE(fresh.factor(now));
      std::vector<Vec3> a(model.vertex_count()), b;
      for (Vec3& v : a) v = random.vec3(1);
      b = a;
      following.solve(a);
      fresh.solve(b);
      for (std::size_t i = 0; i < a.size(); ++i) a[i] -= b[i];
      EXPECT_LT(norm(a), 1e-10 * norm(b)) << "seed " << seed << ", edit " << step;
    }
  }
}

TEST(Edits, EveryMethodAndSchemeGoesOnAfterACut) {
  for (const Method method :
       {Method::local_global, Method::ncg, Method::lbfgs, Method::anderson, Method::chebyshev,
        Method::nesterov, Method::newton_cg, Method::automatic, Method::newton}) {
    for (const Precision precision : {Precision::double_, Precision::mixed}) {
      if (method == Method::newton && precision == Precision::mixed) continue;
      tensio::Setup setup = cloth_setup(9);
      setup.minimise.method = method;
      setup.minimise.precision = precision;
      auto simulation = Simulation::make(std::move(setup));
      ASSERT_TRUE(simulation);
      advance(*simulation, 3);
      simulation->request(stroke_over({{-1.5, 0.03}, {1.5, 0.07}}));
      advance(*simulation, 1);
      EXPECT_GT(simulation->model().vertex_count(), 81u);
      advance(*simulation, 10);
    }
  }
  for (const Scheme scheme : {Scheme::implicit_midpoint, Scheme::newmark, Scheme::bdf2, Scheme::tr_bdf2,
                              Scheme::symplectic_euler, Scheme::position_verlet, Scheme::rk4}) {
    tensio::Setup setup = cloth_setup(9);
    setup.scheme = scheme;
    setup.substeps = is_implicit(scheme) ? 1 : 50;
    setup.damping.point = 0.001;
    auto simulation = Simulation::make(std::move(setup));
    ASSERT_TRUE(simulation);
    advance(*simulation, 3);
    simulation->request(stroke_over({{-1.5, 0.03}, {1.5, 0.07}}));
    advance(*simulation, 5);
  }
}

TEST(Edits, ACutClothGoesOnAsIfItHadBeenCutFromTheStart) {
  // Cut where nothing has moved yet, both must do the same from then on.
  const Cut cut = stroke_over({{-1.5, 0.03}, {1.5, 0.07}});
  tensio::Setup setup = cloth_setup();
  setup.minimise = {.method = Method::newton, .iterations = 30, .tolerance = 1e-12};
  tensio::Setup before = setup;
  State start = make_state(before.model);
  ASSERT_TRUE(apply(cut, before.model, start));
  auto a = Simulation::make(std::move(setup)), b = Simulation::make(std::move(before));
  a->request(cut);
  advance(*a, 20);
  advance(*b, 20);
  double worst = 0;
  for (std::size_t i = 0; i < b->state().x.size(); ++i)
    worst = std::max(worst, norm(a->state().x[i] - b->state().x[i]));
  EXPECT_LT(worst, 1e-9);
}

TEST(Edits, ThePartsOfACutClothFallApart) {
  auto simulation = Simulation::make(cloth_setup());
  simulation->request(stroke_over({{-1.5, 0.03}, {1.5, 0.07}}));
  advance(*simulation, 60);
  // The back half hangs from its pins, the front half has fallen for a second.
  const auto& x = simulation->state().x;
  EXPECT_NEAR(x[16 * 17 + 8].y, -0.5 * 9.81, 0.2);
  EXPECT_GT(x[8].y, -1.0);
}

TEST(Edits, AHandPullsThePointItHoldsToItsTarget) {
  for (const Method method : {Method::ncg, Method::local_global, Method::newton}) {
    tensio::Setup setup = cloth_setup();
    setup.damping.ether = 0.3;
    setup.minimise.method = method;
    auto simulation = Simulation::make(std::move(setup));
    const auto hit = pick(simulation->model(), simulation->state().x, {{0.3, 3, 0.4}, {0, -1, 0}}, 0);
    ASSERT_TRUE(hit);
    const Vec3 target{0.3, 0.6, 0.4};
    simulation->request(GrabPoint{{5, hit->point, 1e4, hit->position}});
    advance(*simulation, 1);
    EXPECT_FALSE(simulation->move_grab(4, target));
    EXPECT_TRUE(simulation->move_grab(5, target));
    advance(*simulation, 60);
    EXPECT_LT(norm(hit->point.position(simulation->state().x) - target), 0.01);
    simulation->request(Release{5});
    advance(*simulation, 60);
    EXPECT_GT(norm(hit->point.position(simulation->state().x) - target), 0.2);
  }
}

TEST(Edits, PinsComeAndGo) {
  auto simulation = Simulation::make(cloth_setup());
  advance(*simulation, 5);
  simulation->request(PinVertex{200});
  advance(*simulation, 1);
  const Vec3 held = simulation->state().x[200];
  advance(*simulation, 20);
  EXPECT_EQ(simulation->state().x[200], held);
  simulation->request(UnpinVertex{200});
  advance(*simulation, 20);
  EXPECT_GT(norm(simulation->state().x[200] - held), 0.01);
}

TEST(Edits, WhatMakesNoSenseIsRefusedWithASentence) {
  auto simulation = Simulation::make(cloth_setup());
  simulation->request(PinVertex{12345});
  simulation->request(Release{9});
  const FrameReport report = simulation->advance_frame();
  ASSERT_EQ(report.edits.refused.size(), 1u);
  EXPECT_EQ(report.edits.refused[0], "there is no vertex 12345; the model has 289");
  EXPECT_EQ(report.edits.applied, 0u);
}

TEST(Edits, ARestoredMomentIsTheSameToTheLastBit) {
  auto simulation = Simulation::make(cloth_setup());
  advance(*simulation, 5);
  const Snapshot before_cut = simulation->snapshot();
  const std::uint64_t hash = state_hash(simulation->state());
  advance(*simulation, 5);
  simulation->request(stroke_over({{-1.5, 0.03}, {1.5, 0.07}}));
  advance(*simulation, 5);
  const Snapshot after_cut = simulation->snapshot();
  advance(*simulation, 1);
  simulation->restore(before_cut);
  EXPECT_EQ(state_hash(simulation->state()), hash);
  EXPECT_EQ(simulation->model().vertex_count(), 289u);
  advance(*simulation, 5);
  EXPECT_EQ(simulation->state().x.size(), 289u);
  EXPECT_EQ(simulation->frame(), 10);
  simulation->restore(after_cut);
  EXPECT_GT(simulation->model().vertex_count(), 289u);
  advance(*simulation, 2);
}

TEST(Edits, ARestoredMomentHardensAsItDid) {
  tensio::Setup setup = cloth_setup();
  setup.plasticity = {.yield = 0.01, .hardening = 2};
  auto simulation = Simulation::make(std::move(setup));
  advance(*simulation, 5);
  const Snapshot before = simulation->snapshot();
  advance(*simulation, 10);
  const std::uint64_t hash = state_hash(simulation->state());
  simulation->restore(before);
  advance(*simulation, 10);
  EXPECT_EQ(state_hash(simulation->state()), hash);
}

TEST(Edits, SolversAndDampingChangeInMotion) {
  auto simulation = Simulation::make(cloth_setup());
  advance(*simulation, 3);
  tensio::Setup changed = simulation->setup();
  changed.scheme = Scheme::bdf2;
  changed.minimise.method = Method::lbfgs;
  changed.minimise.iterations = 4;
  changed.damping.ether = 0.5;
  changed.substeps = 2;
  changed.gravity = {0, 0, 0};
  ASSERT_TRUE(simulation->reconfigure(changed));
  const FrameReport report = simulation->advance_frame();
  EXPECT_EQ(report.iterations, 8);
  changed.substeps = 0;
  const auto refused = simulation->reconfigure(changed);
  ASSERT_FALSE(refused);
  EXPECT_EQ(simulation->setup().substeps, 2);
  advance(*simulation, 3);
}

TEST(Edits, CollidersComeAndGo) {
  auto simulation = Simulation::make(cloth_setup());
  ASSERT_TRUE(simulation->add_collider({.shape = Sphere{{0, -0.5, 0}, 0.3}}));
  EXPECT_FALSE(simulation->add_collider({.shape = Sphere{{0, -0.5, 0}, -1}}));
  advance(*simulation, 30);
  for (const Vec3& p : simulation->state().x) EXPECT_GT(norm(p - Vec3{0, -0.5, 0}), 0.299);
  EXPECT_TRUE(simulation->remove_collider(0));
  EXPECT_FALSE(simulation->remove_collider(0));
  advance(*simulation, 3);
}

}  // namespace
}  // namespace tensio
