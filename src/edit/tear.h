#pragma once

#include "edit/take_apart.h"

namespace tensio::detail {

/// Of the springs that are stretched by more than a fraction `strain` of their rest length, the worst first:
/// a rope's is broken; for one along an edge of triangles the vertex at one end is parted across the pull,
/// which opens a slit that the next frames carry on. Pinned vertices do not give way. No vertex is torn, nor
/// one beside it, more than once at a time: the rest may be relieved by then.
Incision tear(const Model& model, Positions x, double strain);

}  // namespace tensio::detail
