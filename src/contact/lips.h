#pragma once

#include "contact/untangle.h"

namespace tensio {

/// Moves vertices apart that edits made of one, in pairs of the new one and the one that it copies: each by
/// this distance, m, towards what it kept, away from what the others kept, or by less where surfaces would
/// cross. The lips of cuts and tears are born at distance zero, where no direction divides them. Vertices
/// with pins stay where they are. `points` are all points of the surface.
void part_lips(const ContactSurface& surface, std::span<const std::array<VertexId, 2>> copies,
               std::span<const Axes> pinned, double distance, Untangler& untangler, std::span<Vec3> points);

}  // namespace tensio
