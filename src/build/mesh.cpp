#include "build/mesh.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>

#include "build/bending.h"
#include "build/material.h"
#include "build/weave.h"

namespace tensio {
namespace {

Result<void> check(const MeshOptions& options) {
  const MeshStiffness& k = options.stiffness;
  if (auto ok = check(options.membrane); !ok) return ok;
  if (auto ok = check(options.bending); !ok) return ok;
  if (auto ok = check(options.stiffening); !ok) return ok;
  if (auto ok = check(options.strain_bounds); !ok) return ok;
  if (auto ok = detail::check_not_negative("area_density", options.area_density, "kg/m²"); !ok) return ok;
  if (options.membrane.model == MembraneModel::woven)
    if (auto ok = check_woven_triangles(options.membrane); !ok) return ok;
  if (!std::isfinite(options.pressure)) return fail("pressure is not finite");
  if (auto ok = detail::check_not_negative("stiffness.structural", k.structural, "N/m"); !ok) return ok;
  if (auto ok = detail::check_not_negative("stiffness.bend", k.bend, "N/m"); !ok) return ok;
  if (auto ok = detail::check_not_negative("spring_damping", options.spring_damping, "N·s/m"); !ok) return ok;
  if (auto ok = detail::check_positive("mass", options.mass, "kg"); !ok) return ok;
  if (!(options.weld_distance <= max_length))
    return fail(fmt::format("weld_distance is {} m; it must be a length, or negative for no welding",
                            options.weld_distance));
  return {};
}

Result<void> check(const TriangleMesh& mesh) {
  if (mesh.points.empty() || mesh.triangles.empty())
    return fail(fmt::format("the mesh has {} points and {} triangles; it needs at least one triangle",
                            mesh.points.size(), mesh.triangles.size()));
  if (mesh.points.size() > max_vertices || mesh.triangles.size() > max_triangles)
    return fail(fmt::format("the mesh has {} points and {} triangles; the limits are {} and {}",
                            mesh.points.size(), mesh.triangles.size(), max_vertices, max_triangles));
  for (std::size_t i = 0; i < mesh.points.size(); ++i)
    if (auto ok = detail::check_position("the point", mesh.points[i]); !ok)
      return fail(fmt::format("point {} of the mesh cannot be used: {}", i, ok.error().message));
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (const VertexId v : mesh.triangles[t])
      if (v >= mesh.points.size())
        return fail(fmt::format("triangle {} of the mesh uses point {}, but there are only {}", t, v,
                                mesh.points.size()));
  return {};
}

/// Twice the area.
double doubled_area(const TriangleMesh& mesh, const std::array<VertexId, 3>& t) {
  return norm(cross(mesh.points[t[1]] - mesh.points[t[0]], mesh.points[t[2]] - mesh.points[t[0]]));
}

bool is_degenerate(const TriangleMesh& mesh, const std::array<VertexId, 3>& t) {
  const auto& [a, b, c] = t;
  if (a == b || b == c || c == a) return true;
  const auto squared = [&](VertexId u, VertexId v) {
    const Vec3 edge = mesh.points[v] - mesh.points[u];
    return dot(edge, edge);
  };
  // Flat to rounding: the height is 1e-12 of the longest edge.
  return doubled_area(mesh, t) <= 1e-12 * std::max({squared(a, b), squared(b, c), squared(c, a)});
}

std::size_t drop_degenerate(TriangleMesh& mesh) {
  return std::erase_if(mesh.triangles, [&](const auto& triangle) { return is_degenerate(mesh, triangle); });
}

/// Keeps the first of all triangles with the same three corners, whichever way round.
std::size_t drop_duplicates(TriangleMesh& mesh) {
  struct Key {
    std::array<VertexId, 3> corners;
    std::uint32_t triangle;
    auto operator<=>(const Key&) const = default;
  };
  std::vector<Key> keys;
  keys.reserve(mesh.triangles.size());
  for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
    keys.push_back({mesh.triangles[t], t});
    std::sort(keys.back().corners.begin(), keys.back().corners.end());
  }
  std::sort(keys.begin(), keys.end());
  const std::size_t before = keys.size();
  const auto same = [](const Key& a, const Key& b) { return a.corners == b.corners; };
  keys.erase(std::unique(keys.begin(), keys.end(), same), keys.end());
  std::sort(keys.begin(), keys.end(), [](const Key& a, const Key& b) { return a.triangle < b.triangle; });
  for (std::size_t i = 0; i < keys.size(); ++i) mesh.triangles[i] = mesh.triangles[keys[i].triangle];
  mesh.triangles.resize(keys.size());
  return before - keys.size();
}

/// Each pair once, and none that an edge joins.
std::vector<std::array<VertexId, 2>> without_edges(std::vector<std::array<VertexId, 2>> pairs,
                                                   const MeshEdges& edges) {
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  std::vector<std::array<VertexId, 2>> free_pairs;
  std::set_difference(pairs.begin(), pairs.end(), edges.ends.begin(), edges.ends.end(),
                      std::back_inserter(free_pairs));
  return free_pairs;
}

/// Pairs of vertices that face each other across an edge and are not joined by an edge; each pair once.
std::vector<std::array<VertexId, 2>> bending_pairs(const TriangleMesh& mesh, const MeshEdges& edges) {
  std::vector<std::array<VertexId, 2>> pairs;
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto sharing = edges.triangles_of(e);
    for (std::size_t i = 1; i < sharing.size(); ++i) {
      const VertexId a = opposite(mesh.triangles[sharing[i - 1]], edges.ends[e]);
      const VertexId b = opposite(mesh.triangles[sharing[i]], edges.ends[e]);
      if (a != b) pairs.push_back({std::min(a, b), std::max(a, b)});
    }
  }
  return without_edges(std::move(pairs), edges);
}

/// Returns all pairs two edges apart that no edge joins, each once. Fails if a vertex has too many
/// neighbours.
Result<std::vector<std::array<VertexId, 2>>> second_neighbours(std::size_t vertices, const MeshEdges& edges) {
  std::vector<std::vector<VertexId>> near(vertices);
  for (const auto& [a, b] : edges.ends) near[a].push_back(b), near[b].push_back(a);
  constexpr std::size_t most_per_vertex = 64;  // of a regular mesh 15
  std::size_t count = 0;
  for (const auto& ring : near) count += ring.size() * ring.size() / 2;
  if (count > most_per_vertex * vertices + 1000)
    return fail(
        fmt::format("bend_springs = \"second-neighbours\" makes {} springs from {} vertices, because some "
                    "have very many neighbours; repair the mesh or use \"across-edges\"",
                    count, vertices));
  std::vector<std::array<VertexId, 2>> pairs;
  pairs.reserve(count);
  for (const auto& ring : near)
    for (std::size_t i = 0; i < ring.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        pairs.push_back({std::min(ring[i], ring[j]), std::max(ring[i], ring[j])});
  return without_edges(std::move(pairs), edges);
}

/// Adds springs at rest; returns how many have no length.
std::size_t add_springs(Model& model, const std::vector<std::array<VertexId, 2>>& pairs, SpringFamily family,
                        double stiffness, double damping) {
  if (stiffness == 0) return 0;
  std::size_t without_length = 0;
  for (const auto& [a, b] : pairs) {
    const double rest = norm(model.rest_position[b] - model.rest_position[a]);
    if (rest == 0) ++without_length;
    model.springs.add(a, b, family, rest, stiffness, damping);
  }
  return without_length;
}

/// Those that the options ask for; how many have no length.
Result<std::size_t> add_all_springs(Model& model, const TriangleMesh& mesh, const MeshEdges& edges,
                                    const MeshOptions& options) {
  const MeshStiffness& k = options.stiffness;
  std::size_t without_length = 0;
  if (options.membrane.model == MembraneModel::springs)
    without_length +=
        add_springs(model, edges.ends, SpringFamily::structural, k.structural, options.spring_damping);
  if (options.bending.model != BendingModel::springs || options.membrane.model == MembraneModel::woven ||
      k.bend == 0)
    return without_length;
  const auto pairs = options.bend_springs == MeshBendSprings::second_neighbours
                         ? second_neighbours(mesh.points.size(), edges)
                         : bending_pairs(mesh, edges);
  if (!pairs) return fail(pairs.error());
  return without_length + add_springs(model, *pairs, SpringFamily::bend, k.bend, options.spring_damping);
}

double mass_of(const TriangleMesh& mesh, const MeshOptions& options) {
  if (options.area_density == 0) return options.mass;
  double mass = 0;
  for (const auto& triangle : mesh.triangles)
    mass += 0.5 * options.area_density * doubled_area(mesh, triangle);
  return mass;
}

/// A third of each triangle's share; a vertex of no triangle gets the mean, the others share the rest.
void lump_by_area(Model& model, const TriangleMesh& mesh, double total_mass) {
  std::vector<double> area(mesh.points.size(), 0.0);  // six times, m²
  double whole = 0;
  for (const auto& triangle : mesh.triangles) {
    const double doubled = doubled_area(mesh, triangle);
    for (const VertexId v : triangle) area[v] += doubled;
    whole += 3 * doubled;
  }
  const auto count = static_cast<double>(area.size());
  const auto isolated = static_cast<double>(std::count(area.begin(), area.end(), 0.0));
  const double shared_mass = total_mass * ((count - isolated) / count);
  for (std::size_t v = 0; v < area.size(); ++v)
    model.mass[v] = area[v] > 0 ? shared_mass * (area[v] / whole) : total_mass / count;
}

/// What a mesh may have that a clean one has not.
struct Oddities {
  std::size_t degenerate = 0, duplicate = 0, non_manifold = 0, isolated = 0, coincident = 0, no_length = 0;

  std::vector<std::string> sentences(const MeshOptions& options) const {
    std::vector<std::string> result;
    const auto add = [&](std::size_t count, const char* one, const char* many, const std::string& rest) {
      if (count > 0)
        result.push_back(fmt::format("the mesh has {} {}{}", count, count == 1 ? one : many, rest));
    };
    add(degenerate, "degenerate triangle", "degenerate triangles", " (without area), removed");
    add(duplicate, "duplicate triangle", "duplicate triangles", ", removed");
    add(non_manifold, "edge", "edges", " shared by more than two triangles");
    add(isolated, "isolated vertex", "isolated vertices",
        options.lumping == Lumping::area ? " (in no triangle), kept as free masses with the mean mass"
                                         : " (in no triangle), kept as free masses");
    add(coincident, "vertex", "vertices",
        " at the position of another, not merged; set weld_distance = 0 to merge them");
    add(no_length, "spring", "springs", " of rest length zero");
    return result;
  }
};

std::size_t count_isolated(const TriangleMesh& mesh) {
  std::vector<bool> used(mesh.points.size(), false);
  for (const auto& triangle : mesh.triangles)
    for (const VertexId v : triangle) used[v] = true;
  return static_cast<std::size_t>(std::count(used.begin(), used.end(), false));
}

}  // namespace

Result<MeshModel> make_mesh_model(TriangleMesh mesh, const MeshOptions& options) {
  if (auto ok = check(options); !ok) return fail(ok.error().message);
  if (auto ok = check(mesh); !ok) return fail(ok.error().message);

  MeshModel result;
  Oddities odd;
  if (options.weld_distance >= 0) {
    result.welded = weld(mesh, options.weld_distance);
  } else {
    TriangleMesh points_alone{.points = mesh.points, .triangles = {}};
    odd.coincident = weld(points_alone, 0);
  }
  odd.degenerate = drop_degenerate(mesh);
  odd.duplicate = drop_duplicates(mesh);
  if (mesh.triangles.empty()) return fail("every triangle of the mesh is degenerate (without area)");
  odd.isolated = count_isolated(mesh);

  const MeshEdges edges = unique_edges(mesh.triangles);
  for (std::size_t e = 0; e < edges.size(); ++e)
    if (edges.triangles_of(e).size() > 2) ++odd.non_manifold;

  Model& model = result.model;
  const double mass = mass_of(mesh, options);
  const double share = mass / static_cast<double>(mesh.points.size());
  for (const Vec3& point : mesh.points) model.add_vertex(point, share);
  if (options.lumping == Lumping::area) lump_by_area(model, mesh, mass);
  const auto without_length = add_all_springs(model, mesh, edges, options);
  if (!without_length) return fail(without_length.error());
  odd.no_length = *without_length;
  model.triangles = std::move(mesh.triangles);
  add_membranes(model, options.membrane);
  if (auto ok = add_stiffening(model, options.stiffening); !ok) return fail(ok.error().message);
  if (auto ok = add_strain_bounds(model, options.strain_bounds); !ok) return fail(ok.error().message);
  add_bending(model, options.bending, options.membrane.warp_direction);
  if (options.pressure != 0) {
    for (std::size_t e = 0; e < edges.size(); ++e)
      if (edges.triangles_of(e).size() != 2)
        return fail("the mesh has a pressure but is not closed; close it or remove pressure");
    model.pressures.push_back({0, model.triangles.size(), options.pressure});
  }
  model.parts.push_back(
      {"mesh", 0, model.vertex_count(), 0, model.triangles.size(), 0, 0, options.membrane.warp_direction});

  result.warnings = odd.sentences(options);
  if (options.strict && !result.warnings.empty())
    return fail(result.warnings.front() + "; repair the mesh or turn strict off");
  if (auto ok = validate(model); !ok) return fail(ok.error().message);
  return result;
}

}  // namespace tensio
