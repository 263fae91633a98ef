#pragma once

#include <memory>

#include "energy/energy.h"
#include "tensio/model.h"

namespace tensio {

/// −p V of every closed surface that holds a pressure, V = Σ x₀·(x₁ × x₂)/6 over its triangles: a force p A n
/// on each. Its Hessian is indefinite; the projected form is none at all, and so is the constant matrix.
std::unique_ptr<Energy> make_pressure(const Model& model);

}  // namespace tensio
