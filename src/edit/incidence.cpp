#include "edit/incidence.h"

#include <algorithm>

namespace tensio::detail {

template <std::size_t corners>
Incidence::Lists Incidence::make_lists(std::size_t vertices,
                                       const std::vector<std::array<VertexId, corners>>& items) {
  Lists lists;
  lists.start.assign(vertices + 1, 0);
  for (const auto& item : items)
    for (const VertexId v : item) ++lists.start[v + 1];
  for (std::size_t v = 0; v < vertices; ++v) lists.start[v + 1] += lists.start[v];
  lists.item.resize(lists.start[vertices]);
  std::vector<std::uint32_t> next(lists.start.begin(), lists.start.end() - 1);
  for (std::uint32_t i = 0; i < items.size(); ++i)
    for (const VertexId v : items[i]) lists.item[next[v]++] = i;
  return lists;
}

Incidence::Incidence(std::size_t vertices, const std::vector<std::array<VertexId, 3>>& triangles,
                     const std::vector<std::array<VertexId, 2>>& springs)
    : triangles_(make_lists(vertices, triangles)), springs_(make_lists(vertices, springs)) {}

bool is_rope(const Springs& springs, std::uint32_t spring, const Incidence& at,
             const std::vector<std::array<VertexId, 3>>& triangles) {
  const auto [a, b] = springs.ends[spring];
  const SpringFamily family = springs.family[spring];
  if (family == SpringFamily::bend) return false;
  if (at.triangles_at(a).empty() || at.triangles_at(b).empty()) return true;
  return family == SpringFamily::structural &&
         std::ranges::none_of(at.triangles_at(a),
                              [&, other = b](std::uint32_t t) { return has_corner(triangles[t], other); });
}

}  // namespace tensio::detail
