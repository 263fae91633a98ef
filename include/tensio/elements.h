#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "tensio/export.h"
#include "tensio/result.h"
#include "tensio/vec3.h"

namespace tensio TENSIO_API {

using VertexId = std::uint32_t;

/// What an element does in a body. Edits, fabrics and strain measures depend on it.
enum class ElementRole : std::uint8_t {
  sheet,    // resists the stretch of the triangle that it lies on
  bending,  // resists bending of a sheet or a strand
  solid,    // fills a volume; never cut
  support,  // keeps other elements from collapsing
};

// A row of a table of elements has
//   vertex               the vertices it acts on, a range
//   name                 for messages
//   role                 see ElementRole
//   stiffness_scale()    zero where it does nothing; finite and ≥ 0 in a valid model
//   fault()              what is wrong with its other numbers, or ""

/// A spring on a weighted sum of positions: ½ w d², d the distance of |Σ c_i x_i| from the range
/// r … r + slack. With c = (1, −1) a spring, or with slack the bound of one; with a hinge's cotangent weights
/// and r = 0 Bergou's quadratic bending, with r > 0 bending about a curved rest shape; with c = (1, −2, 1)
/// the bending of a rope; with the slopes of a triangle's coordinates along a thread and r = 1 the stretch of
/// that thread. Coefficients sum to zero; unused places have 0.
struct Stencil {
  static constexpr const char* name = "stencil";
  static constexpr ElementRole role = ElementRole::bending;
  std::array<VertexId, 4> vertex{};  // a triangle's three, then the first again; a pair's two, then the same
  std::array<double, 4> coefficient{};
  double rest_length = 0;  // r, m, of the sum; ≥ 0
  double weight = 0;       // N/m, ≥ 0
  double slack = 0;        // m, ≥ 0

  double stiffness_scale() const { return weight; }
  std::string fault() const;
};

/// How a hinge's moment depends on its angle.
enum class HingeLaw : std::uint8_t {
  quadratic,  // E = ½ k (θ − θ₀)²
  sine,       // ∂E/∂θ = 2 k (sin(θ/2) − sin(θ₀/2)), Bridson et al. 2003, sec. 4
};

/// Two triangles (0, 1, 2) and (1, 0, 3) that share the edge from vertex 0 to vertex 1. θ is the angle
/// between their normals, 0 when flat, positive when the normals diverge: a ridge seen from the front.
struct Hinge {
  static constexpr const char* name = "hinge";
  static constexpr ElementRole role = ElementRole::bending;
  std::array<VertexId, 4> vertex{};
  double rest_angle = 0;  // rad, in [−π, π]
  double stiffness = 0;   // k, N·m/rad
  HingeLaw law = HingeLaw::quadratic;
  std::array<double, 4> coefficient{};  // ∂θ/∂x = c ⊗ normal in the flat rest shape, 1/m

  double stiffness_scale() const { return stiffness; }
  std::string fault() const;
};

/// Bending of a triangle that is flat at rest: ½ Σ B_kl d_k · d_l, where d_k = x_{3+k} − Σ_j s_kj x_j is how
/// far the vertex across the edge opposite to corner k has left the triangle's plane. See src/build/plate.h.
struct Plate {
  static constexpr const char* name = "plate";
  static constexpr ElementRole role = ElementRole::bending;
  std::array<VertexId, 6> vertex{};  // corners, then those across; where there is none, the first corner
  std::array<std::array<double, 3>, 3> share{};  // s, barycentric: each row sums to 1
  Mat3 matrix{};                                 // B, N/m; zero where there is none across

  double stiffness_scale() const { return matrix(0, 0) + matrix(1, 1) + matrix(2, 2); }
  std::string fault() const;
};

/// Energy density of a linear element as a function of its deformation gradient F with singular values σ.
enum class ElementLaw : std::uint8_t {
  corotated,  // μ |F − R|² + ½ λ (tr RᵀF − d)², R the rotation nearest to F; with bounds, and λ = 0, R has
              // the singular values of F clamped to them (Bouaziz et al. 2014, sec. 5.1)
  neo_hookean,  // stable Neo-Hookean (Smith et al. 2018), of tetrahedra only; with μ = 0 it is ½ λ (J − 1)²,
                // J = det F, an energy of the volume alone
};

/// A triangle (d = 2) or tetrahedron (d = 3) whose deformation gradient is F = [x₁ − x₀, …] · inverse_rest.
template <int d>
struct Simplex {
  static constexpr const char* name = d == 2 ? "triangle element" : "tetrahedron";
  static constexpr ElementRole role = d == 2 ? ElementRole::sheet : ElementRole::solid;
  std::array<VertexId, d + 1> vertex{};
  std::array<double, d * d> inverse_rest{};  // 1/m, rows first
  double measure = 0;                        // m² or m³, > 0
  double mu = 0, lambda = 0;                 // Lamé's, N/m (triangles) or Pa, ≥ 0
  ElementLaw law = ElementLaw::corotated;
  double least = 1, most = 1;  // bounds of the singular values between which there is no stress

  double stiffness_scale() const { return mu + lambda; }
  std::string fault() const;
};
using Membrane = Simplex<2>;
using Tetrahedron = Simplex<3>;

/// A spring along the shortest of a tetrahedron's seven altitudes, which keeps it from collapsing: ½ k (h −
/// r)². Four altitudes lead from a vertex to the plane of the others, three from the line of an edge to that
/// of the opposite one; h is negative where the tetrahedron is inverted (Selle et al. 2008, sec. 3). Where
/// several are nearly the shortest they share the force, see AltitudeShape: a choice would make it jump.
struct Altitude {
  static constexpr const char* name = "altitude";
  static constexpr ElementRole role = ElementRole::support;
  std::array<VertexId, 4> vertex{};
  double rest_length = 0;  // r, m, > 0
  double stiffness = 0;    // k, N/m

  double stiffness_scale() const { return stiffness; }
  std::string fault() const;
};

/// Shape matching (Müller et al. 2005): ½ k Σ w_i [(1 − β) |x_i − c − R q_i|² + β |x_i − c − A q_i|²], c the
/// centre Σ w_i x_i, R the best rotation, A the best linear map.
struct Cluster {
  static constexpr const char* name = "cluster";
  static constexpr ElementRole role = ElementRole::solid;
  std::vector<VertexId> vertex;
  std::vector<Vec3> rest;      // q_i, m, from their centre
  std::vector<double> weight;  // > 0, sum 1
  double stiffness = 0;        // k, N/m, of all together
  double linear = 0;           // β, 0: rigid … 1: linear

  double stiffness_scale() const { return stiffness; }
  std::string fault() const;
};
inline constexpr std::size_t max_cluster = 1000;  // vertices: its matrix is dense

/// The tables of elements, in the order in which their energies are added up.
struct ElementTables {
  std::vector<Stencil> stencils;
  std::vector<Hinge> hinges;
  std::vector<Plate> plates;
  std::vector<Membrane> membranes;
  std::vector<Tetrahedron> tetrahedra;
  std::vector<Altitude> altitudes;
  std::vector<Cluster> clusters;
};
/// The list that appending, validation, energies, edits and measures go through.
inline constexpr std::tuple element_tables{
    &ElementTables::stencils,   &ElementTables::hinges,    &ElementTables::plates,  &ElementTables::membranes,
    &ElementTables::tetrahedra, &ElementTables::altitudes, &ElementTables::clusters};

/// Calls visit(table) for every table of elements.
template <class Tables, class Visit>
void for_each_table(Tables& tables, const Visit& visit) {
  std::apply([&](auto... table) { (visit(tables.*table), ...); }, element_tables);
}
/// Calls visit(element) for every element.
template <class Tables, class Visit>
void for_each_element(Tables& tables, const Visit& visit) {
  for_each_table(tables, [&](auto& table) {
    for (auto& element : table) visit(element);
  });
}

/// Pressure inside a closed surface of the model's triangles, over that outside.
struct Pressure {
  std::size_t triangle_begin = 0, triangle_end = 0;  // half-open range
  double pressure = 0;                               // Pa
};

/// A point that moves along with a body: Σ weight · x over some of its vertices. Weights sum to 1; unused
/// places weigh 0.
struct SkinPoint {
  std::array<VertexId, 8> vertex{};
  std::array<double, 8> weight{1};

  /// Interpolates positions or velocities.
  Vec3 of(std::span<const Vec3> x) const {
    Vec3 sum;
    for (std::size_t i = 0; i < vertex.size(); ++i) sum += weight[i] * x[vertex[i]];
    return sum;
  }
  /// The vertex with the largest weight.
  VertexId nearest() const;
};

/// A fine surface carried by a coarse body. It replaces the body's own triangles wherever the body is drawn,
/// written, picked or touched.
struct Skin {
  std::size_t vertex_begin = 0, vertex_end = 0;  // the body's
  std::vector<SkinPoint> points{};
  std::vector<std::array<VertexId, 3>> triangles{};  // indices of points, counter-clockwise seen from outside

  bool covers(VertexId vertex) const { return vertex >= vertex_begin && vertex < vertex_end; }
};

/// Lamé's constants of a sheet in plane stress from E (N/m, Young's modulus times thickness) and ν.
struct Lame {
  double mu, lambda;
};
constexpr Lame plane_stress(double young, double poisson) {
  return {young / (2 * (1 + poisson)), young * poisson / (1 - poisson * poisson)};
}
/// Lamé's constants of a solid from E (Pa) and ν.
constexpr Lame solid(double young, double poisson) {
  return {young / (2 * (1 + poisson)), young * poisson / ((1 + poisson) * (1 - 2 * poisson))};
}

/// Makes an element at rest at these positions; an error if they span no area or volume.
Result<Membrane> make_membrane(const std::array<VertexId, 3>& vertex, const std::array<Vec3, 3>& rest,
                               Lame lame);
Result<Tetrahedron> make_tetrahedron(const std::array<VertexId, 4>& vertex, const std::array<Vec3, 4>& rest,
                                     Lame lame, ElementLaw law);
/// The corners may be right-handed or left-handed.
Result<Altitude> make_altitude(const std::array<VertexId, 4>& vertex, const std::array<Vec3, 4>& rest,
                               double stiffness);
/// Makes a cluster at rest at these positions. Weights are scaled to sum to 1.
Cluster make_cluster(std::vector<VertexId> vertex, const std::vector<Vec3>& rest, std::vector<double> weight,
                     double stiffness, double linear);

}  // namespace TENSIO_API
