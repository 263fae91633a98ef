#include "factor/separator.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace tensio::detail {
namespace {

constexpr std::uint32_t ungrouped = ~std::uint32_t{0};
constexpr std::size_t coarse_enough = 80;  // vertices

/// A graph whose vertices stand for several of the graph that was asked about.
struct WeightedGraph {
  Graph graph;
  std::vector<std::int32_t> edge_weight;    // how many edges an edge stands for
  std::vector<std::int32_t> vertex_weight;  // how many vertices
  std::int64_t total = 0;

  std::size_t size() const { return graph.size(); }
};

struct CoarserGraph {
  WeightedGraph coarse;
  std::vector<std::uint32_t> to;  // coarse vertex of each fine one
};

/// Groups of up to `largest_group` neighbours: a ring of the members of each, and the groups' numbers, in the
/// order of their first members, so that neighbours in memory stay neighbours.
struct Groups {
  std::vector<std::uint32_t> next;  // member of the same group; the vertex itself if it is alone
  std::vector<std::uint32_t> of;    // group of each vertex
  std::uint32_t count = 0;
};
constexpr int largest_group = 4;

/// A fixed permutation without pattern: groups in the order of a regular mesh would prefer a direction, and
/// twenty percent more would fill in.
std::vector<std::uint32_t> make_shuffled(std::uint32_t n) {
  std::vector<std::uint32_t> result(n);
  std::uint64_t state = n;
  for (std::uint32_t i = 0; i < n; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;  // Knuth, MMIX
    const auto j = static_cast<std::uint32_t>((state >> 33) % (i + 1));
    result[i] = result[j];
    result[j] = i;
  }
  return result;
}

/// Joins each free vertex with the free neighbours behind its heaviest edges.
Groups group(const WeightedGraph& fine) {
  const auto n = static_cast<std::uint32_t>(fine.size());
  const Graph& g = fine.graph;
  const auto heaviest = static_cast<std::int32_t>(std::max<std::int64_t>(1, fine.total / coarse_enough));
  Groups groups;
  groups.next.resize(n);
  groups.of.assign(n, ungrouped);
  for (const std::uint32_t v : make_shuffled(n)) {
    if (groups.of[v] != ungrouped) continue;
    groups.of[v] = groups.count;
    groups.next[v] = v;
    std::int32_t weight = fine.vertex_weight[v];
    for (int size = 1; size < largest_group; ++size) {
      std::uint32_t best = ungrouped;
      std::int32_t best_weight = 0;
      for (std::size_t p = g.start[v]; p < g.start[v + 1]; ++p) {
        const std::uint32_t u = g.neighbour[p];
        if (fine.edge_weight[p] <= best_weight || groups.of[u] != ungrouped) continue;
        if (fine.vertex_weight[u] + weight > heaviest) continue;
        best = u;
        best_weight = fine.edge_weight[p];
      }
      if (best == ungrouped) break;
      groups.of[best] = groups.count;
      groups.next[best] = std::exchange(groups.next[v], best);
      weight += fine.vertex_weight[best];
    }
    ++groups.count;
  }
  std::vector<std::uint32_t> number(groups.count, ungrouped);
  groups.count = 0;
  for (std::uint32_t& of : groups.of) {
    if (number[of] == ungrouped) number[of] = groups.count++;
    of = number[of];
  }
  return groups;
}

CoarserGraph coarsen(const WeightedGraph& fine) {
  const auto n = static_cast<std::uint32_t>(fine.size());
  const Graph& g = fine.graph;
  Groups groups = group(fine);
  CoarserGraph result;
  WeightedGraph& coarse = result.coarse;
  coarse.total = fine.total;
  coarse.graph.start.reserve(groups.count + 1);
  coarse.graph.start.push_back(0);
  coarse.vertex_weight.reserve(groups.count);
  coarse.graph.neighbour.resize(g.neighbour.size());
  coarse.edge_weight.resize(g.neighbour.size());
  std::uint32_t* neighbour = coarse.graph.neighbour.data();
  std::int32_t* edge_weight = coarse.edge_weight.data();
  std::vector<std::uint32_t> slot(groups.count, 0);  // 1 + place of the edge to that group
  std::uint32_t end = 0;
  for (std::uint32_t v = 0; v < n; ++v) {
    if (groups.of[v] != coarse.vertex_weight.size()) continue;  // not the first of its group
    const auto c = static_cast<std::uint32_t>(coarse.vertex_weight.size());
    const std::uint32_t begin = end;
    std::int32_t weight = 0;
    std::uint32_t member = v;
    do {
      weight += fine.vertex_weight[member];
      for (std::size_t p = g.start[member]; p < g.start[member + 1]; ++p) {
        const std::uint32_t d = groups.of[g.neighbour[p]];
        if (d == c) continue;
        if (slot[d] <= begin) {
          neighbour[end] = d;
          edge_weight[end] = 0;
          slot[d] = ++end;
        }
        edge_weight[slot[d] - 1] += fine.edge_weight[p];
      }
      member = groups.next[member];
    } while (member != v);
    coarse.vertex_weight.push_back(weight);
    coarse.graph.start.push_back(end);
  }
  coarse.graph.neighbour.resize(end);
  coarse.edge_weight.resize(end);
  result.to = std::move(groups.of);
  return result;
}

/// A separator that is being improved.
class Split {
 public:
  Split(const WeightedGraph& g, std::vector<Side> side)
      : g_(g), side_(std::move(side)), moved_(g.size(), 0), pull_(g.size()) {
    for (std::uint32_t v = 0; v < g.size(); ++v) {
      weight_[index(side_[v])] += g.vertex_weight[v];
      if (side_[v] == Side::separator) separator_.push_back(v);
    }
  }

  const std::vector<Side>& sides() const { return side_; }
  /// Less is better: the separator's weight, with a penalty for halves that differ by more than a fifth.
  std::int64_t cost() const {
    const std::int64_t gap = std::abs(weight_[0] - weight_[1]);
    return 16 * weight_[2] + gap / 16 + 64 * std::max<std::int64_t>(0, gap - g_.total / 5);
  }
  void refine() {
    for (int pass = 0; pass < most_passes; ++pass)
      if (!improve()) break;
  }

 private:
  static constexpr int most_passes = 4;
  struct Move {
    std::int32_t gain;
    std::uint32_t time;  // of two equal moves, the one that was offered last: then moves stay together
    std::uint32_t vertex;
    bool operator<(const Move& b) const { return gain != b.gain ? gain < b.gain : time < b.time; }
  };
  using Heap = std::vector<Move>;
  static std::size_t index(Side side) { return static_cast<std::size_t>(side); }

  /// What the separator loses when v goes to that side and draws its neighbours on the other side in.
  std::int32_t gain(std::uint32_t v, std::size_t to) const { return g_.vertex_weight[v] - pull_[v][1 - to]; }
  void set(std::uint32_t v, Side side) {
    weight_[index(side_[v])] -= g_.vertex_weight[v];
    weight_[index(side)] += g_.vertex_weight[v];
    log_.emplace_back(v, side_[v]);
    side_[v] = side;
  }
  void offer(std::uint32_t v, std::size_t to) {
    if (moved_[v]) return;
    heap_[to].push_back({gain(v, to), time_++, v});
    std::push_heap(heap_[to].begin(), heap_[to].end());
  }
  /// v is in the separator: weighs its neighbours on both sides, and offers its moves.
  void enter(std::uint32_t v) {
    std::array<std::int32_t, 3> sum{};
    for (const std::uint32_t u : g_.graph.neighbours(v)) sum[index(side_[u])] += g_.vertex_weight[u];
    pull_[v] = {sum[0], sum[1]};
    offer(v, 0);
    offer(v, 1);
  }
  /// Moves v and offers anew whatever has become better by it.
  void apply(std::uint32_t v, std::size_t to) {
    moved_[v] = 1;
    set(v, static_cast<Side>(to));
    for (const std::uint32_t u : g_.graph.neighbours(v)) {
      if (side_[u] == Side::separator) {
        pull_[u][to] += g_.vertex_weight[v];
      } else if (index(side_[u]) == 1 - to) {
        set(u, Side::separator);
        for (const std::uint32_t t : g_.graph.neighbours(u)) {
          if (side_[t] != Side::separator || t == u) continue;
          pull_[t][1 - to] -= g_.vertex_weight[u];
          offer(t, to);
        }
        enter(u);
      }
    }
  }
  /// Brings an up-to-date move that keeps the balance to the top of the heap; is there one?
  bool has_move(std::size_t to) {
    Heap& heap = heap_[to];
    while (!heap.empty()) {
      const std::uint32_t v = heap.front().vertex;
      const bool is_possible = side_[v] == Side::separator && !moved_[v] &&
                               5 * (weight_[to] + g_.vertex_weight[v]) <= 3 * g_.total;
      const std::int32_t now = is_possible ? gain(v, to) : 0;
      if (is_possible && now == heap.front().gain) return true;
      const bool has_become_worse = is_possible && now < heap.front().gain;
      std::pop_heap(heap.begin(), heap.end());
      heap.pop_back();
      if (has_become_worse) offer(v, to);
    }
    return false;
  }
  /// One pass: the best move again and again, uphill too; then back to the best state that was seen.
  bool improve() {
    const int most_in_vain = most_in_vain_for(separator_.size());
    for (Heap& heap : heap_) heap.clear();
    for (const std::uint32_t v : separator_) enter(v);
    log_.clear();
    const std::int64_t before = cost();
    std::int64_t best = before;
    std::size_t best_length = 0;
    for (int in_vain = 0; in_vain < most_in_vain; ++in_vain) {
      const bool can[2] = {has_move(0), has_move(1)};
      if (!can[0] && !can[1]) break;
      std::size_t to = weight_[0] <= weight_[1] ? 0 : 1;
      if (!can[to] || (can[1 - to] && heap_[1 - to].front().gain > heap_[to].front().gain)) to = 1 - to;
      apply(heap_[to].front().vertex, to);
      if (const std::int64_t now = cost(); now < best) best = now, best_length = log_.size(), in_vain = 0;
    }
    for (const auto& [v, side] : log_) {
      moved_[v] = 0;
      if (side != Side::separator) separator_.push_back(v);
    }
    while (log_.size() > best_length) {
      const auto [v, side] = log_.back();
      set(v, side);
      log_.resize(log_.size() - 2);  // its own entry, and the one that undoing it has made
    }
    // Some were in and out and in again.
    std::erase_if(separator_, [&](std::uint32_t v) {
      const bool is_new = side_[v] == Side::separator && !moved_[v];
      if (is_new) moved_[v] = 1;
      return !is_new;
    });
    for (const std::uint32_t v : separator_) moved_[v] = 0;
    return best < before;
  }
  static int most_in_vain_for(std::size_t separator) {
    return static_cast<int>(std::min<std::size_t>(100, 20 + separator));
  }

  const WeightedGraph& g_;
  std::vector<Side> side_;
  std::array<std::int64_t, 3> weight_{};
  std::vector<std::uint8_t> moved_;
  std::vector<std::array<std::int32_t, 2>> pull_;  // of vertices in the separator: their neighbours' weights
  std::vector<std::uint32_t> separator_;
  std::vector<std::pair<std::uint32_t, Side>> log_;
  std::array<Heap, 2> heap_;  // moves to the left, to the right
  std::uint32_t time_ = 0;
};

/// The half that is nearest to a vertex, and what borders on it as the separator.
std::vector<Side> grow(const WeightedGraph& g, std::uint32_t seed) {
  std::vector<Side> side(g.size(), Side::right);
  std::vector<std::uint8_t> seen(g.size(), 0);
  std::vector<std::uint32_t> queue{seed};
  seen[seed] = 1;
  std::int64_t weight = 0;
  std::uint32_t restart = 0;
  for (std::size_t head = 0; 2 * weight < g.total; ++head) {
    if (head == queue.size()) {  // this piece of the graph is used up
      while (restart < g.size() && seen[restart]) ++restart;
      if (restart == g.size()) break;
      seen[restart] = 1;
      queue.push_back(restart);
    }
    const std::uint32_t v = queue[head];
    side[v] = Side::left;
    weight += g.vertex_weight[v];
    for (const std::uint32_t u : g.graph.neighbours(v))
      if (!seen[u]) seen[u] = 1, queue.push_back(u);
  }
  for (std::uint32_t v = 0; v < g.size(); ++v) {
    if (side[v] != Side::right) continue;
    for (const std::uint32_t u : g.graph.neighbours(v))
      if (side[u] == Side::left) side[v] = Side::separator;
  }
  return side;
}

std::vector<Side> split_coarsest(const WeightedGraph& g) {
  std::vector<Side> best;
  std::int64_t best_cost = 0;
  const std::size_t tries = std::min<std::size_t>(g.size(), 8);
  for (std::size_t t = 0; t < tries; ++t) {
    Split split(g, grow(g, static_cast<std::uint32_t>(t * g.size() / tries)));
    split.refine();
    if (!best.empty() && split.cost() >= best_cost) continue;
    best = split.sides();
    best_cost = split.cost();
  }
  return best;
}

}  // namespace

std::vector<Side> find_separator(Graph graph) {
  const std::size_t size = graph.size(), edges = graph.neighbour.size();
  const WeightedGraph finest{.graph = std::move(graph),
                             .edge_weight = std::vector<std::int32_t>(edges, 1),
                             .vertex_weight = std::vector<std::int32_t>(size, 1),
                             .total = static_cast<std::int64_t>(size)};
  std::vector<CoarserGraph> levels;
  const auto current = [&]() -> const WeightedGraph& {
    return levels.empty() ? finest : levels.back().coarse;
  };
  while (current().size() > coarse_enough) {
    CoarserGraph next = coarsen(current());
    const bool shrinks = next.coarse.size() * 10 < current().size() * 9;
    if (!shrinks) break;
    levels.push_back(std::move(next));
  }
  std::vector<Side> side = split_coarsest(current());
  while (!levels.empty()) {
    const CoarserGraph level = std::move(levels.back());
    levels.pop_back();
    std::vector<Side> finer(level.to.size());
    for (std::size_t v = 0; v < finer.size(); ++v) finer[v] = side[level.to[v]];
    Split split(current(), std::move(finer));
    split.refine();
    side = split.sides();
  }
  return side;
}

}  // namespace tensio::detail
