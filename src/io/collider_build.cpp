#include "io/collider_build.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "build/mesh.h"
#include "io/point_cache.h"
#include "math/bounds.h"

namespace tensio {
namespace {

/// Warns of triangles whose height is nothing but rounding.
void check_areas(const ColliderMesh& mesh, const std::string& place, std::vector<std::string>& warnings) {
  std::size_t count = 0, first = 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& [a, b, c] = mesh.triangles[t];
    const Vec3 u = mesh.points[b] - mesh.points[a], v = mesh.points[c] - mesh.points[a];
    const double longest = std::max({norm(u), norm(v), norm(u - v)});
    if (norm(cross(u, v)) <= 1e-12 * longest * longest && count++ == 0) first = t;
  }
  if (count > 0)
    warnings.push_back(fmt::format("{} has {} triangle{} without area, first triangle {} (from 0); remove {}",
                                   place, count, count == 1 ? "" : "s", first, count == 1 ? "it" : "them"));
}

/// Gives the frames of a cache their times in the scene.
void set_times(const MeshColliderSpec& spec, double frame_rate, PointCache& cache) {
  const double rate = spec.cache_fps.value_or(frame_rate), first = cache.frames.front().time;
  for (std::size_t f = 0; f < cache.frames.size(); ++f) {
    double& time = cache.frames[f].time;
    if (cache.counts_frames)
      time /= rate;
    else if (spec.cache_fps)
      time = first + static_cast<double>(f) / rate;
  }
  if (!spec.cache_start) return;
  const double later = *spec.cache_start - cache.frames.front().time;
  for (ColliderMesh::Frame& frame : cache.frames) frame.time += later;
}

Result<std::vector<ColliderMesh::Frame>> read_frames(const MeshColliderSpec& spec, const BodySite& site,
                                                     double frame_rate, std::size_t points) {
  const auto bytes = site.fetch(spec.cache, "cache");
  if (!bytes) return fail(bytes.error());
  auto cache = parse_point_cache(*bytes, spec.cache);
  if (!cache) return site.fail_at(site.path_of("cache"), cache.error());
  const std::size_t cached = cache->frames.front().points.size();
  if (cached != points)
    return fail(fmt::format(
        "{}: {} has {} points, but {} has {}; a cache must move the points of its mesh, in their order",
        site.path_of("cache"), spec.cache, cached, spec.file, points));
  set_times(spec, frame_rate, *cache);
  for (std::size_t f = 0; f < cache->frames.size(); ++f) {
    const double time = cache->frames[f].time;
    if (!std::isfinite(time) || (f > 0 && !(time > cache->frames[f - 1].time)))
      return fail(fmt::format("{}: {} shows frame {} at {} s, not later than the frame before; set cache_fps",
                              site.path_of("cache"), spec.cache, f, time));
  }
  return std::move(cache->frames);
}

/// Warns where a motion does not go on from where it ended.
void check_repeat(const Mesh& mesh, const std::string& path, std::vector<std::string>& warnings) {
  if (!mesh.data->repeat_from) return;
  std::vector<Vec3> again;
  mesh_points(mesh, *mesh.data->repeat_from, again);
  const std::vector<Vec3>& last = mesh.data->frames.back().points;
  double jump = 0;  // m
  for (std::size_t p = 0; p < last.size(); ++p) jump = std::max(jump, norm(again[p] - last[p]));
  if (jump > 1e-3 * bounds_of(last).diagonal())
    warnings.push_back(
        fmt::format("{}: points jump by up to {:.3g} m when the motion starts again; choose a time at which "
                    "the mesh is as in its "
                    "last frame",
                    path, jump));
}

Result<Shape> make_shape(const MeshColliderSpec& spec, const BodySite& site, double frame_rate,
                         std::vector<std::string>& warnings) {
  auto read = site.read_mesh(spec.file);
  if (!read) return fail(read.error());
  if (auto ok = site.spend_vertices("file", read->points.size()); !ok) return fail(ok.error());
  if (auto ok = site.spend_triangles("file", read->triangles.size()); !ok) return fail(ok.error());
  ColliderMesh mesh;
  if (spec.cache.empty()) {
    weld(*read, 0);  // STL files repeat the points of every triangle
    drop_loose_points(*read);
    mesh.points = std::move(read->points), mesh.triangles = std::move(read->triangles);
    for (const auto& [field, is_set] : {std::pair{"cache_fps", spec.cache_fps.has_value()},
                                        std::pair{"cache_start", spec.cache_start.has_value()},
                                        std::pair{"cache_repeat", spec.cache_repeat.has_value()}})
      if (is_set) warnings.push_back(site.path_of(field) + " has no effect without cache; remove it");
  } else {
    mesh.points = std::move(read->points), mesh.triangles = std::move(read->triangles);
    auto frames = read_frames(spec, site, frame_rate, mesh.points.size());
    if (!frames) return fail(frames.error());
    mesh.frames = std::move(*frames);
    if (spec.cache_repeat) {
      const double first = mesh.frames.front().time, last = mesh.frames.back().time;
      if (mesh.frames.size() < 2)
        return fail(fmt::format("{} has no effect on the single frame of {}; remove it",
                                site.path_of("cache_repeat"), spec.cache));
      if (!(first + *spec.cache_repeat < last))
        return fail(fmt::format("{} is {} s; it must be less than {} s, the length of {}",
                                site.path_of("cache_repeat"), *spec.cache_repeat, last - first, spec.cache));
      mesh.repeat_from = first + *spec.cache_repeat;
    }
  }
  check_areas(mesh, site.path_of("file") + ": " + spec.file, warnings);
  const Mat3 turn = spec.rotation.turn();
  const auto place = [&](std::vector<Vec3>& points) {
    for (Vec3& p : points) p = spec.position + turn * (spec.scale * p);
  };
  place(mesh.points);
  for (ColliderMesh::Frame& frame : mesh.frames) place(frame.points);
  Mesh shape{std::make_shared<const ColliderMesh>(std::move(mesh)), spec.sides};
  check_repeat(shape, site.path_of("cache_repeat"), warnings);
  return shape;
}

template <class Convex>
Result<Shape> make_shape(const Convex& shape, const BodySite&, double, std::vector<std::string>&) {
  return Shape{shape};
}

}  // namespace

Result<BuiltCollider> build_collider(const ColliderSpec& spec, const BodySite& site, double frame_rate) {
  BuiltCollider built;
  auto shape = std::visit(
      [&](const auto& kind) { return make_shape(kind, site, frame_rate, built.warnings); }, spec.shape);
  if (!shape) return fail(shape.error());
  built.collider = {std::move(*shape), spec.friction, spec.thickness, spec.path,
                    spec.mass,         spec.velocity, spec.name};
  if (auto ok = validate(built.collider); !ok) return site.fail_at(site.path(), ok.error());
  return built;
}

}  // namespace tensio
