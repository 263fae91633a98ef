#pragma once

#include <functional>

#include "lab/motion.h"

namespace tensio {

/// A reference is a motion that is solved as well as can be: 60 steps a frame, h = 1/1800 s, of a scheme of
/// second order, each of them to a small gradient. How it is made, in words:
std::string reference_text(const Setup& swing, Scheme scheme);

/// Takes it from the cache folder (none: ""), or makes it and puts it there. `advance` is called after each
/// of the frames; false stops.
Result<MotionSamples> make_reference(const Setup& swing, Scheme scheme, const std::string& cache,
                                     const std::function<bool()>& advance);

}  // namespace tensio
