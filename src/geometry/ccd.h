#pragma once

#include <array>
#include <optional>

#include "tensio/vec3.h"

namespace tensio {

/// How finely continuous collision queries look.
struct CcdOptions {
  double separation = 0;    // m, a closer approach counts as a hit
  double tolerance = 1e-8;  // m, misses by less than about this may be reported as hits
  int most_steps = 100;     // from plane to plane, before boxes are halved
  int most_boxes = 20000;   // looked at, before the rest counts as a hit
};

/// The positions of four points at the start and at the end of a motion along straight lines.
struct FourPoints {
  std::array<Vec3, 4> start, end;  // m
};

/// What a query found.
struct CcdHit {
  double time = 0;            // in [0, 1], never after the first contact
  bool is_exhausted = false;  // the limit of boxes was reached: a hit is not excluded from `time` on
};

/// Looks for a time in [0, 1] at which vertex 0 meets the face 1, 2, 3, or comes as close as `separation`.
///
/// Misses nothing, whatever rounding does: every hit is reported, with a time that is not after it. A miss
/// may be reported as a hit if it is one by less than about the tolerance.
///
/// Goes from plane to plane: one across the shortest gap, which turns as the gap will, holds the shapes apart
/// up to a time that is known, as along its direction all corners move by quadratic formulas; there, a new
/// plane (after the conservative advancement of M. Tang et al., C2A: controlled conservative advancement for
/// continuous collision detection, 2009). What planes do not settle is halved: the difference of a point of
/// one shape and one of the other is linear in each of time and two coordinates, so that its values over a
/// box of these lie in the hull of the eight at the corners. Boxes are halved, the earliest first, until no
/// hull reaches the origin, or the earliest is within the tolerance (B. Wang et al., A large-scale benchmark
/// and an inclusion-based algorithm for continuous collision detection, 2021). Own code.
std::optional<CcdHit> vertex_face_ccd(const FourPoints& motion, const CcdOptions& options = {});

/// The same for the edges 0, 1 and 2, 3.
std::optional<CcdHit> edge_edge_ccd(const FourPoints& motion, const CcdOptions& options = {});

}  // namespace tensio
