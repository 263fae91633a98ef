#pragma once

#include <nlohmann/json.hpp>

#include "session/lane.h"

namespace tensio {

/// Ids of hands: client · this + the client's own number of the hand.
inline constexpr std::uint32_t hands_per_client = 64;

/// The "scene" message: all that a viewer has to know before frames make sense.
nlohmann::json describe_scene(const Scene& scene, const std::vector<Lane>& lanes);
/// The "colliders" message.
nlohmann::json describe_colliders(const std::vector<Collider>& colliders);
/// The "vertex" message: the numbers of one vertex.
nlohmann::json describe_vertex(const Simulation& simulation, std::ptrdiff_t lane, VertexId vertex);

}  // namespace tensio
