#include <gtest/gtest.h>

#include "energy/energy.h"
#include "energy/point_energy.h"
#include "energy/spring_energy.h"
#include "support/derivatives.h"
#include "support/random_system.h"

namespace tensio {
namespace {

class EnergyDerivatives : public testing::TestWithParam<std::uint32_t> {};

TEST_P(EnergyDerivatives, MatchFiniteDifferences) {
  Random random(GetParam());
  const Model model = random_model(random);
  const std::size_t n = model.vertex_count();
  std::vector<Vec3> x(n), v(n);
  for (std::size_t i = 0; i < n; ++i) {
    x[i] = model.rest_position[i] + random.vec3(0.1);
    v[i] = random.vec3(3);
  }
  const SpringEnergy springs(model.springs);
  EXPECT_LT(gradient_error(springs, x), 1e-7);
  EXPECT_LT(hessian_error(springs, x), 1e-6);

  const LoadEnergy load(load_forces(model, {0, -9.81, 0}));
  EXPECT_LT(gradient_error(load, x), 1e-8);
  EXPECT_LT(hessian_error(load, x), 1e-8);

  const std::vector<Attachment> held = {{0, random.vec3(1), 100, {}}, {1, random.vec3(1), 3, {}}};
  const AttachmentEnergy attachments(held);
  EXPECT_LT(gradient_error(attachments, x), 1e-8);
  EXPECT_LT(hessian_error(attachments, x), 1e-8);

  const auto last = static_cast<VertexId>(n - 1);
  const std::vector<Grab> hands = {{1, {{0, 1, last}, {0.2, 0.5, 0.3}}, 80, {1, 2, 3}},
                                   {2, {{1, last, last}, {0.25, 0.75, 0}}, 7, {0, 0, 1}}};
  const GrabEnergy grabs(hands);
  EXPECT_LT(gradient_error(grabs, x), 1e-8);
  EXPECT_LT(hessian_error(grabs, x), 1e-8);

  SpringDamping damping(model.springs, 0.01);
  damping.freeze(x);
  EXPECT_LT(gradient_error(damping, v), 1e-8);
  EXPECT_LT(hessian_error(damping, v), 1e-8);

  const PointDamping point(0.7, 0.4, model.mass);
  EXPECT_LT(gradient_error(point, v), 1e-8);
  EXPECT_LT(hessian_error(point, v), 1e-8);
}

TEST_P(EnergyDerivatives, OfTheWholeObjectiveMatchFiniteDifferences) {
  Random random(GetParam() + 1000);
  const Model model = random_model(random);
  System system = make_system(model, {0, -9.81, 0}, 1, 0.3);
  const StepAim aim = random_aim(model, random);
  for (auto& dissipation : system.dissipations) dissipation->freeze(aim.w);
  const StepObjective objective(system, aim);
  std::vector<Vec3> x = aim.y;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (!system.pinned[i]) x[i] += random.vec3(0.05);

  const std::size_t n = x.size();
  std::vector<Vec3> g(n), up(n), down(n), direction(n), product(n);
  objective.gradient(x, g);
  BlockMatrix hessian = objective.make_hessian();
  objective.hessian(x, HessianForm::exact, hessian);
  for (std::size_t i = 0; i < n; ++i) {
    if (system.pinned[i]) {
      EXPECT_EQ(g[i], Vec3{});
      continue;
    }
    direction[i] = random.vec3(1);
  }
  const double h = 1e-6;
  const auto moved = [&](double t) {
    std::vector<Vec3> p = x;
    for (std::size_t i = 0; i < n; ++i) p[i] += t * direction[i];
    return p;
  };
  const double slope = dot(g, direction);
  const double change = (objective.value(moved(h)) - objective.value(moved(-h))) / (2 * h);
  EXPECT_NEAR(change, slope, 1e-6 * (norm(g) * norm(direction) + 1e-12));
  objective.gradient(moved(h), up);
  objective.gradient(moved(-h), down);
  hessian.multiply(direction, product);
  for (std::size_t i = 0; i < n; ++i)
    EXPECT_LT(norm((up[i] - down[i]) / (2 * h) - product[i]), 1e-6 * (norm(product) + 1e-12));
  for (const HessianForm form :
       {HessianForm::exact, HessianForm::projected, HessianForm::gauss_newton, HessianForm::laplacian}) {
    objective.hessian(x, form, hessian);
    hessian.multiply(direction, product);
    const double expected = dot(direction, product);
    EXPECT_NEAR(objective.curvature(x, direction, form), expected,
                1e-11 * (std::abs(expected) + norm(product)));
    std::vector<Vec3> out(n);
    objective.multiply_hessian(x, direction, form, out);
    for (std::size_t i = 0; i < n; ++i)
      EXPECT_LT(norm(out[i] - product[i]), 1e-12 * norm(product) + 1e-14)
          << "form " << static_cast<int>(form);
  }
}

INSTANTIATE_TEST_SUITE_P(RandomSystems, EnergyDerivatives, testing::Range(0u, 20u));

TEST(SpringEnergy, DegenerateSpringsGiveFiniteNumbers) {
  Springs springs;
  springs.add(0, 1, SpringFamily::structural, 1, 100);
  springs.add(1, 2, SpringFamily::structural, 0, 100);
  const SpringEnergy of_springs(springs);
  const Energy& energy = of_springs;
  const std::vector<Vec3> x(3);  // all three in one point
  std::vector<Vec3> g(3);
  energy.add_gradient(x, 1, g);
  EXPECT_TRUE(is_finite(g));
  EXPECT_EQ(energy.value(x), 50);
  for (const HessianForm form :
       {HessianForm::exact, HessianForm::projected, HessianForm::gauss_newton, HessianForm::laplacian}) {
    BlockMatrix h(3, {{0, 1}, {1, 2}});
    energy.add_hessian(x, 1, form, h);
    std::vector<Vec3> y(3), ones = {{1, 2, 3}, {-1, 0, 1}, {0, 0, 1}};
    h.multiply(ones, y);
    EXPECT_TRUE(is_finite(y));
  }
}

TEST(SpringEnergy, IsInvariantUnderRigidMotion) {
  Random random(7);
  const Model model = random_model(random);
  const SpringEnergy of_springs(model.springs);
  const Energy& energy = of_springs;
  const Mat3 turn = rotation({1, 2, 3}, 0.7);
  std::vector<Vec3> moved = model.rest_position;
  for (Vec3& p : moved) p = turn * p + Vec3{5, -3, 2};
  EXPECT_NEAR(energy.value(moved), energy.value(model.rest_position), 1e-10 * energy.value(moved) + 1e-12);
}

/// Eigenvalues of k [n nᵀ + (1 − r/l)(I − n nᵀ)] are k and twice k (1 − r/l): clamping the negative ones
/// (projection), leaving the second term of a compressed spring out, and Choi and Ko's Jacobian are one
/// matrix, k n nᵀ.
TEST(SpringEnergy, ProjectionIsDroppingTheNegativeTerm) {
  Springs springs;
  springs.add(0, 1, SpringFamily::structural, 1, 100);
  const SpringEnergy of_springs(springs);
  const Energy& energy = of_springs;
  const auto block = [&](double length, HessianForm form) {
    const std::vector<Vec3> x = {{0, 0, 0}, length * normalized({1, 2, 2})};
    BlockMatrix h(2, {{0, 1}});
    energy.add_hessian(x, 1, form, h);
    return h.diagonal(0);
  };
  const Vec3 n = normalized({1, 2, 2}), across = normalized(cross(n, {0, 0, 1}));
  const Mat3 compressed = block(0.8, HessianForm::projected), dropped = 100 * outer(n, n);
  for (std::size_t i = 0; i < 9; ++i) EXPECT_NEAR(compressed.a[i], dropped.a[i], 1e-12);
  EXPECT_NEAR(dot(across, block(0.8, HessianForm::exact) * across), 100 * (1 - 1 / 0.8), 1e-12);
  for (std::size_t i = 0; i < 9; ++i)
    EXPECT_NEAR(block(1.3, HessianForm::projected).a[i], block(1.3, HessianForm::exact).a[i], 1e-12);
}

TEST(SpringDamping, LeavesRigidMotionAlone) {
  Random random(11);
  Model model = random_model(random);
  std::ranges::fill(model.springs.damping, 4.0);
  SpringDamping damping(model.springs, 0.01);
  damping.freeze(model.rest_position);
  std::vector<Vec3> v(model.vertex_count());
  for (std::size_t i = 0; i < v.size(); ++i)
    v[i] = Vec3{1, 2, 3} + cross({0.3, -2, 1}, model.rest_position[i]);
  EXPECT_NEAR(static_cast<const Energy&>(damping).value(v), 0, 1e-24);
}

TEST(ProjectiveEnergy, QuadraticBoundsTheEnergyFromAbove) {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const Model model = random_model(random);
    const SpringEnergy of_springs(model.springs);
    const Energy& energy = of_springs;
    const std::size_t n = model.vertex_count();
    SparseBuilder builder(n);
    energy.add_quadratic(1, builder);
    const SparseMatrix q = builder.build();
    std::vector<Vec3> z(n), d(n), qd(n), g(n);
    for (std::size_t i = 0; i < n; ++i) d[i] = random.vec3(1.5);
    for (std::size_t i = 0; i < n; ++i) z[i] = model.rest_position[i] + d[i];
    energy.add_gradient(model.rest_position, 1, g);
    multiply(q, d, qd);
    const double bound = energy.value(model.rest_position) + dot(g, d) + 0.5 * dot(d, qd);
    EXPECT_LE(energy.value(z), bound * (1 + 1e-12));
  }
}

}  // namespace
}  // namespace tensio
