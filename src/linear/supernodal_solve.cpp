#include "linear/supernodal_solve.h"

#include <algorithm>

namespace tensio::detail {
namespace {

/// b[row[i]] −= Σ_j tile[i, j] columns[j]
template <class Pack, int Rows, class Real>
TENSIO_INLINE void forward_tile(const Real* tile, const std::uint32_t* row, std::size_t width,
                                const typename Pack::Type* columns, typename Pack::Type* b) {
  using V = typename Pack::Type;
  V sum[Rows];
  for (int i = 0; i < Rows; ++i) sum[i] = b[row[i]];
  for (std::size_t j = 0; j < width; ++j, tile += Rows) {
    const V column = columns[j];
    for (int i = 0; i < Rows; ++i) sum[i] -= tile[i] * column;
  }
  for (int i = 0; i < Rows; ++i) b[row[i]] = sum[i];
}

/// columns[j] −= Σ_i tile[i, j] x[row[i]]
template <class Pack, int Rows, class Real>
TENSIO_INLINE void backward_tile(const Real* tile, const std::uint32_t* row, std::size_t width,
                                 const typename Pack::Type* x, typename Pack::Type* columns) {
  using V = typename Pack::Type;
  V value[Rows];
  for (int i = 0; i < Rows; ++i) value[i] = x[row[i]];
  for (std::size_t j = 0; j < width; ++j, tile += Rows) {
    V sum = columns[j];
    for (int i = 0; i < Rows; ++i) sum -= tile[i] * value[i];
    columns[j] = sum;
  }
}

/// out[i] = Σ_j tile[i, j] columns[j]
template <class Pack, int Rows, class Real>
TENSIO_INLINE void multiply_tile(const Real* tile, std::size_t width, const typename Pack::Type* columns,
                                 typename Pack::Type* out) {
  using V = typename Pack::Type;
  V sum[Rows];
  for (int i = 0; i < Rows; ++i) sum[i] = tile[i] * columns[0];
  tile += Rows;
  for (std::size_t j = 1; j < width; ++j, tile += Rows) {
    const V column = columns[j];
    for (int i = 0; i < Rows; ++i) sum[i] += tile[i] * column;
  }
  for (int i = 0; i < Rows; ++i) out[i] = sum[i];
}

// The last tile of a matrix has fewer rows.
#define TENSIO_FOR_ROWS(rows, call) \
  switch (rows) {                   \
    case 1:                         \
      call(1);                      \
      break;                        \
    case 2:                         \
      call(2);                      \
      break;                        \
    case 3:                         \
      call(3);                      \
      break;                        \
    case 4:                         \
      call(4);                      \
      break;                        \
    case 5:                         \
      call(5);                      \
      break;                        \
    case 6:                         \
      call(6);                      \
      break;                        \
    case 7:                         \
      call(7);                      \
      break;                        \
    default:                        \
      call(8);                      \
      break;                        \
  }

template <class Pack, class Real>
TENSIO_INLINE void forward(const Supernodes& nodes, const SolveFactor<Real>& factor, typename Pack::Type* z) {
  using V = typename Pack::Type;
  constexpr std::size_t tile_rows = SolveFactor<Real>::tile_rows;
  for (std::size_t s = 0; s < nodes.size(); ++s) {
    const std::size_t width = nodes.width(s), height = nodes.height(s);
    const std::uint32_t* row = nodes.row.data() + nodes.row_start[s];
    const Real* tile = factor.below.data() + factor.below_start[s];
    const V* columns = z + nodes.first[s];
    for (std::size_t i = 0; i < height; i += tile_rows) {
      const std::size_t rows = std::min(tile_rows, height - i);
#define TENSIO_CALL(n) forward_tile<Pack, n>(tile, row + i, width, columns, z)
      TENSIO_FOR_ROWS(rows, TENSIO_CALL)
#undef TENSIO_CALL
      tile += rows * width;
    }
  }
}

template <class Pack, class Real>
TENSIO_INLINE void backward(const Supernodes& nodes, const SolveFactor<Real>& factor, typename Pack::Type* z,
                            typename Pack::Type* scratch) {
  using V = typename Pack::Type;
  constexpr std::size_t tile_rows = SolveFactor<Real>::tile_rows;
  for (std::size_t s = nodes.size(); s-- > 0;) {
    const std::size_t width = nodes.width(s), height = nodes.height(s);
    const std::uint32_t* row = nodes.row.data() + nodes.row_start[s];
    V* columns = z + nodes.first[s];
    const Real* tile = factor.inverse.data() + factor.inverse_start[s];
    for (std::size_t i = 0; i < width; i += tile_rows) {
      const std::size_t rows = std::min(tile_rows, width - i);
#define TENSIO_CALL(n) multiply_tile<Pack, n>(tile, width, columns, scratch + i)
      TENSIO_FOR_ROWS(rows, TENSIO_CALL)
#undef TENSIO_CALL
      tile += rows * width;
    }
    tile = factor.below.data() + factor.below_start[s];
    for (std::size_t i = 0; i < height; i += tile_rows) {
      const std::size_t rows = std::min(tile_rows, height - i);
#define TENSIO_CALL(n) backward_tile<Pack, n>(tile, row + i, width, z, scratch)
      TENSIO_FOR_ROWS(rows, TENSIO_CALL)
#undef TENSIO_CALL
      tile += rows * width;
    }
    for (std::size_t j = 0; j < width; ++j) columns[j] = scratch[j];
  }
}

#define TENSIO_PASSES(name, Pack, target)                                                                \
  template <class Real>                                                                                  \
  target void forward_##name(const Supernodes& nodes, const SolveFactor<Real>& factor, Lanes<Real>* z) { \
    forward<Pack<Real>>(nodes, factor, reinterpret_cast<typename Pack<Real>::Type*>(z));                 \
  }                                                                                                      \
  template <class Real>                                                                                  \
  target void backward_##name(const Supernodes& nodes, const SolveFactor<Real>& factor, Lanes<Real>* z,  \
                              Lanes<Real>* scratch) {                                                    \
    using V = typename Pack<Real>::Type;                                                                 \
    backward<Pack<Real>>(nodes, factor, reinterpret_cast<V*>(z), reinterpret_cast<V*>(scratch));         \
  }
TENSIO_PASSES(scalar, Scalar4, )
TENSIO_PASSES(baseline, Halves4, )
TENSIO_PASSES(avx2, Simd4, TENSIO_TARGET_AVX2)
TENSIO_PASSES(avx512, Simd4, TENSIO_TARGET_AVX512)
#undef TENSIO_PASSES

/// Dense columns to tiles.
template <class Real>
void pack(const double* from, std::size_t stride, std::size_t height, std::size_t width, Real* to) {
  constexpr std::size_t tile_rows = SolveFactor<Real>::tile_rows;
  for (std::size_t i = 0; i < height; i += tile_rows) {
    const std::size_t rows = std::min(tile_rows, height - i);
    for (std::size_t j = 0; j < width; ++j)
      for (std::size_t r = 0; r < rows; ++r) *to++ = static_cast<Real>(from[i + r + j * stride]);
  }
}

/// Tiles to dense columns.
template <class Real>
void unpack_tiles(const Real* from, std::size_t height, std::size_t width, double* to, std::size_t stride) {
  constexpr std::size_t tile_rows = SolveFactor<Real>::tile_rows;
  for (std::size_t i = 0; i < height; i += tile_rows) {
    const std::size_t rows = std::min(tile_rows, height - i);
    for (std::size_t j = 0; j < width; ++j)
      for (std::size_t r = 0; r < rows; ++r) to[i + r + j * stride] = static_cast<double>(*from++);
  }
}

}  // namespace

template <class Real>
void SolveFactor<Real>::resize(const Supernodes& nodes) {
  inverse_start.assign(1, 0);
  below_start.assign(1, 0);
  for (std::size_t s = 0; s < nodes.size(); ++s) {
    const std::size_t width = nodes.width(s);
    inverse_start.push_back(inverse_start.back() + width * width);
    below_start.push_back(below_start.back() + width * nodes.height(s));
  }
  inverse.assign(inverse_start.back(), Real{0});
  below.assign(below_start.back(), Real{0});
}

template <class Real>
void SolveFactor<Real>::set(const Supernodes& nodes, std::size_t s, const double* inverse_from,
                            const double* below_from, std::size_t stride) {
  const std::size_t width = nodes.width(s);
  pack(inverse_from, stride, width, width, inverse.data() + inverse_start[s]);
  pack(below_from, stride, nodes.height(s), width, below.data() + below_start[s]);
}

template <class Real>
void SolveFactor<Real>::unpack(const Supernodes& nodes, std::size_t s, double* inverse_to, double* below_to,
                               std::size_t stride) const {
  const std::size_t width = nodes.width(s);
  unpack_tiles(inverse.data() + inverse_start[s], width, width, inverse_to, stride);
  unpack_tiles(below.data() + below_start[s], nodes.height(s), width, below_to, stride);
}

template <class Real>
void solve_forward(const Supernodes& nodes, const SolveFactor<Real>& factor, Lanes<Real>* z,
                   SimdLevel level) {
  switch (level) {
    case SimdLevel::scalar:
      return forward_scalar(nodes, factor, z);
    case SimdLevel::baseline:
      return forward_baseline(nodes, factor, z);
    case SimdLevel::avx2:
      return forward_avx2(nodes, factor, z);
    case SimdLevel::avx512:
      return forward_avx512(nodes, factor, z);
  }
}

template <class Real>
void solve_backward(const Supernodes& nodes, const SolveFactor<Real>& factor, Lanes<Real>* z,
                    Lanes<Real>* scratch, SimdLevel level) {
  switch (level) {
    case SimdLevel::scalar:
      return backward_scalar(nodes, factor, z, scratch);
    case SimdLevel::baseline:
      return backward_baseline(nodes, factor, z, scratch);
    case SimdLevel::avx2:
      return backward_avx2(nodes, factor, z, scratch);
    case SimdLevel::avx512:
      return backward_avx512(nodes, factor, z, scratch);
  }
}

template struct SolveFactor<double>;
template struct SolveFactor<float>;
template void solve_forward(const Supernodes&, const SolveFactor<double>&, Lanes<double>*, SimdLevel);
template void solve_forward(const Supernodes&, const SolveFactor<float>&, Lanes<float>*, SimdLevel);
template void solve_backward(const Supernodes&, const SolveFactor<double>&, Lanes<double>*, Lanes<double>*,
                             SimdLevel);
template void solve_backward(const Supernodes&, const SolveFactor<float>&, Lanes<float>*, Lanes<float>*,
                             SimdLevel);

}  // namespace tensio::detail
