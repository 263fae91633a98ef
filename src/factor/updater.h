#pragma once

#include <optional>

#include "factor/border.h"
#include "factor/cholesky.h"

namespace tensio::detail {

/// Keeps a factor up to date with a matrix that changes a little: holds the matrix that was factored, the
/// border and the working copies of panels.
template <class Real>
class Updater {
 public:
  /// More rows in the border cost more time than a new factor in the old ordering; more numbers than a
  /// quarter of the factor's and these make solving slow.
  static constexpr std::size_t most_rows = 20, least_border = 5000;
  /// Changes of rank one after which rounding errors are wiped out by a new factorisation.
  static constexpr std::size_t budget = 5000;

  /// `a` has just been factored.
  void reset(const SparseMatrix& a, const Supernodes& nodes);
  /// It could not be.
  void forget() { is_ready_ = false; }
  bool is_ready() const { return is_ready_; }

  /// Makes the factor that of `a`, if that is possible and pays. Otherwise nothing is returned, and the
  /// factor may be spoilt.
  std::optional<UpdateReport> update(const SparseMatrix& a, const Supernodes& nodes, SimdLevel level,
                                     SolveFactor<Real>& factor);
  /// Is the pattern of `a` within that of the factor?
  bool has_room_for(const SparseMatrix& a, const Supernodes& nodes) const;

  Border& border() { return border_; }
  /// Vertices of the factor; the others are in the border.
  std::size_t factored() const { return place_.size(); }

 private:
  struct Plan;
  bool has_room(const Supernodes& nodes, std::uint32_t column, std::uint32_t row) const;
  bool add_tie_change(std::uint32_t p, std::uint32_t q, double before, double after, Plan& plan) const;
  bool make_plan(const SparseMatrix& a, const Supernodes& nodes, Plan& plan) const;
  void change_border(const SparseMatrix& a, const Supernodes& nodes, const Plan& plan,
                     SolveFactor<Real>& factor);
  void find_identity_rows(const SparseMatrix& a, std::vector<std::uint32_t> candidates);
  std::size_t find_tie(std::uint32_t p, std::uint32_t q) const;

  bool is_ready_ = false;
  SparseMatrix matrix_;
  std::vector<std::uint32_t> place_;    // of each vertex in the order of elimination
  std::vector<std::uint32_t> node_of_;  // supernode of each column of L
  Panels<Real> panels_;
  Border border_;
  std::size_t spent_ = 0;  // changes of rank one since the last factorisation
};

}  // namespace tensio::detail
