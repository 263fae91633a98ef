#pragma once

#include <span>

#include "linear/csr_matrix.h"

namespace tensio::detail {

/// An estimate, meant to err above, of the largest eigenvalue of S A S with A symmetric and S diagonal: a
/// little above what Lanczos's method finds, at most Gershgorin's bound. Its few steps find also an
/// eigenvalue that stands out by a tenth and belongs to one row of a million (Kaniel 1966). The same bits for
/// every number of threads.
double bound_eigenvalues(const CsrMatrix& a, std::span<const double> scale, Workers& workers);

}  // namespace tensio::detail
