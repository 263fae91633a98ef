#include "contact/surface.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/seen.h"

namespace tensio {
namespace {

/// Where the entries of each key begin in a sorted list: key k has those from begin[k] to begin[k + 1].
template <class Row, class Key>
std::vector<std::uint32_t> begins(const std::vector<Row>& rows, std::size_t keys, const Key& key) {
  std::vector<std::uint32_t> begin(keys + 1, 0);
  for (const Row& row : rows) ++begin[key(row) + 1];
  for (std::size_t k = 0; k < keys; ++k) begin[k + 1] += begin[k];
  return begin;
}

}  // namespace

std::uint32_t ContactSurface::edge_between(VertexId a, VertexId b) const {
  const std::array<VertexId, 2> edge{std::min(a, b), std::max(a, b)};
  return static_cast<std::uint32_t>(std::ranges::lower_bound(edges, edge) - edges.begin());
}

VertexId ContactSurface::add_points(std::size_t count, double thick, double mu) {
  const auto first = static_cast<VertexId>(point_count());
  const std::uint32_t next = body.empty() ? 0 : 1 + *std::ranges::max_element(body);
  thickness.resize(first + count, thick);
  friction.resize(first + count, mu);
  body.resize(first + count, next);
  return first;
}

void ContactSurface::connect(std::span<const std::array<VertexId, 2>> strands) {
  struct Corner {
    std::array<VertexId, 2> edge;
    VertexId opposite;
    auto operator<=>(const Corner&) const = default;
  };
  std::vector<Corner> corners;
  edges.clear();
  for (const auto& [a, b, c] : triangles)
    for (const auto& [p, q, o] : {std::array{a, b, c}, std::array{b, c, a}, std::array{c, a, b}}) {
      corners.push_back({{std::min(p, q), std::max(p, q)}, o});
      edges.push_back(corners.back().edge);
    }
  for (const auto& [p, q] : strands) edges.push_back({std::min(p, q), std::max(p, q)});
  const auto unique = [](auto& rows) {
    std::ranges::sort(rows);
    const auto [first, last] = std::ranges::unique(rows);
    rows.erase(first, last);
  };
  unique(edges);
  unique(corners);
  opposite_.clear();
  for (const Corner& corner : corners) opposite_.push_back(corner.opposite);
  opposite_begin_ = begins(corners, edges.size(), [&](const Corner& corner) {
    return edge_between(corner.edge[0], corner.edge[1]);
  });

  std::vector<std::array<VertexId, 2>> links;
  for (const auto& [a, b] : edges) links.push_back({a, b}), links.push_back({b, a});
  std::ranges::sort(links);
  neighbour_.clear();
  for (const auto& link : links) neighbour_.push_back(link[1]);
  neighbour_begin_ = begins(links, point_count(), [](const auto& link) { return link[0]; });
  points.clear();
  for (VertexId p = 0; p < point_count(); ++p)
    if (!neighbours(p).empty()) points.push_back(p);
}

double shortest_edge(const Model& model) {
  double shortest = std::numeric_limits<double>::infinity();
  const auto look = [&](VertexId a, VertexId b) {
    const double length = norm(model.rest_position[a] - model.rest_position[b]);
    if (length > 0) shortest = std::min(shortest, length);
  };
  for (const auto& [a, b, c] : model.triangles) look(a, b), look(b, c), look(c, a);
  for (const auto& [a, b] : see(model).segments) look(a, b);
  return shortest;
}

double contact_thickness(const Model& model, const ContactOptions& options) {
  return options.thickness > 0 ? options.thickness : std::min(3e-3, shortest_edge(model) / 4);
}

std::vector<std::array<VertexId, 2>> strands_of(const Model& model) {
  std::vector<std::array<VertexId, 2>> strands;
  for (const auto& [a, b] : see(model).segments)
    if (a < model.vertex_count() && b < model.vertex_count()) strands.push_back({a, b});
  return strands;
}

ContactSurface make_contact_surface(const Model& model, const ContactOptions& options) {
  ContactSurface surface;
  surface.vertices = model.vertex_count();
  surface.add_points(surface.vertices, contact_thickness(model, options), options.friction);
  std::uint32_t body = 1;
  for (const Part& part : model.parts) {
    for (std::size_t i = part.vertex_begin; i < part.vertex_end; ++i) surface.body[i] = body;
    ++body;
  }
  for (const auto& [copy, original] : model.copies) surface.body[copy] = surface.body[original];
  surface.triangles = model.triangles;
  surface.connect(strands_of(model));
  return surface;
}

}  // namespace tensio
