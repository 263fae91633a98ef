#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "math/bounds.h"
#include "math/simd.h"

namespace tensio {

/// A box that moves, in single precision; it contains the double one: rounded outward. Items that move
/// uniformly stay within a box whose sides do.
struct OuterBox {
  using Four = VectorOf<float, 4>::Type;
  std::array<Four, 2> low{}, high{};  // when the motion begins and when it ends; the fourth number is 0

  /// Whether they may overlap while they move: along no axis they are apart, on the same side, before and
  /// after.
  bool overlaps(const OuterBox& b) const {
    const auto apart =
        ((low[0] > b.high[0]) & (low[1] > b.high[1])) | ((b.low[0] > high[0]) & (b.low[1] > high[1]));
    return (std::bit_cast<std::array<std::uint64_t, 2>>(apart)[0] |
            std::bit_cast<std::array<std::uint64_t, 2>>(apart)[1]) == 0;
  }
};

/// Rounds outward, by less than three parts in ten million. Boxes that touch still touch.
OuterBox outer_box(const Bounds& before, const Bounds& after);

/// A tree of boxes around items (triangles, edges, points), to find those that overlap. Splits at the median
/// along the longest side; node k has the children 2k and 2k + 1, the root is 1, and leaves hold two to four
/// items. The same boxes give the same tree and the same order of visits, on every machine.
///
/// Boxes may move: the second ones, if any, are where they are in the end. Those overlap then that may come
/// to on uniform ways. Boxes are closed: those that touch overlap. They are compared in single precision, so
/// boxes that are apart by less than its rounding may be reported too; none that overlap is left out.
/// Coordinates must be numbers; an empty box (low > high) overlaps nothing.
class BoxTree {
 public:
  /// Arranges the items anew and fits the boxes. Allocates only where there are more items than ever before.
  void build(std::span<const Bounds> boxes, std::span<const Bounds> after = {});
  /// Fits the boxes of the same items, which may have moved; the arrangement stays. It is as right as a new
  /// one, and slower to search the farther neighbours have moved apart.
  void refit(std::span<const Bounds> boxes, std::span<const Bounds> after = {});

  /// Fits the box of one item and of all above it.
  void move(std::size_t item, const Bounds& before, const Bounds& after);

  std::size_t size() const { return order_.size(); }

  /// Calls visit(i, j), i < j, once for every pair of items whose boxes overlap.
  template <class Visit>
  void visit_pairs(Visit&& visit) const {
    if (!order_.empty()) within(1, visit);
  }
  /// Calls visit(i, j) once for every item i of this tree and j of the other whose boxes overlap.
  template <class Visit>
  void visit_pairs(const BoxTree& other, Visit&& visit) const {
    if (!order_.empty() && !other.order_.empty()) between(1, other, 1, visit);
  }
  /// A part of the pairs: those between what is below two nodes, or within one.
  struct Share {
    std::size_t a, b;
  };
  /// Divides all pairs within this tree, or with another, into shares to be visited one by one.
  std::vector<Share> shares() const;
  std::vector<Share> shares(const BoxTree& other) const;
  template <class Visit>
  void visit_pairs(const Share& share, Visit&& visit) const {
    if (share.a == share.b)
      within(share.a, visit);
    else
      meet(share.a, share.b, visit);
  }
  template <class Visit>
  void visit_pairs(const Share& share, const BoxTree& other, Visit&& visit) const {
    between(share.a, other, share.b, visit);
  }
  /// Calls visit(i) once for every item whose box overlaps the given one.
  template <class Visit>
  void visit_overlaps(const Bounds& box, Visit&& visit) const {
    if (!order_.empty()) below(1, outer_box(box, box), visit);
  }

  /// Calls visit(j) once for every item j of the other tree whose box overlaps that of item i of this one.
  /// Where both are one tree, that is also the item itself.
  template <class Visit>
  void visit_overlaps(std::size_t i, const BoxTree& other, Visit&& visit) const {
    if (!other.order_.empty()) other.below(1, item_[place_[i]], visit);
  }

 private:
  using Range = std::pair<std::size_t, std::size_t>;

  void fit(std::span<const Bounds> boxes, std::span<const Bounds> after);
  void fit_leaf(std::size_t leaf);
  void split(std::size_t node, std::size_t begin, std::size_t end);
  bool is_leaf(std::size_t node) const { return node >= leaves_; }
  /// Leaf k of n items in L leaves: ⌊n k/L⌋ … ⌊n (k + 1)/L⌋.
  Range items_of(std::size_t leaf) const {
    const auto at = [&](std::size_t k) {
      return static_cast<std::size_t>(static_cast<std::uint64_t>(k) * order_.size() >> depth_);
    };
    return {at(leaf - leaves_), at(leaf - leaves_ + 1)};
  }

  template <class Visit>
  void within(std::size_t node, Visit& visit) const {
    if (!is_leaf(node)) {
      within(2 * node, visit);
      within(2 * node + 1, visit);
      if (node_[2 * node].overlaps(node_[2 * node + 1])) meet(2 * node, 2 * node + 1, visit);
      return;
    }
    const auto [begin, end] = items_of(node);
    for (std::size_t i = begin; i < end; ++i)
      for (std::size_t j = i + 1; j < end; ++j)
        if (item_[i].overlaps(item_[j])) report(order_[i], order_[j], visit);
  }
  /// For two overlapping nodes of this tree at the same depth.
  template <class Visit>
  void meet(std::size_t a, std::size_t b, Visit& visit) const {
    if (!is_leaf(a)) {
      for (std::size_t i = 2 * a; i <= 2 * a + 1; ++i) {
        if (!node_[i].overlaps(node_[b])) continue;
        for (std::size_t j = 2 * b; j <= 2 * b + 1; ++j)
          if (node_[i].overlaps(node_[j])) meet(i, j, visit);
      }
      return;
    }
    const auto [a_begin, a_end] = items_of(a);
    const auto [b_begin, b_end] = items_of(b);
    for (std::size_t i = a_begin; i < a_end; ++i) {
      if (!item_[i].overlaps(node_[b])) continue;
      for (std::size_t j = b_begin; j < b_end; ++j)
        if (item_[i].overlaps(item_[j])) report(order_[i], order_[j], visit);
    }
  }
  template <class Visit>
  static void report(std::uint32_t i, std::uint32_t j, Visit& visit) {
    if (i < j)
      visit(std::size_t{i}, std::size_t{j});
    else
      visit(std::size_t{j}, std::size_t{i});
  }
  template <class Visit>
  void between(std::size_t a, const BoxTree& other, std::size_t b, Visit& visit) const {
    if (!node_[a].overlaps(other.node_[b])) return;
    const bool a_ends = is_leaf(a), b_ends = other.is_leaf(b);
    if (a_ends && b_ends) {
      const auto [a_begin, a_end] = items_of(a);
      const auto [b_begin, b_end] = other.items_of(b);
      for (std::size_t i = a_begin; i < a_end; ++i) {
        if (!item_[i].overlaps(other.node_[b])) continue;
        for (std::size_t j = b_begin; j < b_end; ++j)
          if (item_[i].overlaps(other.item_[j])) visit(std::size_t{order_[i]}, std::size_t{other.order_[j]});
      }
    } else if (b_ends || (!a_ends && a <= b)) {  // the one nearer its root
      between(2 * a, other, b, visit);
      between(2 * a + 1, other, b, visit);
    } else {
      between(a, other, 2 * b, visit);
      between(a, other, 2 * b + 1, visit);
    }
  }
  template <class Visit>
  void below(std::size_t node, const OuterBox& box, Visit& visit) const {
    if (!node_[node].overlaps(box)) return;
    if (!is_leaf(node)) {
      below(2 * node, box, visit);
      below(2 * node + 1, box, visit);
      return;
    }
    const auto [begin, end] = items_of(node);
    for (std::size_t i = begin; i < end; ++i)
      if (item_[i].overlaps(box)) visit(std::size_t{order_[i]});
  }

  struct Centre {
    std::array<float, 3> at;
    std::uint32_t item;
  };

  int depth_ = 0;
  std::size_t leaves_ = 0;            // 2^depth; leaf k is node leaves_ + k
  std::vector<std::uint32_t> order_;  // items in the order of the leaves
  std::vector<std::uint32_t> place_;  // of each item in that order
  std::vector<OuterBox> item_;        // their boxes, in that order
  std::vector<OuterBox> node_;
  std::vector<Centre> centre_;  // while building
};

}  // namespace tensio
