#include <gtest/gtest.h>

#include "energy/air_drag.h"
#include "energy/element_energies.h"
#include "energy/pressure_energy.h"
#include "math/simd.h"
#include "support/random_system.h"
#include "tensio/build.h"

namespace tensio {
namespace {

/// What an energy is in quads of one precision.
struct Found {
  double value = 0, exact = 0, projected = 0;
  std::vector<Vec3> gradient;
  friend bool operator==(const Found&, const Found&) = default;
};

template <class Real>
Found find(const QuadEnergy<Real>& energy, Positions x, Positions p, int threads = 1) {
  Workers workers(threads);
  Quads<Real> at, along, sum;
  at.set(x), along.set(p);
  sum.resize(x.size());
  Found found;
  found.gradient.resize(x.size());
  found.value = energy.evaluate(at, 1, sum, workers);
  EXPECT_EQ(energy.value(at, workers), found.value);
  sum.add_to(found.gradient);
  found.exact = energy.curvature(at, along, HessianForm::exact, workers);
  found.projected = energy.curvature(at, along, HessianForm::projected, workers);
  return found;
}

struct Body {
  const char* name;
  Model model;
};

std::vector<Body> bodies() {
  std::vector<Body> all;
  const auto add_lattice = [&](const char* name, const SolidOptions& solid) {
    LatticeOptions options;
    options.cells = {7, 5, 4};
    options.size = {0.7, 0.5, 0.4};
    options.solid = solid;
    all.push_back({name, *make_lattice(options)});
  };
  add_lattice("corotated", {.model = SolidModel::corotated, .young = 3000, .poisson = 0.3});
  add_lattice("neo-hookean", {.model = SolidModel::neo_hookean, .young = 3000, .poisson = 0.4});
  add_lattice("clusters", {.model = SolidModel::shape_matching, .young = 3000, .linear = 0.3});
  return all;
}

std::vector<std::unique_ptr<Energy>> elements_of(const Model& model) {
  std::vector<std::unique_ptr<Energy>> energies;
  add_element_energies(model, energies);
  return energies;
}

TEST(ElementPasses, GiveTheSameBitsForAllThreadsAndInDoublesForAllInstructions) {
  for (const Body& body : bodies()) {
    Random random(3);
    std::vector<Vec3> x = body.model.rest_position, p(x.size());
    for (Vec3& position : x) position += random.vec3(0.02);
    for (Vec3& direction : p) direction = random.vec3(1);
    for (const auto& energy : elements_of(body.model)) {
      Found first;
      for (const SimdLevel level :
           {SimdLevel::scalar, SimdLevel::baseline, SimdLevel::avx2, SimdLevel::avx512}) {
        simd_level_limit() = level;
        const Found found = find(*energy->in_doubles(), x, p);
        if (level == SimdLevel::scalar) first = found;
        EXPECT_TRUE(found == first) << body.name << static_cast<int>(level);
        EXPECT_TRUE(find(*energy->in_doubles(), x, p, 3) == first) << body.name;
        EXPECT_TRUE(find(*energy->in_floats(), x, p, 3) == find(*energy->in_floats(), x, p)) << body.name;
      }
    }
  }
}

TEST(ElementPasses, KnowSmallStrainsInSinglePrecision) {
  for (const Body& body : bodies()) {
    for (const double most : {1e-3, 0.02}) {  // m, on edges of 0.1 m
      Random random(4);
      std::vector<Vec3> x = body.model.rest_position, p(x.size());
      for (Vec3& position : x) position += random.vec3(most);
      for (Vec3& direction : p) direction = random.vec3(1);
      // Both at positions that single precision knows: what is left is what it computes.
      for (Vec3& position : x)
        for (int axis = 0; axis < 3; ++axis) position[axis] = static_cast<float>(position[axis]);
      const double strain = most / 0.1;
      for (const auto& energy : elements_of(body.model)) {
        const Found exact = find(*energy->in_doubles(), x, p), found = find(*energy->in_floats(), x, p);
        EXPECT_NEAR(found.value / exact.value, 1, 1e-6 / strain) << body.name << most;
        EXPECT_NEAR(found.exact / exact.exact, 1, 1e-5) << body.name << most;
        EXPECT_NEAR(found.projected / exact.projected, 1, 1e-5) << body.name << most;
        double error = 0;
        for (std::size_t i = 0; i < x.size(); ++i) {
          const Vec3 d = found.gradient[i] - exact.gradient[i];
          error += dot(d, d);
        }
        EXPECT_LT(std::sqrt(error), 1e-6 / strain * norm(exact.gradient)) << body.name << most;
      }
    }
  }
}

TEST(ElementPasses, TakeClustersInLanesAsOneByOne) {
  const Body body = bodies().back();
  Random random(5);
  std::vector<Vec3> x = body.model.rest_position, p(x.size());
  for (Vec3& position : x) position += random.vec3(0.03);
  for (Vec3& direction : p) direction = random.vec3(1);
  std::vector<std::unique_ptr<Energy>> in_lanes;
  add_energies(body.model.clusters, in_lanes);
  ASSERT_EQ(in_lanes.size(), 2u);  // of 8 vertices at corners, and larger ones
  const auto twin = make_energy(body.model.clusters);
  std::vector<Vec3> gradient(x.size()), expected(x.size());
  double value = 0, curvature = 0;
  Workers alone;
  for (const auto& energy : in_lanes) {
    value += energy->evaluate(x, 1, gradient, alone);
    curvature += energy->curvature(x, p, HessianForm::exact);
  }
  EXPECT_NEAR(value / twin->evaluate(x, 1, expected, alone), 1, 1e-12);
  EXPECT_NEAR(curvature / twin->curvature(x, p, HessianForm::exact), 1, 1e-12);
  for (std::size_t i = 0; i < x.size(); ++i)
    EXPECT_LT(norm(gradient[i] - expected[i]), 1e-12 * norm(expected));
}

/// The surface of a sphere of so many meridians, its triangles seen from outside.
Model ball(std::size_t around) {
  Model model;
  const std::size_t rings = around / 2;
  for (std::size_t ring = 0; ring <= rings; ++ring)
    for (std::size_t k = 0; k < around; ++k) {
      const double polar = 3.14159265358979 * static_cast<double>(ring) / static_cast<double>(rings);
      const double angle = 6.28318530717959 * static_cast<double>(k) / static_cast<double>(around);
      model.add_vertex(
          {std::sin(polar) * std::cos(angle), std::cos(polar), std::sin(polar) * std::sin(angle)}, 1);
    }
  const auto id = [&](std::size_t ring, std::size_t k) {
    return static_cast<VertexId>(ring == 0 ? 0 : ring == rings ? rings * around : ring * around + k % around);
  };
  for (std::size_t ring = 0; ring < rings; ++ring)
    for (std::size_t k = 0; k < around; ++k) {
      const VertexId a = id(ring, k), b = id(ring, k + 1), c = id(ring + 1, k), d = id(ring + 1, k + 1);
      if (a != b) model.triangles.push_back({a, b, c});
      if (c != d) model.triangles.push_back({b, d, c});
    }
  model.pressures.push_back({0, model.triangles.size(), 50});
  return model;
}

TEST(ElementPasses, TakePressureInLanesAsOneByOne) {
  const Model model = ball(24);
  const auto energy = make_pressure(model);
  Random random(6);
  std::vector<Vec3> x = model.rest_position, p(x.size());
  for (Vec3& position : x) position += random.vec3(0.02) + Vec3{0, 2, 0};
  for (Vec3& direction : p) direction = random.vec3(1);
  double volume = 0;
  std::vector<Vec3> expected(x.size());
  for (const auto& t : model.triangles) {
    volume += dot(x[t[0]], cross(x[t[1]], x[t[2]])) / 6;
    for (const VertexId v : t) expected[v] -= 50.0 / 6 * cross(x[t[1]] - x[t[0]], x[t[2]] - x[t[0]]);
  }
  EXPECT_GT(volume, 3.8);
  const Found in_doubles = find(*energy->in_doubles(), x, p), in_floats = find(*energy->in_floats(), x, p);
  EXPECT_NEAR(in_doubles.value, -50 * volume, 1e-10);
  EXPECT_NEAR(in_floats.value / in_doubles.value, 1, 1e-6);
  EXPECT_NEAR(in_floats.exact / in_doubles.exact, 1, 1e-4);
  EXPECT_EQ(in_floats.projected, 0);
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_LT(norm(in_doubles.gradient[i] - expected[i]), 1e-12);
    EXPECT_LT(norm(in_floats.gradient[i] - expected[i]), 1e-4);
  }
}

/// Expects what lanes find to be the sum of what elements are by themselves: few are not in lanes.
void expect_sum(const Energy& all, const std::vector<std::unique_ptr<Energy>>& single, Positions x,
                Positions p) {
  Found sum;
  sum.gradient.resize(x.size());
  for (const auto& one : single) {
    const Found found = find(*one->in_doubles(), x, p);
    sum.value += found.value, sum.exact += found.exact, sum.projected += found.projected;
    for (std::size_t i = 0; i < x.size(); ++i) sum.gradient[i] += found.gradient[i];
  }
  const double size = norm(sum.gradient);
  for (const SimdLevel level : {SimdLevel::scalar, SimdLevel::baseline, SimdLevel::avx512}) {
    simd_level_limit() = level;
    const Found in_doubles = find(*all.in_doubles(), x, p), in_floats = find(*all.in_floats(), x, p);
    EXPECT_NEAR(in_doubles.value / sum.value, 1, 1e-11);
    EXPECT_NEAR(in_doubles.exact / sum.exact, 1, 1e-10);
    EXPECT_NEAR(in_doubles.projected / sum.projected, 1, 1e-10);
    EXPECT_NEAR(in_floats.value / sum.value, 1, 1e-4);
    EXPECT_NEAR(in_floats.exact / sum.exact, 1, 1e-3);
    EXPECT_NEAR(in_floats.projected / sum.projected, 1, 1e-4);
    for (std::size_t i = 0; i < x.size(); ++i) {
      EXPECT_LT(norm(in_doubles.gradient[i] - sum.gradient[i]), 1e-11 * size);
      EXPECT_LT(norm(in_floats.gradient[i] - sum.gradient[i]), 1e-4 * size);
    }
  }
}

TEST(ElementPasses, TakeHingesInLanesAsOneByOne) {
  GridOptions grid;
  grid.columns = 9, grid.rows = 8;
  grid.bending = {.model = BendingModel::hinges, .stiffness = 1};
  Model model = *make_grid(grid);
  ASSERT_GT(model.hinges.size(), 100u);
  model.hinges[5].law = model.hinges[40].law = HingeLaw::sine;  // not in lanes
  Random random(8);
  std::vector<Vec3> x = model.rest_position, p(x.size());
  for (Vec3& position : x) position += random.vec3(0.1);  // folds up to more than a right angle
  for (Vec3& direction : p) direction = random.vec3(1);
  for (const VertexId v : model.hinges[60].vertex)
    x[v] = x[model.hinges[60].vertex[0]];  // squeezed to a point
  for (Hinge& hinge : model.hinges) hinge.rest_angle = random.uniform(-0.5, 0.5);
  const std::vector<std::vector<Hinge>> tables = [&] {
    std::vector<std::vector<Hinge>> all;
    for (const Hinge& hinge : model.hinges) all.push_back({hinge});
    return all;
  }();
  std::vector<std::unique_ptr<Energy>> single;
  for (const auto& table : tables) single.push_back(make_energy(table));
  expect_sum(*make_energy(model.hinges), single, x, p);
}

TEST(ElementPasses, TakeTheAirInLanesAsOneByOneInEveryStep) {
  const Model model = ball(12);
  const Air air{.density = 1.2, .drag = 1.1, .friction = 0.3, .wind = {3, 1, 0}};
  AirDrag all(air, model.triangles, model.rest_position);
  std::vector<std::vector<std::array<VertexId, 3>>> tables;
  for (const auto& triangle : model.triangles) tables.push_back({triangle});
  std::vector<std::unique_ptr<Energy>> single;
  for (const auto& table : tables)
    single.push_back(std::make_unique<AirDrag>(air, table, model.rest_position));
  Random random(9);
  for (int step = 0; step < 3; ++step) {
    std::vector<Vec3> x = model.rest_position, v(x.size()), p(x.size());
    for (Vec3& position : x) position += random.vec3(0.1);
    for (Vec3& velocity : v) velocity = random.vec3(5);
    for (Vec3& direction : p) direction = random.vec3(1);
    all.freeze(x);
    for (const auto& one : single) static_cast<AirDrag&>(*one).freeze(x);
    expect_sum(all, single, v, p);
  }
}

}  // namespace
}  // namespace tensio
