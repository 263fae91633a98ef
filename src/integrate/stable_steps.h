#pragma once

#include "integrate/integrator.h"

namespace tensio {

/// How far below its limit a step is chosen. The limit is that of vibrations whose stiffness k stays as it
/// is. Where springs turn or go slack it comes and goes: a kick of h k/m x in every n-th step is stable only
/// while n h · h k/m ≤ 4, that is h ω ≤ 2/√n where the limit of steady kicks is 2. A chain torn about by
/// hands gained energy with margins of 1 and √2, none with 2, 3 and 5. The margin also covers Lanczos's
/// estimate of ω and what moves until ω is estimated again.
inline constexpr double step_margin = 2;

/// An explicit scheme whose steps are divided where they would be unstable: where a hand or another edit made
/// the model stiffer, and where energies whose stiffness has no bound have moved. Of these it knows the modes
/// at a reference, and before each few steps compares the lengths between the vertices of those energies with
/// what they are there, now and where the velocities lead. Where one has changed by more than 5 %, it looks
/// at both places again and divides the steps by what the faster modes need. The first reference is the
/// model's rest position, as it is again after forget(): then all depends on the state alone, and a motion
/// that stays near its rest position never needs a second look. Explicit schemes only. The workers must
/// outlive the integrator.
std::unique_ptr<Integrator> make_stable_integrator(Scheme scheme, const SchemeOptions& options,
                                                   const MinimiseOptions& minimise, Workers& workers);

}  // namespace tensio
