#pragma once

#include "build/fabric.h"
#include "io/scene_field.h"
#include "tensio/build.h"
#include "tensio/setup.h"

namespace tensio {

/// Shape that a lattice fills.
enum class LatticeShape { box, ellipsoid };

/// Words for the engine's enumerations, in scene documents and front ends.
const Choices<Scheme>& scheme_choices();
const Choices<Method>& method_choices();
const Choices<Precision>& precision_choices();
const Choices<Start>& start_choices();
const Choices<ContactMethod>& contact_choices();
const Choices<VerifyContact>& verify_choices();
const Choices<WhenForced>& when_forced_choices();
const Choices<HessianForm>& hessian_choices();
const Choices<LinearMethod>& linear_choices();
const Choices<GridLayout>& layout_choices();
const Choices<GridCells>& cells_choices();
const Choices<BendingModel>& bending_choices();
const Choices<MembraneModel>& membrane_choices();
const Choices<SolidModel>& solid_choices();
const Choices<LatticeLayout>& lattice_layout_choices();
const Choices<LatticeShape>& lattice_shape_choices();
const Choices<Lumping>& lumping_choices();
const Choices<BoundedElements>& bounded_choices();
const Choices<MeshBendSprings>& bend_springs_choices();
const Choices<const Fabric*>& fabric_choices();
const Choices<Axes>& axes_choices();
const Choices<std::string>& corner_choices();
const Choices<std::string>& edge_choices();
const Choices<std::string>& end_choices();

/// Returns the first word for `value`.
template <class E>
const char* choice_name(const Choices<E>& choices, const E& value) {
  for (const Choice<E>& choice : choices)
    if (choice.value == value) return choice.name;
  return "";
}

}  // namespace tensio
