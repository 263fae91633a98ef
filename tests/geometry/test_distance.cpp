#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>

#include "geometry/dice.h"
#include "geometry/distance.h"

namespace tensio {
namespace {

Vec3 point_of(const PointTriangle& at, const Vec3& a, const Vec3& b, const Vec3& c) {
  return at.weight[0] * a + at.weight[1] * b + at.weight[2] * c;
}

/// Checks that the pair is one of the triangle and that the feature fits the weights.
void expect_valid(const PointTriangle& found, const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  double sum = 0;
  unsigned bits = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    ASSERT_GE(found.weight[k], 0);
    ASSERT_LE(found.weight[k], 1);
    sum += found.weight[k];
    if (found.weight[k] > 0) bits |= 1u << k;
  }
  ASSERT_NEAR(sum, 1, 1e-15);
  ASSERT_EQ(static_cast<unsigned>(found.feature), bits);
  const double size = norm(p - a) + norm(b - a) + norm(c - a);
  ASSERT_NEAR(std::sqrt(found.square), norm(p - point_of(found, a, b, c)), 1e-14 * (1 + size));
}

/// The least squared distance over a fine grid of points of the triangle: never below the true one.
double sampled(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c, int fine) {
  double least = 1e300;
  for (int i = 0; i <= fine; ++i)
    for (int j = 0; i + j <= fine; ++j) {
      const double v = double(i) / fine, w = double(j) / fine;
      const Vec3 gap = p - ((1 - v - w) * a + v * b + w * c);
      least = std::min(least, dot(gap, gap));
    }
  return least;
}

/// No point of a convex set is closer than its closest point q: (p − q)·(x − q) ≤ 0 for all x, so for the
/// corners.
void expect_closest(const PointTriangle& found, const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c,
                    double tolerance) {
  const Vec3 q = point_of(found, a, b, c);
  for (const Vec3& corner : {a, b, c})
    ASSERT_LE(dot(p - q, corner - q), tolerance * (norm(p - q) + 1e-3) * (1 + norm(corner - q)));
}

TEST(PointTriangleDistance, NamesTheSevenFeaturesOfATriangle) {
  const Vec3 a{0, 0, 0}, b{1, 0, 0}, c{0, 1, 0};
  const auto at = [&](double x, double y) { return closest_point_triangle({x, y, 2}, a, b, c); };
  EXPECT_EQ(at(0.25, 0.25).feature, TriangleFeature::face);
  EXPECT_EQ(at(0.25, 0.25).square, 4);
  EXPECT_EQ(at(0.25, 0.25).weight, (std::array<double, 3>{0.5, 0.25, 0.25}));
  EXPECT_EQ(at(-1, -1).feature, TriangleFeature::a);
  EXPECT_EQ(at(-1, -1).square, 6);
  EXPECT_EQ(at(3, -1).feature, TriangleFeature::b);
  EXPECT_EQ(at(-1, 3).feature, TriangleFeature::c);
  EXPECT_EQ(at(0.5, -1).feature, TriangleFeature::ab);
  EXPECT_EQ(at(0.5, -1).square, 5);
  EXPECT_EQ(at(1, 1).feature, TriangleFeature::bc);
  EXPECT_EQ(at(1, 1).weight, (std::array<double, 3>{0, 0.5, 0.5}));
  EXPECT_EQ(at(-2, 0.5).feature, TriangleFeature::ca);
  EXPECT_EQ(vertex_count(TriangleFeature::c), 1);
  EXPECT_EQ(vertex_count(TriangleFeature::ca), 2);
  EXPECT_EQ(vertex_count(TriangleFeature::face), 3);
}

TEST(PointTriangleDistance, NoPointOfARandomTriangleIsCloser) {
  Dice dice;
  for (int n = 0; n < 20000; ++n) {
    const Vec3 a = dice.point(), b = dice.point(), c = dice.point(), p = dice.point(2);
    const PointTriangle found = closest_point_triangle(p, a, b, c);
    expect_valid(found, p, a, b, c);
    expect_closest(found, p, a, b, c, 1e-9);
    if (HasFatalFailure()) return;
  }
}

TEST(PointTriangleDistance, AgreesWithDenseSampling) {
  Dice dice;
  for (int n = 0; n < 200; ++n) {
    const Vec3 a = dice.point(), b = dice.point(), c = dice.point(), p = dice.point(2);
    const double found = std::sqrt(closest_point_triangle(p, a, b, c).square);
    const double least = std::sqrt(sampled(p, a, b, c, 200));
    ASSERT_LE(found, least + 1e-12);
    ASSERT_GE(found, least - 0.02);
  }
}

TEST(PointTriangleDistance, HoldsForTrianglesOnASmallGrid) {
  Dice dice;
  int flat = 0;
  for (int n = 0; n < 50000; ++n) {
    const Vec3 a = dice.grid_point(2), b = dice.grid_point(2), c = dice.grid_point(2), p = dice.grid_point(2);
    if (norm(cross(b - a, c - a)) == 0) ++flat;
    const PointTriangle found = closest_point_triangle(p, a, b, c);
    expect_valid(found, p, a, b, c);
    expect_closest(found, p, a, b, c, 1e-12);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(flat, 500);
}

TEST(PointTriangleDistance, HoldsForSliversOfAnyThinness) {
  Dice dice;
  for (int n = 0; n < 20000; ++n) {
    const double thin = std::pow(10, dice.number(-18, -2));
    const Vec3 a = dice.point(), b = dice.point(), p = dice.point();
    const Vec3 c = a + dice.number(-1, 2) * (b - a) + thin * dice.point();
    const PointTriangle found = closest_point_triangle(p, a, b, c);
    expect_valid(found, p, a, b, c);
    expect_closest(found, p, a, b, c, 1e-11);
    if (HasFatalFailure()) return;
  }
}

TEST(PointTriangleDistance, OfASinglePointIsThatOfThePoint) {
  const Vec3 a{1, 2, 3}, p{1, 2, 5};
  const PointTriangle found = closest_point_triangle(p, a, a, a);
  EXPECT_EQ(found.square, 4);
  expect_valid(found, p, a, a, a);
  EXPECT_EQ(closest_point_triangle(a, a, a, a).square, 0);
}

Vec3 gap_of(const SegmentSegment& at, const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
  return (b0 + at.t * (b1 - b0)) - (a0 + at.s * (a1 - a0));
}

/// Checks that parameters, features and distance fit, and that no end is closer along its segment: the gap is
/// perpendicular where the point is inside, and leads away from the rest where it is an end.
void expect_closest(const SegmentSegment& found, const Vec3& a0, const Vec3& a1, const Vec3& b0,
                    const Vec3& b1, double tolerance) {
  ASSERT_GE(found.s, 0);
  ASSERT_LE(found.s, 1);
  ASSERT_GE(found.t, 0);
  ASSERT_LE(found.t, 1);
  ASSERT_EQ(found.on_a, segment_feature(found.s));
  ASSERT_EQ(found.on_b, segment_feature(found.t));
  const Vec3 gap = gap_of(found, a0, a1, b0, b1);
  ASSERT_NEAR(std::sqrt(found.square), norm(gap), 1e-14 * (1 + norm(b0 - a0)));
  // A convex function of (s, t) is least where no side of the square allows a descent.
  const double along_a = dot(gap, a1 - a0), along_b = dot(gap, b1 - b0);
  const double slack_a = tolerance * (1 + norm(gap)) * (1 + norm(a1 - a0)),
               slack_b = tolerance * (1 + norm(gap)) * (1 + norm(b1 - b0));
  ASSERT_TRUE(found.s == 1 || along_a <= slack_a);
  ASSERT_TRUE(found.s == 0 || along_a >= -slack_a);
  ASSERT_TRUE(found.t == 1 || along_b >= -slack_b);
  ASSERT_TRUE(found.t == 0 || along_b <= slack_b);
}

TEST(SegmentDistance, NamesInteriorsAndEnds) {
  const SegmentSegment crossed = closest_segment_segment({-1, 0, 0}, {1, 0, 0}, {0, -1, 3}, {0, 3, 3});
  EXPECT_EQ(crossed.s, 0.5);
  EXPECT_EQ(crossed.t, 0.25);
  EXPECT_EQ(crossed.square, 9);
  EXPECT_EQ(crossed.on_a, SegmentFeature::interior);
  EXPECT_EQ(crossed.on_b, SegmentFeature::interior);
  const SegmentSegment apart = closest_segment_segment({0, 0, 0}, {1, 0, 0}, {3, 1, 0}, {3, 5, 0});
  EXPECT_EQ(apart.on_a, SegmentFeature::end);
  EXPECT_EQ(apart.on_b, SegmentFeature::start);
  EXPECT_EQ(apart.square, 5);
}

TEST(SegmentDistance, NoPairOfRandomSegmentsIsCloser) {
  Dice dice;
  for (int n = 0; n < 50000; ++n) {
    const Vec3 a0 = dice.point(), a1 = dice.point(), b0 = dice.point(), b1 = dice.point();
    expect_closest(closest_segment_segment(a0, a1, b0, b1), a0, a1, b0, b1, 1e-9);
    if (HasFatalFailure()) return;
  }
}

TEST(SegmentDistance, AgreesWithDenseSampling) {
  Dice dice;
  for (int n = 0; n < 200; ++n) {
    const Vec3 a0 = dice.point(), a1 = dice.point(), b0 = dice.point(), b1 = dice.point();
    const double found = std::sqrt(closest_segment_segment(a0, a1, b0, b1).square);
    double least = 1e300;
    for (int i = 0; i <= 200; ++i)
      for (int j = 0; j <= 200; ++j)
        least = std::min(least, norm((a0 + i / 200.0 * (a1 - a0)) - (b0 + j / 200.0 * (b1 - b0))));
    ASSERT_LE(found, least + 1e-12);
    ASSERT_GE(found, least - 0.02);
  }
}

TEST(SegmentDistance, HoldsForSegmentsOnASmallGrid) {
  Dice dice;
  int parallel = 0, points = 0;
  for (int n = 0; n < 50000; ++n) {
    const Vec3 a0 = dice.grid_point(2), a1 = dice.grid_point(2), b0 = dice.grid_point(2),
               b1 = dice.grid_point(2);
    if (a0 == a1 || b0 == b1)
      ++points;
    else if (norm(cross(a1 - a0, b1 - b0)) == 0)
      ++parallel;
    expect_closest(closest_segment_segment(a0, a1, b0, b1), a0, a1, b0, b1, 1e-12);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(points, 300);
  EXPECT_GT(parallel, 300);
}

TEST(SegmentDistance, OfNearlyParallelSegmentsThatCrossIsRounding) {
  Dice dice;
  for (int n = 0; n < 20000; ++n) {
    const double angle = std::pow(10, dice.number(-17, -1)), height = std::pow(10, dice.number(-6, 0));
    const Vec3 along = normalized(dice.point()), side = normalized(cross(along, dice.point())),
               up = cross(along, side);
    const double s = dice.number(0.1, 0.9), t = dice.number(0.1, 0.9);
    const Vec3 a0{}, a1 = along, meet = s * along + height * up, db = along + angle * side;
    const SegmentSegment found = closest_segment_segment(a0, a1, meet - t * db, meet + (1 - t) * db);
    expect_closest(found, a0, a1, meet - t * db, meet + (1 - t) * db, 1e-11);
    ASSERT_NEAR(std::sqrt(found.square), height, 2e-12);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace tensio
