#pragma once

#include <string>

#include "model/seen.h"

namespace tensio {

// One frame as the contents of a file. Points are seen_points() and finite.

/// Wavefront OBJ, nine significant digits; an object (o) for each body, segments of strands as lines (l).
std::string obj_text(Positions points, const Seen& seen);

/// PLY, binary little endian, coordinates as floats; segments of strands as the element edge (vertex1,
/// vertex2), which is left out when there are none.
std::string ply_bytes(Positions points, const Seen& seen);

}  // namespace tensio
