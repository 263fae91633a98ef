#include <cmath>
#include <gtest/gtest.h>

#include "energy/air_drag.h"
#include "energy/pressure_energy.h"
#include "support/derivatives.h"
#include "support/random_system.h"

namespace tensio {
namespace {

/// A tetrahedron's surface, its triangles seen from outside.
Model closed_body(Random& random, double pressure) {
  Model model;
  for (const Vec3 corner : {Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}})
    model.add_vertex(corner + random.vec3(0.2), 1);
  model.triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  model.pressures.push_back({0, 4, pressure});
  return model;
}

TEST(Pressure, DerivativesMatchFiniteDifferencesAndTheEnergyIsThatOfTheVolume) {
  for (std::uint32_t seed = 0; seed < 10; ++seed) {
    Random random(seed);
    const Model model = closed_body(random, 7);
    const auto pressure = make_pressure(model);
    const Energy& energy = *pressure;
    EXPECT_LT(gradient_error(energy, model.rest_position), 1e-8);
    EXPECT_LT(hessian_error(energy, model.rest_position), 1e-8);
    const auto& x = model.rest_position;
    const double volume = dot(x[1] - x[0], cross(x[2] - x[0], x[3] - x[0])) / 6;
    EXPECT_NEAR(energy.value(x), -7 * volume, 1e-12);
    std::vector<Vec3> p(4), by_product(4), by_matrix(4);
    for (Vec3& direction : p) direction = random.vec3(1);
    std::vector<BlockMatrix::Pair> pairs;
    energy.add_pairs(pairs);
    BlockMatrix matrix(4, pairs);
    energy.add_hessian(x, 1, HessianForm::exact, matrix);
    matrix.multiply(p, by_matrix);
    energy.add_hessian_product(x, p, 1, HessianForm::exact, by_product);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_LT(norm(by_matrix[i] - by_product[i]), 1e-12);
    EXPECT_NEAR(energy.curvature(x, p, HessianForm::exact), dot(p, by_product), 1e-12);
  }
}

TEST(AirDrag, IsBoundedByItsConstantMatrixAtTheSpeedsItIsFittedToHoweverFarItIsStretched) {
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    Random random(seed);
    const Model model = closed_body(random, 0);
    AirDrag drag({.density = 1.2, .drag = 1.1, .friction = 0.3, .wind = {3, 1, 0}}, model.triangles,
                 model.rest_position);
    std::vector<Vec3> x = model.rest_position, v(4), p(4);
    if (seed % 2 == 1) x[3] += random.vec3(std::pow(10, random.uniform(-1, 3)));
    drag.freeze(x);
    for (Vec3& velocity : v) velocity = random.vec3(std::pow(10, random.uniform(0, 3)));
    for (Vec3& direction : p) direction = random.vec3(1);
    const double fitted = drag.fit(v);
    EXPECT_EQ(drag.fit(v), fitted);
    std::vector<double> diagonal(4);
    drag.add_quadratic_diagonal(1, diagonal);
    double bound = 0;
    for (std::size_t i = 0; i < 4; ++i) bound += diagonal[i] * dot(p[i], p[i]);
    EXPECT_LE(static_cast<const Energy&>(drag).curvature(v, p, HessianForm::exact), bound) << seed;
  }
}

TEST(AirDrag, DerivativesMatchFiniteDifferencesAndAreNeverNegative) {
  for (std::uint32_t seed = 0; seed < 10; ++seed) {
    Random random(seed);
    const Model model = closed_body(random, 0);
    const Air air{.density = 1.2, .drag = 1.1, .friction = 0.3, .wind = {3, 1, 0}, .gust = 0.5};
    AirDrag drag(air, model.triangles, model.rest_position);
    drag.set_time(0.7);
    drag.freeze(model.rest_position);
    std::vector<Vec3> v(4), p(4);
    for (Vec3& velocity : v) velocity = random.vec3(4);
    for (Vec3& direction : p) direction = random.vec3(1);
    EXPECT_LT(gradient_error(drag, v), 1e-7);
    EXPECT_LT(hessian_error(drag, v), 1e-6);
    EXPECT_GE(static_cast<const Energy&>(drag).curvature(v, p, HessianForm::exact), 0);
  }
}

TEST(AirDrag, ExertsNothingOnWhatMovesWithTheWind) {
  Random random(1);
  const Model model = closed_body(random, 0);
  AirDrag drag({.density = 1.2, .wind = {3, 1, 0}}, model.triangles, model.rest_position);
  drag.freeze(model.rest_position);
  std::vector<Vec3> v(4, Vec3{3, 1, 0}), g(4);
  drag.add_gradient(v, 1, g);
  EXPECT_LT(norm(g), 1e-14);
}

TEST(Air, GustsLeaveTheMeanAloneAndStayWithinTheirStrength) {
  const Air air{.density = 1.2, .wind = {0, 0, 8}, .gust = 0.4, .gust_period = 2};
  Vec3 mean;
  constexpr int samples = 20000;
  for (int i = 0; i < samples; ++i) {
    const Vec3 wind = air.wind_at({0.3, 1, 2}, 0.01 * i);
    EXPECT_LE(norm(wind - air.wind), 8 * 0.4 * 1.2);
    mean += wind / samples;
  }
  EXPECT_LT(norm(mean - air.wind), 0.1);
}

}  // namespace
}  // namespace tensio
