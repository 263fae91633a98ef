#include "render/traced_scene.h"

#include <algorithm>
#include <embree3/rtcore.h>
#include <limits>

#include "math/bounds.h"

namespace tensio::render::detail {

void TracedScene::Release::operator()(RTCDeviceTy* device) const {
  rtcReleaseDevice(device);
}
void TracedScene::Release::operator()(RTCSceneTy* scene) const {
  rtcReleaseScene(scene);
}

namespace {

struct Float4 {
  float x, y, z, radius;
};
Float4 to_float(const Vec3& p, double radius = 0) {
  return {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z),
          static_cast<float>(radius)};
}

template <class T>
T* new_buffer(RTCGeometry geometry, RTCBufferType type, RTCFormat format, std::size_t count) {
  return static_cast<T*>(rtcSetNewGeometryBuffer(geometry, type, 0, format, sizeof(T), count));
}

RTCRay make_ray(const Vec3& origin, const Vec3& direction) {
  RTCRay ray{};
  ray.org_x = static_cast<float>(origin.x), ray.org_y = static_cast<float>(origin.y);
  ray.org_z = static_cast<float>(origin.z);
  ray.dir_x = static_cast<float>(direction.x), ray.dir_y = static_cast<float>(direction.y);
  ray.dir_z = static_cast<float>(direction.z);
  ray.tfar = std::numeric_limits<float>::infinity();
  ray.mask = ~0u;
  return ray;
}

/// Whether a ray passes by the unit ball, which holds everything: faster than to ask Embree.
bool passes_by(const Vec3& origin, const Vec3& direction) {
  const double outside = dot(origin, origin) - 1.001, along = dot(origin, direction);
  return outside > 0 && (along > 0 || along * along < outside);
}

}  // namespace

Result<TracedScene> TracedScene::make(const RenderScene& scene) {
  TracedScene traced;
  // One thread builds: the tree, and with it every picture, is the same on every machine.
  traced.device_.reset(rtcNewDevice("threads=1,set_affinity=0"));
  if (!traced.device_) return fail("Embree cannot start; a processor with SSE2 is needed to render pictures");
  traced.scene_.reset(rtcNewScene(traced.device_.get()));
  rtcSetSceneFlags(traced.scene_.get(), RTC_SCENE_FLAG_ROBUST);
  traced.fit(scene);
  for (const SurfaceMesh& mesh : scene.meshes)
    traced.add_mesh(make_drawn_mesh(mesh), mesh.front, mesh.back, true);
  for (const auto& [outline, colour] : scene.solids)
    traced.add_mesh({outline.points, outline.normals, {}, outline.triangles}, colour, colour, false);
  for (const Strands& strands : scene.strands) traced.add_strands(strands);
  rtcCommitScene(traced.scene_.get());
  if (const RTCError error = rtcGetDeviceError(traced.device_.get()); error != RTC_ERROR_NONE)
    return fail(error == RTC_ERROR_OUT_OF_MEMORY ? "the scene does not fit into memory; draw fewer triangles"
                                                 : "Embree cannot trace this scene");
  return traced;
}

void TracedScene::fit(const RenderScene& scene) {
  Bounds bounds;
  for (const SurfaceMesh& mesh : scene.meshes)
    for (const Vec3& p : mesh.points) bounds.add(p);
  for (const Strands& strands : scene.strands)
    for (std::size_t s = 0; s < strands.segments.size(); ++s)
      for (std::size_t end = 0; end < 2; ++end)
        bounds.add(strands.points[strands.segments[s][end]], strands.radii_of(s)[end]);
  for (const Solid& solid : scene.solids)
    for (const Vec3& p : solid.outline.points) bounds.add(p);
  if (!(bounds.low.x <= bounds.high.x))
    bounds.add(scene.camera.target, norm(scene.camera.eye - scene.camera.target));
  center_ = 0.5 * (bounds.low + bounds.high);
  const double radius = 0.5 * norm(bounds.high - bounds.low);
  scale_ = radius > 0 ? 1 / radius : 1;
}

void TracedScene::attach(RTCGeometryTy* geometry, Drawn drawn) {
  rtcCommitGeometry(geometry);
  rtcAttachGeometryByID(scene_.get(), geometry, static_cast<unsigned>(drawn_.size()));
  rtcReleaseGeometry(geometry);
  drawn_.push_back(std::move(drawn));
}

void TracedScene::add_mesh(DrawnMesh mesh, const Colour& front, const Colour& back, bool is_cloth) {
  if (mesh.triangles.empty()) return;
  for (Vec3& p : mesh.points) p = to_local(p);
  const RTCGeometry geometry = rtcNewGeometry(device_.get(), RTC_GEOMETRY_TYPE_TRIANGLE);
  auto* points = new_buffer<Float4>(geometry, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT3, mesh.points.size());
  auto* triangles = new_buffer<std::array<std::uint32_t, 3>>(geometry, RTC_BUFFER_TYPE_INDEX,
                                                             RTC_FORMAT_UINT3, mesh.triangles.size());
  // Without buffers Embree has recorded that memory ran out, which make() reports.
  if (points != nullptr && triangles != nullptr) {
    std::transform(mesh.points.begin(), mesh.points.end(), points, [](const Vec3& p) { return to_float(p); });
    std::copy(mesh.triangles.begin(), mesh.triangles.end(), triangles);
  }
  attach(geometry, {std::move(mesh), front, back, is_cloth});
}

void TracedScene::add_strands(const Strands& strands) {
  std::vector<Tube> tubes, dots;  // tubes without length have no direction
  for (const auto& [a, b, radius_a, radius_b] : make_tubes(strands)) {
    const Vec3 p = to_local(a), q = to_local(b);
    (norm(q - p) > 1e-5 ? tubes : dots).push_back({p, q, radius_a, radius_b});
  }
  add_balls(dots, strands.colour);
  if (tubes.empty()) return;
  const RTCGeometry geometry = rtcNewGeometry(device_.get(), RTC_GEOMETRY_TYPE_ROUND_LINEAR_CURVE);
  auto* points = new_buffer<Float4>(geometry, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT4, 2 * tubes.size());
  auto* first = new_buffer<std::uint32_t>(geometry, RTC_BUFFER_TYPE_INDEX, RTC_FORMAT_UINT, tubes.size());
  if (points != nullptr && first != nullptr) {
    for (std::size_t i = 0; i < tubes.size(); ++i) {
      points[2 * i] = to_float(tubes[i].a, scale_ * tubes[i].radius_a);
      points[2 * i + 1] = to_float(tubes[i].b, scale_ * tubes[i].radius_b);
      first[i] = static_cast<std::uint32_t>(2 * i);
    }
  }
  attach(geometry, {{}, strands.colour, strands.colour, false});
}

void TracedScene::add_balls(const std::vector<Tube>& balls, const Colour& colour) {
  if (balls.empty()) return;
  const RTCGeometry geometry = rtcNewGeometry(device_.get(), RTC_GEOMETRY_TYPE_SPHERE_POINT);
  auto* points = new_buffer<Float4>(geometry, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT4, balls.size());
  if (points != nullptr)
    for (std::size_t i = 0; i < balls.size(); ++i)
      points[i] = to_float(balls[i].a, scale_ * balls[i].radius_a);
  attach(geometry, {{}, colour, colour, false});
}

std::optional<Hit> TracedScene::first_hit(const Vec3& origin, const Vec3& direction) const {
  if (passes_by(origin, direction)) return std::nullopt;
  RTCRayHit found{};
  found.ray = make_ray(origin, direction);
  found.hit.geomID = RTC_INVALID_GEOMETRY_ID;
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  rtcIntersect1(scene_.get(), &context, &found);
  if (found.hit.geomID == RTC_INVALID_GEOMETRY_ID) return std::nullopt;

  const Drawn& drawn = drawn_[found.hit.geomID];
  const Vec3 position = origin + double(found.ray.tfar) * direction;
  Vec3 face{found.hit.Ng_x, found.hit.Ng_y, found.hit.Ng_z}, normal;
  Colour front = drawn.front, back = drawn.back;
  if (!drawn.mesh.triangles.empty()) {
    const DrawnMesh& mesh = drawn.mesh;
    const auto [a, b, c] = mesh.triangles[found.hit.primID];
    const double u = found.hit.u, v = found.hit.v, w = 1 - u - v;
    face = cross(mesh.points[b] - mesh.points[a], mesh.points[c] - mesh.points[a]);
    if (!mesh.normals.empty()) normal = w * mesh.normals[a] + u * mesh.normals[b] + v * mesh.normals[c];
    if (!mesh.colours.empty())
      front = back = float(w) * mesh.colours[a] + float(u) * mesh.colours[b] + float(v) * mesh.colours[c];
  }
  face = normalized(face);
  normal = norm(normal) > 0 ? normalized(normal) : face;
  if (norm(normal) == 0) face = normal = -direction;
  const bool from_front = dot(face, direction) <= 0;
  if (!from_front) face = -face, normal = -normal;
  const std::uint32_t surface = 2 * found.hit.geomID + (from_front ? 0u : 1u);
  return Hit{position, face, normal, from_front ? front : back, surface, drawn.is_cloth};
}

bool TracedScene::is_occluded(const Vec3& origin, const Vec3& direction) const {
  if (passes_by(origin, direction)) return false;
  RTCRay ray = make_ray(origin, direction);
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  rtcOccluded1(scene_.get(), &context, &ray);
  return ray.tfar < 0;
}

}  // namespace tensio::render::detail
