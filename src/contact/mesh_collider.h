#pragma once

#include "tensio/collider.h"

namespace tensio {

/// Checks what validate(Collider) says of meshes.
Result<void> validate_mesh(const Mesh& mesh);

/// The triangles of a mesh where they are at a time, with normals that are smooth except across creases.
/// Which points are repeated does not depend on the time.
Outline outline_at(const Mesh& mesh, double time);

/// The mesh as it is at a time and stays from then on.
Mesh stopped_at(const Mesh& mesh, double time);

}  // namespace tensio
