#include <cmath>
#include <gtest/gtest.h>

#include "contact/planes.h"
#include "support/soup.h"

namespace tensio {
namespace {

constexpr double least_gap = 2e-5;  // m

/// The planes between all pairs of a soup, however far apart.
std::vector<DividingPlane> planes_of(const ContactSurface& surface, const std::vector<Vec3>& x) {
  const std::vector<Vec3> still(x.size());
  const std::vector<double> room(x.size(), 1000);
  const PairList list = make_list(surface, x, still, room, 1);
  Workers workers;
  std::vector<DividingPlane> planes;
  make_planes(surface, list.pairs(), {0, 0, x, {}, {}}, workers, planes);
  return planes;
}

/// Points of equal mass, some of them led.
struct Points {
  explicit Points(std::vector<Vec3> places)
      : x(std::move(places)), inverse_mass(x.size(), Vec3{1, 1, 1}), is_led(x.size(), false) {}
  void lead(VertexId p) { is_led[p] = true, inverse_mass[p] = {}; }
  DividedPoints get(double gap = least_gap) const { return {x, inverse_mass, is_led, gap}; }

  std::vector<Vec3> x, inverse_mass;
  std::vector<bool> is_led;
};

using Keep = PlaneReport (*)(std::span<DividingPlane>, const DividedPoints&, std::span<Vec3>,
                             std::vector<bool>&);
PlaneReport hold(std::span<DividingPlane> planes, const DividedPoints& points, std::span<Vec3> u,
                 std::vector<bool>& is_limited) {
  return hold_back(planes, points, u, is_limited);
}

TEST(Planes, LetNothingCrossHoweverFarItWantsToGo) {
  for (const Keep keep : {&keep_sides, &hold}) {
    std::size_t would_cross = 0;
    for (std::uint32_t seed = 1; seed <= 25; ++seed)
      for (const double reach : {0.05, 1.0, 100.0}) {
        Random random(seed);
        const Soup soup = make_soup(random, 30, 1, 0.3, 0.01);
        const Points points(soup.x);
        std::vector<DividingPlane> planes = planes_of(soup.surface, soup.x);
        std::vector<Vec3> u(soup.x.size()), free = soup.x;
        for (std::size_t i = 0; i < u.size(); ++i) u[i] = random.vec3(reach), free[i] += u[i];
        would_cross += count_crossings(soup.surface, free);
        const std::vector<Vec3> wanted = u;
        std::vector<bool> is_limited;
        const PlaneReport report = keep(planes, points.get(), u, is_limited);
        EXPECT_EQ(report.forced, 0u);
        EXPECT_GT(report.limited, 0u);
        for (const double part : {0.25, 0.5, 0.75, 1.0}) {
          std::vector<Vec3> x = soup.x;
          for (std::size_t i = 0; i < x.size(); ++i) x[i] += part * u[i];
          EXPECT_EQ(count_crossings(soup.surface, x), 0u) << "seed " << seed << ", reach " << reach;
        }
        std::size_t limited = 0;
        for (std::size_t i = 0; i < u.size(); ++i) {
          limited += is_limited[i] ? 1 : 0;
          if (keep == &hold) {
            EXPECT_LE(norm(u[i]), norm(wanted[i]) * (1 + 1e-12));
          }
          if (!is_limited[i]) {
            EXPECT_EQ(u[i], wanted[i]);
          }
        }
        EXPECT_EQ(report.limited, limited);
      }
    EXPECT_GT(would_cross, 5000u);
  }
}

TEST(Planes, HoldAgainAndAgainAtTheLeastGap) {
  // What has been pressed together for many steps is as near as allowed, and still apart.
  for (const Keep keep : {&keep_sides, &hold}) {
    Random random(11);
    const Soup soup = make_soup(random, 20, 1, 0.3, 0.01);
    Points points(soup.x);
    for (int step = 0; step < 30; ++step) {
      std::vector<DividingPlane> planes = planes_of(soup.surface, points.x);
      std::vector<Vec3> u(points.x.size());
      for (std::size_t i = 0; i < u.size(); ++i) u[i] = -0.5 * points.x[i] + random.vec3(0.05);
      std::vector<bool> is_limited;
      (void)keep(planes, points.get(), u, is_limited);
      for (std::size_t i = 0; i < u.size(); ++i) points.x[i] += u[i];
      ASSERT_EQ(count_crossings(soup.surface, points.x), 0u) << step;
    }
  }
}

TEST(Planes, ChangeNothingWhereNothingMeets) {
  Random random(5);
  const Soup soup = make_soup(random, 30, 1, 0.1, 0.01);
  const Points points(soup.x);
  std::vector<DividingPlane> planes = planes_of(soup.surface, soup.x);
  ASSERT_FALSE(planes.empty());
  double nearest = HUGE_VAL;
  for (const DividingPlane& plane : planes) nearest = std::min(nearest, plane.distance);
  std::vector<Vec3> u(soup.x.size());
  for (Vec3& way : u) way = (0.2 * nearest) * normalized(random.vec3(1));
  const std::vector<Vec3> wanted = u;
  for (const Keep keep : {&keep_sides, &hold}) {
    std::vector<bool> is_limited;
    EXPECT_EQ(keep(planes, points.get(0.1 * nearest), u, is_limited).limited, 0u);
    EXPECT_EQ(u, wanted);
  }
}

TEST(Planes, GoAlongWithWhatMovesTogether) {
  // However fast: only what approaches is held back.
  Random random(5);
  const Soup soup = make_soup(random, 30, 1, 0.1, 0.01);
  const Points points(soup.x);
  std::vector<DividingPlane> planes = planes_of(soup.surface, soup.x);
  std::vector<Vec3> u(soup.x.size(), {3, -7, 2});
  const std::vector<Vec3> wanted = u;
  std::vector<bool> is_limited;
  EXPECT_EQ(keep_sides(planes, points.get(), u, is_limited).limited, 0u);
  EXPECT_EQ(u, wanted);
}

/// A point above the middle of a triangle.
struct PointAboveTriangle {
  Soup soup;
  std::vector<DividingPlane> planes;
};
PointAboveTriangle make_meeting(double height) {
  PointAboveTriangle made;
  ContactSurface& surface = made.soup.surface;
  surface.vertices = 6;
  surface.add_points(3, 0.01, 0), surface.add_points(3, 0.01, 0);
  made.soup.x = {{0, height, 0}, {9, 9, 0}, {9, 9, 1}, {-1, 0, -1}, {-1, 0, 2}, {2, 0, -1}};
  made.planes = {{{0, 3, 4, 5}, 1, {0, 1, 0}, {height / 2, height / 2, height / 2, height / 2}, height}};
  return made;
}

TEST(HoldBack, GivesAllRoomToThoseWhoNeedIt) {
  const PointAboveTriangle meeting = make_meeting(0.1);
  const Points points(meeting.soup.x);
  std::vector<bool> is_limited;
  // One falls, the other rests: it may come as near as the least gap.
  std::vector<Vec3> u(6);
  u[0] = {0.3, -1, 0.2};
  EXPECT_EQ(hold_back(meeting.planes, points.get(), u, is_limited).limited, 1u);
  EXPECT_NEAR(u[0].y, -(0.1 - least_gap), 1e-9);
  EXPECT_EQ(u[0].x, 0.3);  // along the plane it is free
  EXPECT_EQ(u[0].z, 0.2);
  // Both want the same: they share.
  u.assign(6, {});
  u[0].y = -1, u[3].y = u[4].y = u[5].y = 1;
  EXPECT_EQ(hold_back(meeting.planes, points.get(), u, is_limited).limited, 4u);
  EXPECT_NEAR(u[0].y, -0.5 * (0.1 - least_gap), 1e-9);
  EXPECT_NEAR(u[4].y, 0.5 * (0.1 - least_gap), 1e-9);
  // They go the same way: planes do not move here, and who follows gets what the other leaves.
  u.assign(6, {});
  u[0].y = -1;
  u[3].y = u[4].y = u[5].y = -1;
  EXPECT_EQ(hold_back(meeting.planes, points.get(), u, is_limited).limited, 1u);
  EXPECT_NEAR(u[0].y, -(0.1 - least_gap), 1e-9);
}

TEST(KeepSides, SharesWhatIsInTheWayByMass) {
  PointAboveTriangle meeting = make_meeting(0.1);
  Points points(meeting.soup.x);
  points.inverse_mass[0] = {3, 3, 3};
  std::vector<bool> is_limited;
  std::vector<Vec3> u(6);
  u[0].y = -1, u[3].y = u[4].y = u[5].y = 0.6;
  EXPECT_EQ(keep_sides(meeting.planes, points.get(), u, is_limited).limited, 4u);
  const double over = 1.6 - 0.1 + least_gap;
  EXPECT_NEAR(u[0].y, -1 + 0.75 * over, 1e-9);
  EXPECT_NEAR(u[4].y, 0.6 - 0.25 * over, 1e-9);
}

TEST(Planes, LetThoseGoFirstThatNothingMoves) {
  for (const Keep keep : {&keep_sides, &hold}) {
    PointAboveTriangle meeting = make_meeting(0.1);
    Points points(meeting.soup.x);
    points.lead(3), points.lead(4), points.lead(5);
    std::vector<bool> is_limited;
    std::vector<Vec3> u(6);
    u[0].y = -1, u[3].y = u[4].y = u[5].y = 0.07;
    const PlaneReport report = keep(meeting.planes, points.get(), u, is_limited);
    EXPECT_EQ(report.limited, 1u);
    EXPECT_EQ(report.forced, 0u);
    EXPECT_EQ(u[4].y, 0.07);
    EXPECT_NEAR(u[0].y, -(0.03 - least_gap), 1e-9);
    // They cannot go through what is led as well.
    points.lead(0);
    u.assign(6, {});
    u[3].y = u[4].y = u[5].y = 0.5;
    const PlaneReport forced = keep(meeting.planes, points.get(), u, is_limited);
    EXPECT_GE(forced.forced, 3u);
    EXPECT_NEAR(u[0].y + 0.1 - u[4].y, least_gap, 1e-9);
  }
}

TEST(Planes, KeepWhatIsNearerThanTheLeastGapWhereItIs) {
  const double height = 1e-7;
  for (const Keep keep : {&keep_sides, &hold}) {
    PointAboveTriangle meeting = make_meeting(height);
    const Points points(meeting.soup.x);
    std::vector<bool> is_limited;
    std::vector<Vec3> u(6);
    u[0].y = -1, u[4].y = 1;
    (void)keep(meeting.planes, points.get(), u, is_limited);
    EXPECT_GE(u[0].y - u[4].y, -1e-4 * height);
  }
}

TEST(KeepSides, LetsAPointSlideAlongATriangle) {
  // Beside the triangle the plane across the closest points would be in the way.
  const Points points({{-1.002, 0.001, 0}, {-1, 0, -5}, {-1, 0, 5}, {9, 0, 0}});
  const double distance = std::hypot(0.002, 0.001);
  const Vec3 normal{-0.002 / distance, 0.001 / distance, 0};
  std::vector<DividingPlane> planes{
      {{0, 1, 2, 3}, 1, normal, {distance / 2, distance / 2, distance / 2, 4}, distance}};
  std::vector<Vec3> u{{0.5, 0, 0}, {}, {}, {}};
  std::vector<bool> is_limited;
  EXPECT_EQ(keep_sides(planes, points.get(), u, is_limited).limited, 0u);
  EXPECT_EQ(u[0], (Vec3{0.5, 0, 0}));
  u[0] = {0.5, -0.01, 0};
  EXPECT_GE(keep_sides(planes, points.get(), u, is_limited).limited, 1u);
  for (int k = 1; k < 4; ++k) EXPECT_GT(0.001 + u[0].y, u[k].y);
}

TEST(CommonMotion, IsThatOfTheLedOrElseTheMean) {
  // Points 0 … 3 and 3 … 6 are connected, 7 … 10 are too; 11 is alone.
  const std::vector<DividingPlane> planes{
      {{0, 1, 2, 3}, 1, {}, {}, 0}, {{3, 4, 5, 6}, 2, {}, {}, 0}, {{7, 8, 9, 10}, 2, {}, {}, 0}};
  std::vector<Vec3> u(12);
  for (std::size_t i = 0; i < u.size(); ++i) u[i].x = static_cast<double>(i);
  std::vector<bool> is_led(12, false);
  is_led[8] = is_led[10] = true;
  const std::vector<Vec3> motion = common_motion(planes, false, {{}, {}, is_led}, u);
  for (std::size_t i = 0; i < u.size(); ++i)
    EXPECT_NEAR(motion[i].x, i < 7 ? 3 : i < 11 ? 9 : 11, 1e-12) << i;
}

}  // namespace
}  // namespace tensio
