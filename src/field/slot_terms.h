#pragma once

#include <algorithm>

#include "energy/system.h"
#include "field/spring_slots.h"

namespace tensio::detail {

/// The terms of a system that are not in slots and act on more than single vertices: they are called with
/// positions and velocities as Vec3.
struct OtherTerms {
  std::vector<const Energy*> energies;
  std::vector<Dissipation*> dissipations;
  std::vector<const Energy*> forms{};  // in slots
  bool has_dampers = false;            // in slots

  bool empty() const { return energies.empty() && dissipations.empty(); }
};

/// The springs of rest length zero, some of negative stiffness, that are the sum of quadratic forms.
inline Springs springs_of(const std::vector<const Energy*>& forms, std::size_t vertices) {
  SparseBuilder builder(vertices);
  for (const Energy* form : forms) form->add_quadratic(1, builder);
  const SparseMatrix q = builder.build();
  Springs springs;
  for (std::uint32_t column = 0; column < vertices; ++column)
    for (std::uint32_t at = q.column_start[column] + 1; at < q.column_start[column + 1]; ++at)
      springs.add(column, q.row[at], SpringFamily::bend, 0, -q.value[at]);
  return springs;
}

/// Puts the springs of the system into slots. False if they do not fit, or there are none.
template <class Real>
bool fill_spring_slots(const System& system, SpringSlots<Real>& springs) {
  const Terms& terms = system.terms();
  const std::size_t n = system.vertex_count();
  if (terms.springs && springs.build(n, *terms.spring_table, terms.spring_table->stiffness)) return true;
  springs.build(n, {}, {});
  return false;
}

/// Puts springs, dampers and quadratic forms of the system into slots and returns what is left. A table that
/// does not fit into slots is left too.
template <class Real>
OtherTerms fill_slots(const System& system, SpringSlots<Real>& springs, SpringSlots<Real>& dampers,
                      SpringSlots<Real>& forms) {
  const Terms& terms = system.terms();
  const std::size_t n = system.vertex_count();
  OtherTerms left{.energies = terms.others, .dissipations = terms.other_dissipations};
  if (!fill_spring_slots(system, springs) && terms.springs)
    left.energies.insert(left.energies.begin(), terms.springs);
  std::ranges::copy_if(left.energies, std::back_inserter(left.forms), [](const Energy* energy) {
    return std::holds_alternative<ConstantForm>(energy->shape());
  });
  const Springs differences = springs_of(left.forms, n);
  if (forms.build(n, differences, differences.stiffness))
    std::erase_if(left.energies,
                  [&](const Energy* e) { return std::ranges::find(left.forms, e) != left.forms.end(); });
  else
    left.forms.clear(), forms.build(n, {}, {});
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
