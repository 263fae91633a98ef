#pragma once

#include <memory>
#include <vector>

#include "energy/energy.h"
#include "tensio/model.h"

namespace tensio {

// The energies of the model's tables of elements (ElementTables), one overload each. The tables must outlive
// them and stay as they are: energies copy what they need often.

/// Projective, with the constant matrix w c cᵀ. Those with rest length 0 and no slack are ConstantForms, in
/// an energy of their own.
void add_energies(const std::vector<Stencil>& stencils, std::vector<std::unique_ptr<Energy>>& energies);

/// Not projective. The gradient of θ is that of Tamstorf and Grinspun 2013, eqs. 21 to 24; the projected form
/// of the Hessian is Gauss and Newton's, E'' ∇θ ∇θᵀ. A hinge with a triangle that has no area exerts nothing.
std::unique_ptr<Energy> make_energy(const std::vector<Hinge>& hinges);

/// Projective: a ConstantForm.
std::unique_ptr<Energy> make_energy(const std::vector<Plate>& plates);

/// Corotated elements without Poisson's effect (λ = 0) are projective. Where a triangle is squeezed to a line
/// the direction across it is undefined and exerts nothing, as a spring without length does. A tetrahedron's
/// R is a rotation however inverted it is: the smallest singular value counts as negative (Irving et al.
/// 2004). Hessians, exact and projected, come from the eigensystems of Smith et al. 2019.
std::unique_ptr<Energy> make_energy(const std::vector<Membrane>& membranes);
std::unique_ptr<Energy> make_energy(const std::vector<Tetrahedron>& tetrahedra);

/// Not projective. Its forces are those of a spring along the shortest altitude, shared by the vertices at
/// its ends (Selle et al. 2008), or a mean of a few such. The projected form of the Hessian is Gauss and
/// Newton's, k ∇h ∇hᵀ, which 2k (I − ¼ 1 1ᵀ), the constant matrix, bounds. Squeezed to a line, a tetrahedron
/// has no altitudes and exerts nothing.
std::unique_ptr<Energy> make_energy(const std::vector<Altitude>& altitudes);

/// Projective: the matrix k (W − w wᵀ) of a cluster is dense. With a rotation that is not defined (all points
/// on a line or in one place) any rotation serves, as all are equally near.
/// make_energy takes them one by one; add_energies those of at most 27 vertices in lanes.
std::unique_ptr<Energy> make_energy(const std::vector<Cluster>& clusters);
void add_energies(const std::vector<Cluster>& clusters, std::vector<std::unique_ptr<Energy>>& energies);

/// Damping in proportion to stiffness: b times the projected Hessian at the start of the step, less what
/// resists rotations. Bounded by b times the constant matrix where the energy is projective.
std::unique_ptr<Dissipation> make_damping(const std::vector<Stencil>& table, double b, Positions rest);
std::unique_ptr<Dissipation> make_damping(const std::vector<Hinge>& table, double b, Positions rest);
std::unique_ptr<Dissipation> make_damping(const std::vector<Plate>& table, double b, Positions rest);
std::unique_ptr<Dissipation> make_damping(const std::vector<Membrane>& table, double b, Positions rest);
std::unique_ptr<Dissipation> make_damping(const std::vector<Tetrahedron>& table, double b, Positions rest);
std::unique_ptr<Dissipation> make_damping(const std::vector<Altitude>& table, double b, Positions rest);
std::unique_ptr<Dissipation> make_damping(const std::vector<Cluster>& table, double b, Positions rest);

/// Those of all tables that are not empty, and of the pressures.
void add_element_energies(const Model& model, std::vector<std::unique_ptr<Energy>>& energies);

}  // namespace tensio
