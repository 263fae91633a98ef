#include <gtest/gtest.h>

#include "integrate/strain_limit.h"
#include "support/motion.h"

namespace tensio {
namespace {

/// Provot's limit on top of any scheme: a hanging chain is at most N l₀ (1 + τ) long after one sweep.
TEST(Cases, P1_StrainLimitOfAHangingChain) {
  const int n = 50;
  const double rest = 0.02, limit = 0.1, h = 0.005;
  for (const Scheme scheme : {Scheme::symplectic_euler, Scheme::rk4, Scheme::implicit_euler, Scheme::bdf2}) {
    Model model;
    for (int i = 0; i <= n; ++i) model.add_vertex({0, -i * rest, 0}, 0.01);
    for (int i = n; i > 0; --i) model.springs.add(i - 1, i, SpringFamily::structural, rest, 20);
    model.pins.push_back({0, {}, {}});
    const StrainLimit strain_limit(model, limit, 1);
    Motion motion(model, scheme, {0, -9.81, 0});
    double longest = 0;
    for (int step = 0; step < 200; ++step) {
      motion.advance(h, 1);
      EXPECT_LE(strain_limit.apply(h, motion.state().x, motion.state().v).strain, limit + 1e-9);
      motion.state().history.drop();
      longest = std::max(longest, -motion.state().x[n].y);
    }
    EXPECT_LE(longest, 1.1 + 1e-9) << scheme_facts(scheme).name;
    EXPECT_GT(longest, 1.09) << scheme_facts(scheme).name;
    EXPECT_EQ(motion.state().x[0], Vec3{});
  }
}

TEST(StrainLimit, KeepsTheMomentumOfWhatIsNotPinned) {
  Model model;
  for (int i = 0; i < 3; ++i) model.add_vertex({static_cast<double>(2 * i), 0, 0}, 1 + i);
  for (int i = 0; i < 2; ++i) model.springs.add(i, i + 1, SpringFamily::structural, 1, 1);
  State state = make_state(model);
  const auto momentum = [&] {
    Vec3 sum;
    for (std::size_t i = 0; i < 3; ++i) sum += model.mass[i] * state.v[i];
    return sum;
  };
  const double left = StrainLimit(model, 0.1, 200).apply(0.01, state.x, state.v).strain;
  EXPECT_LT(left, 0.1 + 1e-9);
  EXPECT_NEAR(norm(momentum()), 0, 1e-9);
}

}  // namespace
}  // namespace tensio
