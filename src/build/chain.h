#pragma once

#include <span>

#include "tensio/strands.h"

namespace tensio {

/// How much of a strand's mass its frame carries.
inline constexpr double frame_mass = 0.1;

struct FrameOptions {
  double segment_length = 0;      // l, m
  double torsional_rigidity = 0;  // G J, N·m²
  double edge_stiffness = 0;  // N/m, of the springs that hold the extra vertices; at least 20 w, see below
  double altitude_stiffness = 0;  // N/m; 0: none
  double vertex_mass = 0;         // kg, of each extra vertex
};

/// Vertices on a line know no twist. So every segment of a straight strand gets an extra vertex g_i beside
/// its middle, at the distance r = l/4, on two sides at right angles by turns, as Selle et al. 2008 (sec. 4)
/// do to have tetrahedra; two springs of the family "bend" tie it to the segment's ends, so that it can only
/// turn about the segment. o_i = g_i − ½ (p_i + p_i₊₁) is then where the segment's side points to, and a
/// spring of the rest length √2 r on o_i₊₁ − o_i, a stencil, resists the twist φ between the two segments:
///
///     |o_i₊₁ − o_i|² = 2 r² (1 ± sin φ)   →   E = ½ w r² φ²/2,   w = 2 G J/(l r²)
///
/// and, to first order, nothing else: a bend moves o_i₊₁ along the strand, at right angles to the difference.
/// It holds to about 5° per segment. Altitude springs keep the tetrahedra of four vertices that
/// follow one another, p_i, g_i, p_i₊₁, g_i₊₁, … from collapsing; they resist bending too.
/// `strand` are its vertices, in order; `across` is a unit vector at right angles to them.
void add_frame(Model& model, std::span<const VertexId> strand, const Vec3& across,
               const FrameOptions& options);

/// A unit vector at right angles to this one.
Vec3 unit_across(const Vec3& direction);

}  // namespace tensio
