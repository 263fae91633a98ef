#pragma once

#include "lab/plot.h"
#include "tensio/solver.h"

namespace tensio::lab {

/// Style of a scheme in every plot: markers and dashes show the kind, colours the scheme within it.
struct SchemeLook {
  PlotColour colour = PlotColour::black;
  PlotDash dash = PlotDash::solid;
  PlotMarker marker = PlotMarker::circle;
  std::size_t index = 0;  // within the kind
};
SchemeLook scheme_look(Scheme scheme);

/// "explicit", "symplectic" or "implicit".
const char* scheme_kind_name(SchemeKind kind);

}  // namespace tensio::lab
