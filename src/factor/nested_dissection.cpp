#include <algorithm>
#include <cmath>

#include "factor/ordering.h"
#include "factor/separator.h"

namespace tensio::detail {
namespace {

using Vertices = std::span<std::uint32_t>;

/// Sorts `vertices` by the given order of their places.
void arrange(Vertices vertices, std::span<const std::uint32_t> order) {
  const std::vector<std::uint32_t> old(vertices.begin(), vertices.end());
  for (std::size_t i = 0; i < old.size(); ++i) vertices[i] = old[order[i]];
}

/// left, right, separator, each in its old order; gives the sizes of the halves.
std::pair<std::size_t, std::size_t> partition(Vertices vertices, const std::vector<Side>& side) {
  std::vector<std::uint32_t> order;
  std::size_t count[3] = {};
  for (const Side wanted : {Side::left, Side::right, Side::separator}) {
    for (std::uint32_t i = 0; i < side.size(); ++i) {
      if (side[i] != wanted) continue;
      order.push_back(i);
      ++count[static_cast<std::size_t>(wanted)];
    }
  }
  arrange(vertices, order);
  return {count[0], count[1]};
}

/// A piece of the graph that is to be ordered. Pieces are disjoint and no edge joins two of them, so threads
/// work on several at once.
struct Piece {
  Vertices vertices;
  bool borders_on_little = false;  // the separator that made it is as small as those of surfaces
};

class Dissection {
 public:
  Dissection(const Graph& graph, std::size_t leaf_size)
      : graph_(graph), leaf_size_(leaf_size), local_(graph.size()) {}

  /// Orders the piece, or parts it and orders the separator: what is left to do.
  std::vector<Piece> work(const Piece& piece) {
    const Vertices vertices = piece.vertices;
    for (std::uint32_t i = 0; i < vertices.size(); ++i) local_[vertices[i]] = i;
    Graph part = make_part(vertices);
    if (vertices.size() > (piece.borders_on_little ? 8 : 1) * leaf_size_) {
      const std::vector<Side> side = find_separator(part);
      const auto separator = static_cast<std::size_t>(std::ranges::count(side, Side::separator));
      const auto left = static_cast<std::size_t>(std::ranges::count(side, Side::left));
      const bool is_useful = left > 0 && left + separator < side.size() && 3 * separator < side.size();
      if (is_useful) {
        const auto [left_size, right_size] = partition(vertices, side);
        const bool is_small = separator * separator <= 3 * vertices.size();
        return {{vertices.subspan(0, left_size), is_small},
                {vertices.subspan(left_size, right_size), is_small}};
      }
    }
    arrange(vertices, make_part_order(vertices, part));
    return {};
  }

 private:
  static constexpr std::uint32_t outside = ~std::uint32_t{0};

  /// The place of u in a piece whose places are known, or `outside`.
  std::uint32_t place(Vertices vertices, std::uint32_t u) const {
    const std::uint32_t i = local_[u];
    return i < vertices.size() && vertices[i] == u ? i : outside;
  }

  Graph make_part(Vertices vertices) const {
    std::size_t size = 0;
    for (const std::uint32_t v : vertices) size += graph_.degree(v);
    Graph part;
    part.start.reserve(vertices.size() + 1);
    part.start.push_back(0);
    part.neighbour.reserve(size);
    for (const std::uint32_t v : vertices) {
      for (const std::uint32_t u : graph_.neighbours(v))
        if (const std::uint32_t i = place(vertices, u); i != outside) part.neighbour.push_back(i);
      part.start.push_back(part.neighbour.size());
    }
    return part;
  }

  /// The order of a piece, `part` being its own graph. What it borders on is eliminated later and dense by
  /// then: minimum degree is shown that as a clique, which it takes last, so that it knows all that a vertex
  /// fills in.
  std::vector<std::uint32_t> make_part_order(Vertices vertices, const Graph& part) const {
    std::vector<std::uint32_t> border;
    for (const std::uint32_t v : vertices)
      for (const std::uint32_t u : graph_.neighbours(v))
        if (place(vertices, u) == outside) border.push_back(u);
    std::ranges::sort(border);
    border.erase(std::ranges::unique(border).begin(), border.end());
    const bool is_worth_it = border.size() * border.size() <= 32 * part.neighbour.size();
    if (!is_worth_it) return make_minimum_degree_order(part);

    const auto size = static_cast<std::uint32_t>(vertices.size());
    const auto end = size + static_cast<std::uint32_t>(border.size());
    // What the border is joined to is found from the piece: other threads write the places of other pieces.
    std::vector<std::vector<std::uint32_t>> inner(border.size());
    Graph closed;
    closed.start.assign(1, 0);
    for (std::uint32_t v = 0; v < size; ++v) {
      for (const std::uint32_t u : graph_.neighbours(vertices[v])) {
        std::uint32_t i = place(vertices, u);
        if (i == outside) {
          const auto b = static_cast<std::uint32_t>(std::ranges::lower_bound(border, u) - border.begin());
          inner[b].push_back(v), i = size + b;
        }
        closed.neighbour.push_back(i);
      }
      closed.start.push_back(closed.neighbour.size());
    }
    for (std::uint32_t b = size; b < end; ++b) {
      closed.neighbour.insert(closed.neighbour.end(), inner[b - size].begin(), inner[b - size].end());
      for (std::uint32_t other = size; other < end; ++other)
        if (other != b) closed.neighbour.push_back(other);
      closed.start.push_back(closed.neighbour.size());
    }
    std::vector<std::uint32_t> order = make_minimum_degree_order(closed);
    std::erase_if(order, [&](std::uint32_t i) { return i >= size; });
    return order;
  }

  const Graph& graph_;
  std::size_t leaf_size_;
  // The place of each vertex in the last piece that it was in. A piece writes only those of its own vertices.
  std::vector<std::uint32_t> local_;
};

}  // namespace

std::vector<std::uint32_t> make_nested_dissection_order(const Graph& graph, std::size_t leaf_size,
                                                        Workers& workers) {
  const std::size_t n = graph.size();
  std::vector<std::uint32_t> order(n);
  for (std::uint32_t i = 0; i < n; ++i) order[i] = i;
  // A vertex with neighbours everywhere would be in every separator: it goes last.
  const double dense = std::max(16.0, 10 * std::sqrt(static_cast<double>(n)));
  const auto sparse_end = std::stable_partition(order.begin(), order.end(), [&](std::uint32_t v) {
    return static_cast<double>(graph.degree(v)) <= dense;
  });

  Dissection dissection(graph, leaf_size);
  std::vector<Piece> pieces{{{order.begin(), sparse_end}}};
  std::vector<std::vector<Piece>> parts;
  while (!pieces.empty()) {
    parts.assign(pieces.size(), {});
    workers.run(pieces.size(), [&](std::size_t i) { parts[i] = dissection.work(pieces[i]); });
    pieces.clear();
    for (const std::vector<Piece>& of_piece : parts)
      pieces.insert(pieces.end(), of_piece.begin(), of_piece.end());
  }
  return order;
}

}  // namespace tensio::detail
