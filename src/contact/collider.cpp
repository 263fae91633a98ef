#include "tensio/collider.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numbers>

#include "contact/mesh_collider.h"
#include "math/elementary.h"

namespace tensio {
namespace {

struct Polar {
  double length;
  Vec3 direction;
};

/// Length and direction of a; the fallback where a has none. Scaled, so that tiny vectors do not underflow.
Polar polar(const Vec3& a, const Vec3& fallback) {
  const double largest = std::max({std::abs(a.x), std::abs(a.y), std::abs(a.z)});
  if (!(largest > 0) || !std::isfinite(largest)) return {largest, fallback};
  const Vec3 scaled = a / largest;
  const double length = norm(scaled);
  return {largest * length, scaled / length};
}

/// mᵀ v
Vec3 transposed_times(const Mat3& m, const Vec3& v) {
  return {m(0, 0) * v.x + m(1, 0) * v.y + m(2, 0) * v.z, m(0, 1) * v.x + m(1, 1) * v.y + m(2, 1) * v.z,
          m(0, 2) * v.x + m(1, 2) * v.y + m(2, 2) * v.z};
}

/// A unit vector perpendicular to the unit vector u.
Vec3 perpendicular(const Vec3& u) {
  const bool mostly_y = std::abs(u.y) > 0.9;
  return normalized(cross(u, mostly_y ? Vec3{1, 0, 0} : Vec3{0, 1, 0}));
}

SurfacePoint closest(const Plane& plane, const Vec3& p) {
  const Vec3 normal = polar(plane.normal, {0, 1, 0}).direction;
  return {dot(p - plane.point, normal), normal};
}

SurfacePoint closest(const Sphere& sphere, const Vec3& p) {
  const auto [length, direction] = polar(p - sphere.center, {0, 1, 0});
  return {length - sphere.radius, direction};
}

SurfacePoint closest(const Box& box, const Vec3& p) {
  const Vec3 local = transposed_times(box.turn, p - box.center);
  const Vec3 beyond{std::abs(local.x) - box.half_extent.x, std::abs(local.y) - box.half_extent.y,
                    std::abs(local.z) - box.half_extent.z};
  const Vec3 sign{std::copysign(1.0, local.x), std::copysign(1.0, local.y), std::copysign(1.0, local.z)};
  const double nearest_face = std::max({beyond.x, beyond.y, beyond.z});
  if (nearest_face > 0) {
    const Vec3 outside{sign.x * std::max(beyond.x, 0.0), sign.y * std::max(beyond.y, 0.0),
                       sign.z * std::max(beyond.z, 0.0)};
    const auto [length, direction] = polar(outside, {0, 1, 0});
    return {length, box.turn * direction};
  }
  const Vec3 face = beyond.x == nearest_face   ? Vec3{sign.x, 0, 0}
                    : beyond.y == nearest_face ? Vec3{0, sign.y, 0}
                                               : Vec3{0, 0, sign.z};
  return {nearest_face, box.turn * face};
}

SurfacePoint closest(const Capsule& capsule, const Vec3& p) {
  const auto [axis_length, axis] = polar(capsule.b - capsule.a, {});
  const double along = std::clamp(dot(p - capsule.a, axis), 0.0, axis_length);
  Vec3 away = p - (capsule.a + along * axis);
  if (0 < along && along < axis_length) {
    // Perpendicular up to rounding; where rounding is most of it, the point lies on the axis.
    const Vec3 square = away - dot(away, axis) * axis;
    away = norm(square) < 0.5 * norm(away) ? Vec3{} : square;
  }
  const auto [length, direction] = polar(away, {});
  if (length == 0) return {-capsule.radius, axis_length > 0 ? perpendicular(axis) : Vec3{0, 1, 0}};
  return {length - capsule.radius, direction};
}

SurfacePoint closest(const Cylinder& cylinder, const Vec3& p) {
  const auto [length, axis] = polar(cylinder.b - cylinder.a, {0, 1, 0});
  const Vec3 from_middle = p - 0.5 * (cylinder.a + cylinder.b);
  const double along = dot(from_middle, axis);
  Vec3 away = from_middle - along * axis;
  away -= dot(away, axis) * axis;  // perpendicular, where rounding is most of it too
  const auto [radius, outwards] = polar(away, perpendicular(axis));
  const double beyond_side = radius - cylinder.radius, beyond_end = std::abs(along) - 0.5 * length;
  const Vec3 endwards = std::copysign(1.0, along) * axis;
  if (beyond_side > 0 && beyond_end > 0) {
    const auto [distance, direction] = polar(beyond_side * outwards + beyond_end * endwards, outwards);
    return {distance, direction};
  }
  if (beyond_side > beyond_end) return {beyond_side, outwards};
  return {beyond_end, endwards};
}

SurfacePoint closest(const Mesh&, const Vec3&) {
  return {.distance = std::numeric_limits<double>::infinity()};
}

/// Shrinks a length by the gap, but by no more than half.
double shrunk(double length, double gap) {
  return std::max(length - gap, 0.5 * length);
}

/// Coordinates of the mesh of a rounded box along one axis, where its edges are points of the cube around it:
/// one at r·tan θ beyond the flat part of a face lands at angle θ of the rounding.
std::vector<double> rounded_rows(double half, double r, int pieces) {
  std::vector<double> rows;
  for (int side = -1; side <= 1; side += 2)
    for (int i = 0; i <= pieces; ++i) {
      const auto [sine, cosine] = sine_cosine(std::numbers::pi / 4 * (side < 0 ? pieces - i : i) / pieces);
      const double row = side * (half - r + r * sine / cosine);
      if (rows.empty() || row > rows.back()) rows.push_back(row);
    }
  return rows;
}

/// A box with edges rounded to radius r: a ball if all half extents are r, a capsule if two are.
Outline rounded_box(const Vec3& center, const Vec3& half, const Mat3& turn, double r, int pieces) {
  Outline mesh;
  for (int face = 0; face < 6; ++face) {
    const int a = face / 2, b = (a + 1) % 3, c = (a + 2) % 3;
    const std::vector<double> along_b = rounded_rows(half[b], r, pieces),
                              along_c = rounded_rows(half[c], r, pieces);
    const auto in_row = static_cast<VertexId>(along_c.size());
    for (std::size_t i = 0; i < along_b.size(); ++i)
      for (std::size_t j = 0; j < along_c.size(); ++j) {
        Vec3 p, core;
        p[a] = face % 2 == 0 ? -half[a] : half[a], p[b] = along_b[i], p[c] = along_c[j];
        for (int k = 0; k < 3; ++k) core[k] = std::clamp(p[k], r - half[k], half[k] - r);
        const Vec3 normal = normalized(p - core);
        const auto here = static_cast<VertexId>(mesh.points.size()), next = here + in_row;
        mesh.points.push_back(center + turn * (core + r * normal));
        mesh.normals.push_back(turn * normal);
        if (i + 1 == along_b.size() || j + 1 == along_c.size()) continue;
        const bool is_low = face % 2 == 0;
        mesh.triangles.push_back({here, is_low ? here + 1 : next, is_low ? next : here + 1});
        mesh.triangles.push_back({here + 1, is_low ? next + 1 : next, is_low ? next : next + 1});
      }
  }
  return mesh;
}

Outline outline_of(const Plane&, int, double, double) {
  return {};
}

Outline outline_of(const Sphere& sphere, int pieces, double gap, double) {
  const double r = shrunk(sphere.radius, gap);
  return rounded_box(sphere.center, {r, r, r}, Mat3::identity(), r, pieces);
}

Outline outline_of(const Box& box, int pieces, double gap, double) {
  const Vec3& h = box.half_extent;
  const double edge = std::min(0.02, 0.2 * std::min({h.x, h.y, h.z}));  // m
  return rounded_box(box.center, {shrunk(h.x, gap), shrunk(h.y, gap), shrunk(h.z, gap)}, box.turn, edge,
                     std::min(pieces, 4));
}

Outline outline_of(const Capsule& capsule, int pieces, double gap, double) {
  const auto [length, w] = polar(capsule.b - capsule.a, {0, 1, 0});
  const Vec3 u = perpendicular(w), v = cross(w, u);
  const double r = shrunk(capsule.radius, gap);
  return rounded_box(0.5 * (capsule.a + capsule.b), {r, r, 0.5 * length + r},
                     {{u.x, v.x, w.x, u.y, v.y, w.y, u.z, v.z, w.z}}, r, pieces);
}

/// Turns a profile about its axis: down one end, over a rounded edge, along the side, and back in.
Outline outline_of(const Cylinder& cylinder, int pieces, double gap, double) {
  const auto [length, w] = polar(cylinder.b - cylinder.a, {0, 1, 0});
  const Vec3 u = perpendicular(w), v = cross(w, u), middle = 0.5 * (cylinder.a + cylinder.b);
  const double r = shrunk(cylinder.radius, gap), half = shrunk(0.5 * length, gap);
  const double edge = std::min(0.02, 0.2 * std::min(r, half));  // m
  struct Ring {
    double radius, height, out, up;  // m, and the normal
  };
  std::vector<Ring> rings{{0, -half, 0, -1}};
  const int in_edge = std::min(pieces, 4);
  for (const double side : {-1.0, 1.0})
    for (int i = 0; i <= in_edge; ++i) {
      const auto [sine, cosine] = sine_cosine(std::numbers::pi / 2 * (side < 0 ? i : in_edge - i) / in_edge);
      rings.push_back({r - edge + edge * sine, side * (half - edge + edge * cosine), sine, side * cosine});
    }
  rings.push_back({0, half, 0, 1});
  Outline mesh;
  const auto around = static_cast<VertexId>(8 * pieces);
  for (std::size_t k = 0; k < rings.size(); ++k)
    for (VertexId i = 0; i < around; ++i) {
      const auto [sine, cosine] = sine_cosine(2 * std::numbers::pi * i / around);
      const Vec3 out = cosine * u + sine * v;
      const auto here = static_cast<VertexId>(mesh.points.size()), next = here - i + (i + 1) % around;
      mesh.points.push_back(middle + rings[k].radius * out + rings[k].height * w);
      mesh.normals.push_back(rings[k].out * out + rings[k].up * w);
      if (k + 1 == rings.size()) continue;
      if (k > 0) mesh.triangles.push_back({here, next, here + around});
      if (k + 2 < rings.size()) mesh.triangles.push_back({next, next + around, here + around});
    }
  return mesh;
}

Outline outline_of(const Mesh& mesh, int, double, double time) {
  return outline_at(mesh, time);
}

bool is_length(double value) {
  return std::abs(value) <= max_length;  // false for NaN
}
bool is_place(const Vec3& a) {
  return is_length(a.x) && is_length(a.y) && is_length(a.z);
}
bool is_size(double value) {
  return value > 0 && is_length(value);
}

Failure misplaced(const char* what) {
  return fail(fmt::format("{} is not within {:g} m of the origin; move it there", what, max_length));
}
Failure wrong_radius(const char* what, double radius) {
  return fail(
      fmt::format("{} has radius {} m; it must be positive and at most {:g} m", what, radius, max_length));
}

Result<void> validate_shape(const Plane& plane) {
  if (!is_place(plane.point)) return misplaced("the plane's point");
  if (!is_finite(plane.normal) || plane.normal == Vec3{})
    return fail(fmt::format("the plane has normal ({}, {}, {}); it must be finite and not zero",
                            plane.normal.x, plane.normal.y, plane.normal.z));
  return {};
}

Result<void> validate_shape(const Sphere& sphere) {
  if (!is_place(sphere.center)) return misplaced("the sphere's center");
  if (!is_size(sphere.radius)) return wrong_radius("the sphere", sphere.radius);
  return {};
}

Result<void> validate_shape(const Box& box) {
  if (!is_place(box.center)) return misplaced("the box's center");
  const Vec3& half = box.half_extent;
  if (!is_size(half.x) || !is_size(half.y) || !is_size(half.z))
    return fail(
        fmt::format("the box has half extents ({}, {}, {}) m; each must be positive and at most {:g} m",
                    half.x, half.y, half.z, max_length));
  for (const Vec3& axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) {
    const double error = norm(transposed_times(box.turn, box.turn * axis) - axis);
    if (!(error < 1e-9))
      return fail("the box's turn is not a rotation; its columns must be perpendicular and of length 1");
  }
  return {};
}

Result<void> validate_shape(const Capsule& capsule) {
  if (!is_place(capsule.a)) return misplaced("the capsule's end a");
  if (!is_place(capsule.b)) return misplaced("the capsule's end b");
  if (!is_size(capsule.radius)) return wrong_radius("the capsule", capsule.radius);
  return {};
}

Result<void> validate_shape(const Cylinder& cylinder) {
  if (!is_place(cylinder.a)) return misplaced("the cylinder's end a");
  if (!is_place(cylinder.b)) return misplaced("the cylinder's end b");
  if (cylinder.a == cylinder.b) return fail("the cylinder's ends are at the same place; move them apart");
  if (!is_size(cylinder.radius)) return wrong_radius("the cylinder", cylinder.radius);
  return {};
}

Result<void> validate_shape(const Mesh& mesh) {
  return validate_mesh(mesh);
}

}  // namespace

bool needs_contact_rows(const Collider& collider) {
  return std::holds_alternative<Mesh>(collider.shape);
}

SurfacePoint closest_surface(const Shape& shape, const Vec3& p) {
  return std::visit([&](const auto& s) { return closest(s, p); }, shape);
}

Outline outline(const Shape& shape, int pieces, double gap, double time) {
  return std::visit([&](const auto& s) { return outline_of(s, pieces, gap, time); }, shape);
}

Result<void> validate(const Collider& collider) {
  if (auto ok = std::visit([](const auto& s) { return validate_shape(s); }, collider.shape); !ok) return ok;
  if (!(collider.friction >= 0) || !std::isfinite(collider.friction))
    return fail(
        fmt::format("the collider has friction {}; it must be finite and at least 0", collider.friction));
  if (!(collider.thickness >= 0) || !is_length(collider.thickness))
    return fail(fmt::format("the collider has thickness {} m; it must be at least 0 and at most {:g} m",
                            collider.thickness, max_length));
  constexpr double least_mass = 1e-9;  // kg
  if (collider.mass != 0 && !(collider.mass >= least_mass && std::isfinite(collider.mass)))
    return fail(fmt::format("the collider has a mass of {} kg; it must be 0, or finite and at least {}",
                            collider.mass, least_mass));
  if (collider.mass > 0 && !std::holds_alternative<Sphere>(collider.shape))
    return fail("only a sphere can have mass; remove the mass, or make the collider a sphere");
  if (!is_place(collider.velocity))
    return fail(fmt::format("the collider's velocity is not below {:g} m/s; make it slower", max_length));
  if (collider.velocity != Vec3{} && collider.mass == 0)
    return fail("the collider has a velocity but no mass; give a sphere a mass, and any other shape a path");
  return validate(collider.path);
}

}  // namespace tensio
