#include "lab/scheme_look.h"

namespace tensio::lab {

SchemeLook scheme_look(Scheme scheme) {
  const SchemeKind kind = scheme_facts(scheme).kind;
  SchemeLook look;
  for (const Scheme other : all_schemes()) {
    if (other == scheme) break;
    if (scheme_facts(other).kind == kind) ++look.index;
  }
  look.colour = static_cast<PlotColour>(look.index % plot_colour_count);
  switch (kind) {
    case SchemeKind::explicit_table:
      look.dash = PlotDash::dashed, look.marker = PlotMarker::circle;
      break;
    case SchemeKind::kick_drift:
      look.dash = PlotDash::dotted, look.marker = PlotMarker::square;
      break;
    case SchemeKind::implicit:
      look.dash = PlotDash::solid, look.marker = PlotMarker::diamond;
      break;
  }
  return look;
}

const char* scheme_kind_name(SchemeKind kind) {
  switch (kind) {
    case SchemeKind::explicit_table:
      return "explicit";
    case SchemeKind::kick_drift:
      return "symplectic";
    case SchemeKind::implicit:
      return "implicit";
  }
  return "";
}

}  // namespace tensio::lab
