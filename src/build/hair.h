#pragma once

#include "math/result.h"
#include "model/model.h"

namespace tensio {

/// Strands that grow out of a sphere about the origin, its upper part or all of it, after Selle et al. 2008:
/// springs along edges, for bending (over one vertex) and for torsion (over two). Straight strands cannot be
/// held straight by springs over a vertex, whose resistance to small angles is nil; so bending is a stencil
/// here, which keeps the curvature of curls too.
struct HairOptions {
  std::size_t strands = 1000;       // ≥ 1, spread evenly by Vogel's spiral
  std::size_t segments = 15;        // of each, ≥ 3
  double length = 0.3;              // m, of each strand
  double radius = 0.1;              // m, of the sphere
  double cap = 90;                  // ° from the top within which strands grow, 0 … 180
  double curl_radius = 0;           // m, of the helix; 0: straight
  double curl_turns = 4;            // of the helix, root to tip
  double stiffness = 100;           // N/m, of edges
  double flexural_rigidity = 1e-8;  // E I, N·m²
  double torsion_stiffness = 0;     // N/m, of springs over two vertices
  double strand_mass = 1e-4;        // kg
};

/// Vertices run strand by strand, root first. The first two of each are pinned. Springs along edges first,
/// then for torsion. One part, "hair".
Result<Model> make_hair(const HairOptions& options);

}  // namespace tensio
