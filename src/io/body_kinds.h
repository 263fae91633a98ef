#pragma once

#include <variant>

#include "io/body_points.h"
#include "io/body_sheets.h"
#include "io/body_solids.h"
#include "io/body_strands.h"

namespace tensio {

/// Every kind of body that a scene document knows. The scene format, its schema, limits and warnings follow
/// from this list.
using AnyBody = std::variant<GridBody, ChainBody, MeshBody, LatticeBody, HairBody, PlantBody, BridgeBody,
                             TetBody, PointsBody>;

}  // namespace tensio
