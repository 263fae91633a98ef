#pragma once

#include "factor/border.h"
#include "factor/matrix_change.h"

namespace tensio::detail {

/// Turns the factor of A, bordered, into that of A + Σ σ w wᵀ. False when that is not positive definite or
/// too near to the edge of it; then the factor is spoilt.
///
/// Only the supernodes on the path from the first entry of w to the root change (Davis and Hager, "Modifying
/// a sparse Cholesky factorization", SIAM J. Matrix Anal. Appl. 20, 1999; for supernodes, "Dynamic supernodes
/// in sparse Cholesky update/downdate and triangular solves", ACM TOMS 35, 2009). At each, the front
/// [F_ss F_bsᵀ; F_bs F_bb] gets σ w wᵀ, and what is kept of it is D⁻¹ = F_ss⁻¹ and M = F_bs F_ss⁻¹. With
///   u = D⁻¹ w_s,  α = w_sᵀ u,  σ' = σ / (1 + σ α),  w' = w_b − M w_s
/// the formula of Sherman and Morrison gives
///   (F_ss + σ w_s w_sᵀ)⁻¹ = D⁻¹ − σ' u uᵀ
///   (F_bs + σ w_b w_sᵀ)(D⁻¹ − σ' u uᵀ) = M + (σ (1 − σ' α) w_b − σ' M w_s) uᵀ = M + σ' w' uᵀ
/// because σ (1 − σ' α) = σ'; and the parent's front, which gets F_bb − M F_bsᵀ, changes by σ' w' w'ᵀ: the
/// same again with σ' and w'. The determinant of F_ss grows by 1 + σ α, which must stay positive. Rows of the
/// border are more rows b; they keep U = F_bs too, which changes by σ w_b w_sᵀ, and S by the last σ' w' w'ᵀ.
///
/// Several changes that meet in a supernode are applied in their order, yet in one pass over its matrices:
/// with P = [M; D⁻¹] and g = σ' [w'; −u] a change is P ← P + g uᵀ, so a later one needs P w_s of the first P
/// and the products of its w_s with the u of those before.
template <class Real>
[[nodiscard]] bool update_paths(const Supernodes& nodes, std::span<const std::uint32_t> node_of,
                                std::span<const RankOne> changes, SimdLevel level, SolveFactor<Real>& factor,
                                Panels<Real>& panels, Border& border);

/// What that takes, and what a new factorisation does, in the time of one pass over one number of the factor.
double estimate_update(const Supernodes& nodes, std::span<const std::uint32_t> node_of,
                       std::span<const RankOne> changes);
double estimate_factorisation(const Supernodes& nodes);

}  // namespace tensio::detail
