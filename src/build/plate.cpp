#include "build/plate.h"

#include <algorithm>
#include <cmath>

#include "build/mesh.h"
#include "build/weave.h"

namespace tensio {
namespace {

constexpr VertexId no_vertex = ~VertexId{0};
constexpr double weakest_part =
    1e-6;                          // of two directions, as part of the other, so that the form has an inverse
constexpr double thinnest = 1e-3;  // height of a neighbour, over the edge
constexpr double conic_ridge =
    1e-7;  // against six points on a conic, which no quadratic surface can distinguish

struct Spot {
  double x = 0, y = 0;
};

/// The inverse of the matrix of energies per area of (κ₁₁, κ₂₂, κ₁₂).
class Compliance {
 public:
  explicit Compliance(const BendingOptions& options) {
    double weft = options.weft.value_or(options.stiffness), warp = options.stiffness;
    const double least = weakest_part * std::max(weft, warp);
    weft = std::max(weft, least), warp = std::max(warp, least);
    const double nu = options.poisson, mean = std::sqrt(weft * warp);
    along_ = {1 / (weft * (1 - nu * nu)), 1 / (warp * (1 - nu * nu))};
    cross_ = -nu / (mean * (1 - nu * nu));
    twist_ = 1 / (2 * (1 - nu) * mean);
  }
  double operator()(const Vec3& a, const Vec3& b) const {
    return along_[0] * a.x * b.x + along_[1] * a.y * b.y + cross_ * (a.x * b.y + a.y * b.x) +
           twist_ * a.z * b.z;
  }

 private:
  std::array<double, 2> along_;
  double cross_, twist_;
};

Mat3 inverse_of_symmetric(const Mat3& m) {
  const Vec3 a{m(0, 0), m(0, 1), m(0, 2)}, b{m(1, 0), m(1, 1), m(1, 2)}, c{m(2, 0), m(2, 1), m(2, 2)};
  const Vec3 rows[3] = {cross(b, c), cross(c, a), cross(a, b)};
  const double determinant = dot(a, rows[0]);
  Mat3 inverse;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) inverse(i, j) = 0.5 * (rows[i][j] + rows[j][i]) / determinant;
  return inverse;
}

/// One triangle of a mesh at rest.
class PlateMaker {
 public:
  PlateMaker(const std::vector<Vec3>& x, const std::array<VertexId, 3>& corners, const Vec3& warp_direction)
      : x_(x), plate_{.vertex = {corners[0], corners[1], corners[2], corners[0], corners[0], corners[0]}} {
    const Vec3 doubled = cross(x[corners[1]] - x[corners[0]], x[corners[2]] - x[corners[0]]);
    area_ = 0.5 * norm(doubled);
    if (!(area_ > 0)) return;
    const Vec3 normal = normalized(doubled);
    second_ = in_plane(warp_direction, normal);
    first_ = cross(second_, normal);
    for (std::size_t i = 0; i < 3; ++i) corner_[i] = in_frame(x[corners[i]] - x[corners[0]]);
  }

  /// The vertex across the edge opposite to a corner.
  void add_neighbour(std::size_t k, VertexId across) {
    const std::size_t a = (k + 1) % 3, b = (k + 2) % 3;
    const Vec3 start = x_[plate_.vertex[a]], edge = x_[plate_.vertex[b]] - start, to = x_[across] - start;
    const double length = norm(edge), foot = dot(to, edge) / (length * length),
                 height = norm(to - foot * edge);
    if (!(area_ > 0) || !(height > thinnest * length)) return;
    // At a vertex of three triangles one is across two edges and determines only one curvature.
    if (std::ranges::find(plate_.vertex, across) != plate_.vertex.end()) return;
    // Unfolded it lies beyond the edge: along the edge as far as before, and outwards by its height.
    const Spot along{corner_[b].x - corner_[a].x, corner_[b].y - corner_[a].y};
    Spot out{along.y / length, -along.x / length};
    const Spot inside{corner_[k].x - corner_[a].x, corner_[k].y - corner_[a].y};
    if (out.x * inside.x + out.y * inside.y > 0) out = {-out.x, -out.y};
    const Spot q{corner_[a].x + foot * along.x + height * out.x,
                 corner_[a].y + foot * along.y + height * out.y};
    const Spot &u = corner_[1], &v = corner_[2];  // the first is the origin
    const double doubled = u.x * v.y - u.y * v.x;
    const double at_u = (q.x * v.y - q.y * v.x) / doubled, at_v = (u.x * q.y - u.y * q.x) / doubled;
    plate_.vertex[3 + k] = across;
    plate_.share[k] = {1 - at_u - at_v, at_u, at_v};
    // By how much ½ κ : x xᵀ there differs from its linear interpolation, as a row of (κ₁₁, κ₂₂, κ₁₂).
    seen_[k] = {0.5 * (q.x * q.x - at_u * u.x * u.x - at_v * v.x * v.x),
                0.5 * (q.y * q.y - at_u * u.y * u.y - at_v * v.y * v.y),
                q.x * q.y - at_u * u.x * u.y - at_v * v.x * v.y};
    has_[k] = true;
  }

  /// Nothing, if it has no neighbours.
  std::optional<Plate> make(const Compliance& compliance) {
    if (std::ranges::count(has_, true) == 0) return std::nullopt;
    // Of the curvatures that show these differences the one of least energy has ½ A dᵀ (G C⁻¹ Gᵀ)⁻¹ d.
    Mat3 h = Mat3::identity();
    double trace = 0;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        if (has(i) && has(j)) h(i, j) = compliance(seen(i), seen(j));
    for (int i = 0; i < 3; ++i) trace += has(i) ? h(i, i) : 0;
    for (int i = 0; i < 3; ++i) h(i, i) = has(i) ? h(i, i) * (1 + conic_ridge) : trace;
    plate_.matrix = area_ * inverse_of_symmetric(h);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        if (!has(i) || !has(j)) plate_.matrix(i, j) = 0;
    for (const double value : plate_.matrix.a)
      if (!std::isfinite(value)) return std::nullopt;
    return plate_;
  }

 private:
  Spot in_frame(const Vec3& v) const { return {dot(v, first_), dot(v, second_)}; }
  bool has(int k) const { return has_[static_cast<std::size_t>(k)]; }
  const Vec3& seen(int k) const { return seen_[static_cast<std::size_t>(k)]; }

  const std::vector<Vec3>& x_;
  Plate plate_;
  double area_ = 0;  // m²
  Vec3 first_, second_;
  std::array<Spot, 3> corner_{};
  std::array<bool, 3> has_{};
  std::array<Vec3, 3> seen_{};  // rows of G, m²
};

/// Of every triangle the vertices across the edges opposite to its corners.
std::vector<std::array<VertexId, 3>> neighbours_of(const std::vector<std::array<VertexId, 3>>& triangles) {
  std::vector<std::array<VertexId, 3>> across(triangles.size(), {no_vertex, no_vertex, no_vertex});
  const MeshEdges edges = unique_edges(triangles);
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto sharing = edges.triangles_of(e);
    const auto set = [&](std::uint32_t triangle, std::uint32_t other) {
      const VertexId far = opposite(triangles[other], edges.ends[e]);
      const VertexId own = opposite(triangles[triangle], edges.ends[e]);
      for (std::size_t k = 0; k < 3; ++k)
        if (triangles[triangle][k] == own && far != own && across[triangle][k] == no_vertex)
          across[triangle][k] = far;
    };
    for (std::size_t t = 0; t + 1 < sharing.size(); ++t)
      set(sharing[t], sharing[t + 1]), set(sharing[t + 1], sharing[t]);
  }
  return across;
}

}  // namespace

void add_plates(Model& model, const BendingOptions& options, const Vec3& warp_direction) {
  if (!(std::max(options.stiffness, options.weft.value_or(0)) > 0)) return;
  const Compliance compliance(options);
  const auto across = neighbours_of(model.triangles);
  for (std::size_t t = 0; t < model.triangles.size(); ++t) {
    PlateMaker maker(model.rest_position, model.triangles[t], warp_direction);
    for (std::size_t k = 0; k < 3; ++k)
      if (across[t][k] != no_vertex) maker.add_neighbour(k, across[t][k]);
    if (const auto plate = maker.make(compliance)) model.plates.push_back(*plate);
  }
}

}  // namespace tensio
