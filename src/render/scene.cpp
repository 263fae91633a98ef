#include "render/scene.h"

#include <cmath>
#include <fmt/format.h>

namespace tensio::render {

namespace {

bool is_drawable(const Vec3& p) {
  return std::abs(p.x) <= max_coordinate && std::abs(p.y) <= max_coordinate &&
         std::abs(p.z) <= max_coordinate;
}
bool is_drawable(double radius) {
  return radius > 0 && radius <= max_coordinate;
}
bool is_drawable(const Colour& c) {
  const auto channel = [](float v) { return v >= 0 && v <= 100; };
  return channel(c.r) && channel(c.g) && channel(c.b);
}

Result<void> validate_points(const std::string& name, const std::vector<Vec3>& points) {
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!is_drawable(points[i]))
      return fail(
          fmt::format("{}: point {} is at ({}, {}, {}), too far away or not a number, and cannot be drawn",
                      name, i, points[i].x, points[i].y, points[i].z));
  return {};
}

template <std::size_t N>
Result<void> validate_indices(const std::string& name, const std::vector<std::array<VertexId, N>>& elements,
                              std::size_t point_count) {
  for (const auto& element : elements)
    for (const VertexId v : element)
      if (v >= point_count)
        return fail(fmt::format("{}: uses point {}, but there are only {} points", name, v, point_count));
  return {};
}

Result<void> validate_mesh(const std::string& name, const SurfaceMesh& mesh) {
  if (auto ok = validate_points(name, mesh.points); !ok) return ok;
  if (auto ok = validate_indices(name, mesh.triangles, mesh.points.size()); !ok) return ok;
  if (!mesh.vertex_colours.empty() && mesh.vertex_colours.size() != mesh.points.size())
    return fail(fmt::format("{}: has {} vertex colours for {} points; give one per point, or none", name,
                            mesh.vertex_colours.size(), mesh.points.size()));
  bool coloured = is_drawable(mesh.front) && is_drawable(mesh.back);
  for (const Colour& colour : mesh.vertex_colours) coloured = coloured && is_drawable(colour);
  if (!coloured) return fail(name + ": has a colour that is negative or not a number");
  return {};
}

Result<void> validate_strands(const std::string& name, const Strands& strands) {
  if (auto ok = validate_points(name, strands.points); !ok) return ok;
  if (auto ok = validate_indices(name, strands.segments, strands.points.size()); !ok) return ok;
  if (!strands.radii.empty() && strands.radii.size() != strands.segments.size())
    return fail(fmt::format("{}: has radii of {} segments, but there are {} segments", name,
                            strands.radii.size(), strands.segments.size()));
  bool is_thick = is_drawable(strands.radius);
  for (const auto& [a, b] : strands.radii) is_thick = is_thick && is_drawable(a) && is_drawable(b);
  if (!is_thick || !is_drawable(strands.colour))
    return fail(name + ": needs a positive radius and a colour that is not negative");
  return {};
}

Result<void> validate_view(const RenderScene& scene) {
  const Camera& camera = scene.camera;
  if (!is_drawable(camera.eye) || !is_drawable(camera.target) || camera.eye == camera.target)
    return fail("camera: eye and target must be two different points");
  if (!(camera.vertical_fov_degrees >= 1 && camera.vertical_fov_degrees <= 150))
    return fail(fmt::format("camera: the field of view is {} degrees; it must be between 1 and 150",
                            camera.vertical_fov_degrees));
  if (!is_drawable(scene.to_light) || norm(scene.to_light) == 0)
    return fail("to_light: must point towards the sun, so it cannot be zero");
  if (scene.floor && !is_drawable(Vec3{0, scene.floor->height, 0}))
    return fail(fmt::format("floor: the height {} m cannot be drawn", scene.floor->height));
  return {};
}

template <class T>
std::vector<T> slice(const std::vector<T>& list, std::size_t begin, std::size_t end) {
  return {list.begin() + static_cast<std::ptrdiff_t>(begin), list.begin() + static_cast<std::ptrdiff_t>(end)};
}

/// Calls draw(colour, begin, end) for what neighbouring bodies of one colour have.
template <class Draw>
void for_each_colour(const std::vector<SeenBody>& bodies, Rgb SeenBody::*colour, std::size_t SeenBody::*begin,
                     std::size_t SeenBody::*end, const Draw& draw) {
  for (std::size_t first = 0, last = 0; first < bodies.size(); first = ++last) {
    last = first;
    while (last + 1 < bodies.size() && bodies[last + 1].*colour == bodies[first].*colour) ++last;
    if (bodies[first].*begin < bodies[last].*end)
      draw(srgb((bodies[first].*colour).code), bodies[first].*begin, bodies[last].*end);
  }
}

}  // namespace

void add_seen(RenderScene& scene, const Seen& seen, Positions points) {
  const std::vector<Vec3> all(points.begin(), points.end());
  for_each_colour(seen.bodies, &SeenBody::colour, &SeenBody::triangle_begin, &SeenBody::triangle_end,
                  [&](const Colour& colour, std::size_t begin, std::size_t end) {
                    scene.meshes.push_back({.points = all,
                                            .triangles = slice(seen.triangles, begin, end),
                                            .front = colour,
                                            .back = mix(colour, srgb(0xffffff), 0.12f),
                                            .shading = slice(seen.normals, begin, end)});
                  });
  for_each_colour(seen.bodies, &SeenBody::rope_colour, &SeenBody::segment_begin, &SeenBody::segment_end,
                  [&](const Colour& colour, std::size_t begin, std::size_t end) {
                    scene.strands.push_back({.points = all,
                                             .segments = slice(seen.segments, begin, end),
                                             .colour = colour,
                                             .radii = slice(seen.radii, begin, end)});
                  });
}

void add_solid(RenderScene& scene, const Shape& shape, const Vec3& offset, double gap, double time) {
  constexpr int pieces = 16;  // of an eighth of a circle: round in large pictures
  Solid solid{outline(shape, pieces, gap, time)};
  for (Vec3& p : solid.outline.points) p += offset;
  if (!solid.outline.points.empty()) scene.solids.push_back(std::move(solid));
}

Result<void> validate(const RenderScene& scene) {
  if (auto ok = validate_view(scene); !ok) return ok;
  for (std::size_t i = 0; i < scene.meshes.size(); ++i)
    if (auto ok = validate_mesh(fmt::format("mesh {}", i), scene.meshes[i]); !ok) return ok;
  for (std::size_t i = 0; i < scene.strands.size(); ++i)
    if (auto ok = validate_strands(fmt::format("strands {}", i), scene.strands[i]); !ok) return ok;
  for (std::size_t i = 0; i < scene.solids.size(); ++i) {
    const auto& [outline, colour] = scene.solids[i];
    const std::string name = fmt::format("solid {}", i);
    if (auto ok = validate_points(name, outline.points); !ok) return ok;
    if (auto ok = validate_indices(name, outline.triangles, outline.points.size()); !ok) return ok;
    if (outline.normals.size() != outline.points.size() || !is_drawable(colour))
      return fail(name + ": needs one normal per point and a valid colour");
  }
  return {};
}

}  // namespace tensio::render
