#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include "build/plate.h"
#include "energy/element_energies.h"
#include "energy/singular_values.h"
#include "model/elements.h"
#include "support/derivatives.h"
#include "support/random_system.h"

namespace tensio {
namespace {

enum class Kind {
  quadratic_bending,
  plates,
  curved_bending,
  hinges,
  sine_hinges,
  triangles,
  stiff_triangles,
  tetrahedra,
  stiff_tetrahedra,
  neo_hookean,
  altitudes,
  rigid_cluster,
  linear_cluster,
  bounded_springs,
  bounded_triangles
};
constexpr Kind kinds[] = {Kind::plates,          Kind::quadratic_bending, Kind::curved_bending,
                          Kind::hinges,          Kind::sine_hinges,       Kind::triangles,
                          Kind::stiff_triangles, Kind::tetrahedra,        Kind::stiff_tetrahedra,
                          Kind::neo_hookean,     Kind::altitudes,         Kind::rigid_cluster,
                          Kind::linear_cluster,  Kind::bounded_springs,   Kind::bounded_triangles};

/// Six vertices and a few elements of one kind, at rest where they are.
Model elements(Kind kind, Random& random) {
  Model model;
  const Vec3 corners[] = {{0, 0, 0},        {1, 0.1, 0},   {0.4, 0.9, 0.1},
                          {0.5, -0.8, 0.3}, {0.3, 0.2, 1}, {1.2, 0.8, 0.7}};
  for (Vec3 corner : corners) {
    if (kind == Kind::plates && model.vertex_count() == 4) corner = {-0.5, 0.6, 0};  // on the outside
    if (kind == Kind::quadratic_bending || kind == Kind::plates) corner.z = 0;
    model.add_vertex(corner, 1);
  }
  const auto& x = model.rest_position;
  const double k = random.uniform(0.5, 20);
  const auto add_hinge = [&](std::array<VertexId, 4> v) {
    const HingeShape shape = hinge_shape({x[v[0]], x[v[1]], x[v[2]], x[v[3]]});
    if (kind == Kind::hinges || kind == Kind::sine_hinges) {
      model.hinges.push_back({v, shape.angle, k, kind == Kind::hinges ? HingeLaw::quadratic : HingeLaw::sine,
                              shape.coefficient});
      return;
    }
    Stencil stencil{v, shape.coefficient, 0, k};
    Vec3 sum;
    for (std::size_t i = 0; i < 4; ++i) sum += shape.coefficient[i] * x[v[i]];
    if (kind == Kind::curved_bending) stencil.rest_length = norm(sum);
    model.stencils.push_back(stencil);
  };
  const double poisson =
      kind == Kind::stiff_triangles || kind == Kind::stiff_tetrahedra || kind == Kind::neo_hookean ? 0.35 : 0;
  switch (kind) {
    case Kind::quadratic_bending:
    case Kind::curved_bending:
    case Kind::hinges:
    case Kind::sine_hinges:
      add_hinge({0, 1, 2, 3});
      add_hinge({1, 2, 5, 0});
      break;
    case Kind::plates:
      model.triangles = {{0, 1, 2}, {1, 0, 3}, {1, 5, 2}, {0, 2, 4}};
      add_plates(model, {.stiffness = k, .weft = 2 * k, .poisson = 0.3}, {0.3, 1, 0});
      break;
    case Kind::triangles:
    case Kind::stiff_triangles:
      for (const std::array<VertexId, 3>& t : {std::array<VertexId, 3>{0, 1, 2}, {1, 0, 3}, {1, 5, 2}})
        model.membranes.push_back(*make_membrane(t, {x[t[0]], x[t[1]], x[t[2]]}, plane_stress(k, poisson)));
      break;
    case Kind::tetrahedra:
    case Kind::stiff_tetrahedra:
    case Kind::neo_hookean:
      for (const std::array<VertexId, 4>& t : {std::array<VertexId, 4>{0, 1, 2, 4}, {1, 5, 2, 4}})
        model.tetrahedra.push_back(
            *make_tetrahedron(t, {x[t[0]], x[t[1]], x[t[2]], x[t[3]]}, solid(k, poisson),
                              kind == Kind::neo_hookean ? ElementLaw::neo_hookean : ElementLaw::corotated));
      break;
    case Kind::altitudes:
      for (const std::array<VertexId, 4>& t :
           {std::array<VertexId, 4>{0, 1, 2, 4}, {1, 5, 2, 4}, {0, 3, 1, 4}})
        model.altitudes.push_back(*make_altitude(t, {x[t[0]], x[t[1]], x[t[2]], x[t[3]]}, k));
      break;
    case Kind::rigid_cluster:
    case Kind::linear_cluster:
      model.clusters.push_back(make_cluster({0, 1, 2, 4, 5}, {x[0], x[1], x[2], x[4], x[5]}, {1, 2, 1, 3, 1},
                                            k, kind == Kind::linear_cluster ? 0.6 : 0));
      break;
    case Kind::bounded_springs:
      for (const auto& [a, b] : {std::array<VertexId, 2>{0, 1}, {1, 2}, {3, 5}, {4, 0}}) {
        const double length = norm(x[a] - x[b]);
        model.stencils.push_back({{a, b, a, a}, {1, -1, 0, 0}, 0.97 * length, k, 0.06 * length});
        model.stencils.push_back({{a, b, a, a}, {1, -1, 0, 0}, 0, k, 1.02 * length});
      }
      break;
    case Kind::bounded_triangles:
      for (const std::array<VertexId, 3>& t : {std::array<VertexId, 3>{0, 1, 2}, {1, 0, 3}, {1, 5, 2}}) {
        Membrane membrane = *make_membrane(t, {x[t[0]], x[t[1]], x[t[2]]}, {k, 0});
        membrane.least = 0.95, membrane.most = 1.03;
        model.membranes.push_back(membrane);
      }
      break;
  }
  return model;
}

std::unique_ptr<Energy> energy_of(const Model& model) {
  std::vector<std::unique_ptr<Energy>> energies;
  add_element_energies(model, energies);
  return std::move(energies.at(0));
}

/// Damping by stiffness of the model's elements, frozen where they are at rest.
std::unique_ptr<Dissipation> damping_of(const Model& model, double b) {
  std::unique_ptr<Dissipation> damping;
  for_each_table(model, [&](const auto& table) {
    if (!table.empty()) damping = make_damping(table, b, model.rest_position);
  });
  return damping;
}

std::vector<Vec3> shaken(const Model& model, Random& random, double size) {
  std::vector<Vec3> x = model.rest_position;
  for (Vec3& position : x) position += random.vec3(size);
  return x;
}

class Elements : public testing::TestWithParam<Kind> {};

TEST_P(Elements, DerivativesMatchFiniteDifferences) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const Model model = elements(GetParam(), random);
    ASSERT_TRUE(validate(model));
    const auto energy = energy_of(model);
    const auto x = shaken(model, random, 0.25);
    EXPECT_LT(gradient_error(*energy, x), 2e-7) << seed;
    EXPECT_LT(hessian_error(*energy, x), 2e-6) << seed;
  }
}

TEST_P(Elements, ThreadsDoNotChangeABit) {
  Random random(5);
  Model model;  // several chunks of elements
  for (int copy = 0; copy < 1000; ++copy) model.append(elements(GetParam(), random));
  const auto energy = energy_of(model);
  const auto x = shaken(model, random, 0.3), p = shaken(model, random, 1);
  const std::size_t n = model.vertex_count();
  std::vector<Vec3> g(n), product(n);
  energy->add_gradient(x, 0.7, g);
  energy->add_hessian_product(x, p, 0.7, HessianForm::projected, product);
  for (const int threads : {2, 3}) {
    Workers workers(threads);
    std::vector<Vec3> g_by(n), product_by(n);
    EXPECT_EQ(energy->evaluate(x, 0.7, g_by, workers), energy->value(x));
    energy->add_hessian_product(x, p, 0.7, HessianForm::projected, product_by, workers);
    EXPECT_EQ(g_by, g);
    EXPECT_EQ(product_by, product);
    EXPECT_EQ(energy->value(x, workers), energy->value(x));
    EXPECT_EQ(energy->curvature(x, p, HessianForm::projected, workers),
              energy->curvature(x, p, HessianForm::projected));
  }
}

TEST_P(Elements, AreAtRestWhereTheyWereMadeHoweverTurnedAndMoved) {
  Random random(3);
  const Model model = elements(GetParam(), random);
  const auto energy = energy_of(model);
  const auto shaken_x = shaken(model, random, 0.2);
  const Mat3 turn = rotation({1, 2, -1}, 2.1);
  std::vector<Vec3> x, moved, g(6), g_moved(6), g_shaken(6);
  for (std::size_t i = 0; i < 6; ++i) x.push_back(turn * model.rest_position[i] + Vec3{3, -1, 2});
  for (const Vec3& position : shaken_x) moved.push_back(turn * position + Vec3{3, -1, 2});
  energy->add_gradient(x, 1, g);
  EXPECT_LT(energy->value(x), 1e-28);
  EXPECT_LT(norm(g), 1e-13);
  energy->add_gradient(shaken_x, 1, g_shaken);
  energy->add_gradient(moved, 1, g_moved);
  EXPECT_GT(energy->value(shaken_x), 1e-3);
  EXPECT_NEAR(energy->value(moved) / energy->value(shaken_x), 1, 1e-12);
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_LT(norm(g_moved[i] - turn * g_shaken[i]), 1e-12 * (1 + norm(g_shaken)));
  Vec3 force, torque;
  for (std::size_t i = 0; i < 6; ++i) force += g_shaken[i], torque += cross(shaken_x[i], g_shaken[i]);
  EXPECT_LT(norm(force) + norm(torque), 1e-12 * (1 + norm(g_shaken)));
}

TEST_P(Elements, GiveNumbersWhereverTheirVerticesAre) {
  Random random(5);
  const Model model = elements(GetParam(), random);
  const auto energy = energy_of(model);
  std::vector<std::vector<Vec3>> states(6, std::vector<Vec3>(6));
  for (std::size_t i = 0; i < 6; ++i) {
    const Vec3 p = model.rest_position[i];
    states[1][i] = {p.x, 0, 0};              // on a line
    states[2][i] = {p.x, p.y, 0};            // flat
    states[3][i] = {p.x, p.y, -p.z};         // inverted
    states[4][i] = 1e-160 * p;               // tiny
    states[5][i] = {p.x, std::abs(p.y), 0};  // folded
  }
  for (const auto& x : states) {
    std::vector<Vec3> g(6), p = shaken(model, random, 1), out(6);
    energy->add_gradient(x, 1, g);
    EXPECT_TRUE(std::isfinite(energy->value(x)) && is_finite(g));
    for (const HessianForm form : {HessianForm::exact, HessianForm::projected, HessianForm::gauss_newton}) {
      energy->add_hessian_product(x, p, 1, form, out);
      EXPECT_TRUE(is_finite(out));
    }
  }
}

TEST_P(Elements, HessianFormsAgreeWithTheirProductsAndAllButTheExactAreNotNegative) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const Model model = elements(GetParam(), random);
    const auto energy = energy_of(model);
    const auto x = shaken(model, random, seed < 10 ? 0.2 : 0.8);
    std::vector<BlockMatrix::Pair> pairs;
    energy->add_pairs(pairs);
    for (const HessianForm form :
         {HessianForm::exact, HessianForm::projected, HessianForm::gauss_newton, HessianForm::laplacian}) {
      BlockMatrix matrix(6, pairs);
      energy->add_hessian(x, 2, form, matrix);
      for (int sample = 0; sample < 10; ++sample) {
        std::vector<Vec3> p(6), by_matrix(6), by_product(6);
        for (Vec3& direction : p) direction = random.vec3(1);
        matrix.multiply(p, by_matrix);
        energy->add_hessian_product(x, p, 2, form, by_product);
        const double size = norm(by_matrix) + 1e-9;
        for (std::size_t i = 0; i < 6; ++i) EXPECT_LT(norm(by_matrix[i] - by_product[i]), 1e-11 * size);
        const double curvature = 2 * energy->curvature(x, p, form);
        const bool is_solid = !model.tetrahedra.empty() || !model.clusters.empty();
        if (form == HessianForm::projected && is_solid) {  // clamped as a whole
          EXPECT_LE(curvature, dot(p, by_product) + 1e-11 * size * norm(p));
          EXPECT_GE(curvature, 2 * energy->curvature(x, p, HessianForm::exact));
          EXPECT_GE(curvature, 0);
        } else {
          EXPECT_NEAR(curvature, dot(p, by_product), 1e-11 * size * norm(p));
        }
        if (form != HessianForm::exact) {
          EXPECT_GE(dot(p, by_product), -1e-11 * size);
        }
      }
    }
  }
}

TEST_P(Elements, AreBoundedByTheirConstantMatrixIfTheySayThatTheyAreProjective) {
  const bool expected = GetParam() != Kind::hinges && GetParam() != Kind::sine_hinges &&
                        GetParam() != Kind::stiff_triangles && GetParam() != Kind::stiff_tetrahedra &&
                        GetParam() != Kind::neo_hookean && GetParam() != Kind::altitudes;
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    const Model model = elements(GetParam(), random);
    const auto energy = energy_of(model);
    ASSERT_EQ(energy->is_projective(), expected);
    SparseBuilder builder(6);
    energy->add_quadratic(1, builder);
    const SparseMatrix q = builder.build();
    std::vector<double> diagonal(6);
    energy->add_quadratic_diagonal(1, diagonal);
    for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(diagonal[i], q.diagonal(i), 1e-12 * (1 + diagonal[i]));
    if (!expected) continue;
    const auto x = shaken(model, random, 0.5), z = shaken(model, random, 1.5);
    std::vector<Vec3> d(6), qd(6), g(6);
    for (std::size_t i = 0; i < 6; ++i) d[i] = z[i] - x[i];
    energy->add_gradient(x, 1, g);
    multiply(q, d, qd);
    EXPECT_LE(energy->value(z), (energy->value(x) + dot(g, d) + 0.5 * dot(d, qd)) * (1 + 1e-12));
  }
}

TEST_P(Elements, DampingByStiffnessHasTheDerivativesItSays) {
  for (std::uint32_t seed = 0; seed < 10; ++seed) {
    Random random(seed);
    const Model model = elements(GetParam(), random);
    const auto damping = damping_of(model, 0.3);
    damping->freeze(shaken(model, random, 0.25));
    std::vector<Vec3> v(6), product(6), by_matrix(6), g(6);
    for (Vec3& velocity : v) velocity = random.vec3(1);
    EXPECT_LT(gradient_error(*damping, v), 1e-7) << seed;
    EXPECT_LT(hessian_error(*damping, v), 1e-7) << seed;
    damping->add_hessian_product(v, v, 1, HessianForm::exact, product);
    damping->add_gradient(v, 1, g);
    for (std::size_t i = 0; i < 6; ++i) EXPECT_LT(norm(product[i] - g[i]), 1e-12 * (1 + norm(g)));
    EXPECT_NEAR(damping->curvature(v, v, HessianForm::exact), dot(v, g), 1e-12 * (1 + dot(v, g)));
  }
}

TEST_P(Elements, DampingByStiffnessLeavesRigidMotionsAloneHoweverDeformed) {
  double resisted = 0;
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const Model model = elements(GetParam(), random);
    const auto damping = damping_of(model, 1);
    const auto x = shaken(model, random, 0.3);
    damping->freeze(x);
    const Vec3 spin = random.vec3(2), drift = random.vec3(3);
    std::vector<Vec3> v(6), force(6), other(6);
    for (std::size_t i = 0; i < 6; ++i) v[i] = drift + cross(spin, x[i]);
    damping->add_gradient(v, 1, force);
    damping->add_hessian_product(v, v, 1, HessianForm::laplacian, other);
    EXPECT_LT(norm(force), 1e-9 * norm(other)) << seed;
    for (Vec3& velocity : v) velocity = random.vec3(1);
    resisted += damping->value(v);
  }
  EXPECT_GT(resisted, 0);
}

TEST_P(Elements, DampingByStiffnessIsBoundedByItsConstantMatrixIfTheElementsAre) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const Model model = elements(GetParam(), random);
    const auto damping = damping_of(model, 0.7);
    ASSERT_EQ(damping->is_projective(), energy_of(model)->is_projective());
    damping->freeze(shaken(model, random, 0.5));
    std::vector<Vec3> v(6);
    for (Vec3& velocity : v) velocity = random.vec3(1);
    EXPECT_GE(damping->value(v), 0);
    if (!damping->is_projective()) continue;
    EXPECT_LE(damping->value(v), 0.5 * damping->curvature(v, v, HessianForm::laplacian) * (1 + 1e-12));
  }
}

/// Rayleigh's damping: a mode of frequency ω decays like exp(−½ b ω² t), by whatever element.
TEST_P(Elements, DampingByStiffnessLetsModesDecayInProportionToTheirFrequencySquared) {
  if (GetParam() == Kind::bounded_springs || GetParam() == Kind::bounded_triangles)
    GTEST_SKIP() << "no stiffness at rest";
  Random random(1);
  const Model model = elements(GetParam(), random);
  const auto energy = energy_of(model);
  Eigen::MatrixXd k(18, 18);
  for (int column = 0; column < 18; ++column) {
    std::vector<Vec3> unit(6), out(6);
    unit[static_cast<std::size_t>(column / 3)][column % 3] = 1;
    energy->add_hessian_product(model.rest_position, unit, 1, HessianForm::exact, out);
    for (int row = 0; row < 18; ++row) k(row, column) = out[static_cast<std::size_t>(row / 3)][row % 3];
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> modes(0.5 * (k + k.transpose()));  // masses are 1
  int first = 0;
  while (modes.eigenvalues()(first) < 1e-6 * modes.eigenvalues()(17)) ++first;
  for (const int n : {first, (first + 17) / 2, 17}) {
    const double omega = std::sqrt(modes.eigenvalues()(n)), b = 0.2 / omega, size = 1e-6;
    const auto damping = damping_of(model, b);
    std::vector<Vec3> mode(6), x = model.rest_position, v(6);
    for (int row = 0; row < 18; ++row)
      mode[static_cast<std::size_t>(row / 3)][row % 3] = modes.eigenvectors()(row, n);
    for (std::size_t i = 0; i < 6; ++i) x[i] += size * mode[i];
    // The explicit midpoint rule, whose error is far below the tolerance.
    const int steps = 20'000;
    const double h = 6 / omega / steps;
    const auto force = [&](const std::vector<Vec3>& at, const std::vector<Vec3>& speed) {
      std::vector<Vec3> f(6);
      energy->add_gradient(at, -1, f);
      damping->freeze(at);
      damping->add_gradient(speed, -1, f);
      return f;
    };
    for (int step = 0; step < steps; ++step) {
      std::vector<Vec3> middle_x = x, middle_v = v;
      const auto start = force(x, v);
      for (std::size_t i = 0; i < 6; ++i) middle_x[i] += 0.5 * h * v[i], middle_v[i] += 0.5 * h * start[i];
      const auto middle = force(middle_x, middle_v);
      for (std::size_t i = 0; i < 6; ++i) x[i] += h * middle_v[i], v[i] += h * middle[i];
    }
    double left = 0;
    for (std::size_t i = 0; i < 6; ++i) left += dot(mode[i], x[i] - model.rest_position[i]) / size;
    const double decay = 0.5 * b * omega * omega, swing = std::sqrt(omega * omega - decay * decay),
                 t = 6 / omega;
    EXPECT_NEAR(left, std::exp(-decay * t) * (std::cos(swing * t) + decay / swing * std::sin(swing * t)),
                1e-4)
        << "mode " << n;
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, Elements, testing::ValuesIn(kinds));

TEST(Altitudes, AreTheShortestOfSevenOrALittleLessAndPullNoHarderThanASpring) {
  Random random(11);
  for (int trial = 0; trial < 300; ++trial) {
    std::array<Vec3, 4> x;
    for (Vec3& corner : x) corner = random.vec3(1);
    if (trial % 3 == 0) x[3] = 0.4 * (x[0] + x[1]) + 0.2 * x[2] + random.vec3(0.02);  // nearly flat
    const double volume = dot(x[1] - x[0], cross(x[2] - x[0], x[3] - x[0]));
    double shortest = 1e9;
    for (const auto& [a, b, c, d] : altitude_lines)
      shortest = std::min(shortest, std::abs(volume) / norm(cross(x[b] - x[a], x[d] - x[c])));
    const double h = shortest_altitude(x).length;
    EXPECT_EQ(h < 0, volume < 0);
    EXPECT_LE(std::abs(h), shortest * (1 + 1e-12));
    EXPECT_GE(std::abs(h), shortest * 0.78);
    Model model;
    for (const Vec3& corner : x) model.add_vertex(corner, 1);
    model.altitudes.push_back({.vertex = {0, 1, 2, 3}, .rest_length = std::abs(h) + 1, .stiffness = 1});
    std::vector<Vec3> g(4);
    energy_of(model)->add_gradient(model.rest_position, 1, g);
    const double force = h - std::abs(h) - 1;
    EXPECT_LE(norm(g), std::sqrt(2.0) * std::abs(force) * (1 + 1e-9));
  }
}

TEST(SingularValues, RebuildTheMatrixFromRotationsWhateverItsRank) {
  Random random(9);
  for (int trial = 0; trial < 200; ++trial) {
    std::array<Vec3, 3> f{random.vec3(1), random.vec3(1), random.vec3(1)};
    if (trial % 4 == 1) f[2] = f[0];
    if (trial % 4 == 2) f[1] = 3 * f[0], f[2] = {};
    if (trial % 4 == 3) f[2] = 1e-9 * f[2];
    const detail::SingularValues<3> svd(f);
    const auto back = svd.outside({{{svd.sigma[0], 0, 0}, {0, svd.sigma[1], 0}, {0, 0, svd.sigma[2]}}});
    for (std::size_t k = 0; k < 3; ++k) EXPECT_LT(norm(back[k] - f[k]), 1e-14 * (1 + norm(f[0])));
    EXPECT_NEAR(dot(svd.u[0], cross(svd.u[1], svd.u[2])), 1, 1e-14);
    EXPECT_GE(svd.sigma[0], svd.sigma[1]);
    EXPECT_GE(svd.sigma[1], std::abs(svd.sigma[2]) - 1e-15);
  }
}

}  // namespace
}  // namespace tensio
