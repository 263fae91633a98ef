#pragma once

#include "factor/graph.h"

namespace tensio::detail {

enum class Side : std::uint8_t { left, right, separator };

/// Splits a graph into two halves of similar size and a small separator: no edge joins left and right. By
/// multilevel refinement: the graph is shrunk by joining neighbours, split when small, and on the way back
/// the separator is improved at every level by moving vertices out of it (Fiduccia–Mattheyses with vertex
/// moves; Karypis and Kumar, "A fast and high quality multilevel scheme for partitioning irregular graphs",
/// SIAM J. Sci. Comput. 20, 1998). Integers only, so that every platform finds the same one. A side may be
/// empty where the graph has no useful separator.
std::vector<Side> find_separator(Graph graph);

}  // namespace tensio::detail
