#pragma once

#include <utility>

#include "factor/solve_factor.h"

namespace tensio::detail {

/// Rows that were added to a factored matrix without touching its factor:
///   [ A  B ]   A = L D Lᵀ with block diagonal D, unit block lower L (its blocks are the M of the
///   supernodes), [ Bᵀ C ]   so the next rows of L are W = Uᵀ D⁻¹ with U = L⁻¹ B, and what is left is S = C −
///   W U.
/// A row of W and of Uᵀ differs from zero in the supernodes on the paths from the entries of its B to the
/// roots only. To solve for (b, c):
///   b̂ = L⁻¹ b                              the factor's forward pass
///   y = S⁻¹ (c − W b̂), b̂ ← b̂ − U y         here
///   x = L⁻ᵀ D⁻¹ b̂                          its backward pass
/// Two kinds of row: an appended vertex, whose B and C are its row of the matrix; and a tie, a spring of
/// weight σ between vertices p and q of A where L has no room for an entry: B = e_p − e_q and C = −1/σ, since
/// eliminating that unknown adds σ (e_p − e_q)(e_p − e_q)ᵀ to A. With all ties last this is a quasi-definite
/// matrix, which has a factor S = N E Nᵀ, E diagonal, in any order of the rows (Vanderbei, "Symmetric
/// quasi-definite matrices", SIAM J. Optim. 5, 1995): E > 0 for vertices and < 0 for ties.
class Border {
 public:
  static constexpr std::uint32_t no_vertex = ~std::uint32_t{0};

  struct Row {
    std::uint32_t vertex = no_vertex;                          // of the matrix, or a tie's no_vertex
    std::vector<std::pair<std::uint32_t, double>> original{};  // B: columns of L, values
    std::vector<std::uint32_t> node{};                         // supernodes that W and U live on, rising
    std::vector<std::size_t> start{};                          // of each one's columns in the two below
    std::vector<double> scaled{}, plain{};                     // W, Uᵀ

    bool is_tie() const { return vertex == no_vertex; }
    /// Place of a supernode in `node`, or node.size().
    std::size_t find(std::uint32_t s) const;
  };

  std::vector<Row> rows;
  /// Vertices of the factor whose rows have become the identity's, which it knows up to rounding only: pins.
  /// They are solved for exactly.
  std::vector<std::uint32_t> identity;
  std::vector<double> left;  // S, rows.size()²

  void clear() { *this = {}; }
  std::size_t size() const { return rows.size(); }
  /// Numbers of W and U.
  std::size_t entries() const;
  double& left_over(std::size_t v, std::size_t u) { return left[v * rows.size() + u]; }

  /// Puts a row without entries last; S gets zeros.
  void append(Row row);
  void erase(std::size_t v);
  /// Computes W, U and S of the given rows from their B; `original_left(v, u)` is C.
  template <class Real, class OriginalLeft>
  void rebuild(std::span<const std::size_t> which, const Supernodes& nodes,
               std::span<const std::uint32_t> node_of, SolveFactor<Real>& factor, Panels<Real>& panels,
               const OriginalLeft& original_left) {
    eliminate(which, nodes, node_of, factor, panels);
    for (const std::size_t v : which)
      for (std::size_t u = 0; u < size(); ++u)
        left_over(v, u) = left_over(u, v) = original_left(v, u) - product(rows[v], rows[u], nodes);
  }
  /// Factors S. False when the whole matrix is not positive definite.
  [[nodiscard]] bool factor();

  /// The middle of a solve: z is b̂ and becomes b̂ − U y, both times `scale`; b holds c. Allocates nothing.
  template <class Real>
  void solve(const Supernodes& nodes, Lanes<Real>* z, const Real* scale, const Field<Real>& b);
  /// After the backward pass: x gets y, and b where the row is the identity's.
  template <class Real>
  void finish(Field<Real>& x) const;

 private:
  template <class Real>
  void eliminate(std::span<const std::size_t> which, const Supernodes& nodes,
                 std::span<const std::uint32_t> node_of, SolveFactor<Real>& factor, Panels<Real>& panels);
  static double product(const Row& a, const Row& b, const Supernodes& nodes);

  std::vector<double> factored_;  // N below the diagonal, E on it
  std::vector<Vec3> scratch_, kept_;
};

}  // namespace tensio::detail
