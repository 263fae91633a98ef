#pragma once

#include "math/result.h"
#include "model/model.h"

namespace tensio {

/// A rope bridge along x, its ends at the height 0: two ropes with boards across, and two handrails that hang
/// at them by ties.
struct BridgeOptions {
  double span = 6;               // m, from post to post
  double sag = 0.5;              // m, of the ropes at rest in the middle
  double width = 0.8;            // m, between the ropes
  std::size_t boards = 20;       // ≥ 1
  double gap = 0.3;              // between two boards, as part of the way from one to the next, 0.02 … 0.9
  double rail_height = 0.9;      // m, of handrails above the ropes; 0: none
  double stiffness = 2e4;        // N/m, of each rope segment
  double board_stiffness = 2e4;  // N/m, of springs within a board
  double board_rigidity = 500;   // E I, N·m², of each edge of a board
  double board_mass = 3;         // kg
  double rope_mass = 0.5;        // kg/m
  double rope_radius = 0.02;     // m, as it is drawn; rails and ties are thinner
};

/// Vertices: left rope, right rope and the middle line of the boards, from one end to the other; then the
/// left and the right rail. Boards are two triangles on either side of the middle line. The four ends of the
/// ropes and of the rails are pinned. Two parts, "bridge" (ropes) and "boards" (triangles).
Result<Model> make_bridge(const BridgeOptions& options);

std::size_t bridge_vertices(const BridgeOptions& options);

}  // namespace tensio
