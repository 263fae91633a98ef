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
  const std::span<const VertexId> beside = neighbours(a);
  return edges_at(a)[static_cast<std::size_t>(std::ranges::find(beside, b) - beside.begin())];
}

VertexId ContactSurface::add_points(std::size_t count, double thick, double mu, bool one_sided) {
  const auto first = static_cast<VertexId>(point_count());
  const std::uint32_t next = body.empty() ? 0 : 1 + *std::ranges::max_element(body);
  thickness.resize(first + count, thick);
  friction.resize(first + count, mu);
  body.resize(first + count, next);
  is_one_sided.resize(first + count, one_sided);
  is_covered.resize(first + count, false);
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
    return static_cast<std::size_t>(std::ranges::lower_bound(edges, corner.edge) - edges.begin());
  });

  std::vector<std::array<std::uint32_t, 3>> links;  // a point, another, and their edge
  for (std::uint32_t e = 0; e < edges.size(); ++e)
    links.push_back({edges[e][0], edges[e][1], e}), links.push_back({edges[e][1], edges[e][0], e});
  std::ranges::sort(links);
  neighbour_.clear(), edge_at_.clear();
  for (const auto& link : links) neighbour_.push_back(link[1]), edge_at_.push_back(link[2]);
  neighbour_begin_ = begins(links, point_count(), [](const auto& link) { return link[0]; });
  points.clear();
  for (VertexId p = 0; p < point_count(); ++p)
    if (!neighbours(p).empty()) points.push_back(p);

  std::vector<std::array<std::uint32_t, 2>> at;
  for (std::uint32_t t = 0; t < triangles.size(); ++t)
    for (const VertexId p : triangles[t]) at.push_back({p, t});
  std::ranges::sort(at);
  around_.clear();
  for (const auto& row : at) around_.push_back(row[1]);
  around_begin_ = begins(at, point_count(), [](const auto& row) { return row[0]; });
}

double shortest_edge(const Model& model) {
  double shortest = std::numeric_limits<double>::infinity();
  const std::vector<Vec3> rest = seen_points(model, model.rest_position);
  const auto look = [&](VertexId a, VertexId b) {
    const double length = norm(rest[a] - rest[b]);
    if (length > 0) shortest = std::min(shortest, length);
  };
  const Seen seen = see(model);
  for (const auto& [a, b, c] : seen.triangles) look(a, b), look(b, c), look(c, a);
  for (const auto& [a, b] : seen.segments) look(a, b);
  return shortest;
}

double contact_thickness(const Model& model, const ContactOptions& options) {
  return options.thickness > 0 ? options.thickness : std::min(3e-3, shortest_edge(model) / 4);
}

namespace {

/// Gives the points of each part its number as a body, its thickness and its friction.
void set_parts(const Model& model, ContactSurface& surface) {
  std::uint32_t body = 1;
  for (const Part& part : model.parts) {
    for (std::size_t i = part.vertex_begin; i < part.vertex_end; ++i) {
      surface.body[i] = body;
      if (part.thickness) surface.thickness[i] = *part.thickness;
      if (part.friction) surface.friction[i] = *part.friction;
    }
    ++body;
  }
  for (const auto& [copy, original] : model.copies) {
    surface.body[copy] = surface.body[original];
    surface.thickness[copy] = surface.thickness[original];
    surface.friction[copy] = surface.friction[original];
  }
}

/// Finds the bodies that have these names.
std::vector<std::array<std::uint32_t, 2>> find_ignored(const Model& model,
                                                       std::span<const Collider> colliders,
                                                       const ContactOptions& options) {
  const auto bodies_named = [&](const std::string& name) {
    std::vector<std::uint32_t> bodies;
    for (std::size_t p = 0; p < model.parts.size(); ++p)
      if (model.parts[p].name == name) bodies.push_back(static_cast<std::uint32_t>(1 + p));
    for (std::size_t c = 0; c < colliders.size(); ++c)
      if (colliders[c].name == name) bodies.push_back(static_cast<std::uint32_t>(1 + model.parts.size() + c));
    return bodies;
  };
  std::vector<std::array<std::uint32_t, 2>> ignored;
  for (const auto& [first, second] : options.ignore)
    for (const std::uint32_t a : bodies_named(first))
      for (const std::uint32_t b : bodies_named(second)) ignored.push_back({a, b}), ignored.push_back({b, a});
  std::ranges::sort(ignored);
  return ignored;
}

/// Adds the points of skins, each like its body.
void add_skins(const Model& model, double thick, double mu, ContactSurface& surface) {
  for (const Skin& skin : model.skins) {
    const VertexId first = surface.add_points(skin.points.size(), thick, mu);
    for (std::size_t p = first; p < surface.point_count(); ++p) {
      surface.body[p] = surface.body[skin.vertex_begin];
      surface.thickness[p] = surface.thickness[skin.vertex_begin];
      surface.friction[p] = surface.friction[skin.vertex_begin];
    }
    surface.skin.insert(surface.skin.end(), skin.points.begin(), skin.points.end());
    for (std::size_t v = skin.vertex_begin; v < skin.vertex_end; ++v) surface.is_covered[v] = true;
  }
}

}  // namespace

ContactSurface make_contact_surface(const Model& model, std::span<const Collider> colliders,
                                    const ContactOptions& options) {
  ContactSurface surface;
  surface.vertices = model.vertex_count();
  const double thickness = contact_thickness(model, options);
  surface.add_points(surface.vertices, thickness, options.friction);
  set_parts(model, surface);
  add_skins(model, thickness, options.friction, surface);
  surface.ignored = find_ignored(model, colliders, options);
  const Seen seen = see(model);
  surface.triangles = seen.triangles;
  for (std::size_t c = 0; c < colliders.size(); ++c) {
    const Collider& collider = colliders[c];
    surface.collider_body.push_back(static_cast<std::uint32_t>(1 + model.parts.size() + c));
    const auto* mesh = std::get_if<Mesh>(&collider.shape);
    if (!mesh) continue;
    // A pair keeps half of both thicknesses apart, and a collider all of its own.
    const VertexId first = surface.add_points(mesh->data->points.size(), 2 * collider.thickness,
                                              collider.friction, mesh->sides == 1);
    std::fill(surface.body.begin() + first, surface.body.end(), surface.collider_body.back());
    for (const auto& [p, q, r] : mesh->data->triangles)
      surface.triangles.push_back({first + p, first + q, first + r});
  }
  surface.connect(seen.segments);
  return surface;
}

}  // namespace tensio
