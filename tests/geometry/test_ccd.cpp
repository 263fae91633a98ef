#include <array>
#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>

#include "geometry/ccd.h"
#include "geometry/dice.h"
#include "geometry/distance.h"

namespace tensio {
namespace {

int samples(int usual) {
  return std::getenv("TENSIO_LONG_TESTS") ? 100 * usual : usual;
}

using Query = std::optional<CcdHit> (*)(const FourPoints&, const CcdOptions&);
constexpr std::array<Query, 2> queries{vertex_face_ccd, edge_edge_ccd};

/// Moves all points along with a frame: what meets what stays the same.
FourPoints carried(FourPoints motion, const Vec3& offset, const Vec3& way) {
  for (Vec3& p : motion.start) p += offset;
  for (Vec3& p : motion.end) p += offset + way;
  return motion;
}

/// Where all coordinates are small multiples of 2^−20 nothing is rounded, and the contact is exact.
struct KnownHit {
  FourPoints motion;
  double time;
};

/// The position at a time of a point that moves from a to b.
Vec3 at(double time, const Vec3& a, const Vec3& b) {
  return (1 - time) * a + time * b;
}

/// A vertex that is at `time` exactly at the point u, v of a face; each in 32nds.
KnownHit face_hit(Dice& dice, int reach) {
  const double time = dice.whole(0, 32) / 32.0;
  const int u = dice.whole(0, 32), v = dice.whole(0, 32 - u);
  KnownHit hit{{}, time};
  auto& [start, end] = hit.motion;
  for (std::size_t i = 1; i < 4; ++i) start[i] = dice.grid_point(reach), end[i] = dice.grid_point(reach);
  if (dice.whole(0, 3) == 0) start[3] = start[2];  // no area
  if (dice.whole(0, 3) == 0) end[3] = end[2];
  if (dice.whole(0, 3) == 0) end = start;
  std::array<Vec3, 4> then;
  for (std::size_t i = 1; i < 4; ++i) then[i] = at(time, start[i], end[i]);
  const Vec3 place = (32 - u - v) / 32.0 * then[1] + u / 32.0 * then[2] + v / 32.0 * then[3];
  const Vec3 way = dice.grid_point(dice.whole(0, reach));
  start[0] = place - time * way, end[0] = place + (1 - time) * way;
  return hit;
}

/// Edges that meet at `time` at the parameters u and v, in 32nds.
KnownHit edge_hit(Dice& dice, int reach) {
  const double time = dice.whole(0, 32) / 32.0, u = dice.whole(0, 32) / 32.0, v = dice.whole(0, 32) / 32.0;
  KnownHit hit{{}, time};
  auto& [start, end] = hit.motion;
  for (std::size_t i = 0; i < 2; ++i) start[i] = dice.grid_point(reach), end[i] = dice.grid_point(reach);
  if (dice.whole(0, 3) == 0) end[0] = start[0], end[1] = start[1];
  const Vec3 place = at(u, at(time, start[0], end[0]), at(time, start[1], end[1]));
  const Vec3 way = dice.grid_point(dice.whole(0, reach));
  const Vec3 from = place - time * way, to = place + (1 - time) * way;
  Vec3 along = dice.grid_point(dice.whole(0, reach)), along_then = dice.grid_point(dice.whole(0, reach));
  if (dice.whole(0, 3) == 0) along = start[1] - start[0];  // parallel at the start, or all the time
  if (dice.whole(0, 3) == 0) along_then = end[1] - end[0];
  start[2] = from - v * along, start[3] = from + (1 - v) * along;
  end[2] = to - v * along_then, end[3] = to + (1 - v) * along_then;
  return hit;
}

void expect_known_hits(Query query, KnownHit (*make)(Dice&, int), const CcdOptions& options) {
  Dice dice;
  const int count = samples(options.most_steps > 0 ? 3000 : 300);  // halving alone takes longer
  for (int n = 0; n < count; ++n) {
    KnownHit hit = make(dice, dice.whole(1, 8));
    if (n % 3 == 1) hit.motion = carried(hit.motion, dice.grid_point(1 << 20), dice.grid_point(1 << 10));
    if (n % 3 == 2)
      for (auto* points : {&hit.motion.start, &hit.motion.end})
        for (Vec3& p : *points) p *= 0x1p-12;
    const auto found = query(hit.motion, options);
    ASSERT_TRUE(found) << "query " << n << " misses a hit at " << hit.time;
    ASSERT_LE(found->time, hit.time) << "query " << n;
    ASSERT_GE(found->time, 0);
  }
}

TEST(VertexFaceCcd, MissesNoExactHit) {
  expect_known_hits(vertex_face_ccd, face_hit, {});
  expect_known_hits(vertex_face_ccd, face_hit, {.separation = 1e-3});
  expect_known_hits(vertex_face_ccd, face_hit, {.tolerance = 1e-12});
  expect_known_hits(vertex_face_ccd, face_hit, {.most_steps = 0, .most_boxes = 100});
}

TEST(EdgeEdgeCcd, MissesNoExactHit) {
  expect_known_hits(edge_edge_ccd, edge_hit, {});
  expect_known_hits(edge_edge_ccd, edge_hit, {.separation = 1e-3});
  expect_known_hits(edge_edge_ccd, edge_hit, {.tolerance = 1e-12});
  expect_known_hits(edge_edge_ccd, edge_hit, {.most_steps = 0, .most_boxes = 100});
}

TEST(Ccd, GivesTheTimeOfAPlainHitToTheTolerance) {
  Dice dice;
  for (int n = 0; n < samples(1000); ++n) {
    const double time = dice.whole(1, 63) / 64.0, speed = dice.number(0.5, 4);
    // A vertex that falls onto a face, an edge onto an edge across it; seen in a moving frame.
    const FourPoints face{{Vec3{0.2, 0.3, time * speed}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                          {Vec3{0.2, 0.3, (time - 1) * speed}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    const FourPoints edges{
        {Vec3{-1, 0, time * speed}, {1, 0.1, time * speed}, {0, -1, 0}, {0.1, 1, 0}},
        {Vec3{-1, 0, (time - 1) * speed}, {1, 0.1, (time - 1) * speed}, {0, -1, 0}, {0.1, 1, 0}}};
    const Vec3 offset = dice.point(), way = dice.point();
    for (const double separation : {0.0, 1e-3}) {
      const CcdOptions options{.separation = separation};
      for (std::size_t kind = 0; kind < 2; ++kind) {
        const auto found = queries[kind](carried(kind == 0 ? face : edges, offset, way), options);
        const double expected = time - separation / speed;
        ASSERT_TRUE(found);
        ASSERT_LE(found->time, expected + 1e-15);
        ASSERT_GE(found->time, expected - 2 * options.tolerance / speed);
        ASSERT_FALSE(found->is_exhausted);
      }
    }
  }
}

TEST(Ccd, ReportsNoHitWhereAPlaneStaysBetween) {
  Dice dice;
  std::array<int, 2> close{};
  for (int n = 0; n < samples(10000); ++n) {
    const double gap = std::pow(10, dice.number(-7, -1));
    const Vec3 normal = normalized(dice.point()), offset = dice.point(3), way = dice.point(2);
    const auto on_side = [&](double side) {  // at least half the gap from the plane, often exactly
      Vec3 p = dice.point();
      const double height = dot(p, normal), beyond = dice.whole(0, 1) == 0 ? 0 : dice.number(0, 1);
      return p + (side * (gap / 2 + beyond) - height) * normal;
    };
    for (std::size_t kind = 0; kind < 2; ++kind) {
      FourPoints motion;
      for (std::size_t i = 0; i < 4; ++i) {
        const double side = i == 0 || (kind == 1 && i == 1) ? 1 : -1;
        motion.start[i] = on_side(side), motion.end[i] = on_side(side);
      }
      motion = carried(motion, offset, way);
      ASSERT_FALSE(queries[kind](motion, {})) << "query " << n << " of kind " << kind << ", gap " << gap;
      ASSERT_FALSE(queries[kind](motion, {.separation = 0.7 * gap})) << "query " << n << ", gap " << gap;
      close[kind] += queries[kind](motion, {.separation = 3 * gap}).has_value();
    }
  }
  EXPECT_GT(close[0], 100);  // some do come closer than that
  EXPECT_GT(close[1], 100);
}

TEST(VertexFaceCcd, ReportsNoHitWhereAVertexPassesBesideTheFace) {
  Dice dice;
  for (int n = 0; n < samples(3000); ++n) {
    const Vec3 a = dice.point(), b = dice.point(), c = dice.point(), normal = normalized(cross(b - a, c - a));
    const Vec3 outward = normalized(cross(b - a, normal));  // away from c
    const double gap = std::pow(10, dice.number(-7, -1));
    if (norm(cross(b - a, c - a)) < 0.05) continue;
    const Vec3 place = at(dice.number(0, 1), a, b) + gap * outward;
    // It crosses the plane of the face at `place`, anywhere in time, without moving toward the face.
    const double time = dice.number(0, 1);
    const Vec3 way = dice.number(-2, 2) * normal + dice.number(-1, 1) * normalized(b - a);
    const FourPoints motion{{place - time * way, a, b, c}, {place + (1 - time) * way, a, b, c}};
    const Vec3 offset = dice.point(3), drift = dice.point(2);
    ASSERT_FALSE(vertex_face_ccd(carried(motion, offset, drift), {})) << "query " << n << ", gap " << gap;
    // Inward by twice the gap, it hits: unless it slides out at an end of the edge.
    const Vec3 inside = place - 2 * gap * outward;
    if (closest_point_triangle(inside, a, b, c).feature != TriangleFeature::face) continue;
    ASSERT_TRUE(vertex_face_ccd({{inside - time * way, a, b, c}, {inside + (1 - time) * way, a, b, c}}, {}));
  }
}

TEST(EdgeEdgeCcd, ReportsNoHitWhereAnEndPassesBeside) {
  Dice dice;
  for (int n = 0; n < samples(3000); ++n) {
    // The edge from the gap to 1 + gap along x sweeps along z past an edge along y.
    const double gap = std::pow(10, dice.number(-7, -1)), top = dice.number(0, 1),
                 bottom = dice.number(-1, 0);
    const Mat3 turn = rotation(dice.point(), dice.number(0, 6));
    const auto place = [&](double x, double y, double z) { return turn * Vec3{x, y, z}; };
    const double tilt = dice.number(0, 1);
    const FourPoints motion{
        {place(gap, 0, top), place(1 + gap, tilt, top), place(0, -1, 0), place(0, 1, 0)},
        {place(gap, 0, bottom), place(1 + gap, tilt, bottom), place(0, -1, 0), place(0, 1, 0)}};
    const Vec3 offset = dice.point(3), drift = dice.point(2);
    ASSERT_FALSE(edge_edge_ccd(carried(motion, offset, drift), {})) << "query " << n << ", gap " << gap;
    FourPoints longer = motion;
    longer.start[0] -= place(2 * gap, 0, 0), longer.end[0] -= place(2 * gap, 0, 0);
    ASSERT_TRUE(edge_edge_ccd(carried(longer, offset, drift), {})) << "query " << n << ", gap " << gap;
  }
}

TEST(Ccd, LooksAtNoMoreBoxesThanItMay) {
  const FourPoints through{{Vec3{0.2, 0.2, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                           {Vec3{0.2, 0.2, -1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
  const auto cut_short = vertex_face_ccd(through, {.most_steps = 0, .most_boxes = 20});
  ASSERT_TRUE(cut_short);
  EXPECT_TRUE(cut_short->is_exhausted);
  EXPECT_LE(cut_short->time, 0.5);
  EXPECT_GT(cut_short->time, 0.2);
  EXPECT_FALSE(vertex_face_ccd(through, {})->is_exhausted);
}

TEST(Ccd, FindsTheSameByHalvingAlone) {
  Dice dice;
  std::array<int, 2> hits{};
  for (int n = 0; n < samples(1000); ++n) {
    FourPoints motion;
    for (auto* points : {&motion.start, &motion.end})
      for (Vec3& p : *points) p = dice.point();
    for (std::size_t kind = 0; kind < 2; ++kind) {
      const auto planes = queries[kind](motion, {.tolerance = 1e-6}),
                 boxes = queries[kind](motion, {.tolerance = 1e-6, .most_steps = 0});
      ASSERT_EQ(planes.has_value(), boxes.has_value()) << "query " << n << " of kind " << kind;
      if (!planes) continue;
      ASSERT_NEAR(planes->time, boxes->time, 2e-4) << "query " << n << " of kind " << kind;
      ++hits[kind];
    }
  }
  EXPECT_GT(hits[0], 20);
  EXPECT_GT(hits[1], 20);
}

TEST(Ccd, TellsAContactAtTheStartFromOneSoonAfter) {
  const auto from_height = [](double height) {
    return FourPoints{{Vec3{0.2, 0.2, height}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                      {Vec3{0.2, 0.2, -1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
  };
  const auto soon = vertex_face_ccd(from_height(1e-7), {}), now = vertex_face_ccd(from_height(0), {});
  ASSERT_TRUE(soon && now);
  EXPECT_EQ(now->time, 0);
  EXPECT_GT(soon->time, 0.9e-7);
  EXPECT_LE(soon->time, 1e-7);
}

TEST(Ccd, CountsWhatIsNoNumberAsAHit) {
  FourPoints motion{{Vec3{0, 0, 9}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                    {Vec3{0, 0, 9}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
  EXPECT_FALSE(vertex_face_ccd(motion, {}));
  motion.end[0].x = std::nan("");
  motion.end[0].y = std::nan("");
  motion.end[0].z = std::nan("");
  EXPECT_TRUE(vertex_face_ccd(motion, {}));
  EXPECT_TRUE(edge_edge_ccd(motion, {}));
}

}  // namespace
}  // namespace tensio
