#include "model/elements.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "math/elementary.h"

namespace tensio {
namespace {

bool is_usable_inverse(std::span<const double> inverse) {
  for (const double value : inverse)
    if (!std::isfinite(value)) return false;
  return true;
}

Error flat(const char* what, std::span<const VertexId> vertex) {
  return {fmt::format("the {} at vertex {} has no extent; remove it from the mesh", what, vertex[0])};
}

}  // namespace

VertexId SkinPoint::nearest() const {
  return vertex[static_cast<std::size_t>(std::ranges::max_element(weight) - weight.begin())];
}

HingeShape hinge_shape(const std::array<Vec3, 4>& x) {
  const Vec3 e = x[1] - x[0], left = x[2] - x[0], right = x[3] - x[0];
  const Vec3 n_left = cross(e, left), n_right = cross(right, e);
  const double a = norm(n_left), b = norm(n_right), square = dot(e, e), length = std::sqrt(square);
  HingeShape shape{.edge = length, .area = 0.5 * (a + b)};
  if (!(a > 0) || !(b > 0) || !(square > 0)) return shape;
  shape.angle = arc_tangent(dot(cross(n_left, n_right), e), length * dot(n_left, n_right));
  // One over the heights at the opposite vertices; the edge's balance them by the lever rule.
  const double c = -length / a, d = -length / b;
  const double foot_left = dot(left, e) / square, foot_right = dot(right, e) / square;
  shape.coefficient = {(foot_left - 1) * c + (foot_right - 1) * d, -foot_left * c - foot_right * d, c, d};
  return shape;
}

void free_edge(Plate& plate, std::size_t k) {
  const int gone = static_cast<int>(k);
  const Mat3 b = plate.matrix;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      plate.matrix(i, j) = i == gone || j == gone || !(b(gone, gone) > 0)
                               ? (i == gone || j == gone ? 0 : b(i, j))
                               : b(i, j) - b(i, gone) * b(gone, j) / b(gone, gone);
  plate.vertex[3 + k] = plate.vertex[0];
}

Result<Membrane> make_membrane(const std::array<VertexId, 3>& vertex, const std::array<Vec3, 3>& rest,
                               Lame lame) {
  // In the plane of the triangle, its first edge along the first axis.
  const Vec3 e1 = rest[1] - rest[0], e2 = rest[2] - rest[0];
  const double length = norm(e1), area = 0.5 * norm(cross(e1, e2));
  if (!(area > 0) || !(length > 0)) return fail(flat("triangle", vertex));
  const double a = length, b = dot(e1, e2) / length, c = 2 * area / length;
  Membrane element{.vertex = vertex,
                   .inverse_rest = {1 / a, -b / (a * c), 0, 1 / c},
                   .measure = area,
                   .mu = lame.mu,
                   .lambda = lame.lambda};
  if (!is_usable_inverse(element.inverse_rest)) return fail(flat("triangle", vertex));
  return element;
}

Result<Tetrahedron> make_tetrahedron(const std::array<VertexId, 4>& vertex, const std::array<Vec3, 4>& rest,
                                     Lame lame, ElementLaw law) {
  const Vec3 a = rest[1] - rest[0], b = rest[2] - rest[0], c = rest[3] - rest[0];
  const double six = dot(a, cross(b, c));
  if (!(six > 0)) return fail(flat("tetrahedron", vertex));
  const Vec3 rows[3] = {cross(b, c) / six, cross(c, a) / six, cross(a, b) / six};
  Tetrahedron element{.vertex = vertex, .measure = six / 6, .mu = lame.mu, .lambda = lame.lambda, .law = law};
  for (std::size_t row = 0; row < 3; ++row)
    for (int k = 0; k < 3; ++k) element.inverse_rest[3 * row + static_cast<std::size_t>(k)] = rows[row][k];
  if (!is_usable_inverse(element.inverse_rest)) return fail(flat("tetrahedron", vertex));
  return element;
}

AltitudeShape shortest_altitude(const std::array<Vec3, 4>& x) {
  AltitudeShape shape;
  std::array<double, altitude_lines.size()> areas{};
  for (std::size_t i = 0; i < areas.size(); ++i) {
    const auto [a, b, c, d] = altitude_lines[i];
    areas[i] = norm(cross(x[b] - x[a], x[d] - x[c]));
    if (areas[i] > shape.area) shape.area = areas[i], shape.lines = i;
  }
  const Vec3 p = x[1] - x[0], q = x[2] - x[0], r = x[3] - x[0];
  const double size = dot(p, p) + dot(q, q) + dot(r, r);
  if (!(shape.area > 1e-12 * size) || !(shape.area > 1e-280)) return {};
  double sum = 0;
  for (const double area : areas) {
    const double ratio = area / shape.area, square = ratio * ratio, fourth = square * square;
    sum += fourth * fourth;
  }
  shape.area *= std::sqrt(std::sqrt(std::sqrt(sum)));
  shape.length = dot(p, cross(q, r)) / shape.area;
  return shape;
}

Result<Altitude> make_altitude(const std::array<VertexId, 4>& vertex, const std::array<Vec3, 4>& rest,
                               double stiffness) {
  const double length = shortest_altitude(rest).length;
  Altitude altitude{.vertex = vertex, .rest_length = std::abs(length), .stiffness = stiffness};
  if (!(altitude.rest_length > 1e-9 * norm(rest[1] - rest[0]))) return fail(flat("tetrahedron", vertex));
  if (length < 0) std::swap(altitude.vertex[2], altitude.vertex[3]);
  return altitude;
}

Cluster make_cluster(std::vector<VertexId> vertex, const std::vector<Vec3>& rest, std::vector<double> weight,
                     double stiffness, double linear) {
  double sum = 0;
  for (const double w : weight) sum += w;
  Vec3 centre;
  for (std::size_t i = 0; i < weight.size(); ++i) {
    weight[i] /= sum;
    centre += weight[i] * rest[i];
  }
  Cluster cluster{std::move(vertex), rest, std::move(weight), stiffness, linear};
  for (Vec3& q : cluster.rest) q -= centre;
  return cluster;
}

std::string Stencil::fault() const {
  double sum = 0, size = 0;
  for (const double c : coefficient) sum += c, size += std::abs(c);
  if (!std::isfinite(size) || std::abs(sum) > 1e-9 * size) return "coefficients that do not sum to zero";
  if (!(rest_length >= 0) || !std::isfinite(rest_length)) return "a negative or infinite rest length";
  if (!(slack >= 0) || !std::isfinite(slack)) return "a negative or infinite slack";
  return "";
}

std::string Hinge::fault() const {
  if (!(std::abs(rest_angle) <= 3.1415926535897936)) return "a rest angle beyond ±π";
  for (const double c : coefficient)
    if (!std::isfinite(c)) return "a coefficient that is not finite";
  return "";
}

std::string Plate::fault() const {
  for (int k = 0; k < 3; ++k) {
    const auto row = static_cast<std::size_t>(k);
    if (matrix(k, k) == 0) continue;
    const double sum = share[row][0] + share[row][1] + share[row][2];
    if (!(std::abs(sum - 1) < 1e-9)) return "shares that do not sum to one";
    if (std::ranges::count(vertex, vertex[3 + row]) != 1) return "a vertex twice";
    for (int l = 0; l < k; ++l)
      if (!(std::abs(matrix(k, l) - matrix(l, k)) <= 1e-9 * (matrix(k, k) + matrix(l, l))))
        return "a matrix that is not symmetric";
  }
  for (const double value : matrix.a)
    if (!std::isfinite(value)) return "a matrix that is not finite";
  return "";
}

std::string Altitude::fault() const {
  return rest_length > 0 && std::isfinite(rest_length) ? "" : "a rest length that is not positive";
}

template <int d>
std::string Simplex<d>::fault() const {
  if (!(measure > 0) || !std::isfinite(measure) || !is_usable_inverse(inverse_rest))
    return "no extent at rest";
  if (!(mu >= 0) || !(lambda >= 0)) return "a negative stiffness; Poisson's ratio must be at least 0";
  if (d == 2 && law != ElementLaw::corotated) return "a law that only tetrahedra have";
  if (!(least >= 0) || !(most >= least) || !std::isfinite(most)) return "bounds that are not a range";
  if (least < most && (lambda > 0 || law != ElementLaw::corotated))
    return "bounds, which only corotated elements without Poisson's effect can have";
  return "";
}
template std::string Simplex<2>::fault() const;
template std::string Simplex<3>::fault() const;

std::string Cluster::fault() const {
  if (vertex.empty() || vertex.size() > max_cluster)
    return fmt::format("{} vertices; it may have 1 to {}", vertex.size(), max_cluster);
  if (rest.size() != vertex.size() || weight.size() != vertex.size()) return "columns of different lengths";
  if (!is_finite(rest)) return "a rest position that is not finite";
  double sum = 0;
  for (const double w : weight) {
    if (!(w > 0)) return "a weight that is not positive";
    sum += w;
  }
  if (!(std::abs(sum - 1) < 1e-9)) return "weights that do not sum to 1";
  if (!(linear >= 0 && linear <= 1)) return "a linear part that is not between 0 and 1";
  return "";
}

namespace {

template <class Element>
std::string any_fault(const Element& element, std::size_t vertices) {
  for (const VertexId v : element.vertex)
    if (v >= vertices) return fmt::format("vertex {}, which does not exist", v);
  if (std::string fault = element.fault(); !fault.empty()) return fault;
  const double k = element.stiffness_scale();
  return k >= 0 && std::isfinite(k) ? "" : "a stiffness that is negative or infinite";
}

}  // namespace

Result<void> validate(const ElementTables& elements, std::size_t vertices) {
  std::string problem;
  for_each_table(elements, [&](const auto& table) {
    for (std::size_t i = 0; i < table.size() && problem.empty(); ++i)
      if (const std::string fault = any_fault(table[i], vertices); !fault.empty())
        problem = fmt::format("{} {} has {}", table[i].name, i, fault);
  });
  if (!problem.empty()) return fail(problem);
  return {};
}

}  // namespace tensio
