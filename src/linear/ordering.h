#pragma once

#include "linear/graph.h"

namespace tensio::detail {

/// Approximate minimum degree.
std::vector<std::uint32_t> make_minimum_degree_order(const Graph& graph);

/// An order of elimination with little fill: vertex order[j] comes j-th.
std::vector<std::uint32_t> make_fill_reducing_order(const Graph& graph);

/// The order of a smaller graph with the vertices that were appended to it: each right behind the neighbour
/// that is eliminated last. A copy of a vertex in a separator thus stays in it, so that the fill stays small
/// when a mesh is cut, and no order has to be searched for.
std::vector<std::uint32_t> extend_order(const Graph& graph, std::span<const std::uint32_t> order);

}  // namespace tensio::detail
