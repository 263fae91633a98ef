#pragma once

#include <optional>
#include <span>

#include "factor/graph.h"
#include "tensio/model.h"

namespace tensio::detail {

/// How columns of a factor go into the lanes of groups.
struct ForestPlan {
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  struct Child {
    std::uint32_t column;
    std::vector<std::uint16_t> place;  // of its 3 rows each in the front of its parent
  };
  struct Column {
    VertexId vertex;
    std::vector<std::uint32_t> rows{};  // columns, rising
    std::vector<Child> children{};
    std::uint32_t height = 0;  // of the tree of columns below
    std::uint32_t group = none, lane = 0;

    /// The place of a column among the blocks of this one, its own first; it must be there.
    std::size_t block_of(std::uint32_t column, std::uint32_t own) const;
  };

  std::vector<Column> columns;                     // children before parents
  std::vector<std::uint32_t> column_of;            // of each vertex; none: it is held
  std::vector<std::vector<std::uint32_t>> groups;  // columns, children's groups before parents'

  /// Of a matrix with this graph. Nothing where columns have too many rows, or too few are alike to fill
  /// lanes.
  static std::optional<ForestPlan> make(const Graph& graph, std::span<const Axes> pinned, std::size_t lanes);

 private:
  void order_columns(const Graph& graph, std::span<const Axes> pinned);
  bool find_rows(const Graph& graph);
  void find_children();
  void make_groups(std::size_t lanes);
  void order_groups();
};

}  // namespace tensio::detail
