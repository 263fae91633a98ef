#pragma once

#include <map>

#include "factor/solve_kernels.h"
#include "factor/solve_plan.h"
#include "math/field.h"

namespace tensio::detail {

class Border;

/// A supernodal factor without triangles: per supernode, D⁻¹ = F_ss⁻¹ and M = F_bs F_ss⁻¹, so that
///   forward   b_rows −= M b_columns                      children before parents
///   backward  x_columns = D⁻¹ b_columns − Mᵀ x_rows      parents before children
/// are dense products. They are kept as −M for the way forward and as [−Mᵀ D⁻¹] for the way back, both with
/// lines along the rows that they compute; a solve reads each once.
/// Half precision keeps the factor of S A S, S a diagonal of powers of two that brings the diagonal of A near
/// to 1: its numbers are in range then, whatever the units.
template <class Real>
class SolveFactor {
 public:
  /// Room for the pattern; all values 0.
  void resize(const Supernodes& nodes, Storage storage);
  Storage storage() const { return storage_; }

  /// Chooses S for half precision. To be called before `set`.
  void set_scale(const Supernodes& nodes, const SparseMatrix& a);
  /// Copies D⁻¹ (width × width) and M (height × width) of supernode s from dense columns. False when a number
  /// is out of the storage's range. Different supernodes may be set at the same time.
  bool set(const Supernodes& nodes, std::size_t s, const double* inverse_from, const double* below_from,
           std::size_t stride);
  /// Copies them back to dense columns.
  void unpack(const Supernodes& nodes, std::size_t s, double* inverse_to, double* below_to,
              std::size_t stride) const;

  /// x ← A⁻¹ b; b and x may be the same. The same bits for every number of threads. Allocates nothing. The
  /// rows of the border come after those of the factor.
  void solve(const Supernodes& nodes, const Field<Real>& b, Field<Real>& x, SimdLevel level, Workers& workers,
             Border& border);
  /// What a solve reads of the factor: M twice, D⁻¹ once.
  std::size_t bytes_read(const Supernodes& nodes) const;

  std::size_t bytes_kept() const { return down_.size() + up_.size(); }

  SolvePlan& plan() { return plan_; }

 private:
  struct Solve;

  std::size_t element_bytes() const;
  SolveMatrix down(const Supernodes& nodes, std::size_t s) const;  // −M
  SolveMatrix up(const Supernodes& nodes, std::size_t s) const;    // [−Mᵀ D⁻¹]

  Storage storage_ = sizeof(Real) == 8 ? Storage::f64 : Storage::f32;
  SolvePlan plan_;
  std::vector<std::size_t> down_start_, up_start_;  // per supernode, in elements
  AlignedVector<std::byte> down_, up_;
  AlignedVector<Real> scale_;         // S, per column of L
  AlignedVector<Real> field_scale_;   // S, per vertex
  AlignedVector<Lanes<Real>> b_, x_;  // per slot; of x_, only columns and the padding are used
};

/// The matrices of one supernode in double precision: M above D⁻¹.
struct Panel {
  double* column;      // the first one
  std::size_t stride;  // to the next
};

/// Panels of a factor that are worked on: a copy is made the first time and kept, so that many changes do not
/// round it more than once.
template <class Real>
class Panels {
 public:
  Panel get(const Supernodes& nodes, std::uint32_t s, SolveFactor<Real>& factor) {
    const std::size_t width = nodes.width(s), height = nodes.height(s), stride = width + height;
    std::vector<double>& copy = copies_[s];
    if (copy.empty()) {
      copy.resize(stride * width);
      factor.unpack(nodes, s, copy.data() + height, copy.data(), stride);
    }
    return {copy.data(), stride};
  }
  /// Takes the changes of a panel over into the factor. False when a number is out of its range.
  [[nodiscard]] bool put(const Supernodes& nodes, std::uint32_t s, const Panel& panel,
                         SolveFactor<Real>& factor) {
    return factor.set(nodes, s, panel.column + nodes.height(s), panel.column, panel.stride);
  }
  void clear() { copies_.clear(); }

 private:
  std::map<std::uint32_t, std::vector<double>> copies_;
};

}  // namespace tensio::detail
