#include "linear/stencil_rows.h"

#include <algorithm>

#include "math/denormals.h"
#include "math/pack.h"

namespace tensio::detail {
namespace {

/// Entries at distances from any row.
template <class Real>
struct Stencil {
  const std::int32_t* distance;
  const Real* value;
  std::uint32_t entries;
};

/// `packs` vectors of numbers, from number i on.
template <class Real, int bytes, int packs>
TENSIO_INLINE void apply(const Stencil<Real>& stencil, const RowSum<Real>& sum, std::ptrdiff_t i, Real* y) {
  constexpr int lanes = bytes / sizeof(Real);
  using Type = typename VectorOf<Real, lanes>::Type;
  using InArray = typename VectorOf<Real, lanes>::InArray;
  Type product[packs] = {};
  for (std::uint32_t k = 0; k < stencil.entries; ++k) {
    const Real* v = sum.v + (i + stencil.distance[k]);
    for (int pack = 0; pack < packs; ++pack)
      product[pack] += stencil.value[k] * *reinterpret_cast<const InArray*>(v + pack * lanes);
  }
  for (int at = 0; at < packs * lanes; at += lanes)
    *reinterpret_cast<InArray*>(y + at) = sum.product * product[at / lanes] +
                                          sum.first * *reinterpret_cast<const InArray*>(sum.u + i + at) +
                                          sum.second * *reinterpret_cast<const InArray*>(sum.w + i + at);
}

/// All rows of a run. Each number is summed in the order of the entries, whatever the width: the same bits.
template <class Real, int bytes>
TENSIO_INLINE void apply_run(const Stencil<Real>& stencil, const RowSum<Real>& sum, std::ptrdiff_t i,
                             std::size_t rows, Real* y) {
  constexpr int row_bytes = 4 * sizeof(Real) < bytes ? 4 * sizeof(Real) : bytes;
  constexpr int packs = 4, step = packs * bytes / sizeof(Real);
  const Real* const end = y + 4 * rows;
  for (; end - y >= step; y += step, i += step) apply<Real, bytes, packs>(stencil, sum, i, y);
  for (; y < end; y += 4, i += 4) apply<Real, row_bytes, 4 * sizeof(Real) / row_bytes>(stencil, sum, i, y);
}

}  // namespace

template <class Real>
StencilRows<Real>::StencilRows(const CsrMatrix& m, std::span<const double> row_scale,
                               std::span<const double> column_scale, SimdLevel level)
    : rows_(m.rows()), level_(level) {
  std::uint32_t previous = 0, previous_entries = 0;
  for (std::size_t i = 0; i < rows_; ++i) {
    const std::uint32_t entry = static_cast<std::uint32_t>(value_.size()),
                        entries = m.start[i + 1] - m.start[i];
    for (std::uint32_t p = m.start[i]; p < m.start[i + 1]; ++p) {
      distance_.push_back(4 * (static_cast<std::int32_t>(m.column[p]) - static_cast<std::int32_t>(i)));
      value_.push_back(static_cast<Real>(row_scale[i] * m.value[p] * column_scale[m.column[p]]));
    }
    const bool is_same = i > 0 && entries == previous_entries &&
                         std::equal(value_.begin() + entry, value_.end(), value_.begin() + previous) &&
                         std::equal(distance_.begin() + entry, distance_.end(), distance_.begin() + previous);
    if (is_same) {
      value_.resize(entry);
      distance_.resize(entry);
    } else {
      previous = entry;
      previous_entries = entries;
    }
    const bool is_new_chunk = i % chunk_rows == 0;
    if (is_new_chunk && i > 0) chunk_start_.push_back(static_cast<std::uint32_t>(runs_.size()));
    if (is_same && !is_new_chunk)
      ++runs_.back().rows;
    else
      runs_.push_back({1, previous, entries});
  }
  if (rows_ > 0) chunk_start_.push_back(static_cast<std::uint32_t>(runs_.size()));
}

template <class Real>
template <int bytes>
TENSIO_INLINE void StencilRows<Real>::compute_runs(std::size_t chunk, const RowSum<Real>& sum,
                                                   Real* y) const {
  auto i = static_cast<std::ptrdiff_t>(4 * chunk * chunk_rows);
  for (std::uint32_t r = chunk_start_[chunk]; r < chunk_start_[chunk + 1]; ++r) {
    const Run& run = runs_[r];
    apply_run<Real, bytes>({distance_.data() + run.entry, value_.data() + run.entry, run.entries}, sum, i,
                           run.rows, y);
    i += 4 * run.rows;
    y += 4 * run.rows;
  }
}

template <class Real>
TENSIO_TARGET_WIDE_AVX2 void StencilRows<Real>::compute_avx2(std::size_t chunk, const RowSum<Real>& sum,
                                                             Real* y) const {
  compute_runs<32>(chunk, sum, y);
}
template <class Real>
TENSIO_TARGET_WIDE_AVX512 void StencilRows<Real>::compute_avx512(std::size_t chunk, const RowSum<Real>& sum,
                                                                 Real* y) const {
  compute_runs<64>(chunk, sum, y);
}

template <class Real>
void StencilRows<Real>::compute_chunk(std::size_t chunk, const RowSum<Real>& sum, Real* y) const {
  [[maybe_unused]] const KernelMode<Real> mode;
  if (level_ == SimdLevel::avx512) return compute_avx512(chunk, sum, y);
  if (level_ == SimdLevel::avx2) return compute_avx2(chunk, sum, y);
  compute_runs<16>(chunk, sum, y);
}

template <class Real>
void StencilRows<Real>::compute(const RowSum<Real>& sum, Real* y, Workers& workers) const {
  workers.share(chunks(), [&](std::size_t chunk) { compute_chunk(chunk, sum, y + 4 * chunk * chunk_rows); });
}

template <class Real>
std::size_t StencilRows<Real>::bytes() const {
  return runs_.size() * sizeof(Run) + value_.size() * (sizeof(Real) + sizeof(std::int32_t));
}

template class StencilRows<double>;
template class StencilRows<float>;

}  // namespace tensio::detail
