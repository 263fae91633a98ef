#pragma once

#include <array>
#include <optional>
#include <vector>

#include "model/seen.h"
#include "render/colour.h"
#include "tensio/collider.h"

namespace tensio::render {

/// Cloth: thin, seen from both sides, lets some light through.
struct SurfaceMesh {
  std::vector<Vec3> points{};                        // m
  std::vector<std::array<VertexId, 3>> triangles{};  // counter-clockwise seen from the front
  Colour front = srgb(0xcf4a2e), back = srgb(0x2f6a86);
  // Empty, or one per point: shown on both sides instead of front and back.
  std::vector<Colour> vertex_colours{};
  bool smooth = true;  // shade and round the triangles as one smooth surface
  // Empty, or for each triangle the numbers of the normals at its corners, see Seen::normals.
  std::vector<std::array<VertexId, 3>> shading{};
};

/// Ropes, chains, hair: every segment is a round tube with round ends.
struct Strands {
  std::vector<Vec3> points{};                       // m
  std::vector<std::array<VertexId, 2>> segments{};  // pairs of points
  double radius = 0.01;                             // m
  Colour colour = srgb(0xc98a3d);
  std::vector<std::array<double, 2>> radii{};  // m, at the ends of each segment; empty: radius everywhere

  std::array<double, 2> radii_of(std::size_t segment) const {
    return radii.empty() ? std::array{radius, radius} : radii[segment];
  }
};

/// A rigid thing: opaque and glossy.
struct Solid {
  Outline outline{};
  Colour colour = srgb(0xc4bfb6);
};

/// A horizontal studio floor without end: it shows shadows and fades into the background.
struct Floor {
  double height = 0;  // m, along y
};

struct Camera {
  Vec3 eye{0, 1, 4}, target{};       // m; y points up in the picture
  double vertical_fov_degrees = 30;  // between 1 and 150
};

struct RenderScene {
  std::vector<SurfaceMesh> meshes;
  std::vector<Strands> strands;
  std::vector<Solid> solids;
  std::optional<Floor> floor;
  Camera camera;
  Vec3 to_light{-0.55, 1.0, 0.50};  // direction towards the sun, any length
};

/// Adds what is seen of a model, where its points (seen_points) are.
void add_seen(RenderScene& scene, const Seen& seen, Positions points);

/// Adds a shape, moved by the offset and smaller by the gap (m), as it is at a time (s). Planes are not
/// drawn.
void add_solid(RenderScene& scene, const Shape& shape, const Vec3& offset = {}, double gap = 0,
               double time = 0);

/// Coordinates and radii beyond this are refused: their squares must not overflow.
inline constexpr double max_coordinate = 1e12;  // m

/// Every index in range, every number finite and of the right sign.
Result<void> validate(const RenderScene& scene);

}  // namespace tensio::render
