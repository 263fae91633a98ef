#include <cmath>
#include <gtest/gtest.h>

#include "contact/planes.h"
#include "support/soup.h"

namespace tensio {
namespace {

constexpr double least_gap = 2e-5;  // m

/// The planes between all pairs that displacements of at most `reach` can bring together.
std::vector<DividingPlane> planes_of(const ContactSurface& surface, const std::vector<Vec3>& x,
                                     double reach) {
  PairList list;
  list.build(surface, {}, x, std::vector<Vec3>(x.size()), std::vector<double>(x.size(), reach), 1);
  std::vector<ContactRow> rows;
  std::vector<DividingPlane> planes;
  make_rows(surface, list.pairs(), x, x, std::vector<Vec3>(x.size()), reach, rows, planes);
  return planes;
}

TEST(KeepSides, LetsNothingCrossHoweverFarItWantsToGo) {
  std::size_t would_cross = 0;
  for (std::uint32_t seed = 1; seed <= 25; ++seed)
    for (const double reach : {0.05, 1.0, 100.0}) {
      Random random(seed);
      const Soup soup = make_soup(random, 30, 1, 0.3, 0.01);
      const std::vector<DividingPlane> planes = planes_of(soup.surface, soup.x, 2 * reach);
      std::vector<Vec3> u(soup.x.size()), free = soup.x;
      for (std::size_t i = 0; i < u.size(); ++i) u[i] = random.vec3(reach), free[i] += u[i];
      would_cross += count_crossings(soup.surface, free);
      const std::vector<Vec3> wanted = u;
      std::vector<bool> is_limited;
      const PlaneReport report =
          keep_sides(planes, least_gap, std::vector<bool>(u.size(), false), soup.x, u, is_limited);
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
        EXPECT_LE(norm(u[i]), norm(wanted[i]) * (1 + 1e-12));
        if (!is_limited[i]) {
          EXPECT_EQ(u[i], wanted[i]);
        }
      }
      EXPECT_EQ(report.limited, limited);
    }
  EXPECT_GT(would_cross, 5000u);
}

TEST(KeepSides, HoldsAgainAndAgainAtTheLeastGap) {
  // What has been pressed together for many steps is as near as allowed, and still apart.
  Random random(11);
  const Soup soup = make_soup(random, 20, 1, 0.3, 0.01);
  std::vector<Vec3> x = soup.x;
  for (int step = 0; step < 30; ++step) {
    const std::vector<DividingPlane> planes = planes_of(soup.surface, x, 2);
    std::vector<Vec3> u(x.size());
    for (std::size_t i = 0; i < u.size(); ++i) u[i] = -0.5 * x[i] + random.vec3(0.05);
    std::vector<bool> is_limited;
    (void)keep_sides(planes, least_gap, std::vector<bool>(u.size(), false), x, u, is_limited);
    for (std::size_t i = 0; i < u.size(); ++i) x[i] += u[i];
    ASSERT_EQ(count_crossings(soup.surface, x), 0u) << step;
  }
}

TEST(KeepSides, ChangesNothingWhereNothingMeets) {
  Random random(5);
  const Soup soup = make_soup(random, 30, 1, 0.1, 0.01);
  const std::vector<DividingPlane> planes = planes_of(soup.surface, soup.x, 1);
  ASSERT_FALSE(planes.empty());
  double nearest = HUGE_VAL;
  for (const DividingPlane& plane : planes) nearest = std::min(nearest, plane.distance);
  std::vector<Vec3> u(soup.x.size());
  for (Vec3& way : u) way = (0.2 * nearest) * normalized(random.vec3(1));
  std::vector<Vec3> wanted = u;
  std::vector<bool> is_limited;
  const std::vector<bool> is_led(u.size(), false);
  EXPECT_EQ(keep_sides(planes, 0.1 * nearest, is_led, soup.x, u, is_limited).limited, 0u);
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

TEST(KeepSides, GivesAllRoomToThoseWhoNeedIt) {
  const PointAboveTriangle meeting = make_meeting(0.1);
  std::vector<bool> is_led(6, false), is_limited;
  // One falls, the other rests: it may come as near as the least gap.
  std::vector<Vec3> u(6);
  u[0] = {0.3, -1, 0.2};
  EXPECT_EQ(keep_sides(meeting.planes, least_gap, is_led, meeting.soup.x, u, is_limited).limited, 1u);
  EXPECT_NEAR(u[0].y, -(0.1 - least_gap), 1e-9);
  EXPECT_EQ(u[0].x, 0.3);  // along the plane it is free
  EXPECT_EQ(u[0].z, 0.2);
  // Both want the same: they share.
  u.assign(6, {});
  u[0].y = -1, u[3].y = u[4].y = u[5].y = 1;
  EXPECT_EQ(keep_sides(meeting.planes, least_gap, is_led, meeting.soup.x, u, is_limited).limited, 4u);
  EXPECT_NEAR(u[0].y, -0.5 * (0.1 - least_gap), 1e-9);
  EXPECT_NEAR(u[4].y, 0.5 * (0.1 - least_gap), 1e-9);
  // They part, or go the same way: nobody is held back.
  u.assign(6, {});
  u[0].y = -1;
  u[3].y = u[4].y = u[5].y = -1;
  EXPECT_EQ(keep_sides(meeting.planes, least_gap, is_led, meeting.soup.x, u, is_limited).limited, 1u)
      << "planes do not move; who follows gets what the other leaves";
  EXPECT_NEAR(u[0].y, -(0.1 - least_gap), 1e-9);
}

TEST(KeepSides, LetsThoseGoFirstThatNothingMoves) {
  const PointAboveTriangle meeting = make_meeting(0.1);
  std::vector<bool> is_led(6, false), is_limited;
  is_led[3] = is_led[4] = is_led[5] = true;
  std::vector<Vec3> u(6);
  u[0].y = -1, u[3].y = u[4].y = u[5].y = 0.07;
  const PlaneReport report = keep_sides(meeting.planes, least_gap, is_led, meeting.soup.x, u, is_limited);
  EXPECT_EQ(report.limited, 1u);
  EXPECT_EQ(report.forced, 0u);
  EXPECT_EQ(u[4].y, 0.07);
  EXPECT_NEAR(u[0].y, -(0.03 - least_gap), 1e-9);
  // They cannot go through.
  u.assign(6, {});
  u[3].y = u[4].y = u[5].y = 0.5;
  const PlaneReport forced = keep_sides(meeting.planes, least_gap, is_led, meeting.soup.x, u, is_limited);
  EXPECT_EQ(forced.forced, 3u);
  EXPECT_NEAR(u[4].y, 0.1 - least_gap, 1e-9);
}

TEST(KeepSides, KeepsWhatIsNearerThanTheLeastGapWhereItIs) {
  const double height = 1e-7;
  const PointAboveTriangle meeting = make_meeting(height);
  std::vector<bool> is_led(6, false), is_limited;
  std::vector<Vec3> u(6);
  u[0].y = -1, u[4].y = 1;
  (void)keep_sides(meeting.planes, least_gap, is_led, meeting.soup.x, u, is_limited);
  EXPECT_GE(u[0].y - u[4].y, -1e-4 * height);
}

TEST(KeepSides, LetsAPointSlideAlongATriangle) {
  // Beside the triangle the plane across the closest points would be in the way.
  const std::vector<Vec3> x{{-1.002, 0.001, 0}, {-1, 0, -5}, {-1, 0, 5}, {9, 0, 0}};
  const double distance = std::hypot(0.002, 0.001);
  const Vec3 normal{-0.002 / distance, 0.001 / distance, 0};
  const std::vector<DividingPlane> planes{
      {{0, 1, 2, 3}, 1, normal, {distance / 2, distance / 2, distance / 2, 4}, distance}};
  std::vector<Vec3> u{{0.5, 0, 0}, {}, {}, {}};
  std::vector<bool> is_limited;
  const std::vector<bool> is_led(4, false);
  EXPECT_EQ(keep_sides(planes, least_gap, is_led, x, u, is_limited).limited, 0u);
  EXPECT_EQ(u[0], (Vec3{0.5, 0, 0}));
  u[0] = {0.5, -0.01, 0};
  EXPECT_EQ(keep_sides(planes, least_gap, is_led, x, u, is_limited).limited, 1u);
  EXPECT_GT(u[0].y, -0.001);
}

TEST(CommonMotion, IsThatOfTheLedOrElseTheMean) {
  // Points 0 … 3 and 3 … 6 are connected, 7 … 10 are too; 11 is alone.
  const std::vector<DividingPlane> planes{
      {{0, 1, 2, 3}, 1, {}, {}, 0}, {{3, 4, 5, 6}, 2, {}, {}, 0}, {{7, 8, 9, 10}, 2, {}, {}, 0}};
  std::vector<Vec3> u(12);
  for (std::size_t i = 0; i < u.size(); ++i) u[i].x = static_cast<double>(i);
  std::vector<bool> is_led(12, false);
  is_led[8] = is_led[10] = true;
  const std::vector<Vec3> motion = common_motion(planes, is_led, u);
  for (std::size_t i = 0; i < u.size(); ++i)
    EXPECT_NEAR(motion[i].x, i < 7 ? 3 : i < 11 ? 9 : 11, 1e-12) << i;
}

}  // namespace
}  // namespace tensio
