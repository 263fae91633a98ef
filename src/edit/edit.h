#pragma once

#include <functional>

#include "tensio/edit.h"

namespace tensio {

/// What an edit did.
struct EditReport {
  bool is_changed = false;  // tables that matrices and kernels are made of
  std::size_t vertices_added = 0, springs_removed = 0, triangles_removed = 0;
};

/// Whether a triangle may take the place of those at this vertex.
using MayPatch = std::function<bool(const std::array<VertexId, 3>& triangle, VertexId vertex)>;

/// Applies the edit to the model and the state that moves it. Copies of a vertex start where it is, with its
/// velocity. An edit that makes no sense (no such vertex, nothing crossed) is an error or changes nothing;
/// the model stays valid whatever it is asked. A cell of a grid that may not be patched stays open.
Result<EditReport> apply(const Edit& edit, Model& model, State& state, const MayPatch& may_patch = {});

}  // namespace tensio
