#pragma once

#include "math/result.h"
#include "model/model.h"

namespace tensio {

/// Strands that grow out of a sphere about the origin, its upper part or all of it, after Selle et al. 2008.
/// Springs along edges. Bending: straight strands cannot be held straight by springs over a vertex, whose
/// resistance to small angles is nil; so bending is a stencil here, which keeps the curvature of curls too.
/// Torsion: straight strands get a frame (chain.h: add_frame); curls have springs over two vertices. With ρ
/// and ρ' the distances of their ends from the line of the segment in the middle, d theirs from each other
/// and φ the angle between the planes, ∂d/∂φ = ρ ρ' sin φ/d, and the stiffness (G J/l)/(∂d/∂φ)² makes the
/// energy ½ (G J/l) δφ². Where a curl is so wide that they would need more than 1000 G J/l³, they have that.
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
  double torsional_rigidity = 0;    // G J, N·m²; 0: nothing resists torsion
  double altitude_stiffness = 0;    // N/m, of altitude springs, with torsional rigidity only; 0: none
  double strand_mass = 1e-4;        // kg
};

/// Vertices run strand by strand, root first, and those of its frame behind. The first two of each are
/// pinned, and the first of its frame. One part, "hair".
Result<Model> make_hair(const HairOptions& options);

/// Of each strand, with its frame.
std::size_t hair_vertices(const HairOptions& options);

}  // namespace tensio
