#pragma once

#include "tensio/cloth.h"

namespace tensio {

/// Makes all sheets of a model, which may be in motion and cut, of another fabric: their masses, springs and
/// elements are replaced, stiffening and strain bounds are gone; their triangles, pins and the rest stay.
/// An error if there is no sheet.
Result<void> change_fabric(Model& model, const Fabric& fabric);

}  // namespace tensio
