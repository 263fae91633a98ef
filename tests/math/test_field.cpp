#include <cstring>
#include <gtest/gtest.h>
#include <random>

#include "math/field.h"

namespace tensio {
namespace {

template <class Real>
Field<Real> random_field(std::size_t size, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<Vec3> x(size);
  for (Vec3& v : x)
    for (int axis = 0; axis < 3; ++axis) v[axis] = random() / 4294967296.0 - 0.5;
  Field<Real> field;
  field.set(x);
  return field;
}

template <class Real>
class FieldTest : public ::testing::Test {};
using Reals = ::testing::Types<double, float>;
TYPED_TEST_SUITE(FieldTest, Reals);

TYPED_TEST(FieldTest, DotsOfManyPairsAreThoseOfEach) {
  for (const std::size_t n : {0u, 1u, 15u, 16u, 17u, 1000u, 9000u, 400000u}) {
    const auto a = random_field<TypeParam>(n, 1), b = random_field<TypeParam>(n, 2);
    Workers workers(3), alone;
    double sum[3], again[3];
    dots<TypeParam>({{a, b}, {a, a}, {b, a}}, sum, workers);
    dots<TypeParam>({{a, b}, {a, a}, {b, a}}, again, alone);
    EXPECT_EQ(std::memcmp(sum, again, sizeof sum), 0) << n;
    EXPECT_EQ(sum[0], dot(a, b, workers));
    EXPECT_EQ(sum[1], dot(a, a, workers));
    EXPECT_EQ(sum[2], sum[0]);
    long double expected = 0;
    for (std::size_t i = 0; i < a.all().size(); ++i)
      expected += static_cast<long double>(a.all()[i]) * b.all()[i];
    EXPECT_NEAR(sum[0], static_cast<double>(expected), 1e-13 * static_cast<double>(n));
  }
}

TYPED_TEST(FieldTest, CombinesAnyNumberOfTermsAlsoInPlace) {
  for (const std::size_t n : {1u, 17u, 9000u}) {
    const auto a = random_field<TypeParam>(n, 1), b = random_field<TypeParam>(n, 2),
               c = random_field<TypeParam>(n, 3);
    Workers workers(2);
    Field<TypeParam> out(n);
    combine<TypeParam>({{1, a}, {-2, b}, {0.5, c}}, out, workers);
    for (std::size_t i = 0; i < out.all().size(); ++i)
      ASSERT_NEAR(out.all()[i], a.all()[i] - 2 * b.all()[i] + 0.5 * c.all()[i], 1e-6);
    Field<TypeParam> in_place = a;
    combine<TypeParam>({{1, in_place}, {-2, b}, {0.5, c}}, in_place, workers);
    EXPECT_EQ(std::memcmp(out.all().data(), in_place.all().data(), out.all().size_bytes()), 0);
    in_place = b;
    combine<TypeParam>({{3, a}, {2, in_place}}, in_place, workers);
    for (std::size_t i = 0; i < out.all().size(); ++i)
      ASSERT_EQ(in_place.all()[i],
                static_cast<TypeParam>(3) * a.all()[i] + static_cast<TypeParam>(2) * b.all()[i]);
  }
}

}  // namespace
}  // namespace tensio
