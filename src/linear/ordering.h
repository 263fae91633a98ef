#pragma once

#include "linear/graph.h"

namespace tensio::detail {

/// Approximate minimum degree.
std::vector<std::uint32_t> make_minimum_degree_order(const Graph& graph);

/// An order of elimination with little fill: vertex order[j] comes j-th.
std::vector<std::uint32_t> make_fill_reducing_order(const Graph& graph);

}  // namespace tensio::detail
