#pragma once

#include "linear/aggregation.h"

namespace tensio::detail {

/// One level of a hierarchy: how the coarser level's unknowns spread over the rows of A, and its matrix.
struct Coarsening {
  CsrMatrix prolongation;  // P: as many columns as there are aggregates; none when nothing is coarser
  CsrMatrix coarse;        // Pᵀ A P
};

/// P = (I − ω D⁻¹ Aˢ) T, smoothed aggregation (Vaněk, Mandel and Brezina 1996, eq. 4.2): T is one where a row
/// belongs to an aggregate, Aˢ is A with the weak entries moved to its diagonal D. Where smoothing would fill
/// the coarse matrix more than A (graphs that are no mesh), P = T. `largest` bounds the eigenvalues of D⁻¹A;
/// ω is 1.5 over it, which contracts better on cloth than the 4/3 of the theory.
Coarsening make_coarsening(const CsrMatrix& a, double largest, Workers& workers);

}  // namespace tensio::detail
