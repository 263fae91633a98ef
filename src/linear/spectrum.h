#pragma once

#include <span>

#include "linear/csr_matrix.h"

namespace tensio::detail {

/// An estimate, meant to err above, of the largest eigenvalue of S A S with A symmetric and S diagonal: a
/// little above what Lanczos's method finds, at most Gershgorin's bound. Its few steps find also an
/// eigenvalue that stands out by a tenth and belongs to one row of a million (Kaniel 1966). The same bits for
/// every number of threads.
double bound_eigenvalues(const CsrMatrix& a, std::span<const double> scale, Workers& workers);

/// The largest eigenvalue of the positive semidefinite tridiagonal matrix with this diagonal and these
/// numbers beside it, to 1e-9 of a bound above it. By bisection: T − λI has no positive pivot from there on.
double largest_eigenvalue(std::span<const double> diagonal, std::span<const double> beside, double above);

}  // namespace tensio::detail
