#include "build/surface.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <tuple>
#include <utility>

#include "build/material.h"

namespace tensio {
namespace {

constexpr double most_work = 5e8;  // pairs of a line and a triangle whose box it passes

/// On which side of the line from a to b, seen along x, the point (y, z) lies: never 0 unless a and b are the
/// same there. The point stands for (y + ε, z + ε²).
int side(const Vec3& a, const Vec3& b, double y, double z) {
  const double dy = b.y - a.y, dz = b.z - a.z;
  const double area = dy * (z - a.z) - dz * (y - a.y);
  const auto sign = [](double value) { return value > 0 ? 1 : value < 0 ? -1 : 0; };
  if (area != 0) return sign(area);
  return dz != 0 ? sign(-dz) : sign(dy);
}

/// The same from both triangles that share the edge, to the last bit.
int side_of_edge(const TriangleMesh& mesh, VertexId a, VertexId b, double y, double z) {
  return a < b ? side(mesh.points[a], mesh.points[b], y, z) : -side(mesh.points[b], mesh.points[a], y, z);
}

/// The lines of one axis that may lie between two coordinates.
struct Lines {
  std::size_t begin, end;
};
Lines lines_between(double low, double high, double first, double step, std::size_t count) {
  const auto clamped = [&](double index) {
    return static_cast<std::size_t>(std::clamp(index, 0.0, static_cast<double>(count)));
  };
  return {clamped(std::floor((low - first) / step)), clamped(std::floor((high - first) / step) + 2)};
}

struct Shadow {
  Lines y, z;
};
Shadow shadow_of(const TriangleMesh& mesh, const std::array<VertexId, 3>& triangle, const LineGrid& lines) {
  const Vec3 &a = mesh.points[triangle[0]], &b = mesh.points[triangle[1]], &c = mesh.points[triangle[2]];
  return {lines_between(std::min({a.y, b.y, c.y}), std::max({a.y, b.y, c.y}), lines.low.y, lines.step.y,
                        lines.count[0]),
          lines_between(std::min({a.z, b.z, c.z}), std::max({a.z, b.z, c.z}), lines.low.z, lines.step.z,
                        lines.count[1])};
}

std::size_t open_edges(const TriangleMesh& mesh) {
  struct Edge {
    VertexId low, high;
    int direction;
  };
  std::vector<Edge> edges;
  edges.reserve(3 * mesh.triangles.size());
  for (const auto& triangle : mesh.triangles)
    for (std::size_t i = 0; i < 3; ++i) {
      const VertexId a = triangle[i], b = triangle[(i + 1) % 3];
      if (a != b) edges.push_back({std::min(a, b), std::max(a, b), a < b ? 1 : -1});
    }
  std::ranges::sort(edges, [](const Edge& a, const Edge& b) {
    return std::pair(a.low, a.high) < std::pair(b.low, b.high);
  });
  std::size_t open = 0;
  for (std::size_t first = 0, end = 0; first < edges.size(); first = end) {
    int balance = 0;
    for (; end < edges.size() && edges[end].low == edges[first].low && edges[end].high == edges[first].high;
         ++end)
      balance += edges[end].direction;
    if (balance != 0) ++open;
  }
  return open;
}

}  // namespace

double enclosed_volume(const TriangleMesh& mesh) {
  if (mesh.points.empty()) return 0;
  const Vec3& origin = mesh.points[0];
  double six = 0;
  for (const auto& [a, b, c] : mesh.triangles)
    six += dot(mesh.points[a] - origin, cross(mesh.points[b] - origin, mesh.points[c] - origin));
  return six / 6;
}

Result<TriangleMesh> close_surface(TriangleMesh mesh) {
  for (const Vec3& point : mesh.points)
    if (auto ok = detail::check_position("a point of the surface", point); !ok)
      return fail(ok.error().message);
  weld(mesh, 0);
  std::erase_if(mesh.triangles, [](const auto& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; });
  if (mesh.triangles.empty()) return fail("the surface has no triangles");
  if (const std::size_t open = open_edges(mesh); open > 0)
    return fail(
        fmt::format("the surface is not closed ({} edges have only one triangle, or two that face opposite "
                    "ways); close its holes",
                    open));
  drop_loose_points(mesh);
  const double volume = enclosed_volume(mesh);
  if (!(std::abs(volume) > 0) || !std::isfinite(volume))
    return fail("the surface encloses no volume; use one that does");
  if (volume < 0)
    for (auto& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
  return mesh;
}

TriangleMesh make_ellipsoid(const Vec3& size, int level) {
  TriangleMesh mesh{
      .points = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}},
      .triangles = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}};
  for (int cut = 0; cut < level; ++cut) {
    const MeshEdges edges = unique_edges(mesh.triangles);
    const auto first = static_cast<VertexId>(mesh.points.size());
    for (const auto& [a, b] : edges.ends) mesh.points.push_back(normalized(mesh.points[a] + mesh.points[b]));
    const auto middle = [&](VertexId a, VertexId b) {
      const std::array<VertexId, 2> ends{std::min(a, b), std::max(a, b)};
      return first + static_cast<VertexId>(std::ranges::lower_bound(edges.ends, ends) - edges.ends.begin());
    };
    std::vector<std::array<VertexId, 3>> finer;
    for (const auto& [a, b, c] : mesh.triangles) {
      const VertexId ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      finer.insert(finer.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
    }
    mesh.triangles = std::move(finer);
  }
  for (Vec3& p : mesh.points) p = {0.5 * size.x * p.x, 0.5 * size.y * p.y, 0.5 * size.z * p.z};
  return mesh;
}

Result<LineCrossings> LineCrossings::make(const TriangleMesh& mesh, const LineGrid& lines) {
  double work = 0;
  for (const auto& triangle : mesh.triangles) {
    const Shadow shadow = shadow_of(mesh, triangle, lines);
    work += static_cast<double>(shadow.y.end - shadow.y.begin) *
            static_cast<double>(shadow.z.end - shadow.z.begin);
  }
  const auto too_often = [] {
    return fail(
        "the triangles of the surface overlap too often for this number of cells; use a lower resolution");
  };
  if (work > most_work) return too_often();

  struct Found {
    std::size_t line;
    Crossing crossing;
  };
  constexpr std::size_t most_found = 20'000'000;
  std::vector<Found> found;
  for (const auto& triangle : mesh.triangles) {
    if (found.size() > most_found) return too_often();
    const auto [i0, i1, i2] = triangle;
    const Vec3 &a = mesh.points[i0], &b = mesh.points[i1], &c = mesh.points[i2];
    const Vec3 normal = cross(b - a, c - a);
    const Shadow shadow = shadow_of(mesh, triangle, lines);
    for (std::size_t k = shadow.z.begin; k < shadow.z.end; ++k)
      for (std::size_t j = shadow.y.begin; j < shadow.y.end; ++j) {
        const double y = lines.low.y + static_cast<double>(j) * lines.step.y;
        const double z = lines.low.z + static_cast<double>(k) * lines.step.z;
        const int turn = side_of_edge(mesh, i0, i1, y, z);
        if (turn == 0 || side_of_edge(mesh, i1, i2, y, z) != turn || side_of_edge(mesh, i2, i0, y, z) != turn)
          continue;
        const double x = a.x - (normal.y * (y - a.y) + normal.z * (z - a.z)) / normal.x;
        const double low = std::min({a.x, b.x, c.x}), high = std::max({a.x, b.x, c.x});
        // Seen from the edge, the plane's height is rounding: anywhere on the triangle will do.
        found.push_back({k * lines.count[0] + j, {std::isfinite(x) ? std::clamp(x, low, high) : low, -turn}});
      }
  }
  std::ranges::sort(found, [](const Found& a, const Found& b) {
    return std::tuple(a.line, a.crossing.x, -a.crossing.turn) <
           std::tuple(b.line, b.crossing.x, -b.crossing.turn);
  });
  LineCrossings made;
  made.count_ = lines.count[0];
  made.first_.assign(lines.count[0] * lines.count[1] + 1, 0);
  for (const Found& one : found) {
    ++made.first_[one.line + 1];
    made.crossings_.push_back(one.crossing);
  }
  for (std::size_t line = 1; line < made.first_.size(); ++line) made.first_[line] += made.first_[line - 1];
  return made;
}

bool LineCrossings::is_inside(std::size_t j, std::size_t k, double x) const {
  int winding = 0;
  for (const Crossing& crossing : on(j, k))
    if (crossing.x <= x) winding += crossing.turn;
  return winding != 0;
}

Result<std::vector<double>> fill_cells(const TriangleMesh& mesh, const CellGrid& grid) {
  constexpr std::size_t sub = 4;  // lines through a cell along either axis
  const Vec3 step = grid.cell / static_cast<double>(sub);
  const LineGrid lines{grid.low + 0.5 * step, step, {sub * grid.cells[1], sub * grid.cells[2]}};
  const auto crossings = LineCrossings::make(mesh, lines);
  if (!crossings) return fail(crossings.error().message);
  const auto [nx, ny, nz] = grid.cells;
  std::vector<double> share(nx * ny * nz, 0.0);
  for (std::size_t k = 0; k < lines.count[1]; ++k)
    for (std::size_t j = 0; j < lines.count[0]; ++j) {
      double* row = share.data() + (k / sub * ny + j / sub) * nx;
      const auto add = [&](double from, double to) {  // in cells
        const auto first = static_cast<std::size_t>(std::clamp(from, 0.0, static_cast<double>(nx - 1)));
        for (std::size_t i = first; i < nx && static_cast<double>(i) < to; ++i)
          row[i] += std::max(0.0, std::min(to, static_cast<double>(i + 1)) -
                                      std::max(from, static_cast<double>(i))) /
                    (sub * sub);
      };
      int winding = 0;
      double entered = 0;
      for (const LineCrossings::Crossing& crossing : crossings->on(j, k)) {
        const double at = (crossing.x - grid.low.x) / grid.cell.x;
        if (winding != 0) add(entered, at);
        winding += crossing.turn;
        entered = at;
      }
    }
  for (double& value : share) value = std::min(value, 1.0);
  return share;
}

}  // namespace tensio
