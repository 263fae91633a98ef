#pragma once

#include "tensio/model.h"

namespace tensio {

/// The largest sum of |weight| of a point of a skin. It is 1 where the point lies between its vertices, and a
/// ball about one of them that holds the others holds the point if it is made so many times as large.
inline constexpr double most_skin_weight = 2;

/// Whether it is the stretch of a thread in a triangle.
inline bool is_thread(const Stencil& s) {
  return s.rest_length == 1 && s.slack == 0 && s.vertex[3] == s.vertex[0] && s.vertex[2] != s.vertex[0];
}
/// Of a thread at these positions.
inline double thread_strain(const Stencil& s, Positions x) {
  const auto& [a, b, c, unused] = s.vertex;
  return norm(s.coefficient[1] * (x[b] - x[a]) + s.coefficient[2] * (x[c] - x[a])) - 1;
}

/// The edge opposite to corner k is free from now on: what it did is taken as of least energy.
void free_edge(Plate& plate, std::size_t k);

/// The geometry of a hinge with these corners, in the order of Hinge::vertex. Where an area is zero, so are
/// the coefficients.
struct HingeShape {
  double angle = 0;                     // θ, rad
  double edge = 0;                      // |e|, m
  double area = 0;                      // of both triangles, m²
  std::array<double, 4> coefficient{};  // of the hinge laid flat, see Hinge
};
HingeShape hinge_shape(const std::array<Vec3, 4>& x);

/// An altitude runs between two parallel planes: one along the lines from a to b, one along those from c to
/// d.
struct AltitudeLines {
  std::size_t a, b, c, d;
};
inline constexpr std::array<AltitudeLines, 7> altitude_lines = {
    {{1, 2, 1, 3}, {0, 2, 0, 3}, {0, 1, 0, 3}, {0, 1, 0, 2}, {0, 1, 2, 3}, {0, 2, 1, 3}, {0, 3, 1, 2}}};
/// An altitude is six volumes over a_j = |p × q|, p and q its lines; h is six volumes over a = (Σ a_j⁸)^⅛.
struct AltitudeShape {
  double length = 0;      // h, m: the shortest altitude, or up to a fifth less where others are as short
  std::size_t lines = 0;  // the shortest of altitude_lines
  double area = 0;        // a, m²; 0 where all vertices are on a line, which has no altitudes
};
AltitudeShape shortest_altitude(const std::array<Vec3, 4>& x);

/// Every index below the number of vertices, every number finite and of the right sign.
Result<void> validate(const ElementTables& elements, std::size_t vertices);

}  // namespace tensio
