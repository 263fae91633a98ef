#pragma once

#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

#include "render/drawn_mesh.h"

struct RTCDeviceTy;
struct RTCSceneTy;
struct RTCGeometryTy;

namespace tensio::render::detail {

/// The first surface that a ray meets. Normals are unit vectors on the side from which the ray came.
struct Hit {
  Vec3 position;
  Vec3 face;    // of the triangle itself
  Vec3 normal;  // smooth, for shading
  Colour albedo;
  std::uint32_t surface = 0;  // equal for hits on one side of one object
  bool is_cloth = false;
};

/// The shapes of a scene in Embree, in units in which they fill the unit ball: single precision and all
/// offsets then fit scenes of any size. The floor is not among them.
class TracedScene {
 public:
  static Result<TracedScene> make(const RenderScene& scene);
  std::optional<Hit> first_hit(const Vec3& origin, const Vec3& direction) const;
  bool is_occluded(const Vec3& origin, const Vec3& direction) const;

  /// From metres to the units of the rays.
  Vec3 to_local(const Vec3& p) const { return scale_ * (p - center_); }

 private:
  struct Release {
    void operator()(RTCDeviceTy* device) const;
    void operator()(RTCSceneTy* scene) const;
  };
  struct Drawn {
    DrawnMesh mesh;  // empty for strands
    Colour front, back;
    bool is_cloth = false;
  };

  void fit(const RenderScene& scene);
  void attach(RTCGeometryTy* geometry, Drawn drawn);
  void add_mesh(DrawnMesh mesh, const Colour& front, const Colour& back, bool is_cloth);
  void add_strands(const Strands& strands);
  /// Adds balls: tubes without length.
  void add_balls(const std::vector<Tube>& balls, const Colour& colour);

  std::unique_ptr<RTCDeviceTy, Release> device_;
  std::unique_ptr<RTCSceneTy, Release> scene_;
  std::vector<Drawn> drawn_;  // by Embree's geometry id
  Vec3 center_;
  double scale_ = 1;
};

}  // namespace tensio::render::detail
