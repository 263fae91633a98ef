#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "build/surface.h"
#include "build/tetrahedra.h"

namespace tensio {
namespace {

constexpr double most_stuffing_work = 5e8;  // pairs of a triangle and a vertex of the lattice near it

// How near to a vertex, as part of an edge, the surface may cross it before the vertex is moved onto the
// surface: the values of Labelle and Shewchuk, table 1, for edges along the axes and diagonal ones.
constexpr double long_limit = 0.24999, short_limit = 0.41189;

/// Of the triangle (a, b, c), the point nearest to p: by the region of the plane that p lies over (Ericson
/// 2005, sec. 5.1.5).
Vec3 nearest_point(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 ab = b - a, ac = c - a, ap = p - a;
  const double d1 = dot(ab, ap), d2 = dot(ac, ap);
  if (d1 <= 0 && d2 <= 0) return a;
  const Vec3 bp = p - b;
  const double d3 = dot(ab, bp), d4 = dot(ac, bp);
  if (d3 >= 0 && d4 <= d3) return b;
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return a + (d1 / (d1 - d3)) * ab;
  const Vec3 cp = p - c;
  const double d5 = dot(ab, cp), d6 = dot(ac, cp);
  if (d6 >= 0 && d5 <= d6) return c;
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return a + (d2 / (d2 - d6)) * ac;
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return b + ((d4 - d3) / (d4 - d3 + d5 - d6)) * (c - b);
  const double sum = va + vb + vc;
  return sum > 0 ? a + (vb / sum) * ab + (vc / sum) * ac : a;
}

/// A body-centred cubic lattice. Places are counted in halves of a cube: corners are even along all axes,
/// centres odd.
struct Lattice {
  using Place = std::array<long, 3>;
  Vec3 low;         // m, of the place (0, 0, 0)
  double edge = 0;  // m, of a cube
  std::array<std::size_t, 3> cubes{};

  std::size_t corner_count() const { return (cubes[0] + 1) * (cubes[1] + 1) * (cubes[2] + 1); }
  std::size_t count() const { return corner_count() + cubes[0] * cubes[1] * cubes[2]; }
  bool has(const Place& at) const {
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (at[axis] < 0 || at[axis] > 2 * static_cast<long>(cubes[axis])) return false;
    return true;
  }
  std::size_t index(const Place& at) const {
    const std::size_t odd = static_cast<std::size_t>(at[0] & 1), more = 1 - odd;
    const auto half = [&](std::size_t axis) { return static_cast<std::size_t>(at[axis]) / 2; };
    return odd * corner_count() + (half(2) * (cubes[1] + more) + half(1)) * (cubes[0] + more) + half(0);
  }
  Vec3 position(const Place& at) const {
    return low + 0.5 * edge *
                     Vec3{static_cast<double>(at[0]), static_cast<double>(at[1]), static_cast<double>(at[2])};
  }
  /// Corners (parity 0) or centres (parity 1), x fastest.
  template <class Work>
  void for_each(long parity, const Work& work) const {
    const auto end = [&](std::size_t axis) { return 2 * static_cast<long>(cubes[axis]) + 1 - parity; };
    for (long z = parity; z < end(2); z += 2)
      for (long y = parity; y < end(1); y += 2)
        for (long x = parity; x < end(0); x += 2) work(Place{x, y, z});
  }
};

Lattice lattice_around(const TriangleMesh& surface, std::size_t resolution) {
  const auto [low, high] = bounds_of(surface.points);
  const Vec3 extent = high - low;
  Lattice lattice;
  lattice.edge = std::max({extent.x, extent.y, extent.z}) / static_cast<double>(resolution);
  // A cube more on every side, as the outermost vertices must lie outside.
  for (int axis = 0; axis < 3; ++axis) {
    const double count = std::max(1.0, std::ceil(extent[axis] / lattice.edge - 1e-9)) + 2;
    lattice.cubes[static_cast<std::size_t>(axis)] = static_cast<std::size_t>(count);
    lattice.low[axis] = 0.5 * (low[axis] + high[axis] - count * lattice.edge);
  }
  return lattice;
}

/// Fills a lattice; see stuff().
class Stuffer {
 public:
  Stuffer(const TriangleMesh& surface, const Lattice& lattice) : surface_(surface), lattice_(lattice) {}

  Result<TetMesh> fill() {
    if (auto ok = measure_depths(); !ok) return fail(ok.error().message);
    for (const long parity : {0L, 1L}) lattice_.for_each(parity, [&](const Lattice::Place& at) { warp(at); });
    number_.assign(lattice_.count(), none);
    lattice_.for_each(1, [&](const Lattice::Place& centre) { add_around(centre); });
    if (mesh_.tetrahedra.empty())
      return fail("the surface is thinner than one cube; use a higher resolution");
    if (mesh_.tetrahedra.size() > max_tetrahedra || mesh_.points.size() > max_vertices)
      return fail("the surface needs too many tetrahedra; use a lower resolution");
    return std::move(mesh_);
  }

 private:
  using Place = Lattice::Place;
  static constexpr VertexId none = ~VertexId{0};
  struct Node {
    Place at;
    std::size_t index;
    double depth;
  };

  /// Distances from the surface, positive inside; those beyond the length of an edge are as good as infinite.
  Result<void> measure_depths() {
    const double band = 1.001 * lattice_.edge;
    depth_.assign(lattice_.count(), band);
    position_.resize(lattice_.count());
    for (const long parity : {0L, 1L}) {
      lattice_.for_each(parity,
                        [&](const Place& at) { position_[lattice_.index(at)] = lattice_.position(at); });
      if (auto ok = measure_distances(parity, band); !ok) return ok;
      const Vec3 first = lattice_.position({parity, parity, parity});
      const std::size_t fewer = static_cast<std::size_t>(parity);
      const auto crossings =
          LineCrossings::make(surface_, {first,
                                         {lattice_.edge, lattice_.edge, lattice_.edge},
                                         {lattice_.cubes[1] + 1 - fewer, lattice_.cubes[2] + 1 - fewer}});
      if (!crossings) return fail(crossings.error().message);
      lattice_.for_each(parity, [&](const Place& at) {
        const std::size_t i = lattice_.index(at);
        const auto j = static_cast<std::size_t>(at[1] / 2), k = static_cast<std::size_t>(at[2] / 2);
        if (!crossings->is_inside(j, k, position_[i].x)) depth_[i] = -depth_[i];
      });
    }
    return {};
  }
  Result<void> measure_distances(long parity, double band) {
    const Vec3 first = lattice_.position({parity, parity, parity});
    const auto last = [&](int axis) {
      return static_cast<double>(lattice_.cubes[static_cast<std::size_t>(axis)]) -
             static_cast<double>(parity);
    };
    for (const auto& [i0, i1, i2] : surface_.triangles) {
      const std::array<Vec3, 3> corner{surface_.points[i0], surface_.points[i1], surface_.points[i2]};
      const auto [low, high] = bounds_of(corner);
      std::array<long, 3> begin{}, end{};
      double count = 1;
      for (int axis = 0; axis < 3; ++axis) {
        const auto a = static_cast<std::size_t>(axis);
        const double from = std::ceil((low[axis] - band - first[axis]) / lattice_.edge);
        const double to = std::floor((high[axis] + band - first[axis]) / lattice_.edge);
        begin[a] = static_cast<long>(std::clamp(from, 0.0, last(axis) + 1));
        end[a] = static_cast<long>(std::clamp(to, -1.0, last(axis))) + 1;
        count *= static_cast<double>(std::max(0L, end[a] - begin[a]));
      }
      work_ += count;
      if (work_ > most_stuffing_work)
        return fail(
            "the triangles of the surface overlap too often for this number of cubes; use a lower "
            "resolution");
      for (long z = begin[2]; z < end[2]; ++z)
        for (long y = begin[1]; y < end[1]; ++y)
          for (long x = begin[0]; x < end[0]; ++x) {
            const std::size_t i = lattice_.index({2 * x + parity, 2 * y + parity, 2 * z + parity});
            const Vec3& p = position_[i];
            depth_[i] = std::min(depth_[i], norm(p - nearest_point(p, corner[0], corner[1], corner[2])));
          }
    }
    return {};
  }

  /// Moves a vertex onto the surface where that crosses one of its edges too near to it.
  void warp(const Place& at) {
    const std::size_t i = lattice_.index(at);
    if (depth_[i] == 0) return;
    double nearest = 0;
    Vec3 to;
    bool is_warped = false;
    const auto look = [&](const Place& step, double limit, double length) {
      const Place other{at[0] + step[0], at[1] + step[1], at[2] + step[2]};
      if (!lattice_.has(other)) return;
      const std::size_t o = lattice_.index(other);
      if (!(depth_[i] * depth_[o] < 0)) return;
      const double t = depth_[i] / (depth_[i] - depth_[o]);
      if (t >= limit || (is_warped && t * length >= nearest)) return;
      is_warped = true;
      nearest = t * length;
      to = (1 - t) * lattice_.position(at) + t * lattice_.position(other);
    };
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (const long side : {-2L, 2L}) {
        Place step{};
        step[axis] = side;
        look(step, long_limit, 1);
      }
    for (const long z : {-1L, 1L})
      for (const long y : {-1L, 1L})
        for (const long x : {-1L, 1L}) look({x, y, z}, short_limit, std::sqrt(0.75));
    if (!is_warped) return;
    position_[i] = to;
    depth_[i] = 0;
  }

  /// The tetrahedra between a centre and the next one along each axis: one for every edge of the square
  /// between.
  void add_around(const Place& centre) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      Place next = centre;
      next[axis] += 2;
      if (next[axis] > 2 * static_cast<long>(lattice_.cubes[axis])) continue;
      constexpr long around[5][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
      for (std::size_t side = 0; side < 4; ++side) {
        const auto corner = [&](std::size_t i) {
          Place at = centre;
          at[axis] += 1;
          at[(axis + 1) % 3] += around[i][0];
          at[(axis + 2) % 3] += around[i][1];
          return at;
        };
        add_cut({node(centre), node(next), node(corner(side)), node(corner(side + 1))});
      }
    }
  }
  Node node(const Place& at) const {
    const std::size_t i = lattice_.index(at);
    return {at, i, depth_[i]};
  }

  /// The part of a tetrahedron that is inside. Squares that it shares with others are cut from the deeper of
  /// their two vertices, which is the same seen from both sides, and mostly the shorter way.
  void add_cut(std::array<Node, 4> corner) {
    // Inside first, the deepest ahead; then those on the surface, then those outside.
    std::ranges::sort(corner, [](const Node& a, const Node& b) {
      return a.depth != b.depth ? a.depth > b.depth : a.index < b.index;
    });
    const auto inside = std::ranges::count_if(corner, [](const Node& n) { return n.depth > 0; });
    const auto outside = std::ranges::count_if(corner, [](const Node& n) { return n.depth < 0; });
    if (inside == 0) return;
    const auto& [a, b, c, d] = corner;
    if (outside == 0) {
      add({id(a), id(b), id(c), id(d)});
    } else if (inside == 1) {
      const auto end = [&](const Node& n) { return n.depth < 0 ? cut(a, n) : id(n); };
      add({id(a), end(b), end(c), end(d)});
    } else if (inside == 3) {
      const VertexId ad = cut(a, d), bd = cut(b, d), cd = cut(c, d);
      add({id(a), ad, bd, cd});
      add({id(a), id(b), bd, cd});
      add({id(a), id(b), id(c), cd});
    } else if (outside == 1) {
      const VertexId ad = cut(a, d), bd = cut(b, d);
      add({id(a), id(b), bd, id(c)});
      add({id(a), bd, ad, id(c)});
    } else {
      const VertexId ac = cut(a, c), ad = cut(a, d), bc = cut(b, c), bd = cut(b, d);
      add({id(a), id(b), bc, bd});
      const auto length = [&](VertexId p, VertexId q) { return norm(mesh_.points[p] - mesh_.points[q]); };
      if (length(ac, bd) <= length(bc, ad)) {
        add({id(a), ac, bc, bd});
        add({id(a), ac, bd, ad});
      } else {
        add({id(a), ac, bc, ad});
        add({id(a), bc, bd, ad});
      }
    }
  }

  void add(std::array<VertexId, 4> tet) {
    const std::vector<Vec3>& x = mesh_.points;
    if (dot(x[tet[1]] - x[tet[0]], cross(x[tet[2]] - x[tet[0]], x[tet[3]] - x[tet[0]])) < 0)
      std::swap(tet[2], tet[3]);
    mesh_.tetrahedra.push_back(tet);
  }
  VertexId add_point(const Vec3& point) {
    mesh_.points.push_back(point);
    return static_cast<VertexId>(mesh_.points.size() - 1);
  }
  VertexId id(const Node& node) {
    if (number_[node.index] == none) number_[node.index] = add_point(position_[node.index]);
    return number_[node.index];
  }
  /// Where the surface crosses the edge from a vertex inside to one outside.
  VertexId cut(const Node& inside, const Node& outside) {
    const std::uint64_t key = std::uint64_t{inside.index} * lattice_.count() + outside.index;
    const auto [entry, is_new] = cuts_.try_emplace(key, none);
    if (is_new) {
      const double t = inside.depth / (inside.depth - outside.depth);
      entry->second = add_point((1 - t) * position_[inside.index] + t * position_[outside.index]);
    }
    return entry->second;
  }

  const TriangleMesh& surface_;
  const Lattice& lattice_;
  double work_ = 0;
  std::vector<double> depth_;  // m
  std::vector<Vec3> position_;
  std::vector<VertexId> number_;  // in the mesh, of the vertices of the lattice
  std::unordered_map<std::uint64_t, VertexId> cuts_;
  TetMesh mesh_;
};

}  // namespace

std::array<std::size_t, 3> stuffing_cells(const TriangleMesh& surface, std::size_t resolution) {
  return lattice_around(surface, resolution).cubes;
}

Result<TetMesh> stuff(const TriangleMesh& surface, std::size_t resolution) {
  if (surface.triangles.empty() || resolution < 1)
    return fail("the surface is empty; give one with triangles");
  const Lattice lattice = lattice_around(surface, resolution);
  double room = static_cast<double>(max_vertices);
  for (const std::size_t cubes : lattice.cubes) room /= static_cast<double>(cubes + 1);
  if (room < 2) return fail("the surface needs too many tetrahedra; use a lower resolution");
  return Stuffer(surface, lattice).fill();
}

}  // namespace tensio
