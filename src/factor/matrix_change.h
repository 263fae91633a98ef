#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "factor/sparse.h"

namespace tensio::detail {

/// An entry of the lower triangle that is not what it was; one that did not exist, or does no longer, was or
/// is 0.
struct EntryChange {
  std::uint32_t column, row;
  double before, after;
};

/// What turns one matrix into the other, column by column. The second may have more rows than the first: then
/// all of theirs are changes. Nothing when it has fewer, or when there are more than `most` changes.
std::optional<std::vector<EntryChange>> find_changes(const SparseMatrix& before, const SparseMatrix& after,
                                                     std::size_t most);

/// σ w wᵀ with w ≠ 0 in the given places, which rise.
struct RankOne {
  double sigma;
  std::vector<std::pair<std::uint32_t, double>> w;
};

/// A symmetric change of a matrix, in the order of elimination.
struct SymmetricChange {
  struct Diagonal {
    double value = 0;
    double size = 0;  // of the numbers that it is a difference of: rounding is relative to it
  };
  std::map<std::uint32_t, Diagonal> diagonal;
  std::map<std::uint32_t, std::vector<std::pair<std::uint32_t, double>>> below;  // column → rows, values

  void add_diagonal(std::uint32_t i, double value, double size);
  void add_below(std::uint32_t column, std::uint32_t row, double value);
};

/// Writes the change as a sum of few σ w wᵀ, each of which needs no entry outside of the pattern of L, if
/// those of the change are inside. First those with σ > 0, so that no partial sum is less positive definite
/// than the end.
///
/// Column j changes by d on its diagonal and r below it. Two ways are compared:
/// - springs: an entry δ in row i is −δ (e_i − e_j)(e_i − e_j)ᵀ, and leaves δ on both diagonals. For a spring
///   that was cut nothing is left.
/// - the column at once: d e_j e_jᵀ + e_j rᵀ + r e_jᵀ acts in the plane of e_j and r/|r| as the matrix
///   [d |r|; |r| 0], whose eigenvalues are λ = d/2 ± √(d²/4 + |r|²) with eigenvectors (λ, |r|): hence it is
///   the sum of λ/(λ² + |r|²) w wᵀ, w = λ e_j + r, for both λ.
std::vector<RankOne> split(SymmetricChange change);

}  // namespace tensio::detail
