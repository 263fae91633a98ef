#pragma once

#include "integrate/integrator.h"

namespace tensio {

/// Of an explicit scheme: a step is taken again, shorter, when its estimated error is above the tolerance,
/// and the next one is as long as the error allows (Hairer, Nørsett, Wanner, "Solving Ordinary Differential
/// Equations I", II.4). The error is the largest distance between two results: of the embedded method where
/// the table has one, else of one step and of two of half its length (which are kept), by Richardson. An
/// error of velocities counts with how far it leads until the end of the step asked for.
///
/// Of an implicit scheme: as in Baraff and Witkin 1998, sec. 6, a step is halved when it fails, when it does
/// not reach the minimiser's tolerance (where one is asked for), or when it stretches a spring too far; after
/// some that succeed it is doubled. Its lengths are the step asked for over powers of two, so that a few
/// factorisations serve all of them.
///
/// For schemes that can (why_not_adaptive). The workers must outlive the integrator.
std::unique_ptr<Integrator> make_adaptive_integrator(Scheme scheme, const SchemeOptions& options,
                                                     const MinimiseOptions& minimise,
                                                     const AdaptiveOptions& adaptive, Workers& workers);

/// Why the scheme cannot adapt its steps, in one sentence; "" when it can.
const char* why_not_adaptive(Scheme scheme);

}  // namespace tensio
