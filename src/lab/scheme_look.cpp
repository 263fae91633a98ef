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
  const bool is_explicit = kind == SchemeKind::explicit_table, is_symplectic = kind == SchemeKind::kick_drift;
  look.dash = is_explicit ? PlotDash::dashed : is_symplectic ? PlotDash::dotted : PlotDash::solid;
  look.marker = is_explicit                    ? PlotMarker::circle
                : is_symplectic                ? PlotMarker::square
                : kind == SchemeKind::implicit ? PlotMarker::diamond
                                               : PlotMarker::triangle;
  return look;
}

const char* scheme_kind_name(SchemeKind kind) {
  if (kind == SchemeKind::explicit_table) return "explicit";
  if (kind == SchemeKind::kick_drift) return "symplectic";
  if (kind == SchemeKind::implicit) return "implicit";
  return "other";
}

}  // namespace tensio::lab
