#include <bit>
#include <cmath>
#include <limits>

#include "build/mesh.h"

namespace tensio {
namespace {

constexpr VertexId nobody = std::numeric_limits<VertexId>::max();

/// Kept vertices in hash buckets by the cell of a cubic lattice that they lie in. Buckets of different cells
/// may collide: the distance decides, not the cell.
class CellTable {
 public:
  CellTable(Positions points, double distance)
      : points_(points),
        distance_(distance),
        // Four distances wide: a ball then meets at most two cells per axis. Below 1e-290 a coordinate over
        // the width could overflow; there, as for exact duplicates, the coordinate is the cell.
        width_(4 * distance > 1e-290 ? 4 * distance : 0),
        head_(std::bit_ceil(points.size() + 1), nobody),
        next_(points.size(), nobody) {}

  /// The first kept vertex within the distance of this one, or nobody.
  VertexId find(VertexId v) const {
    const Vec3& p = points_[v];
    const Axis xs = cells(p.x), ys = cells(p.y), zs = cells(p.z);
    VertexId found = nobody;
    for (int i = 0; i < xs.count; ++i)
      for (int j = 0; j < ys.count; ++j)
        for (int k = 0; k < zs.count; ++k)
          for (VertexId u = head_[bucket(xs.cell[i], ys.cell[j], zs.cell[k])]; u != nobody; u = next_[u])
            if (u < found && norm(points_[u] - p) <= distance_) found = u;
    return found;
  }

  void keep(VertexId v) {
    const Vec3& p = points_[v];
    VertexId& head = head_[bucket(cell(p.x), cell(p.y), cell(p.z))];
    next_[v] = head;
    head = v;
  }

 private:
  struct Axis {
    double cell[2];
    int count;
  };

  double cell(double coordinate) const { return width_ > 0 ? std::floor(coordinate / width_) : coordinate; }

  Axis cells(double coordinate) const {
    const double low = cell(coordinate - distance_), high = cell(coordinate + distance_);
    return {{low, high}, low == high ? 1 : 2};
  }

  std::size_t bucket(double i, double j, double k) const {
    std::uint64_t hash = 0;
    for (const double index : {i, j, k}) {
      // + 0.0 makes one zero of the two. Multiply and fold: splitmix64's way of spreading bits.
      hash = (hash ^ std::bit_cast<std::uint64_t>(index + 0.0)) * 0x9e3779b97f4a7c15u;
      hash ^= hash >> 32;
    }
    return static_cast<std::size_t>(hash) & (head_.size() - 1);
  }

  Positions points_;
  double distance_, width_;
  std::vector<VertexId> head_, next_;
};

}  // namespace

std::size_t weld(TriangleMesh& mesh, double distance) {
  CellTable table(mesh.points, distance);
  std::vector<VertexId> new_index(mesh.points.size());
  std::vector<Vec3> kept;
  for (VertexId v = 0; v < mesh.points.size(); ++v) {
    const VertexId twin = table.find(v);
    if (twin == nobody) table.keep(v);
    new_index[v] = twin == nobody ? static_cast<VertexId>(kept.size()) : new_index[twin];
    if (twin == nobody) kept.push_back(mesh.points[v]);
  }
  for (auto& triangle : mesh.triangles)
    for (VertexId& v : triangle) v = new_index[v];
  const std::size_t removed = mesh.points.size() - kept.size();
  mesh.points = std::move(kept);
  return removed;
}

void drop_loose_points(TriangleMesh& mesh) {
  constexpr VertexId unused = ~VertexId{0};
  std::vector<VertexId> moved(mesh.points.size(), unused);
  for (const auto& triangle : mesh.triangles)
    for (const VertexId v : triangle) moved[v] = 0;
  VertexId count = 0;
  for (std::size_t v = 0; v < moved.size(); ++v)
    if (moved[v] != unused) {
      mesh.points[count] = mesh.points[v];
      moved[v] = count++;
    }
  mesh.points.resize(count);
  for (auto& triangle : mesh.triangles)
    for (VertexId& v : triangle) v = moved[v];
}

}  // namespace tensio
