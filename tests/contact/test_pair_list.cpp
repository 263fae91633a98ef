#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <set>

#include "contact/pair_list.h"
#include "geometry/distance.h"
#include "support/soup.h"

namespace tensio {
namespace {

using Name = std::tuple<bool, std::uint32_t, std::uint32_t>;

std::set<Name> names(const PairList& list) {
  std::set<Name> names;
  for (const ContactPair& pair : list.pairs()) names.insert({pair.is_edges, pair.first, pair.second});
  return names;
}

/// All pairs that are within the thickness, found one by one.
std::set<Name> near_pairs(const ContactSurface& surface, Positions x, double thickness) {
  std::set<Name> near;
  const double most = thickness * thickness;
  for (std::uint32_t t = 0; t < surface.triangles.size(); ++t) {
    const auto& [a, b, c] = surface.triangles[t];
    for (const VertexId p : surface.points)
      if (p != a && p != b && p != c && closest_point_triangle(x[p], x[a], x[b], x[c]).square <= most)
        near.insert({false, p, t});
  }
  for (std::uint32_t e = 0; e < surface.edges.size(); ++e)
    for (std::uint32_t f = e + 1; f < surface.edges.size(); ++f) {
      const auto& [a, b] = surface.edges[e];
      const auto& [c, d] = surface.edges[f];
      if (a != c && a != d && b != c && b != d &&
          closest_segment_segment(x[a], x[b], x[c], x[d]).square <= most)
        near.insert({true, e, f});
    }
  return near;
}

TEST(PairList, MissesNoPairThatComesNearWhilePointsStayWithinTheirSlack) {
  constexpr double thickness = 0.02, seconds = 0.5;
  std::size_t found = 0, listed = 0, all = 0;
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    const Soup soup = make_soup(random, 20, 1, 0.15, thickness);
    const std::size_t n = soup.x.size();
    std::vector<Vec3> v(n);
    std::vector<double> slack(n);
    for (std::size_t i = 0; i < n; ++i) v[i] = random.vec3(0.6), slack[i] = random.uniform(0, 0.03);
    PairList list;
    list.build(soup.surface, {}, soup.x, v, slack, seconds);
    const std::set<Name> known = names(list);
    EXPECT_EQ(known.size(), list.pairs().size()) << "each once";
    listed += known.size();
    all += n * 20 + 60 * 59 / 2;
    for (int place = 0; place <= 20; ++place) {
      const double time = seconds * place / 20;
      std::vector<Vec3> x = soup.x;
      for (std::size_t i = 0; i < n; ++i)
        x[i] += time * v[i] + (0.999 * slack[i]) * normalized(random.vec3(1));
      EXPECT_TRUE(list.covers(x, time));
      for (const Name& name : near_pairs(soup.surface, x, thickness)) {
        ++found;
        EXPECT_TRUE(known.contains(name)) << "seed " << seed << ", at " << time << " s";
      }
    }
  }
  EXPECT_GT(found, 2000u);     // there was something to miss
  EXPECT_LT(listed, all / 3);  // and something to leave out
}

TEST(PairList, StaysTheSameHoweverOftenItsTreesWereFitted) {
  Random random(7);
  const Soup soup = make_soup(random, 30, 1, 0.15, 0.02);
  const std::vector<double> slack(soup.x.size(), 0.01);
  PairList fitted, fresh;
  std::vector<Vec3> v(soup.x.size()), x = soup.x;
  for (int time = 0; time < 5; ++time) {
    for (Vec3& p : x) p += random.vec3(0.1);
    fitted.build(soup.surface, {}, x, v, slack, 1);
  }
  fresh.build(soup.surface, {}, x, v, slack, 1);
  EXPECT_EQ(names(fitted), names(fresh));
  EXPECT_FALSE(fresh.pairs().empty());
}

TEST(PairList, CoversWhatItWasMadeForAndNothingElse) {
  Random random(3);
  const Soup soup = make_soup(random, 4, 1, 0.2, 0.02);
  const std::size_t n = soup.x.size();
  const std::vector<Vec3> v(n, {1, 0, 0});
  PairList list;
  EXPECT_FALSE(list.covers(soup.x, 0));
  list.build(soup.surface, {}, soup.x, v, std::vector<double>(n, 0.01), 0.5);
  EXPECT_TRUE(list.covers(soup.x, 0));
  EXPECT_FALSE(list.covers(soup.x, 0.1)) << "they should have moved by 0.1 m";
  std::vector<Vec3> x = soup.x;
  for (Vec3& p : x) p.x += 0.5;
  EXPECT_TRUE(list.covers(x, 0.5));
  EXPECT_FALSE(list.covers(x, 0.51)) << "too late";
  x[5].y += 0.0101;
  EXPECT_FALSE(list.covers(x, 0.5)) << "one has strayed";
  x.pop_back();
  EXPECT_FALSE(list.covers(x, 0.5));
  list.clear();
  EXPECT_FALSE(list.covers(soup.x, 0));
}

/// Two triangles of a body above one of another, and one of an obstacle and another of a second one, all
/// near.
Soup make_pile() {
  Soup soup;
  const auto add = [&](double height) {
    soup.x.push_back({0, height, 0}), soup.x.push_back({1, height, 0}), soup.x.push_back({0, height, 1});
  };
  ContactSurface& surface = soup.surface;
  surface.add_points(6, 0.1, 0), surface.add_points(3, 0.1, 0);
  surface.vertices = 9;
  surface.add_points(3, 0.1, 0), surface.add_points(3, 0.1, 0);
  for (int k = 0; k < 5; ++k) add(0.01 * k);
  for (VertexId a = 0; a < 15; a += 3) surface.triangles.push_back({a, a + 1, a + 2});
  surface.connect({});
  return soup;
}

TEST(PairList, FollowsTheRulesOfWhoMeetsWhom) {
  const Soup pile = make_pile();
  const std::vector<Vec3> v(15);
  const std::vector<double> slack(15, 0);
  const auto meetings = [&](const PairRules& rules) {
    PairList list;
    list.build(pile.surface, rules, pile.x, v, slack, 1);
    std::set<std::array<std::uint32_t, 2>> bodies;
    for (const ContactPair& pair : list.pairs()) {
      const std::uint32_t a = pile.surface.body[pair.point[0]], b = pile.surface.body[pair.point[3]];
      EXPECT_NE(pair.point[0] / 3, pair.point[3] / 3) << "a triangle does not meet itself";
      bodies.insert({std::min(a, b), std::max(a, b)});
    }
    return bodies;
  };
  using Meetings = std::set<std::array<std::uint32_t, 2>>;
  EXPECT_EQ(meetings({true, true}), (Meetings{{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}}));
  EXPECT_EQ(meetings({false, true}), (Meetings{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}}));
  EXPECT_EQ(meetings({true, false}), (Meetings{{0, 0}, {0, 2}, {0, 3}, {1, 2}, {1, 3}}));
}

TEST(PairList, LeavesOutPairsWithACommonPoint) {
  Soup soup;
  soup.x = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 1}};
  soup.surface.vertices = 4;
  soup.surface.add_points(4, 10, 0);
  soup.surface.triangles = {{0, 2, 1}, {1, 2, 3}};
  soup.surface.connect({});
  PairList list;
  list.build(soup.surface, {}, soup.x, std::vector<Vec3>(4), std::vector<double>(4, 0), 1);
  // Of five edges the diagonal has a point of each; the others meet across.
  const std::set<Name> expected{{false, 3, 0},
                                {false, 0, 1},
                                {true, soup.surface.edge_between(0, 1), soup.surface.edge_between(2, 3)},
                                {true, soup.surface.edge_between(0, 2), soup.surface.edge_between(1, 3)}};
  EXPECT_EQ(names(list), expected);
}

}  // namespace
}  // namespace tensio
