#pragma once

#include <variant>

#include "edit/cut.h"
#include "edit/pick.h"

namespace tensio {

/// Holds a vertex where it is now.
struct PinVertex {
  VertexId vertex = 0;
};
struct UnpinVertex {
  VertexId vertex = 0;
};
/// Takes hold of a point of a body; a hand that held another lets go of it.
struct GrabPoint {
  Grab grab;
};
/// Lets go.
struct Release {
  std::uint32_t id = 0;  // of the hand
};
/// Cuts all that the stroke crosses.
struct Cut {
  Stroke stroke;
};
/// Cuts a vertex out: its triangles and springs are gone. Where a triangle reached only to the diagonal of a
/// grid's cell, the cell's other half stays, so that the hole is the same on all sides. The vertex itself
/// stays in the tables, alone and held, so that no index changes.
struct RemoveVertex {
  VertexId vertex = 0;
};
/// Breaks what is stretched beyond this fraction of its rest length.
struct Tear {
  double strain = 0;
};
/// Multiplies the stiffness of a family of springs.
struct ScaleStiffness {
  SpringFamily family = SpringFamily::structural;
  double factor = 1;  // > 0
};

/// A change of a running model. A value: what is to be done, not how.
using Edit =
    std::variant<PinVertex, UnpinVertex, GrabPoint, Release, Cut, RemoveVertex, Tear, ScaleStiffness>;

/// What an edit did.
struct EditReport {
  bool is_changed = false;  // tables that matrices and kernels are made of
  std::size_t vertices_added = 0, springs_removed = 0, triangles_removed = 0;
};

/// Applies the edit to the model and the state that moves it. Copies of a vertex start where it is, with its
/// velocity. An edit that makes no sense (no such vertex, nothing crossed) is an error or changes nothing;
/// the model stays valid whatever it is asked.
Result<EditReport> apply(const Edit& edit, Model& model, State& state);

}  // namespace tensio
