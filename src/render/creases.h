#pragma once

#include <array>
#include <span>
#include <vector>

#include "model/elements.h"

namespace tensio::render {

/// Of every triangle the numbers of the normals at its corners, for SurfaceMesh::shading: triangles that meet
/// at a point share a normal there where they hang together by edges that are no creases, that is bent by no
/// more than this angle. A point's first normal has the number of the point.
std::vector<std::array<VertexId, 3>> smooth_parts(std::span<const Vec3> points,
                                                  const std::vector<std::array<VertexId, 3>>& triangles,
                                                  double most_degrees = 65);

}  // namespace tensio::render
