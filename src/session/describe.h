#pragma once

#include <nlohmann/json.hpp>

#include "session/lane.h"

namespace tensio::session {

/// A hand's id is its client's id times this, plus its number.
inline constexpr std::uint32_t hands_per_client = 64;

/// The "scene" message: all a viewer needs before the first frame.
nlohmann::json describe_scene(const Scene& scene, const std::vector<Lane>& lanes);
/// The "colliders" message.
nlohmann::json describe_colliders(const std::vector<Collider>& colliders);
/// The "vertex" message.
nlohmann::json describe_vertex(const Lane& lane, std::ptrdiff_t number, VertexId vertex);

}  // namespace tensio::session
