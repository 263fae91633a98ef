#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "render/scene.h"

namespace tensio::render::detail {

/// Triangles ready to be traced.
struct DrawnMesh {
  std::vector<Vec3> points;
  std::vector<Vec3> normals;    // of the front; empty for flat shading
  std::vector<Colour> colours;  // empty, or one per point
  std::vector<std::array<std::uint32_t, 3>> triangles;
};

/// Mean of the normals of the triangles around each point, weighted by the angle at the point (Thürmer and
/// Wüthrich 1998): it does not depend on how the surface is cut into triangles. Zero where there is none.
std::vector<Vec3> vertex_normals(const SurfaceMesh& mesh);

/// A smooth mesh is rounded by Phong tessellation (Boubekeur and Alexa 2008), so that coarse cloth has no
/// corners in its outline; the points themselves stay where they are.
DrawnMesh make_drawn_mesh(const SurfaceMesh& mesh);

/// The straight tubes of which strands are drawn. Where exactly two segments meet at a point, a cubic Hermite
/// curve with Catmull-Rom tangents rounds the corner.
struct Tube {
  Vec3 a, b;
  double radius_a, radius_b;  // m
};
std::vector<Tube> make_tubes(const Strands& strands);

}  // namespace tensio::render::detail
