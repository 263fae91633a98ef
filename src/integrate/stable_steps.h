#pragma once

#include "integrate/integrator.h"

namespace tensio {

/// By how much ω may exceed what find_modes_near found where it was asked: 5 % for Lanczos's method, the rest
/// for what moves until it is asked again.
inline constexpr double frequency_margin = 1.15;

/// An explicit scheme whose steps are divided where they would be unstable: where a hand or another edit made
/// the model stiffer, and where energies whose stiffness has no bound have moved. Of these it knows the modes
/// at a reference, and before each few steps compares the lengths between the vertices of those energies with
/// what they are there, now and where the velocities lead. Where one has changed by more than 5 %, it looks
/// at both places anew and divides the steps by what the faster modes need. The first reference is the
/// model's rest position, as it is again after forget(): then all depends on the state alone, and a motion
/// that stays near its rest position never needs a second look. Explicit schemes only. The workers must
/// outlive the integrator.
std::unique_ptr<Integrator> make_stable_integrator(Scheme scheme, const SchemeOptions& options,
                                                   const MinimiseOptions& minimise, Workers& workers);

}  // namespace tensio
