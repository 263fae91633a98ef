#pragma once

#include "energy/system.h"
#include "field/spring_slots.h"

namespace tensio::detail {

/// The terms of a system that are not in slots and act on more than single vertices: they are called with
/// positions and velocities as Vec3.
struct OtherTerms {
  std::vector<const Energy*> energies;
  std::vector<Dissipation*> dissipations;
  bool has_dampers = false;  // in slots

  bool empty() const { return energies.empty() && dissipations.empty(); }
};

/// Puts springs and dampers of the system into slots and returns what is left. A table that does not fit into
/// slots is left too.
template <class Real>
OtherTerms fill_slots(const System& system, SpringSlots<Real>& springs, SpringSlots<Real>& dampers) {
  const Terms& terms = system.terms();
  const std::size_t n = system.vertex_count();
  OtherTerms left{.energies = terms.others, .dissipations = terms.other_dissipations};
  if (!terms.springs || !springs.build(n, *terms.spring_table, terms.spring_table->stiffness)) {
    springs.build(n, {}, {});
    if (terms.springs) left.energies.insert(left.energies.begin(), terms.springs);
  }
  std::vector<double> coefficients;
  const Dampers along = terms.damper_table();
  for (std::size_t s = 0; along.springs && s < along.springs->size(); ++s)
    coefficients.push_back(along.coefficient(s));
  left.has_dampers = along.springs && dampers.build(n, *along.springs, coefficients);
  if (!left.has_dampers) {
    dampers.build(n, {}, {});
    if (terms.dampers) left.dissipations.insert(left.dissipations.begin(), terms.dampers);
  }
  return left;
}

}  // namespace tensio::detail
