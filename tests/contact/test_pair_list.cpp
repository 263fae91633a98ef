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

std::set<Name> names(const std::vector<ContactPair>& pairs) {
  std::set<Name> names;
  for (const ContactPair& pair : pairs) names.insert({pair.is_edges, pair.first, pair.second});
  return names;
}

/// What a list knows to be near where points are at x and stay there.
std::vector<ContactPair> near_at(const ContactSurface& surface, PairList& list, const std::vector<Vec3>& x,
                                 double time) {
  std::vector<ContactPair> near;
  std::vector<VertexId> strayed;
  Workers workers;
  list.find_near(surface, {time, time, x, std::vector<Vec3>(x.size()), std::vector<double>(x.size(), 0)},
                 workers, near, strayed);
  EXPECT_TRUE(strayed.empty());
  return near;
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
    PairList list = make_list(soup.surface, soup.x, v, slack, seconds);
    const std::set<Name> known = names(list.pairs());
    EXPECT_EQ(known.size(), list.pairs().size()) << "each once";
    listed += known.size();
    all += n * 20 + 60 * 59 / 2;
    for (int place = 0; place <= 20; ++place) {
      const double time = seconds * place / 20;
      std::vector<Vec3> x = soup.x;
      for (std::size_t i = 0; i < n; ++i)
        x[i] += time * v[i] + (0.999 * slack[i]) * normalized(random.vec3(1));
      const std::set<Name> near = names(near_at(soup.surface, list, x, time));
      for (const Name& name : near_pairs(soup.surface, x, thickness)) {
        ++found;
        EXPECT_TRUE(near.contains(name)) << "seed " << seed << ", at " << time << " s";
      }
    }
  }
  EXPECT_GT(found, 2000u);     // there was something to miss
  EXPECT_LT(listed, all / 3);  // and something to leave out
}

TEST(PairList, MissesNoPairInAStep) {
  constexpr double thickness = 0.02, seconds = 0.5;
  std::size_t found = 0, near_count = 0, listed = 0;
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    const Soup soup = make_soup(random, 20, 1, 0.15, thickness);
    const std::size_t n = soup.x.size();
    std::vector<Vec3> v(n), start = soup.x, ahead(n);
    const std::vector<double> slack(n, 0.06), room(n, 0.01);
    const double before = 0.2, after = 0.3;
    for (std::size_t i = 0; i < n; ++i) {
      v[i] = random.vec3(0.6);
      start[i] += before * v[i] + 0.01 * normalized(random.vec3(1));
      ahead[i] = (after - before) * v[i] + 0.02 * normalized(random.vec3(1));
    }
    PairList list = make_list(soup.surface, soup.x, v, slack, seconds);
    std::vector<ContactPair> pairs;
    std::vector<VertexId> strayed;
    double motion = 0;
    for (const Vec3& way : ahead) motion = std::max(motion, 2 * norm(way - ahead[0]));
    Workers workers;
    list.find_near(soup.surface, {before, after, start, ahead, room, 0, seed % 2 ? motion : HUGE_VAL},
                   workers, pairs, strayed);
    ASSERT_TRUE(strayed.empty());
    const std::set<Name> near = names(pairs);
    near_count += near.size(), listed += list.pairs().size();
    std::vector<Vec3> u(n);
    for (std::size_t i = 0; i < n; ++i) u[i] = ahead[i] + (0.999 * room[i]) * normalized(random.vec3(1));
    for (const double part : {0.0, 0.3, 0.7, 1.0}) {
      std::vector<Vec3> x = start;
      for (std::size_t i = 0; i < n; ++i) x[i] += part * u[i];
      for (const Name& name : near_pairs(soup.surface, x, thickness)) {
        ++found;
        EXPECT_TRUE(near.contains(name)) << "seed " << seed << ", after " << part;
      }
    }
  }
  EXPECT_GT(found, 300u);
  EXPECT_LT(near_count, 3 * listed / 4);  // fewer than in the list
}

TEST(PairList, StaysTheSameHoweverOftenItsTreesWereFitted) {
  Random random(7);
  const Soup soup = make_soup(random, 30, 1, 0.15, 0.02);
  const std::vector<double> slack(soup.x.size(), 0.01);
  PairList fitted;
  Workers workers;
  std::vector<Vec3> v(soup.x.size()), x = soup.x;
  for (int time = 0; time < 5; ++time) {
    for (Vec3& p : x) p += random.vec3(0.1);
    fitted.build(soup.surface, {}, make_origin(x, v, slack, 1), workers);
  }
  const PairList fresh = make_list(soup.surface, x, v, slack, 1);
  EXPECT_EQ(names(fitted.pairs()), names(fresh.pairs()));
  EXPECT_FALSE(fresh.pairs().empty());
}

TEST(PairList, KnowsWhoStraysAndHowLongItLasts) {
  Random random(3);
  const Soup soup = make_soup(random, 4, 1, 0.2, 0.02);
  const std::size_t n = soup.x.size();
  const std::vector<Vec3> v(n, {1, 0, 0});
  EXPECT_FALSE(PairList{}.lasts(n, 0));
  PairList list = make_list(soup.surface, soup.x, v, std::vector<double>(n, 0.01), 0.5);
  EXPECT_TRUE(list.lasts(n, 0.5));
  EXPECT_FALSE(list.lasts(n, 0.51)) << "too late";
  EXPECT_FALSE(list.lasts(n - 1, 0.1));
  const std::vector<Vec3> still(n);
  const std::vector<double> no_room(n, 0);
  Workers workers;
  std::vector<ContactPair> near;
  std::vector<VertexId> strayed;
  list.find_near(soup.surface, {0.1, 0.1, soup.x, still, no_room}, workers, near, strayed);
  EXPECT_EQ(strayed.size(), n) << "they should have moved by 0.1 m";
  std::vector<Vec3> x = soup.x;
  for (Vec3& p : x) p.x += 0.5;
  list.find_near(soup.surface, {0.5, 0.5, x, still, no_room}, workers, near, strayed);
  EXPECT_TRUE(strayed.empty());
  x[5].y += 0.0101;
  list.find_near(soup.surface, {0.5, 0.5, x, still, no_room}, workers, near, strayed);
  EXPECT_EQ(strayed, (std::vector<VertexId>{5}));
  list.clear();
  EXPECT_FALSE(list.lasts(n, 0));
}

TEST(PairList, MissesNothingAfterHomesHaveMoved) {
  constexpr double thickness = 0.02, seconds = 0.5;
  std::size_t found = 0;
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    const Soup soup = make_soup(random, 20, 1, 0.15, thickness);
    const std::size_t n = soup.x.size();
    std::vector<Vec3> v(n), x = soup.x;
    for (Vec3& velocity : v) velocity = random.vec3(0.6);
    const std::vector<double> slack(n, 0.02);
    const auto first = make_origin(soup.x, v, slack, seconds);
    auto moved = std::make_shared<PairOrigin>();
    moved->former = first, moved->moves = 1, moved->count = n, moved->time = 0.2, moved->end = seconds;
    for (std::size_t i = 0; i < n; ++i) x[i] += moved->time * v[i];
    for (VertexId p = 0; p < n; p += 7) {  // they turn, and come from elsewhere
      x[p] += random.vec3(0.2), v[p] = random.vec3(0.6);
      moved->points.push_back(p), moved->home.push_back(x[p]), moved->velocity.push_back(v[p]);
      moved->slack.push_back(0.03);
    }
    Workers workers;
    PairList list, at_once;
    list.build(soup.surface, {}, first, workers);
    list.build(soup.surface, {}, moved, workers);
    at_once.build(soup.surface, {}, moved, workers);
    EXPECT_EQ(names(list.pairs()), names(at_once.pairs()));
    EXPECT_EQ(names(list.pairs()).size(), list.pairs().size()) << "each once";
    for (int place = 0; place <= 10; ++place) {
      const double time = moved->time + (seconds - moved->time) * place / 10;
      std::vector<Vec3> later = x;
      for (std::size_t i = 0; i < n; ++i)
        later[i] += (time - moved->time) * v[i] + 0.0199 * normalized(random.vec3(1));
      const std::set<Name> near = names(near_at(soup.surface, list, later, time));
      for (const Name& name : near_pairs(soup.surface, later, thickness)) {
        ++found;
        EXPECT_TRUE(near.contains(name)) << "seed " << seed << ", at " << time << " s";
      }
    }
  }
  EXPECT_GT(found, 1000u);
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
    const PairList list = make_list(pile.surface, pile.x, v, slack, 1, rules);
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
  const PairList list = make_list(soup.surface, soup.x, std::vector<Vec3>(4), std::vector<double>(4, 0), 1);
  // Of five edges the diagonal has a point of each; the others meet across.
  const std::set<Name> expected{{false, 3, 0},
                                {false, 0, 1},
                                {true, soup.surface.edge_between(0, 1), soup.surface.edge_between(2, 3)},
                                {true, soup.surface.edge_between(0, 2), soup.surface.edge_between(1, 3)}};
  EXPECT_EQ(names(list.pairs()), expected);
}

}  // namespace
}  // namespace tensio
