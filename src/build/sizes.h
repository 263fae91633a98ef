#pragma once

#include "tensio/strands.h"

namespace tensio {

// How large a body will be, before it is built.

/// Vertices of each strand, with its frame.
std::size_t hair_vertices(const HairOptions& options);

/// More than max_vertices count as many.
struct PlantSize {
  std::size_t vertices = 0, triangles = 0;
};
PlantSize plant_size(const PlantOptions& options);

std::size_t bridge_vertices(const BridgeOptions& options);

}  // namespace tensio
