#include <array>
#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>

#include "geometry/dice.h"
#include "geometry/expansion.h"
#include "geometry/predicates.h"

namespace tensio {
namespace {

__extension__ using Wide = __int128;

int sign_of(Wide x) {
  return (x > 0) - (x < 0);
}

/// For whole coordinates below 2^40.
int whole_orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const auto edge = [&](const Vec3& p, int k) { return static_cast<Wide>(p[k]) - static_cast<Wide>(a[k]); };
  const auto minor = [&](int i, int j) { return edge(b, i) * edge(c, j) - edge(b, j) * edge(c, i); };
  return sign_of(minor(1, 2) * edge(d, 0) + minor(2, 0) * edge(d, 1) + minor(0, 1) * edge(d, 2));
}

int whole_orient2d(const Vec2& a, const Vec2& b, const Vec2& c) {
  const auto wide = [](double x) { return static_cast<Wide>(x); };
  return sign_of((wide(b.x) - wide(a.x)) * (wide(c.y) - wide(a.y)) -
                 (wide(b.y) - wide(a.y)) * (wide(c.x) - wide(a.x)));
}

int samples(int usual) {
  return std::getenv("TENSIO_LONG_TESTS") ? 100 * usual : usual;
}

TEST(Orientation, IsOneWhereTheTurnIsCounterClockwise) {
  EXPECT_EQ(orient2d({0, 0}, {1, 0}, {0, 1}), 1);
  EXPECT_EQ(orient2d({0, 0}, {0, 1}, {1, 0}), -1);
  EXPECT_EQ(orient2d({0, 0}, {1, 1}, {3, 3}), 0);
  EXPECT_EQ(orient3d({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}), 1);
  EXPECT_EQ(orient3d({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, -1}), -1);
  EXPECT_EQ(orient3d({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {7, -3, 0}), 0);
}

TEST(Orientation, IsThatOfWholeNumbersOnGridsOfAnySize) {
  Dice dice;
  int zeros = 0;
  for (int n = 0; n < samples(100000); ++n) {
    const int reach = 1 << dice.whole(1, 30);
    const std::array<Vec3, 4> p{dice.grid_point(reach), dice.grid_point(reach), dice.grid_point(reach),
                                dice.grid_point(reach)};
    const int expected = whole_orient3d(p[0], p[1], p[2], p[3]);
    zeros += expected == 0;
    ASSERT_EQ(orient3d(p[0], p[1], p[2], p[3]), expected);
    const std::array<Vec2, 3> q{{{p[0].x, p[0].y}, {p[1].x, p[1].y}, {p[2].x, p[2].y}}};
    ASSERT_EQ(orient2d(q[0], q[1], q[2]), whole_orient2d(q[0], q[1], q[2]));
  }
  EXPECT_GT(zeros, 100);
}

TEST(Orientation, IsExactWhereRoundingHidesTheSide) {
  // Two long edges that are all but parallel, and a third that is all but in their plane: the volume is 2^36
  // or zero, its terms are 2^100.
  Dice dice;
  int unlike = 0, zeros = 0;
  for (int n = 0; n < samples(100000); ++n) {
    const Vec3 start = dice.grid_point(1 << 30), u = 16 * dice.grid_point(1 << 30) + dice.grid_point(9);
    const Vec3 v = double(dice.whole(1, 3)) * u + dice.grid_point(2);
    const Vec3 w = double(dice.whole(-3, 3)) * u + double(dice.whole(-3, 3)) * v +
                   (dice.whole(0, 1) == 0 ? Vec3{} : dice.grid_point(1));
    const int expected = whole_orient3d(start, start + u, start + v, start + w);
    ASSERT_EQ(orient3d(start, start + u, start + v, start + w), expected);
    ASSERT_EQ(orient3d(start + u, start, start + v, start + w), -expected);
    const double rounded = dot(cross(u, v), w);
    unlike += expected != (rounded > 0) - (rounded < 0);
    zeros += expected == 0;
  }
  EXPECT_GT(unlike, 10000);
  EXPECT_GT(zeros, 10000);
}

Vec3 nudged(Dice& dice, Vec3 p) {
  for (int k = 0; k < 3; ++k)
    for (int n = dice.whole(-2, 2); n != 0; n += n > 0 ? -1 : 1)
      p[k] = std::nextafter(p[k], n > 0 ? 9.0 : -9.0);
  return p;
}

TEST(Orientation, IsTheSameInExpansionsAndInWholeNumbers) {
  Dice dice;
  int unlike = 0;
  for (int n = 0; n < samples(5000); ++n) {
    const Vec3 a = dice.point(), b = dice.point(), c = dice.point();
    const Vec3 d = nudged(dice, a + dice.number() * (b - a) + dice.number() * (c - a));
    const int expected = orient3d(a, b, c, d);
    const double rounded = dot(cross(b - a, c - a), d - a);
    unlike += expected != (rounded > 0) - (rounded < 0);
    for (const double scale : {0x1p-330, 0x1p-900, 0x1p400}) {  // too small or too large for expansions
      ASSERT_EQ(orient3d(scale * a, scale * b, scale * c, scale * d), expected) << scale;
      ASSERT_EQ(orient2d({scale * a.x, scale * a.y}, {scale * b.x, scale * b.y}, {scale * d.x, scale * d.y}),
                orient2d({a.x, a.y}, {b.x, b.y}, {d.x, d.y}));
    }
  }
  EXPECT_GT(unlike, 100);
}

TEST(Orientation, SeesTheSmallestNumberOverTheLargest) {
  const double least = 5e-324, most = 1e308;
  EXPECT_EQ(orient3d({0, 0, 0}, {most, 0, 0}, {0, most, 0}, {most, most, least}), 1);
  EXPECT_EQ(orient3d({0, 0, 0}, {least, 0, 0}, {0, least, 0}, {1, 1, -least}), -1);
  EXPECT_EQ(orient2d({0, 0}, {least, 0}, {most, least}), 1);
  EXPECT_EQ(orient2d({0, 0}, {least, least}, {most, most}), 0);
}

TEST(Expansions, AddUpExactly) {
  // (2^60 + 1)(2^60 − 1) − 2^120 + 1 = 0
  const auto high = product(0x1p60, 0x1p60), one = product(1, 1);
  Expansion<2> sum;
  sum.append(1), sum.append(0x1p60);
  const auto square = sum * 0x1p60 - sum * 1.0;
  EXPECT_EQ((square - high + one).sign(), 0);
  EXPECT_EQ((square - high).sign(), -1);
  const TwoPart third = two_product(1.0 / 3, 3);
  EXPECT_EQ(third.head, 1);
  EXPECT_EQ(third.tail, -0x1p-54);
}

const Vec3 a{0, 0, 0}, b{4, 0, 0}, c{0, 4, 0};

Meeting meet(const Vec3& p, const Vec3& q) {
  const Meeting meeting = segment_meets_triangle(p, q, a, b, c);
  EXPECT_EQ(meeting, segment_meets_triangle(q, p, a, b, c));
  EXPECT_EQ(meeting, segment_meets_triangle(p, q, b, a, c));
  EXPECT_EQ(meeting, segment_meets_triangle(p, q, c, a, b));
  return meeting;
}

TEST(SegmentAndTriangle, CrossWhereInsideMeetsInside) {
  EXPECT_EQ(meet({1, 1, -1}, {1, 1, 1}), Meeting::crossing);
  EXPECT_EQ(meet({1, 1, -5e-324}, {1, 1, 5e-324}), Meeting::crossing);
  EXPECT_EQ(meet({3, 3, -1}, {3, 3, 1}), Meeting::none);
  EXPECT_EQ(meet({1, 1, 1}, {1, 1, 2}), Meeting::none);
  EXPECT_TRUE(segment_crosses_triangle({1, 1, -1}, {1, 1, 1}, a, b, c));
  EXPECT_FALSE(segment_crosses_triangle({1, 1, 0}, {1, 1, 1}, a, b, c));
  EXPECT_TRUE(segment_crosses_triangle({1, 1, 0}, {1, 1, 1}, a, b, c, true));
}

TEST(SegmentAndTriangle, TouchWhereAnEndOrABorderIsMet) {
  EXPECT_EQ(meet({1, 1, 0}, {1, 1, 1}), Meeting::touching);   // an end inside
  EXPECT_EQ(meet({2, 0, -1}, {2, 0, 1}), Meeting::touching);  // through an edge
  EXPECT_EQ(meet({0, 0, -1}, {0, 0, 1}), Meeting::touching);  // through a vertex
  EXPECT_EQ(meet({4, 0, 0}, {7, 0, 1}), Meeting::touching);   // an end at a vertex
  EXPECT_EQ(meet({5, 0, 0}, {7, 0, 1}), Meeting::none);
  EXPECT_EQ(meet({5, 0, -1}, {5, 0, 1}), Meeting::none);  // through the line of an edge
}

TEST(SegmentAndTriangle, TouchInAPlaneWhereTheyHaveAPointInCommon) {
  EXPECT_EQ(meet({1, 1, 0}, {1.5, 1, 0}), Meeting::touching);  // inside
  EXPECT_EQ(meet({-1, 1, 0}, {5, 1, 0}), Meeting::touching);   // right through
  EXPECT_EQ(meet({2, 0, 0}, {9, 0, 0}), Meeting::touching);    // along an edge
  EXPECT_EQ(meet({5, 0, 0}, {9, 0, 0}), Meeting::none);        // farther along it
  EXPECT_EQ(meet({5, 1, 0}, {1, 5, 0}), Meeting::none);
  EXPECT_EQ(meet({4, 4, 0}, {2, 2, 0}), Meeting::touching);
  EXPECT_EQ(meet({1, 1, 0}, {1, 1, 0}), Meeting::touching);  // points
  EXPECT_EQ(meet({3, 3, 0}, {3, 3, 0}), Meeting::none);
}

TEST(SegmentAndTriangle, TouchWhereTheTriangleHasNoArea) {
  const Vec3 d{2, 0, 0}, e{3, 0, 0};
  EXPECT_EQ(segment_meets_triangle({1, 0, -1}, {1, 0, 1}, a, d, e), Meeting::touching);
  EXPECT_EQ(segment_meets_triangle({5, 0, -1}, {5, 0, 1}, a, d, e), Meeting::none);
  EXPECT_EQ(segment_meets_triangle({1, 1, -1}, {1, 1, 1}, a, d, e), Meeting::none);
  EXPECT_EQ(segment_meets_triangle({2.5, 0, 0}, {9, 0, 0}, a, d, e), Meeting::touching);
  EXPECT_EQ(segment_meets_triangle({-1, -1, -1}, {1, 1, 1}, a, a, a), Meeting::touching);
  EXPECT_EQ(segment_meets_triangle({-1, -1, -1}, {1, 1, 2}, a, a, a), Meeting::none);
}

/// The same decisions in whole numbers, where neither end lies in the plane.
Meeting whole_meeting(const Vec3& p, const Vec3& q, const std::array<Vec3, 3>& t) {
  const int side_p = whole_orient3d(t[0], t[1], t[2], p), side_q = whole_orient3d(t[0], t[1], t[2], q);
  if (side_p == side_q) return Meeting::none;
  const std::array<int, 3> s{whole_orient3d(p, q, t[0], t[1]), whole_orient3d(p, q, t[1], t[2]),
                             whole_orient3d(p, q, t[2], t[0])};
  if (s[0] * s[1] < 0 || s[1] * s[2] < 0 || s[2] * s[0] < 0) return Meeting::none;
  return s[0] * s[1] * s[2] == 0 ? Meeting::touching : Meeting::crossing;
}

TEST(SegmentAndTriangle, MeetTheSameWayOnASmallGridAndInWholeNumbers) {
  Dice dice;
  std::array<int, 3> seen{};
  for (int n = 0; n < samples(50000); ++n) {
    const Vec3 p = dice.grid_point(3), q = dice.grid_point(3);
    const std::array<Vec3, 3> t{dice.grid_point(3), dice.grid_point(3), dice.grid_point(3)};
    const Meeting found = segment_meets_triangle(p, q, t[0], t[1], t[2]);
    if (whole_orient3d(t[0], t[1], t[2], p) != 0 && whole_orient3d(t[0], t[1], t[2], q) != 0) {
      ASSERT_EQ(found, whole_meeting(p, q, t));
    } else {
      ASSERT_NE(found, Meeting::crossing);
    }
    ++seen[static_cast<std::size_t>(found)];
  }
  for (const int count : seen) EXPECT_GT(count, 100);
}

TEST(SegmentAndTriangle, TouchInAPlaneWhereClippingLeavesAPart) {
  Dice dice;
  int touches = 0, apart = 0;
  const auto flat = [&] { return Vec3{double(dice.whole(-2, 2)), double(dice.whole(-2, 2)), 0}; };
  for (int n = 0; n < 3000; ++n) {
    const Vec3 p = flat(), q = flat(), u = flat(), v = flat(), w = flat();
    const bool found = segment_meets_triangle(p, q, u, v, w) == Meeting::touching;
    double low = 0, high = 1;
    const int turn = whole_orient2d({u.x, u.y}, {v.x, v.y}, {w.x, w.y});
    if (turn == 0) continue;
    bool is_outside = false;
    for (const auto& edge : {std::array{u, v}, {v, w}, {w, u}}) {
      const Vec3 &s = edge[0], &e = edge[1];
      const auto side = [&](const Vec3& at) {
        return turn * ((e.x - s.x) * (at.y - s.y) - (e.y - s.y) * (at.x - s.x));
      };
      const double from = side(p), to = side(q);
      if (from < 0 && to < 0) is_outside = true;
      if (from < 0 && to >= 0) low = std::max(low, from / (from - to));
      if (from >= 0 && to < 0) high = std::min(high, from / (from - to));
    }
    // Equal fractions of small whole numbers divide to equal doubles.
    const bool expected = !is_outside && low <= high;
    ASSERT_EQ(found, expected);
    (found ? touches : apart)++;
  }
  EXPECT_GT(touches, 100);
  EXPECT_GT(apart, 100);
}

TEST(Spoke, OverlapsOnlyAlongOrInsideTheTriangleInItsPlane) {
  EXPECT_FALSE(spoke_overlaps_triangle(a, {1, 1, 1}, b, c));  // out of the plane
  EXPECT_TRUE(spoke_overlaps_triangle(a, {1, 1, 0}, b, c));   // inside
  EXPECT_TRUE(spoke_overlaps_triangle(a, {9, 1, 0}, b, c));   // through
  EXPECT_TRUE(spoke_overlaps_triangle(a, {2, 0, 0}, b, c));   // along an edge
  EXPECT_TRUE(spoke_overlaps_triangle(a, {0, 2, 0}, b, c));
  EXPECT_FALSE(spoke_overlaps_triangle(a, {-1, 0, 0}, b, c));  // away
  EXPECT_FALSE(spoke_overlaps_triangle(a, {1, -1, 0}, b, c));
  EXPECT_FALSE(spoke_overlaps_triangle(a, a, b, c));
  EXPECT_TRUE(spoke_overlaps_triangle(a, {1, 0, 0}, b, {5, 0, 0}));  // no area
  EXPECT_FALSE(spoke_overlaps_triangle(a, {-1, 0, 0}, b, {5, 0, 0}));
  EXPECT_FALSE(spoke_overlaps_triangle(a, {1, 1, 0}, b, {5, 0, 0}));
}

}  // namespace
}  // namespace tensio
