#pragma once

#include <span>

#include "linear/csr_matrix.h"
#include "math/simd.h"

namespace tensio::detail {

/// product · M v + first · u + second · w, row by row. A vector has x, y, z and a pad for every row, four
/// numbers side by side.
template <class Real>
struct RowSum {
  Real product;
  const Real* v;
  Real first;
  const Real* u;
  Real second;
  const Real* w;
};

/// A sparse matrix for fast products with three right-hand sides. A row is a stencil: entries at distances
/// from the row itself. Consecutive rows with equal stencils share it, and then the product reads little but
/// the vectors: the inner rows of a grid make one run per grid row. A matrix without such runs costs what
/// compressed rows do.
template <class Real>
class StencilRows {
 public:
  static constexpr std::size_t chunk_rows = 512;  // computed by one task

  StencilRows() = default;
  /// row_scale_i · m_ij · column_scale_j
  StencilRows(const CsrMatrix& m, std::span<const double> row_scale, std::span<const double> column_scale,
              SimdLevel level = best_simd_level());

  std::size_t rows() const { return rows_; }
  std::size_t chunks() const { return chunk_start_.size() - 1; }
  /// The rows of one chunk; y begins with the first of them.
  void compute_chunk(std::size_t chunk, const RowSum<Real>& sum, Real* y) const;
  /// All rows. y is neither of the vectors that are read.
  void compute(const RowSum<Real>& sum, Real* y, Workers& workers) const;
  std::size_t bytes() const;

 private:
  struct Run {
    std::uint32_t rows;  // with this stencil
    std::uint32_t entry, entries;
  };

  template <int bytes>
  void compute_runs(std::size_t chunk, const RowSum<Real>& sum, Real* y) const;
  void compute_avx2(std::size_t chunk, const RowSum<Real>& sum, Real* y) const;
  void compute_avx512(std::size_t chunk, const RowSum<Real>& sum, Real* y) const;

  std::size_t rows_ = 0;
  SimdLevel level_ = SimdLevel::baseline;
  std::vector<std::uint32_t> chunk_start_ = {0};  // in runs_
  AlignedVector<Run> runs_;
  AlignedVector<std::int32_t> distance_;  // in numbers: four times that in rows
  AlignedVector<Real> value_;
};

}  // namespace tensio::detail
