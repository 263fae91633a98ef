#include <gtest/gtest.h>

#include "build/bending.h"
#include "energy/spring_energy.h"
#include "field/field_objective.h"
#include "field/objective_case.h"
#include "support/random_system.h"
#include "tensio/cloth.h"

namespace tensio {
namespace {

constexpr HessianForm forms[] = {HessianForm::exact, HessianForm::projected, HessianForm::gauss_newton,
                                 HessianForm::laplacian};

/// Every result of an objective in one place.
struct Results {
  double value = 0, fused_value = 0, gradient_square = 0;
  std::vector<Vec3> gradient;
  std::vector<double> curvature;
  std::vector<std::vector<Vec3>> product;
  std::vector<Vec3> block_step;  // of fields only

  friend bool operator==(const Results&, const Results&) = default;
};

Results reference(const Case& c) {
  const StepObjective objective(c.system, c.aim);
  Results r;
  r.value = r.fused_value = objective.value(c.x);
  r.gradient.resize(c.x.size());
  objective.gradient(c.x, r.gradient);
  r.gradient_square = dot(r.gradient, r.gradient);
  for (const HessianForm form : forms) {
    r.curvature.push_back(objective.curvature(c.x, c.p, form));
    r.product.emplace_back(c.x.size());
    objective.multiply_hessian(c.x, c.p, form, r.product.back());
  }
  return r;
}

template <class Real>
Results on_fields(const Case& c, int threads = 1, SimdLevel level = best_simd_level()) {
  Workers workers(threads);
  FieldObjective<Real> fields(workers, level);
  const StepObjective objective(c.system, c.aim);
  fields.begin(objective);
  Field<Real> x, p, out;
  x.set(c.x, fields.origin());
  p.set(c.p);
  Results r;
  r.value = fields.value(x);
  const auto evaluation = fields.gradient(x, out);
  r.fused_value = evaluation.value, r.gradient_square = evaluation.gradient_square;
  r.gradient.resize(c.x.size());
  out.get(r.gradient);
  for (const HessianForm form : forms) {
    r.curvature.push_back(fields.curvature(x, p, form));
    fields.multiply_hessian(x, p, form, out);
    r.product.emplace_back(c.x.size());
    out.get(r.product.back());
    for (int axis = 0; axis < 3; ++axis)
      for (std::size_t i = out.size(); i < out.stride(); ++i) EXPECT_EQ(out.component(axis)[i], 0);
  }
  out.resize(c.x.size());
  fields.add_block_step(x, p, 1, out);
  r.block_step.resize(c.x.size());
  out.get(r.block_step);
  return r;
}

void expect_near(const std::vector<Vec3>& a, const std::vector<Vec3>& b, double tolerance, const char* what) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    ASSERT_TRUE(is_finite(a[i])) << what << " at vertex " << i;
    ASSERT_LE(norm(a[i] - b[i]), tolerance) << what << " at vertex " << i;
  }
}

/// D z = p up to a relative change of D; nothing moves at pins, and loose pieces do not drift. All but the
/// springs, the first energy of them, have their constant matrix in D.
void expect_solved(const Case& c, const std::vector<Vec3>& z, double epsilon) {
  const StepObjective objective(c.system, c.aim);
  BlockMatrix hessian = objective.make_hessian();
  objective.hessian(c.x, HessianForm::projected, hessian);
  bool has_springs = false;
  for (const auto& energy : c.system.energies) {
    const bool is_springs = dynamic_cast<const SpringEnergy*>(energy.get()) != nullptr;
    if (is_springs && !std::exchange(has_springs, true)) continue;
    energy->add_hessian(c.x, -c.aim.s2, HessianForm::projected, hessian);
    energy->add_hessian(c.x, c.aim.s2, HessianForm::laplacian, hessian);
  }
  const std::vector<std::uint32_t> piece = connected_pieces(c.model);
  std::vector<bool> is_held(z.size());
  for (const Pin& pin : c.model.pins) is_held[piece[pin.vertex]] = true;
  for (const Attachment& attachment : c.model.attachments) is_held[piece[attachment.vertex]] = true;
  std::vector<double> weight = c.model.mass;
  const std::vector<double>& drag = c.system.terms().drag;
  if (objective.has_dissipation())
    for (std::size_t i = 0; i < drag.size(); ++i) weight[i] += c.aim.s2 / c.aim.tau * drag[i];
  const auto largest = [](const Mat3& block) {
    double size = 0;
    for (const double entry : block.a) size = std::max(size, std::abs(entry));
    return size;
  };
  std::vector<Vec3> drift(z.size());
  std::vector<double> moved(z.size());  // before the drift was taken out, at least
  for (std::size_t i = 0; i < z.size(); ++i) {
    drift[piece[i]] += weight[i] * z[i];
    moved[piece[i]] += weight[i] * (norm(z[i]) + norm(c.p[i]) / largest(hessian.diagonal(i)));
  }
  for (std::size_t i = 0; i < z.size(); ++i) {
    if (!is_held[piece[i]]) {
      EXPECT_LE(c.aim.inertia * norm(drift[piece[i]]), epsilon * moved[piece[i]]);
      continue;
    }
    if (objective.is_pinned(i)) {
      EXPECT_EQ(norm(z[i]), 0);
      continue;
    }
    const Mat3& block = hessian.diagonal(i);
    const double size = largest(block);
    if (size == 0) {
      EXPECT_EQ(norm(z[i]), 0) << "a vertex that nothing holds";
      continue;
    }
    EXPECT_LE(norm(block * z[i] - c.p[i]), epsilon * size * norm(z[i])) << "block step at vertex " << i;
    EXPECT_GE(dot(z[i], c.p[i]), 0);
  }
}

/// Relative to the size of what is summed: the Hessian's bound times positions for value and gradient.
void expect_agree(const Case& c, const Results& got, double epsilon) {
  const Results wanted = reference(c);
  const StepObjective objective(c.system, c.aim);
  std::vector<double> diagonal(c.x.size());
  objective.quadratic_diagonal(diagonal);
  double value_scale = std::abs(wanted.value), gradient_scale = norm(wanted.gradient), product_scale = 0;
  for (std::size_t i = 0; i < c.x.size(); ++i) {
    value_scale += diagonal[i] * (dot(c.x[i], c.x[i]) + 1);
    gradient_scale = std::max(gradient_scale, diagonal[i] * (norm(c.x[i]) + 1));
    product_scale = std::max(product_scale, diagonal[i]);
  }
  const double p_norm = norm(c.p), n = static_cast<double>(c.x.size());
  EXPECT_NEAR(got.value, wanted.value, epsilon * value_scale);
  EXPECT_NEAR(got.fused_value, got.value, epsilon * value_scale);
  EXPECT_NEAR(std::sqrt(got.gradient_square), std::sqrt(wanted.gradient_square),
              epsilon * gradient_scale * std::sqrt(n));
  expect_near(got.gradient, wanted.gradient, epsilon * gradient_scale, "gradient");
  for (std::size_t f = 0; f < std::size(forms); ++f) {
    SCOPED_TRACE(testing::Message() << "form " << f);
    // Only the exact form is not bounded by the diagonal.
    double size = product_scale;
    if (forms[f] == HessianForm::exact)
      for (const Vec3& v : wanted.product[f]) size = std::max(size, norm(v));
    expect_near(got.product[f], wanted.product[f], 8 * epsilon * size, "product");
    EXPECT_NEAR(got.curvature[f], wanted.curvature[f], 8 * epsilon * size * p_norm * p_norm);
  }
  // Pivots below 1e-6 of a block are raised.
  expect_solved(c, got.block_step, std::max(8 * epsilon, 4e-6));
}

void check(const Case& c) {
  expect_agree(c, on_fields<double>(c), 1e-12);
  expect_agree(c, on_fields<float>(c), 1e-5);
}

void set_damping(Model& model, Random& random) {
  for (double& k_d : model.springs.damping) k_d = random.uniform(0, 5);
}

/// A grid whose springs differ, or not, with pins, attachments and loads.
Model grid(std::size_t columns, std::size_t rows, Random& random, bool varied) {
  Model model = *make_grid({.columns = columns, .rows = rows, .layout = GridLayout::full});
  if (varied)
    for (double& k : model.springs.stiffness) k *= random.uniform(0.5, 2);
  model.pins.push_back({0, model.rest_position[0], {}});
  const auto last = static_cast<VertexId>(columns - 1);
  model.pins.push_back({last, model.rest_position[last] + random.vec3(0.01), {}});
  const auto middle = static_cast<VertexId>(columns * rows / 2);
  for (int i = 0; i < 3; ++i)
    model.attachments.push_back({middle + (i == 2), model.rest_position[middle] + random.vec3(0.1), 20, {}});
  return model;
}

/// Vertices in a random order, so that no offset repeats.
Model shuffled(const Model& from, Random& random) {
  Model model = from;
  const auto n = static_cast<std::uint32_t>(from.vertex_count());
  std::vector<VertexId> place(n);
  for (VertexId i = 0; i < n; ++i) place[i] = i;
  for (VertexId i = n; i > 1; --i) std::swap(place[i - 1], place[random.below(i)]);
  for (VertexId i = 0; i < n; ++i) {
    model.rest_position[place[i]] = from.rest_position[i];
    model.mass[place[i]] = from.mass[i];
    model.force[place[i]] = from.force[i];
  }
  for (auto& ends : model.springs.ends)
    for (VertexId& end : ends) end = place[end];
  for (Pin& pin : model.pins) pin.vertex = place[pin.vertex];
  for (Attachment& attachment : model.attachments) attachment.vertex = place[attachment.vertex];
  return model;
}

TEST(FieldObjective, EqualsTheStepObjectiveOnRandomSystems) {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    const Model model = random_model(random);
    check(Case(model, random, seed % 2 ? 0.3 : 0, seed % 5 == 0));
    if (testing::Test::HasFailure()) return;
  }
}

TEST(FieldObjective, EqualsTheStepObjectiveOnGrids) {
  Random random(1);
  for (const auto& [columns, rows] : {std::pair<std::size_t, std::size_t>{2, 2}, {17, 5}, {40, 31}})
    for (const bool varied : {false, true})
      for (const bool is_static : {false, true}) {
        Model model = grid(columns, rows, random, varied);
        check(Case(model, random, 0, is_static));
        set_damping(model, random);
        check(Case(model, random, 0.1, is_static));
      }
}

TEST(FieldObjective, EqualsTheStepObjectiveOnMeshesWithoutRuns) {
  Random random(2);
  Model model = shuffled(grid(25, 20, random, true), random);
  check(Case(model, random, 0));
  set_damping(model, random);
  check(Case(model, random, 0.1));
}

TEST(FieldObjective, CountsWhatIsNoSpringWithItsConstantMatrix) {
  Random random(7);
  for (const bool varied : {false, true}) {
    Model model = grid(12, 9, random, varied);
    add_bending(model, {.model = BendingModel::quadratic, .stiffness = 0.5}, {0, 0, 1});
    add_membranes(model, {.model = MembraneModel::corotated, .young = 30, .poisson = 0.3});
    ASSERT_FALSE(model.stencils.empty() || model.membranes.empty());
    check(Case(model, random, 0));
  }
}

TEST(FieldObjective, TakesOneVertexAndNoSprings) {
  Random random(3);
  for (const std::size_t n : {1, 2, 15, 16, 17, 300}) {
    Model model;
    for (std::size_t i = 0; i < n; ++i) model.add_vertex(random.vec3(1), random.uniform(0.1, 1));
    model.force[0] = {1, 2, 3};
    check(Case(model, random, 0));
    check(Case(model, random, 1));
    check(Case(model, random, 0, true));
    model.attachments.push_back({0, {1, 0, 0}, 10, {}});
    check(Case(model, random, 0));
    check(Case(model, random, 0, true));
  }
}

TEST(FieldObjective, TakesSpringsOfNoLength) {
  Random random(4);
  Model model;
  for (int i = 0; i < 40; ++i) model.add_vertex({0.25, 0.5, 0}, 1);
  for (VertexId i = 1; i < 40; ++i)
    for (const double rest : {0.0, 0.5}) model.springs.add(i - 1, i, SpringFamily::structural, rest, 10, 1);
  Case c(model, random, 0);
  c.x = model.rest_position;
  check(c);
}

TEST(FieldObjective, TakesAHubOfVeryManySprings) {
  Random random(5);
  Model model;
  model.add_vertex({}, 1);
  for (VertexId i = 1; i < 5000; ++i) {
    model.add_vertex(random.vec3(1), 0.1);
    model.springs.add(0, i, SpringFamily::structural, 0.5, 1, i % 2);
  }
  check(Case(model, random, 0.1));
}

TEST(FieldObjective, EvaluatesEnergiesThatNoKernelKnows) {
  Random random(6);
  Case c(grid(12, 9, random, false), random, 0.1);
  c.system.energies.push_back(std::make_unique<Quartic>());
  c.system.energies.push_back(std::make_unique<SpringEnergy>(c.model.springs));
  check(c);
}

TEST(FieldObjective, FarFromTheWorldsOriginIsAsExactAsNear) {
  Random random(7);
  Model model = grid(20, 20, random, true);
  model.attachments.clear();
  Case near(model, random, 0);
  const Results wanted = on_fields<float>(near);
  const Vec3 far{1024, -2048, 512};
  for (auto* column : {&near.aim.y, &near.aim.w, &near.x})
    for (Vec3& v : *column) v += far;
  const Results got = on_fields<float>(near);
  for (std::size_t i = 0; i < got.gradient.size(); ++i)
    EXPECT_LE(norm(got.gradient[i] - wanted.gradient[i]), 1e-6 * norm(wanted.gradient)) << i;
}

TEST(FieldObjective, HasTheSameBitsForAnyNumberOfThreads) {
  Random random(8);
  Model model = grid(90, 70, random, false);
  set_damping(model, random);
  const Case c(model, random, 0.1);
  const Results in_double = on_fields<double>(c), in_float = on_fields<float>(c);
  for (const int threads : {2, 3, 4, 8}) {
    EXPECT_TRUE(on_fields<double>(c, threads) == in_double) << threads;
    EXPECT_TRUE(on_fields<float>(c, threads) == in_float) << threads;
  }
}

TEST(FieldObjective, HasTheSameBitsInDoubleForAllInstructions) {
  Random random(9);
  for (const Model& model : {grid(33, 21, random, false), shuffled(grid(33, 21, random, true), random)}) {
    Model damped = model;
    set_damping(damped, random);
    const Case c(damped, random, 0.1);
    const Results scalar = on_fields<double>(c, 1, SimdLevel::scalar);
    for (const SimdLevel level : {SimdLevel::baseline, SimdLevel::avx2, SimdLevel::avx512}) {
      if (level > best_simd_level()) continue;
      EXPECT_TRUE(on_fields<double>(c, 1, level) == scalar) << static_cast<int>(level);
      expect_agree(c, on_fields<float>(c, 1, level), 1e-5);
    }
  }
}

TEST(FieldObjective, HessianProductIsTheDerivativeOfTheGradient) {
  Random random(10);
  Model model = grid(14, 11, random, true);
  set_damping(model, random);
  const Case c(model, random, 0.1);
  const StepObjective objective(c.system, c.aim);
  Workers workers;
  FieldObjective<double> fields(workers);
  fields.begin(objective);
  const double h = 1e-6;
  Field<double> x, p, up, down, product;
  p.set(c.p);
  const auto gradient_at = [&](double t, Field<double>& g) {
    x.set(c.x, fields.origin());
    for (std::size_t i = 0; i < x.all().size(); ++i) x.all()[i] += t * p.all()[i];
    fields.gradient(x, g);
  };
  gradient_at(h, up);
  gradient_at(-h, down);
  x.set(c.x, fields.origin());
  fields.multiply_hessian(x, p, HessianForm::exact, product);
  const double size = std::sqrt(dot(product, product, workers));
  for (std::size_t i = 0; i < product.all().size(); ++i)
    EXPECT_NEAR((up.all()[i] - down.all()[i]) / (2 * h), product.all()[i], 1e-7 * size);
  const double curvature = fields.curvature(x, p, HessianForm::exact);
  EXPECT_NEAR(curvature, dot(p, product, workers), 1e-12 * size * std::sqrt(dot(p, p, workers)));
}

TEST(FieldObjective, SecondDerivativesAtANumberedPointAreThoseThere) {
  Random random(13);
  Case c(grid(9, 9, random, false), random, 0.1);
  c.system.energies.push_back(std::make_unique<Quartic>());
  const StepObjective objective(c.system, c.aim);
  Workers workers;
  FieldObjective<double> fields(workers);
  fields.begin(objective);
  Field<double> here, there, p, g, product, wanted;
  here.set(c.x, fields.origin());
  there.set(c.aim.y, fields.origin());
  p.set(c.p);
  const double curvature = fields.curvature(here, p, HessianForm::exact);
  fields.multiply_hessian(here, p, HessianForm::exact, wanted);
  const auto at = fields.gradient(here, g);
  EXPECT_EQ(fields.curvature(here, p, HessianForm::exact, at.point), curvature);
  // Another point in between.
  const auto away = fields.gradient(there, g);
  EXPECT_NE(away.point, at.point);
  EXPECT_NE(fields.curvature(there, p, HessianForm::exact, away.point), curvature);
  fields.multiply_hessian(here, p, HessianForm::exact, product, at.point);
  for (std::size_t i = 0; i < wanted.all().size(); ++i) EXPECT_EQ(product.all()[i], wanted.all()[i]);
}

TEST(FieldObjective, FollowsRevisionsScalesAndMovingAnchors) {
  Random random(11);
  Case c(grid(10, 10, random, false), random, 0.1);
  Workers workers;
  FieldObjective<double> fields(workers);
  const auto check_now = [&] {
    const StepObjective objective(c.system, c.aim);
    fields.begin(objective);
    Field<double> x, g;
    x.set(c.x, fields.origin());
    const auto evaluation = fields.gradient(x, g);
    const Results wanted = reference(c);
    EXPECT_NEAR(evaluation.value, wanted.value, 1e-12 * std::abs(wanted.value) + 1e-12);
    std::vector<Vec3> got(c.x.size());
    g.get(got);
    expect_near(got, wanted.gradient, 1e-12 * norm(wanted.gradient), "gradient");
  };
  check_now();
  c.aim.s2 *= 4, c.aim.tau *= 2;
  check_now();
  for (Attachment& attachment : c.model.attachments) attachment.anchor += Vec3{0.1, 0.2, 0};
  c.system.set_time(1);
  check_now();
  c.aim.inertia = 0;
  check_now();
  c.aim.inertia = 1;
  c.model.springs.stiffness[7] *= 3;
  ++c.system.revision;
  check_now();
  for (double& rest : c.model.springs.rest_length) rest *= random.uniform(0.9, 1.1);
  ++c.system.revision, ++c.system.rests;
  check_now();
}

TEST(FieldObjective, RoundingIsThatOfItsPrecisionAroundTheOrigin) {
  Random random(12);
  const Case c(grid(9, 9, random, false), random, 0);
  const StepObjective objective(c.system, c.aim);
  Workers workers;
  FieldObjective<float> single(workers);
  FieldObjective<double> twice(workers);
  single.begin(objective);
  twice.begin(objective);
  Field<float> x;
  Field<double> y;
  x.set(c.x, single.origin());
  y.set(c.x, twice.origin());
  std::vector<Vec3> centred = c.x;
  for (Vec3& v : centred) v -= twice.origin();
  std::vector<double> diagonal(centred.size());
  objective.quadratic_diagonal(diagonal);
  const auto wanted = objective.rounding(centred, diagonal);
  EXPECT_NEAR(twice.rounding(y).value / wanted.value, 1, 1e-12);
  EXPECT_NEAR(twice.rounding(y).gradient / wanted.gradient, 1, 1e-12);
  const double ratio = std::ldexp(1.0, 52 - 23);
  EXPECT_NEAR(single.rounding(x).value / wanted.value / ratio, 1, 1e-5);
  EXPECT_NEAR(single.rounding(x).gradient / wanted.gradient / ratio, 1, 1e-5);
}
}  // namespace
}  // namespace tensio
