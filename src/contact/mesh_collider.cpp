#include "contact/mesh_collider.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "model/seen.h"

namespace tensio {
namespace {

bool is_within_reach(const Vec3& a) {
  return std::max({std::abs(a.x), std::abs(a.y), std::abs(a.z)}) <= max_length && is_finite(a);
}

Result<void> validate_places(const std::vector<Vec3>& points, const std::string& when) {
  const auto wrong = std::ranges::find_if_not(points, is_within_reach);
  if (wrong == points.end()) return {};
  return fail(fmt::format("point {} of the mesh is not within {:g} m of the origin{}; move it there",
                          wrong - points.begin(), max_length, when));
}

/// The time between the first and the last frame that a mesh that repeats shows.
double shown_time(const ColliderMesh& mesh, double time) {
  if (!mesh.repeat_from || time <= mesh.frames.back().time) return time;
  return *mesh.repeat_from + std::fmod(time - *mesh.repeat_from, mesh.frames.back().time - *mesh.repeat_from);
}

void points_at(const Mesh& mesh, double time, std::vector<Vec3>& points) {
  points.clear();
  if (!mesh.data) return;
  const std::vector<ColliderMesh::Frame>& frames = mesh.data->frames;
  time = shown_time(*mesh.data, time);
  const auto next = std::ranges::upper_bound(frames, time, {}, &ColliderMesh::Frame::time);
  if (frames.empty() || next == frames.begin() || next == frames.end()) {
    const std::vector<Vec3>& all = frames.empty()           ? mesh.data->points
                                   : next == frames.begin() ? frames.front().points
                                                            : frames.back().points;
    points.assign(all.begin(), all.end());
    return;
  }
  const ColliderMesh::Frame& last = *(next - 1);
  const double part = (time - last.time) / (next->time - last.time);
  points.resize(last.points.size());
  for (std::size_t i = 0; i < points.size(); ++i)
    points[i] = (1 - part) * last.points[i] + part * next->points[i];
}

}  // namespace

void mesh_points(const Shape& shape, double time, std::vector<Vec3>& points) {
  if (const auto* mesh = std::get_if<Mesh>(&shape))
    points_at(*mesh, time, points);
  else
    points.clear();
}

void mesh_points(const Collider& collider, double time, std::vector<Vec3>& points) {
  mesh_points(collider.shape, time, points);
  const Vec3 offset = collider.path.offset(time);
  for (Vec3& p : points) p += offset;
}

Result<void> validate_mesh(const Mesh& mesh) {
  if (!mesh.data || mesh.data->triangles.empty())
    return fail("the mesh has no triangles; give it at least one");
  if (mesh.sides != 1 && mesh.sides != 2)
    return fail(fmt::format("the mesh has {} sides; it must be 1 or 2", mesh.sides));
  const auto& [points, triangles, frames, repeat_from] = *mesh.data;
  if (auto ok = validate_places(points, ""); !ok) return ok;
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (const VertexId corner : triangles[t])
      if (corner >= points.size())
        return fail(fmt::format("triangle {} of the mesh uses point {}, but there are only {} points", t,
                                corner, points.size()));
  for (std::size_t f = 0; f < frames.size(); ++f) {
    if (frames[f].points.size() != points.size())
      return fail(
          fmt::format("frame {} of the mesh has {} points, but the mesh has {}; they must be the same", f,
                      frames[f].points.size(), points.size()));
    if (!std::isfinite(frames[f].time) || (f > 0 && !(frames[f].time > frames[f - 1].time)))
      return fail(fmt::format(
          "frame {} of the mesh has time {} s; times must be finite and each later than the one before", f,
          frames[f].time));
    if (auto ok = validate_places(frames[f].points, fmt::format(" in frame {}", f)); !ok) return ok;
  }
  if (repeat_from &&
      (frames.empty() || !(*repeat_from >= frames.front().time && *repeat_from < frames.back().time)))
    return fail(
        fmt::format("the mesh repeats from {} s; this must be between the times of its first and last frame",
                    *repeat_from));
  return {};
}

Outline outline_at(const Mesh& mesh, double time) {
  Outline drawn;
  if (!mesh.data) return drawn;
  points_at(mesh, time, drawn.points);
  const auto& triangles = mesh.data->triangles;
  drawn.triangles = smooth_parts(mesh.data->points, triangles);
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (std::size_t i = 0; i < 3; ++i) {
      const VertexId number = drawn.triangles[t][i];
      if (number >= drawn.points.size()) drawn.points.resize(number + 1);
      drawn.points[number] = drawn.points[triangles[t][i]];
    }
  drawn.normals.resize(drawn.points.size());
  for (const auto& [a, b, c] : drawn.triangles) {
    const Vec3 normal = cross(drawn.points[b] - drawn.points[a],
                              drawn.points[c] - drawn.points[a]);  // as long as it is large
    for (const VertexId corner : {a, b, c}) drawn.normals[corner] += normal;
  }
  for (Vec3& normal : drawn.normals) {
    normal = normalized(normal);
    if (!(norm(normal) > 0.5)) normal = {0, 1, 0};
  }
  return drawn;
}

Mesh stopped_at(const Mesh& mesh, double time) {
  if (!mesh.data || mesh.data->frames.empty()) return mesh;
  auto still = std::make_shared<ColliderMesh>();
  points_at(mesh, time, still->points);
  still->triangles = mesh.data->triangles;
  return {std::move(still), mesh.sides};
}

}  // namespace tensio
