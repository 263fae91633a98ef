#pragma once

#include <string_view>

#include "tensio/collider.h"

namespace tensio {

/// How the points of a mesh move, as animation programs store it.
struct PointCache {
  std::vector<ColliderMesh::Frame> frames;  // at least one, each with the same number of finite points
  bool counts_frames = false;  // times are numbers of frames, not s, and their rate is not in the file
};

/// Reads a cache from memory: PC2 (3ds Max; numbers of frames), MDD (LightWave) or a frame cache of
/// `tensio run` (.tfc, docs/frame-cache.md), detected by the first bytes or else by the extension of the
/// name. Errors start with the name. Times may be in any order.
Result<PointCache> parse_point_cache(std::string_view bytes, std::string_view name);

}  // namespace tensio
