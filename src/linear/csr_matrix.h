#pragma once

#include <cstdint>

#include "factor/sparse.h"
#include "math/aligned.h"
#include "math/workers.h"

namespace tensio::detail {

/// Any matrix in compressed rows.
struct CsrMatrix {
  std::uint32_t columns = 0;
  AlignedVector<std::uint32_t> start = {0};  // rows + 1
  AlignedVector<std::uint32_t> column;
  AlignedVector<double> value;

  std::size_t rows() const { return start.size() - 1; }
  std::size_t nonzeros() const { return value.size(); }
};

/// Both triangles, columns ascending, without the off-diagonal entries that are zero.
CsrMatrix make_rows(const SparseMatrix& a);
/// The lower triangle of a symmetric matrix whose columns ascend.
SparseMatrix make_lower_triangle(const CsrMatrix& a);
std::vector<double> diagonal_of(const CsrMatrix& a);

/// Columns ascending.
CsrMatrix transpose(const CsrMatrix& a);
/// A B with columns ascending, row by row (Gustavson 1978). The same bits for every number of threads.
CsrMatrix multiply(const CsrMatrix& a, const CsrMatrix& b, Workers& workers);

}  // namespace tensio::detail
