#pragma once

#include "io/scene_spec.h"

namespace tensio {

struct BuiltCollider {
  Collider collider;
  std::vector<std::string> warnings;
};

/// Builds one collider, which is then valid. `frame_rate` (1/s) is that of the scene, for caches that only
/// number their frames. Takes the points, triangles and bytes of a mesh off what the scene may have.
Result<BuiltCollider> build_collider(const ColliderSpec& spec, const BodySite& site, double frame_rate);

}  // namespace tensio
