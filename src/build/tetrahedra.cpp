#include "build/tetrahedra.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

#include "build/material.h"
#include "build/solid.h"
#include "build/surface.h"

namespace tensio {
namespace {

using Tet = std::array<VertexId, 4>;

double six_volumes(const std::vector<Vec3>& x, const Tet& t) {
  return dot(x[t[1]] - x[t[0]], cross(x[t[2]] - x[t[0]], x[t[3]] - x[t[0]]));
}

// Outwards where the volume is positive; the corner with the same number is opposite.
constexpr std::size_t faces[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
constexpr std::size_t edges[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

Result<void> check(const TetMesh& mesh, const TetOptions& options) {
  if (mesh.tetrahedra.empty()) return fail("the mesh has no tetrahedra");
  if (mesh.tetrahedra.size() > max_tetrahedra)
    return fail(
        fmt::format("the mesh has {} tetrahedra; the limit is {}", mesh.tetrahedra.size(), max_tetrahedra));
  if (mesh.points.size() > max_vertices)
    return fail(fmt::format("the mesh has {} vertices; the limit is {}", mesh.points.size(), max_vertices));
  for (const Tet& tet : mesh.tetrahedra)
    for (const VertexId v : tet)
      if (v >= mesh.points.size())
        return fail(fmt::format("a tetrahedron uses vertex {}, which does not exist", v));
  for (const Vec3& point : mesh.points)
    if (auto ok = detail::check_position("a point", point); !ok) return ok;
  if (auto ok = detail::check_positive("mass", options.mass, "kg"); !ok) return ok;
  if (auto ok = detail::check_not_negative("density", options.density, "kg/m³"); !ok) return ok;
  if (auto ok = detail::check_not_negative("spring_damping", options.spring_damping, "N·s/m"); !ok) return ok;
  return check(options.solid);
}

/// Turns what is inside out; how many had no volume and are gone.
std::size_t drop_flat(TetMesh& mesh) {
  return std::erase_if(mesh.tetrahedra, [&](Tet& tet) {
    double longest = 0;
    for (const auto& [a, b] : edges)
      longest = std::max(longest, norm(mesh.points[tet[a]] - mesh.points[tet[b]]));
    const double six = six_volumes(mesh.points, tet);
    if (six < 0) std::swap(tet[2], tet[3]);
    return !(std::abs(six) > 1e-12 * longest * longest * longest);
  });
}

std::size_t drop_loose(TetMesh& mesh) {
  std::vector<VertexId> moved(mesh.points.size(), 0);
  for (const Tet& tet : mesh.tetrahedra)
    for (const VertexId v : tet) moved[v] = 1;
  VertexId count = 0;
  for (std::size_t v = 0; v < moved.size(); ++v) {
    if (moved[v] == 0) continue;
    mesh.points[count] = mesh.points[v];
    moved[v] = count++;
  }
  const std::size_t gone = mesh.points.size() - count;
  mesh.points.resize(count);
  for (Tet& tet : mesh.tetrahedra)
    for (VertexId& v : tet) v = moved[v];
  return gone;
}

/// The faces that only one tetrahedron has, in the order of the tetrahedra.
void add_surface(Model& model, const std::vector<Tet>& tetrahedra) {
  struct Face {
    std::array<VertexId, 3> sorted;
    std::size_t number;  // 4 × tetrahedron + face
  };
  std::vector<Face> all;
  all.reserve(4 * tetrahedra.size());
  for (std::size_t t = 0; t < tetrahedra.size(); ++t)
    for (std::size_t f = 0; f < 4; ++f) {
      const auto& [a, b, c] = faces[f];
      Face face{{tetrahedra[t][a], tetrahedra[t][b], tetrahedra[t][c]}, 4 * t + f};
      std::ranges::sort(face.sorted);
      all.push_back(face);
    }
  std::ranges::sort(all, {}, &Face::sorted);
  std::vector<std::size_t> single;
  for (std::size_t first = 0, end = 0; first < all.size(); first = end) {
    while (end < all.size() && all[end].sorted == all[first].sorted) ++end;
    if (end == first + 1) single.push_back(all[first].number);
  }
  std::ranges::sort(single);
  for (const std::size_t number : single) {
    const Tet& tet = tetrahedra[number / 4];
    const auto& [a, b, c] = faces[number % 4];
    model.triangles.push_back({tet[a], tet[b], tet[c]});
  }
}

struct Edge {
  std::array<VertexId, 2> ends;
  double volume;  // of the tetrahedra around it, m³
};
std::vector<Edge> unique_edges(const std::vector<Vec3>& x, const std::vector<Tet>& tetrahedra) {
  std::vector<Edge> all;
  all.reserve(6 * tetrahedra.size());
  for (const Tet& tet : tetrahedra)
    for (const auto& [a, b] : edges)
      all.push_back({{std::min(tet[a], tet[b]), std::max(tet[a], tet[b])}, six_volumes(x, tet) / 6});
  std::ranges::stable_sort(all, {}, &Edge::ends);
  std::vector<Edge> unique;
  for (const Edge& edge : all)
    if (unique.empty() || unique.back().ends != edge.ends)
      unique.push_back(edge);
    else
      unique.back().volume += edge.volume;
  return unique;
}

void add_springs(Model& model, const std::vector<Edge>& around, const TetOptions& options) {
  for (const auto& [ends, volume] : around) {
    const double length = norm(model.rest_position[ends[0]] - model.rest_position[ends[1]]);
    model.springs.add(ends[0], ends[1], SpringFamily::structural, length,
                      options.solid.young * volume / (length * length), options.spring_damping);
  }
}

void add_clusters(Model& model, const std::vector<Edge>& around, const SolidOptions& options) {
  std::vector<std::vector<VertexId>> members(model.vertex_count());
  std::vector<double> length(model.vertex_count(), 0.0);
  for (VertexId v = 0; v < members.size(); ++v) members[v].push_back(v);
  for (const auto& [ends, volume] : around)
    for (std::size_t side = 0; side < 2; ++side) {
      members[ends[side]].push_back(ends[1 - side]);
      length[ends[side]] += norm(model.rest_position[ends[0]] - model.rest_position[ends[1]]);
    }
  for (VertexId v = 0; v < members.size(); ++v) {
    if (members[v].size() > max_cluster) members[v].resize(max_cluster);
    std::vector<Vec3> rest;
    std::vector<double> weight;
    for (const VertexId member : members[v]) {
      rest.push_back(model.rest_position[member]);
      weight.push_back(model.mass[member]);
    }
    const double edge = length[v] / static_cast<double>(std::max<std::size_t>(1, members[v].size() - 1));
    model.clusters.push_back(
        make_cluster(std::move(members[v]), rest, std::move(weight), options.young * edge, options.linear));
  }
}

std::string sentence(std::size_t count, const char* one, const char* many) {
  return fmt::format("the mesh has {} {}, removed", count, count == 1 ? one : many);
}

}  // namespace

TetShape measure(const TetMesh& mesh) {
  TetShape shape{.least_angle = 180};
  bool is_first = true;
  for (const Tet& tet : mesh.tetrahedra) {
    const double volume = six_volumes(mesh.points, tet) / 6;
    shape.volume += volume;
    shape.smallest = is_first ? volume : std::min(shape.smallest, volume);
    is_first = false;
    std::array<Vec3, 4> normal;
    for (std::size_t f = 0; f < 4; ++f) {
      const Vec3 &a = mesh.points[tet[faces[f][0]]], &b = mesh.points[tet[faces[f][1]]],
                 &c = mesh.points[tet[faces[f][2]]];
      normal[f] = normalized(cross(b - a, c - a));
    }
    for (const auto& [f, g] : edges) {
      const double cosine = std::clamp(-dot(normal[f], normal[g]), -1.0, 1.0);
      const double angle = 180 / std::numbers::pi * std::acos(cosine);
      shape.least_angle = std::min(shape.least_angle, angle);
      shape.most_angle = std::max(shape.most_angle, angle);
    }
  }
  return shape;
}

Result<MeshModel> make_tet_model(TetMesh mesh, const TetOptions& options) {
  if (auto ok = check(mesh, options); !ok) return fail(ok.error().message);
  MeshModel result;
  if (const std::size_t flat = drop_flat(mesh); flat > 0)
    result.warnings.push_back(sentence(flat, "tetrahedron without volume", "tetrahedra without volume"));
  if (mesh.tetrahedra.empty()) return fail("every tetrahedron of the mesh is flat (without volume)");
  if (const std::size_t loose = drop_loose(mesh); loose > 0)
    result.warnings.push_back(sentence(loose, "point in no tetrahedron", "points in no tetrahedron"));

  std::vector<double> quarter(mesh.points.size(), 0.0);
  double whole = 0;
  for (const Tet& tet : mesh.tetrahedra) {
    const double volume = six_volumes(mesh.points, tet) / 6;
    whole += volume;
    for (const VertexId v : tet) quarter[v] += volume / 4;
  }
  const double density = options.density > 0 ? options.density : options.mass / whole;
  Model& model = result.model;
  for (std::size_t v = 0; v < mesh.points.size(); ++v) model.add_vertex(mesh.points[v], density * quarter[v]);
  if (!options.solid.has_elements()) {
    const std::vector<Edge> around = unique_edges(mesh.points, mesh.tetrahedra);
    if (options.solid.model == SolidModel::springs)
      add_springs(model, around, options);
    else
      add_clusters(model, around, options.solid);
  }
  if (options.solid.needs_tetrahedra())
    for (const Tet& tet : mesh.tetrahedra)
      if (!add_tetrahedron(model, tet, options.solid))
        return fail("the mesh has a tetrahedron that is too small; scale the mesh up");
  add_surface(model, mesh.tetrahedra);
  model.parts.push_back({"tetrahedra", 0, model.vertex_count(), 0, model.triangles.size()});
  if (auto ok = validate(model); !ok) return fail(ok.error().message);
  return result;
}

}  // namespace tensio
