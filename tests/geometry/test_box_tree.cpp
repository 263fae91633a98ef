#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <set>
#include <vector>

#include "geometry/box_tree.h"
#include "geometry/dice.h"

namespace tensio {
namespace {

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

bool overlap(const Bounds& a, const Bounds& b) {
  for (int k = 0; k < 3; ++k)
    if (!(a.low[k] <= b.high[k] && b.low[k] <= a.high[k])) return false;
  return true;
}

/// Boxes on a small grid, which single precision represents: many touch, some are points, plates or empty.
std::vector<Bounds> grid_boxes(Dice& dice, int count, int reach = 8) {
  std::vector<Bounds> boxes(static_cast<std::size_t>(count));
  for (Bounds& box : boxes) {
    if (dice.whole(0, 19) == 0) continue;
    box.add(dice.grid_point(reach));
    if (dice.whole(0, 3) > 0)
      box.add(box.low + Vec3{double(dice.whole(0, 2)), double(dice.whole(0, 2)), double(dice.whole(0, 2))});
  }
  return boxes;
}

Pairs pairs_in(const std::vector<Bounds>& boxes) {
  Pairs pairs;
  for (std::size_t i = 0; i < boxes.size(); ++i)
    for (std::size_t j = i + 1; j < boxes.size(); ++j)
      if (overlap(boxes[i], boxes[j])) pairs.emplace_back(i, j);
  return pairs;
}

Pairs found_in(const BoxTree& tree) {
  Pairs pairs;
  tree.visit_pairs([&](std::size_t i, std::size_t j) { pairs.emplace_back(i, j); });
  return pairs;
}

Pairs sorted(Pairs pairs) {
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

TEST(BoxTree, FindsTheOverlappingPairsOfAnyNumberOfBoxes) {
  Dice dice;
  for (int count = 0; count <= 150; ++count) {
    const auto boxes = grid_boxes(dice, count, 3);
    BoxTree tree;
    tree.build(boxes);
    ASSERT_EQ(tree.size(), boxes.size());
    ASSERT_EQ(sorted(found_in(tree)), pairs_in(boxes)) << count;
  }
}

TEST(BoxTree, FindsThePairsAfterTheBoxesMoved) {
  Dice dice;
  BoxTree tree;
  tree.build(grid_boxes(dice, 700));
  for (int n = 0; n < 5; ++n) {
    const auto moved = grid_boxes(dice, 700);
    tree.refit(moved);
    const Pairs expected = pairs_in(moved);
    ASSERT_GT(expected.size(), 100u);
    ASSERT_EQ(sorted(found_in(tree)), expected);
  }
  tree.build(grid_boxes(dice, 30));  // fewer than before
  EXPECT_EQ(tree.size(), 30u);
}

/// Whether boxes that move uniformly overlap at some time, looked at many times.
bool meet(const Bounds& a, const Bounds& a_after, const Bounds& b, const Bounds& b_after) {
  const auto between = [](const Bounds& from, const Bounds& to, double t) {
    return Bounds{(1 - t) * from.low + t * to.low, (1 - t) * from.high + t * to.high};
  };
  for (int n = 0; n <= 32; ++n)
    if (overlap(between(a, a_after, n / 32.0), between(b, b_after, n / 32.0))) return true;
  return false;
}

TEST(BoxTree, MissesNoBoxesThatMeetWhileTheyMove) {
  Dice dice;
  std::size_t found_at_all = 0, met = 0;
  for (int n = 0; n < 10; ++n) {
    const auto boxes = grid_boxes(dice, 80), after = grid_boxes(dice, 80);
    BoxTree tree, other;
    tree.build(boxes, after), other.build(after, boxes);
    const Pairs found = sorted(found_in(tree));
    std::set<std::pair<std::size_t, std::size_t>> across, around, shared, shared_across;
    tree.visit_pairs(other, [&](std::size_t i, std::size_t j) { across.insert({i, j}); });
    for (const auto& share : tree.shares())
      tree.visit_pairs(share, [&](std::size_t i, std::size_t j) { shared.insert({i, j}); });
    for (const auto& share : tree.shares(other))
      tree.visit_pairs(share, other, [&](std::size_t i, std::size_t j) { shared_across.insert({i, j}); });
    for (std::size_t i = 0; i < 80; ++i)
      tree.visit_overlaps(i, other, [&](std::size_t j) { around.insert({i, j}); });
    EXPECT_EQ(Pairs(shared.begin(), shared.end()), found);
    EXPECT_EQ(shared_across, across);
    EXPECT_EQ(around, across);
    found_at_all += found.size();
    for (std::size_t i = 0; i < 80; ++i)
      for (std::size_t j = 0; j < 80; ++j) {
        if (boxes[i].low.x > boxes[i].high.x || after[i].low.x > after[i].high.x) continue;  // empty
        if (boxes[j].low.x > boxes[j].high.x || after[j].low.x > after[j].high.x) continue;
        if (i < j && meet(boxes[i], after[i], boxes[j], after[j])) {
          ++met;
          EXPECT_TRUE(std::binary_search(found.begin(), found.end(), std::pair(i, j)));
        }
        if (meet(boxes[i], after[i], after[j], boxes[j])) {
          EXPECT_TRUE(across.contains({i, j}));
        }
      }
  }
  EXPECT_GT(met, 500u);
  EXPECT_LT(found_at_all, 10u * 80 * 79 / 2 / 4);  // and leaves out most of the others
}

TEST(BoxTree, MovesSingleItems) {
  Dice dice;
  for (const int count : {1, 5, 64, 333}) {
    auto boxes = grid_boxes(dice, count);
    BoxTree tree;
    tree.build(boxes);
    const auto elsewhere = grid_boxes(dice, count);
    for (std::size_t i = 0; i < boxes.size(); i += 3)
      boxes[i] = elsewhere[i], tree.move(i, boxes[i], boxes[i]);
    EXPECT_EQ(sorted(found_in(tree)), pairs_in(boxes)) << count;
  }
}

TEST(BoxTree, FindsThePairsOfTwoTreesOfAnySizes) {
  Dice dice;
  for (const int a_count : {0, 1, 3, 17, 300})
    for (const int b_count : {0, 1, 5, 64, 211}) {
      const auto a = grid_boxes(dice, a_count, 4), b = grid_boxes(dice, b_count, 4);
      BoxTree a_tree, b_tree;
      a_tree.build(a), b_tree.build(b);
      Pairs expected, found;
      for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < b.size(); ++j)
          if (overlap(a[i], b[j])) expected.emplace_back(i, j);
      a_tree.visit_pairs(b_tree, [&](std::size_t i, std::size_t j) { found.emplace_back(i, j); });
      ASSERT_EQ(sorted(found), expected) << a_count << " and " << b_count;
    }
}

TEST(BoxTree, FindsTheItemsThatOverlapABox) {
  Dice dice;
  const auto boxes = grid_boxes(dice, 500, 5);
  BoxTree tree;
  tree.build(boxes);
  std::size_t hits = 0;
  for (const Bounds& box : grid_boxes(dice, 200, 5)) {
    std::vector<std::size_t> expected, found;
    for (std::size_t i = 0; i < boxes.size(); ++i)
      if (overlap(boxes[i], box)) expected.push_back(i);
    tree.visit_overlaps(box, [&](std::size_t i) { found.push_back(i); });
    std::sort(found.begin(), found.end());
    ASSERT_EQ(found, expected);
    hits += found.size();
  }
  EXPECT_GT(hits, 200u);
}

TEST(BoxTree, LeavesOutNoPairWhereSinglePrecisionRounds) {
  Dice dice;
  std::vector<Bounds> boxes;
  for (int n = 0; n < 400; ++n) {  // neighbours share a face that no float represents
    Bounds box;
    box.add({n / 7.0, 0.1, 0.3});
    box.add({(n + 1) / 7.0, 0.1, 0.7});
    boxes.push_back(box);
  }
  BoxTree tree;
  tree.build(boxes);
  const Pairs found = sorted(found_in(tree)), expected = pairs_in(boxes);
  EXPECT_EQ(expected.size(), 399u);
  EXPECT_TRUE(std::includes(found.begin(), found.end(), expected.begin(), expected.end()));
}

TEST(BoxTree, RoundsBoxesOutwardByLittle) {
  Dice dice;
  for (int n = 0; n < 10000; ++n) {
    Bounds box;
    box.add(dice.point(std::pow(10, dice.number(-40, 30))));
    const OuterBox outer = outer_box(box, box);
    for (int k = 0; k < 3; ++k) {
      const double low = outer.low[0][k], high = outer.high[1][k];
      ASSERT_LT(low, box.low[k]);
      ASSERT_GT(high, box.high[k]);
      ASSERT_LE(high - low, 6e-7 * std::abs(box.low[k]) + 5e-38);
    }
  }
}

TEST(BoxTree, VisitsInTheSameOrderEveryTime) {
  Dice dice;
  auto boxes = grid_boxes(dice, 500);
  BoxTree one, two;
  one.build(boxes);
  two.build(grid_boxes(dice, 900));
  two.build(boxes);
  EXPECT_GT(found_in(one).size(), 100u);
  EXPECT_EQ(found_in(one), found_in(two));
}

TEST(BoxTree, CopesWithBoxesThatAreAllTheSame) {
  Bounds box;
  box.add({1, 2, 3});
  const std::vector<Bounds> boxes(200, box);
  BoxTree tree;
  tree.build(boxes);
  EXPECT_EQ(found_in(tree).size(), 200u * 199 / 2);
}

}  // namespace
}  // namespace tensio
