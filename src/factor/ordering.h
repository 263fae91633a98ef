#pragma once

#include "factor/graph.h"
#include "math/workers.h"

namespace tensio::detail {

/// Approximate minimum degree.
std::vector<std::uint32_t> make_minimum_degree_order(const Graph& graph);

/// Order of elimination: both halves of the graph, then the separator between them, and so on within the
/// halves; minimum degree in pieces of up to `leaf_size` vertices, or eight times as many where separators
/// are as small as those of surfaces: it is faster, and nearly as good there. (On a cloth of 100,000 vertices
/// pieces of 4,000 have 2 % more fill than those of 500 and take half the time; on a lattice of 27,000 they
/// have 17 % more.) George, "Nested dissection of a regular finite element mesh", SIAM J. Numer. Anal. 10
/// (1973).
std::vector<std::uint32_t> make_nested_dissection_order(const Graph& graph, std::size_t leaf_size,
                                                        Workers& workers);

/// An order of elimination with little fill: vertex order[j] comes j-th. The same for every number of
/// threads.
std::vector<std::uint32_t> make_fill_reducing_order(const Graph& graph, Workers& workers);

/// The order of a smaller graph with the vertices that were appended to it: each right behind the neighbour
/// that is eliminated last. A copy of a vertex in a separator thus stays in it, so that the fill stays small
/// when a mesh is cut, and no order has to be searched for.
std::vector<std::uint32_t> extend_order(const Graph& graph, std::span<const std::uint32_t> order);

}  // namespace tensio::detail
