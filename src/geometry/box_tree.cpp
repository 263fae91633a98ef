#include "geometry/box_tree.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>

namespace tensio {
namespace {

constexpr std::size_t most_in_leaf = 4;

/// A float below x by one to two units in the last place. Coordinates beyond 3e38 are one: whatever overlaps
/// there still does. Without branches, which would be mispredicted half the time.
float float_below(double x) {
  const auto nearest = static_cast<float>(std::clamp(x, -3e38, 3e38));
  return nearest - std::abs(nearest) * 0x1p-23F - std::numeric_limits<float>::min();
}

OuterBox join(const OuterBox& a, const OuterBox& b) {
  OuterBox box;
  for (std::size_t end = 0; end < 2; ++end) {
    box.low[end] = a.low[end] < b.low[end] ? a.low[end] : b.low[end];
    box.high[end] = a.high[end] > b.high[end] ? a.high[end] : b.high[end];
  }
  return box;
}

constexpr std::size_t enough_shares = 64;

}  // namespace

OuterBox outer_box(const Bounds& before, const Bounds& after) {
  OuterBox outer;
  for (const std::size_t end : {0u, 1u}) {
    const Bounds& box = end == 0 ? before : after;
    outer.low[end] =
        OuterBox::Four{float_below(box.low.x), float_below(box.low.y), float_below(box.low.z), 0};
    outer.high[end] =
        OuterBox::Four{-float_below(-box.high.x), -float_below(-box.high.y), -float_below(-box.high.z), 0};
  }
  return outer;
}

void BoxTree::build(std::span<const Bounds> boxes, std::span<const Bounds> after) {
  const std::size_t count = boxes.size();
  assert(count <= std::numeric_limits<std::uint32_t>::max());
  order_.resize(count), item_.resize(count), centre_.resize(count);
  if (count == 0) return;
  depth_ = std::bit_width((count - 1) / most_in_leaf);
  leaves_ = std::size_t{1} << depth_;
  node_.resize(2 * leaves_);
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3 middle = boxes[i].middle();
    for (int k = 0; k < 3; ++k)  // whatever has no middle: any place will do
      centre_[i].at[static_cast<std::size_t>(k)] =
          std::abs(middle[k]) < 1e30 ? static_cast<float>(middle[k]) : 0.0F;
    centre_[i].item = static_cast<std::uint32_t>(i);
  }
  split(1, 0, count);
  place_.resize(count);
  for (std::size_t i = 0; i < count; ++i) place_[order_[i]] = static_cast<std::uint32_t>(i);
  fit(boxes, after);
}

void BoxTree::split(std::size_t node, std::size_t begin, std::size_t end) {
  const auto first = centre_.begin() + static_cast<std::ptrdiff_t>(begin),
             last = centre_.begin() + static_cast<std::ptrdiff_t>(end);
  if (is_leaf(node)) {
    // Which items share a leaf follows from the medians alone; their order would follow from the library's.
    std::sort(first, last, [](const Centre& a, const Centre& b) { return a.item < b.item; });
    for (std::size_t i = begin; i < end; ++i) order_[i] = centre_[i].item;
    return;
  }
  std::array<float, 3> low = first->at, high = first->at;
  for (auto at = first; at != last; ++at)
    for (std::size_t k = 0; k < 3; ++k)
      low[k] = std::min(low[k], at->at[k]), high[k] = std::max(high[k], at->at[k]);
  std::size_t axis = 0;
  for (std::size_t k = 1; k < 3; ++k)
    if (high[k] - low[k] > high[axis] - low[axis]) axis = k;
  // The split that items_of() expects: where the first leaf of the right child begins.
  const int below = depth_ - (std::bit_width(node) - 1) - 1;
  const std::size_t first_leaf = ((2 * node + 1) << below) - leaves_;
  const std::size_t middle = items_of(leaves_ + first_leaf).first;
  std::nth_element(first, centre_.begin() + static_cast<std::ptrdiff_t>(middle), last,
                   [axis](const Centre& a, const Centre& b) {
                     return a.at[axis] != b.at[axis] ? a.at[axis] < b.at[axis] : a.item < b.item;
                   });
  split(2 * node, begin, middle);
  split(2 * node + 1, middle, end);
}

void BoxTree::refit(std::span<const Bounds> boxes, std::span<const Bounds> after) {
  assert(boxes.size() == order_.size());
  if (!order_.empty()) fit(boxes, after);
}

void BoxTree::fit(std::span<const Bounds> boxes, std::span<const Bounds> after) {
  if (after.empty()) after = boxes;
  for (std::size_t i = 0; i < order_.size(); ++i) item_[i] = outer_box(boxes[order_[i]], after[order_[i]]);
  for (std::size_t leaf = leaves_; leaf < 2 * leaves_; ++leaf) fit_leaf(leaf);
  for (std::size_t node = leaves_; --node > 0;) node_[node] = join(node_[2 * node], node_[2 * node + 1]);
}

void BoxTree::fit_leaf(std::size_t leaf) {
  const auto [begin, end] = items_of(leaf);
  node_[leaf] = item_[begin];
  for (std::size_t i = begin + 1; i < end; ++i) node_[leaf] = join(node_[leaf], item_[i]);
}

void BoxTree::move(std::size_t item, const Bounds& before, const Bounds& after) {
  const std::size_t place = place_[item];
  item_[place] = outer_box(before, after);
  // The last leaf that begins no later: leaf k begins at ⌊n k/L⌋.
  std::size_t node = leaves_ + (((place + 1) << depth_) - 1) / order_.size();
  fit_leaf(node);
  while ((node /= 2) > 0) node_[node] = join(node_[2 * node], node_[2 * node + 1]);
}

std::vector<BoxTree::Share> BoxTree::shares() const {
  if (order_.empty()) return {};
  std::vector<Share> shares{{1, 1}};
  while (shares.size() < enough_shares && !is_leaf(shares.front().a)) {
    std::vector<Share> next;
    for (const auto& [a, b] : shares)
      for (std::size_t i = 2 * a; i <= 2 * a + 1; ++i)
        for (std::size_t j = a == b ? i : 2 * b; j <= 2 * b + 1; ++j)
          if (i == j || node_[i].overlaps(node_[j])) next.push_back({i, j});
    shares = std::move(next);
  }
  return shares;
}

std::vector<BoxTree::Share> BoxTree::shares(const BoxTree& other) const {
  if (order_.empty() || other.order_.empty()) return {};
  std::vector<Share> shares{{1, 1}};
  while (!shares.empty() && shares.size() < enough_shares && !is_leaf(shares.front().a) &&
         !other.is_leaf(shares.front().b)) {
    std::vector<Share> next;
    for (const auto& [a, b] : shares)
      for (std::size_t i = 2 * a; i <= 2 * a + 1; ++i)
        for (std::size_t j = 2 * b; j <= 2 * b + 1; ++j)
          if (node_[i].overlaps(other.node_[j])) next.push_back({i, j});
    shares = std::move(next);
  }
  return shares;
}

}  // namespace tensio
