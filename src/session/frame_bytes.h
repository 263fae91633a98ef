#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "model/seen.h"
#include "sim/measure.h"
#include "tensio/simulation.h"

namespace tensio::session {

// The binary messages of docs/viewer-protocol.md.

inline constexpr std::uint8_t protocol_version = 4;
enum class MessageKind : std::uint8_t { topology = 1, frame = 2 };

/// Springs and pins of a model, and what is seen of it.
std::string encode_topology(const Model& model, const Look& look, std::uint8_t lane, std::uint64_t revision);

/// What a frame says besides positions.
struct FrameNumbers {
  std::uint8_t lane = 0;
  bool is_paused = false;
  bool has_strain = false, has_contacts = false;
  std::span<const VertexContact> contacts{};
  std::uint64_t revision = 0;
  int frame = 0, first_recorded = 0, last_recorded = 0;
  EnergyBalance energy{};
  double max_strain = 0;
  std::optional<double> difference{};  // m, the largest distance to the other lane
};
std::string encode_frame(const Simulation& simulation, const FrameReport& report,
                         const FrameNumbers& numbers);

/// Appends where the points of animated meshes are at a time, as their outlines number them, without the
/// displacement of each: the last part of a frame.
void append_animated(std::string& bytes, const std::vector<Collider>& colliders, double time);

/// Lane of a message that is a frame; −1 of all else.
int frame_lane(std::string_view bytes);

/// Of every vertex, and behind them of every point of a skin, the strain, positive where stretched, that is
/// largest at it (for_each_strain, without bending).
std::vector<float> vertex_strains(const Model& model, Positions x);

}  // namespace tensio::session
