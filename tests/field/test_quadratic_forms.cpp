#include <gtest/gtest.h>

#include "build/bending.h"
#include "field/field_objective.h"
#include "field/objective_case.h"
#include "tensio/build.h"

namespace tensio {
namespace {

struct Found {
  double value = 0, curvature = 0;
  std::vector<Vec3> gradient, product;
  friend bool operator==(const Found&, const Found&) = default;
};

template <class Real>
Found on_fields(const Case& c, int threads, SimdLevel level) {
  Workers workers(threads);
  FieldObjective<Real> fields(workers, level);
  const StepObjective objective(c.system, c.aim);
  fields.begin(objective);
  Field<Real> x, p, g, product;
  x.set(c.x, fields.origin()), p.set(c.p);
  Found found{.value = fields.gradient(x, g).value,
              .curvature = fields.curvature(x, p, HessianForm::projected),
              .gradient = std::vector<Vec3>(c.x.size()),
              .product = std::vector<Vec3>(c.x.size())};
  fields.multiply_hessian(x, p, HessianForm::projected, product);
  g.get(found.gradient), product.get(found.product);
  return found;
}

TEST(QuadraticForms, InSlotsAreWhatTheirEnergiesSay) {
  Random random(10);
  for (const BendingModel bending : {BendingModel::quadratic, BendingModel::plate}) {
    Model model = *make_grid({.columns = 33, .rows = 21});
    model.pins.push_back({5, model.rest_position[5], {}});
    add_bending(model, {.model = bending, .stiffness = 0.5}, {0, 0, 1});
    const Case c(model, random, 0);
    detail::SpringSlots<double> springs, dampers, differences;
    const detail::OtherTerms left = detail::fill_slots(c.system, springs, dampers, differences);
    EXPECT_TRUE(left.empty());
    EXPECT_EQ(left.forms.size(), 1u);

    const StepObjective objective(c.system, c.aim);
    std::vector<Vec3> gradient(c.x.size()), product(c.x.size());
    objective.gradient(c.x, gradient);
    objective.multiply_hessian(c.x, c.p, HessianForm::projected, product);
    const Found scalar = on_fields<double>(c, 1, SimdLevel::scalar);
    EXPECT_NEAR(scalar.value, objective.value(c.x), 1e-12 * std::abs(scalar.value));
    EXPECT_NEAR(scalar.curvature, dot(c.p, product), 1e-12 * scalar.curvature);
    const Found mixed = on_fields<float>(c, 1, best_simd_level());
    for (std::size_t i = 0; i < c.x.size(); ++i) {
      EXPECT_LT(norm(scalar.gradient[i] - gradient[i]), 1e-12 * norm(gradient));
      EXPECT_LT(norm(scalar.product[i] - product[i]), 1e-12 * norm(product));
      EXPECT_LT(norm(mixed.gradient[i] - gradient[i]), 1e-5 * norm(gradient));
    }
    for (const SimdLevel level : {SimdLevel::baseline, SimdLevel::avx2, SimdLevel::avx512}) {
      if (level > best_simd_level()) continue;
      EXPECT_TRUE(on_fields<double>(c, 1, level) == scalar) << static_cast<int>(level);
    }
    EXPECT_TRUE(on_fields<double>(c, 3, best_simd_level()) == scalar);
  }
}

}  // namespace
}  // namespace tensio
