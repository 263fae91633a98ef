#pragma once

#include <functional>

#include "lab/motion.h"

namespace tensio::lab {

/// A reference motion by an explicit scheme in double precision, with steps of at most a quarter of the limit
/// that is stable in every position: 512 per frame for the cloth of 81 × 81 vertices, h = 1/15360 s. (TR-BDF2
/// with h = 1/1800 s, every step solved to a relative gradient of 1e-7, was 2 mm away from it after half a
/// second and took a hundred times as long.)
struct MotionReference {
  Scheme scheme;
  int substeps;  // per frame

  /// "rk4, h = 1/15360 s"
  std::string text(const Setup& swing) const;
};
Result<MotionReference> plan_reference(const Setup& swing, Scheme scheme);

/// Computes it. Calls `advance` after each frame, which returns false to stop.
Result<MotionSamples> make_reference(const Setup& swing, const MotionReference& reference,
                                     const std::function<bool()>& advance);

}  // namespace tensio::lab
