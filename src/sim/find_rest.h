#pragma once

#include "tensio/setup.h"

namespace tensio {

/// Positions in which the forces of a valid setup balance, as they are at time 0. Without colliders and
/// strain limit they are solved for to rounding; with them the motion is slowed until it has all but stopped.
/// An error when there is no such place, or none is found.
Result<std::vector<Vec3>> find_rest(const Setup& setup);

}  // namespace tensio
