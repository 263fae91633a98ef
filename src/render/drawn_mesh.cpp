#include "render/drawn_mesh.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tensio::render::detail {

std::vector<Vec3> vertex_normals(const SurfaceMesh& mesh) {
  std::vector<Vec3> normals(mesh.points.size());
  for (const auto& triangle : mesh.triangles) {
    const std::array<Vec3, 3> p = {mesh.points[triangle[0]], mesh.points[triangle[1]],
                                   mesh.points[triangle[2]]};
    const Vec3 face = normalized(cross(p[1] - p[0], p[2] - p[0]));
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec3 to_next = normalized(p[(i + 1) % 3] - p[i]), to_last = normalized(p[(i + 2) % 3] - p[i]);
      normals[triangle[i]] += std::acos(std::clamp(dot(to_next, to_last), -1.0, 1.0)) * face;
    }
  }
  for (Vec3& n : normals) n = normalized(n);
  return normals;
}

namespace {

/// Pieces along each edge of a triangle: enough for round outlines, few enough for large cloths.
std::uint32_t pieces_per_edge(const SurfaceMesh& mesh) {
  if (!mesh.smooth || mesh.triangles.size() > 50'000) return 1;
  return mesh.triangles.size() > 5'000 ? 2 : 4;
}

/// A mesh with a point of its own for every normal; where a point has several it is on a crease.
struct CreasedMesh {
  SurfaceMesh mesh;
  std::vector<bool> is_crease;
};
CreasedMesh split_at_creases(const SurfaceMesh& mesh) {
  CreasedMesh split{mesh, {}};
  SurfaceMesh& out = split.mesh;
  out.shading.clear();
  split.is_crease.assign(mesh.points.size(), false);
  if (mesh.shading.size() != mesh.triangles.size()) return split;
  out.triangles = mesh.shading;
  std::size_t count = mesh.points.size();
  for (const auto& corners : mesh.shading)
    for (const VertexId number : corners) count = std::max<std::size_t>(count, number + 1);
  out.points.resize(count);
  split.is_crease.resize(count, false);
  if (!mesh.vertex_colours.empty()) out.vertex_colours.resize(count);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (std::size_t i = 0; i < 3; ++i) {
      const VertexId point = mesh.triangles[t][i], copy = mesh.shading[t][i];
      if (copy == point) continue;
      out.points[copy] = mesh.points[point];
      if (!mesh.vertex_colours.empty()) out.vertex_colours[copy] = mesh.vertex_colours[point];
      split.is_crease[point] = split.is_crease[copy] = true;
    }
  return split;
}

/// One triangle of a mesh and the smooth surface over it.
class Patch {
 public:
  Patch(const CreasedMesh& creased, const std::vector<Vec3>& normals, const std::array<VertexId, 3>& corners)
      : mesh_(creased.mesh), is_crease_(creased.is_crease), normals_(normals), corners_(corners) {}

  void add_point(const std::array<double, 3>& weight, DrawnMesh& out) const {
    Vec3 flat, normal;
    Colour colour;
    for (std::size_t i = 0; i < 3; ++i) {
      flat += weight[i] * mesh_.points[corners_[i]];
      if (mesh_.smooth) normal += weight[i] * normals_[corners_[i]];
      if (!mesh_.vertex_colours.empty())
        colour += static_cast<float>(weight[i]) * mesh_.vertex_colours[corners_[i]];
    }
    out.points.push_back(mesh_.smooth ? rounded(weight, flat) : flat);
    if (mesh_.smooth) out.normals.push_back(normalized(normal));
    if (!mesh_.vertex_colours.empty()) out.colours.push_back(colour);
  }

 private:
  /// p* = (1 − α) p + α Σ wᵢ πᵢ(p), with πᵢ the projection onto the tangent plane at corner i. On a crease
  /// there are several planes, and none counts, so that both sides of it stay together.
  Vec3 rounded(const std::array<double, 3>& weight, const Vec3& flat) const {
    constexpr double alpha = 0.6;
    Vec3 bulge;
    for (std::size_t i = 0; i < 3; ++i) {
      if (is_crease_[corners_[i]]) continue;
      const Vec3& n = normals_[corners_[i]];
      bulge -= weight[i] * dot(flat - mesh_.points[corners_[i]], n) * n;
    }
    return flat + alpha * bulge;
  }

  const SurfaceMesh& mesh_;
  const std::vector<bool>& is_crease_;
  const std::vector<Vec3>& normals_;
  const std::array<VertexId, 3>& corners_;
};

void add_patch(const Patch& patch, std::uint32_t pieces, DrawnMesh& out) {
  auto row_begin = static_cast<std::uint32_t>(out.points.size());
  for (std::uint32_t row = 0; row <= pieces; ++row) {
    const std::uint32_t in_row = pieces - row + 1;
    for (std::uint32_t column = 0; column < in_row; ++column) {
      const double w1 = double(column) / pieces, w2 = double(row) / pieces;
      patch.add_point({double(pieces - row - column) / pieces, w1, w2}, out);
    }
    for (std::uint32_t column = 0; column + 1 < in_row; ++column) {
      const std::uint32_t here = row_begin + column, above = here + in_row;
      out.triangles.push_back({here, here + 1, above});
      if (column + 2 < in_row) out.triangles.push_back({here + 1, above + 1, above});
    }
    row_begin += in_row;
  }
}

}  // namespace

DrawnMesh make_drawn_mesh(const SurfaceMesh& whole) {
  const CreasedMesh creased = split_at_creases(whole);
  const SurfaceMesh& mesh = creased.mesh;
  DrawnMesh out;
  const std::uint32_t pieces = pieces_per_edge(mesh);
  const std::vector<Vec3> normals = mesh.smooth ? vertex_normals(mesh) : std::vector<Vec3>();
  if (pieces == 1) {
    out = {mesh.points, normals, mesh.vertex_colours, {}};
    out.triangles.assign(mesh.triangles.begin(), mesh.triangles.end());
    return out;
  }
  for (const auto& triangle : mesh.triangles) add_patch(Patch(creased, normals, triangle), pieces, out);
  return out;
}

std::vector<Tube> make_tubes(const Strands& strands) {
  const std::vector<Vec3>& x = strands.points;
  const int pieces = strands.segments.size() > 50'000 ? 1 : 5;
  std::vector<int> degree(x.size(), 0);
  std::vector<Vec3> neighbours(x.size());  // their sum
  for (const auto& [a, b] : strands.segments) {
    ++degree[a], ++degree[b];
    neighbours[a] += x[b], neighbours[b] += x[a];
  }
  // Half of what leads from the neighbour behind to the one ahead, which is the end of this segment.
  const auto tangent = [&](VertexId at, VertexId ahead) {
    return degree[at] == 2 ? 0.5 * (2.0 * x[ahead] - neighbours[at]) : x[ahead] - x[at];
  };
  std::vector<Tube> tubes;
  for (std::size_t segment = 0; segment < strands.segments.size(); ++segment) {
    const auto [a, b] = strands.segments[segment];
    const Vec3 leave = tangent(a, b), arrive = -tangent(b, a);
    const auto [start, end] = strands.radii_of(segment);
    Vec3 last = x[a];
    double last_radius = start;
    for (int i = 1; i <= pieces; ++i) {
      const double t = double(i) / pieces, s = 1 - t;
      const Vec3 next =
          s * s * (1 + 2 * t) * x[a] + s * s * t * leave + t * t * (1 + 2 * s) * x[b] - t * t * s * arrive;
      const double radius = s * start + t * end;
      tubes.push_back({last, next, last_radius, radius});
      last = next;
      last_radius = radius;
    }
  }
  return tubes;
}

}  // namespace tensio::render::detail
