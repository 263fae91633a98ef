// Every scheme beside every feature, on small systems whose motion is known. A scheme takes part by being in
// all_schemes(), a feature by being in product_features.h.

#include <cmath>
#include <functional>
#include <gtest/gtest.h>

#include "sim/product_features.h"
#include "tensio/cloth.h"
#include "tensio/simulation.h"

namespace tensio {
namespace {

/// The end of the motion in this many frames; nothing if the setup is refused.
std::optional<Simulation> run(World& world, Scheme scheme, int frames,
                              Precision precision = Precision::double_) {
  world.setup.scheme = scheme;
  world.setup.minimise.precision = precision;
  const bool is_mixed = precision == Precision::mixed;
  world.setup.minimise.method = is_mixed ? Method::ncg : Method::newton;
  world.setup.minimise.iterations = 50;
  world.setup.minimise.tolerance = 1e-14;
  world.setup.minimise.hessian = HessianForm::exact;
  world.setup.frame_time = duration / frames;
  auto simulation = Simulation::make(world.setup);
  if (!simulation) {
    EXPECT_GT(simulation.error().message.size(), 20u);
    return std::nullopt;
  }
  world.steps = 0;
  for (int frame = 0; frame < frames; ++frame) {
    // At the same times, however many frames there are.
    if (frame % (frames / 25) == 0) world.act(*simulation, frame / (frames / 25));
    const FrameReport report = simulation->advance_frame();
    EXPECT_TRUE(is_usable(report.status)) << frame;
    world.steps += static_cast<double>(report.steps);
    for (const std::string& refused : report.edits.refused) ADD_FAILURE() << refused;
  }
  return std::move(*simulation);
}

double distance(const Simulation& a, const Simulation& b) {
  double worst = 0;
  for (VertexId i = 0; i < std::min<std::size_t>(3, a.state().x.size()); ++i)
    worst = std::max({worst, norm(a.state().x[i] - b.state().x[i]), norm(a.state().v[i] - b.state().v[i])});
  return worst;
}

/// What single precision may change, m and m/s. An implicit step rounds positions to ε times the size of the
/// world, and so velocities to ε/h of it, which lead on for n steps: n² ε over the duration. Explicit steps
/// round forces alone, by the stiffness times the same ε, for all of the duration.
double rounding_of(const World& world, Scheme scheme) {
  constexpr double epsilon = 1.0 / (1 << 23);
  constexpr double stiffest = 200 / 0.2;  // 1/s², stiffness over mass in these worlds, at most
  const auto& x = world.setup.model.rest_position;
  double size = 1;  // m
  for (const Vec3& p : x)
    for (const Vec3& q : x) size = std::max(size, 0.5 * norm(p - q));
  return epsilon * size * (is_implicit(scheme) ? world.steps * world.steps / duration : stiffest * duration);
}

class Product : public testing::TestWithParam<Scheme> {};

TEST_P(Product, IsRightBesideEveryFeature) {
  const Scheme scheme = GetParam();
  const SchemeFacts& facts = scheme_facts(scheme);
  int ran = 0, refused = 0;
  double unnoticed = 0, exact = 0, mixed = 0, mixed_share = 0;
  int ran_mixed = 0;
  for (const Feature& feature : features) {
    SCOPED_TRACE(feature.name);
    World coarse = feature.make(true), fine = feature.make(true);
    const auto at_h = run(coarse, scheme, 100), at_half = run(fine, scheme, 200);
    if (!at_h || !at_half) {
      ++refused;
      continue;
    }
    ++ran;
    // A budget keeps what grows at every step length from growing, by stopping it.
    if (coarse.setup.damping.energy_budget && facts.stable_limit == 0) continue;
    World single = feature.make(true);
    const auto at_single = run(single, scheme, 100, Precision::mixed);
    ASSERT_TRUE(at_single);
    ++ran_mixed;
    const double lost = distance(*at_single, *at_h);
    const double allowed = rounding_of(single, scheme) + feature.largest_error;
    EXPECT_LT(lost, allowed) << "in mixed precision";
    mixed = std::max(mixed, lost), mixed_share = std::max(mixed_share, lost / allowed);
    if (feature.must_not_be_noticed) {
      World calm = feature.make(false);
      const auto reference = run(calm, scheme, 100);
      ASSERT_TRUE(reference);
      const double noticed = distance(*at_h, *reference);
      EXPECT_LT(noticed, 1e-9);
      unnoticed = std::max(unnoticed, noticed);
    }
    const double error = coarse.error(*at_h), half = fine.error(*at_half);
    if (feature.largest_error > 0) {
      // Implicit steps follow the stretch, not an error.
      EXPECT_LT(error, is_implicit(scheme) ? 10 * feature.largest_error : feature.largest_error);
      continue;
    }
    if (error < 1e-9) {
      exact = std::max(exact, error);
      continue;
    }
    // The velocities of position Verlet lag half a step behind.
    const int own = scheme == Scheme::position_verlet ? 1 : facts.order;
    const int order = facts.kind == SchemeKind::kick_drift ? std::min(own, feature.order_of_kicks) : own;
    EXPECT_GT(std::log2(error / half), order - 0.35) << error << " at h, " << half << " at half of it";
    EXPECT_LT(half, 0.2 * duration);
  }
  EXPECT_EQ(refused, scheme == Scheme::position_verlet ? 1 : 0);  // adaptive steps
  RecordProperty("ran", ran + ran_mixed);
  RecordProperty("refused", refused);
  std::printf(
      "%-17s %2d ran, %2d in mixed precision, %d refused; noticed %.1e, exact to %.1e, mixed %.1e (%.2g of "
      "what "
      "is allowed)\n",
      facts.name, ran, ran_mixed, refused, unnoticed, exact, mixed, mixed_share);
}

/// On a cloth of so many springs that threads share them.
TEST_P(Product, HasTheSameBitsWithTwoThreads) {
  auto grid = make_grid({.columns = 64, .rows = 64});
  ASSERT_TRUE(grid);
  for (const VertexId v : {0, 63}) grid->pins.push_back({v, grid->rest_position[v], {}});
  tensio::Setup setup{.model = std::move(*grid), .scheme = GetParam(), .frame_time = 1e-4};
  setup.damping.air = {.density = 1.2, .wind = {1, 0, 2}};
  for (const Precision precision : {Precision::double_, Precision::mixed}) {
    std::uint64_t hash[2] = {};
    for (const int threads : {1, 2}) {
      setup.minimise = {.iterations = 3, .precision = precision, .threads = threads};
      auto simulation = Simulation::make(setup);
      ASSERT_TRUE(simulation) << simulation.error().message;
      for (int frame = 0; frame < 3; ++frame) ASSERT_TRUE(is_usable(simulation->advance_frame().status));
      hash[threads - 1] = state_hash(simulation->state());
    }
    EXPECT_EQ(hash[0], hash[1]);
  }
}

INSTANTIATE_TEST_SUITE_P(Schemes, Product, testing::ValuesIn([] {
                           std::vector<Scheme> moving(all_schemes().begin(), all_schemes().end());
                           std::erase(moving, Scheme::static_equilibrium);
                           return moving;
                         }()),
                         [](const auto& tested) {
                           std::string name = scheme_facts(tested.param).name;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace tensio
