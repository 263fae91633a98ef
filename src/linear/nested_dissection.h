#pragma once

#include "linear/graph.h"

namespace tensio::detail {

/// Order of elimination: both halves of the graph, then the separator between them, and so on within the
/// halves; minimum degree in pieces that are small. George, "Nested dissection of a regular finite element
/// mesh", SIAM J. Numer. Anal. 10 (1973).
std::vector<std::uint32_t> make_nested_dissection_order(const Graph& graph);

}  // namespace tensio::detail
