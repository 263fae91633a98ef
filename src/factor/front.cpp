#include "factor/front.h"

#include <algorithm>
#include <cmath>

#include "math/pack.h"

namespace tensio::detail {
namespace {

/// Element (i, j) is at[i·row + j·column].
struct Strided {
  const double* at;
  std::size_t row, column;
};

/// C −= A Bᵀ for Rows rows and Columns columns; C and A have contiguous rows.
template <class P, int Rows, int Columns>
TENSIO_INLINE void subtract_tile(double* c, std::size_t c_stride, const double* a, std::size_t a_stride,
                                 const Strided& b, std::size_t depth) {
  constexpr int vectors = Rows / P::count;
  typename P::Type sum[Columns][vectors];
  for (int j = 0; j < Columns; ++j)
    for (int v = 0; v < vectors; ++v)
      sum[j][v] = P::load(c + static_cast<std::size_t>(j) * c_stride + v * P::count);
  const double* factor = b.at;
  for (std::size_t l = 0; l < depth; ++l, a += a_stride, factor += b.column) {
    typename P::Type left[vectors];
    for (int v = 0; v < vectors; ++v) left[v] = P::load(a + v * P::count);
    for (int j = 0; j < Columns; ++j)
      for (int v = 0; v < vectors; ++v) sum[j][v] -= factor[static_cast<std::size_t>(j) * b.row] * left[v];
  }
  for (int j = 0; j < Columns; ++j)
    for (int v = 0; v < vectors; ++v)
      P::store(c + static_cast<std::size_t>(j) * c_stride + v * P::count, sum[j][v]);
}

template <class P, int Columns>
TENSIO_INLINE void subtract_columns(double* c, std::size_t c_stride, const double* a, std::size_t a_stride,
                                    const Strided& b, std::size_t rows, std::size_t depth) {
  constexpr std::size_t large = 2 * std::max(4, P::count);
  using Narrow = Pack<double, std::min(4, P::count)>;
  std::size_t i = 0;
  for (; i + large <= rows; i += large)
    subtract_tile<P, large, Columns>(c + i, c_stride, a + i, a_stride, b, depth);
  if constexpr (large == 16) {
    if (i + 8 <= rows) subtract_tile<P, 8, Columns>(c + i, c_stride, a + i, a_stride, b, depth), i += 8;
  }
  for (; i < rows; i += 4) subtract_tile<Narrow, 4, Columns>(c + i, c_stride, a + i, a_stride, b, depth);
}

/// C −= A Bᵀ, rows rounded up to a multiple of 4. With `lower`, only what is on or below the diagonal of C
/// counts. Chunks of A stay in the cache while the columns of C pass by.
template <class P>
TENSIO_INLINE void subtract_product(double* c, std::size_t c_stride, const double* a, std::size_t a_stride,
                                    const Strided& b, std::size_t rows, std::size_t columns,
                                    std::size_t depth, bool lower) {
  constexpr std::size_t chunk_depth = 128, chunk_rows = 192;
  for (std::size_t l = 0; l < depth; l += chunk_depth) {
    const std::size_t layers = std::min(chunk_depth, depth - l);
    for (std::size_t i = 0; i < rows; i += chunk_rows) {
      const std::size_t end = std::min(i + chunk_rows, rows);
      const std::size_t column_end = lower ? std::min(columns, end) : columns;
      for (std::size_t j = 0; j < column_end; j += 4) {
        const std::size_t from = lower ? std::max(i, j) : i;
        double* target = c + from + j * c_stride;
        const double* left = a + from + l * a_stride;
        const Strided right{b.at + j * b.row + l * b.column, b.row, b.column};
        switch (std::min<std::size_t>(4, columns - j)) {
          case 1:
            subtract_columns<P, 1>(target, c_stride, left, a_stride, right, end - from, layers);
            break;
          case 2:
            subtract_columns<P, 2>(target, c_stride, left, a_stride, right, end - from, layers);
            break;
          case 3:
            subtract_columns<P, 3>(target, c_stride, left, a_stride, right, end - from, layers);
            break;
          default:
            subtract_columns<P, 4>(target, c_stride, left, a_stride, right, end - from, layers);
            break;
        }
      }
    }
  }
}

TENSIO_INLINE void scale(double* column, std::size_t rows, double factor) {
  for (std::size_t i = 0; i < rows; ++i) column[i] *= factor;
}

constexpr std::size_t block = 4;  // columns that are finished together

/// The panel [F_ss; F_bs; I] becomes [L; F_bs L⁻ᵀ; L⁻ᵀ].
template <class P>
TENSIO_INLINE bool factor_panel(const Front& front) {
  const std::size_t width = front.width, stride = front.panel_stride(), above = width + front.height;
  double* p = front.panel;
  for (std::size_t j = 0; j < width; ++j) p[above + j + j * stride] = 1;
  for (std::size_t begin = 0; begin < width; begin += block) {
    const std::size_t end = std::min(begin + block, width);
    const std::size_t last = above + end;  // L⁻ᵀ is upper triangular
    subtract_product<P>(p + begin + begin * stride, stride, p + begin, stride, {p + begin, 1, stride},
                        last - begin, end - begin, begin, false);
    for (std::size_t j = begin; j < end; ++j) {
      subtract_product<P>(p + j + j * stride, stride, p + j + begin * stride, stride,
                          {p + j + begin * stride, 1, stride}, last - j, 1, j - begin, false);
      const double pivot = p[j + j * stride];
      if (!(pivot > 0) || !std::isfinite(pivot)) return false;
      const double root = std::sqrt(pivot);
      p[j + j * stride] = root;
      scale(p + j + 1 + j * stride, last - j - 1, 1 / root);
    }
  }
  return true;
}

/// Rows X of the panel below L become X L⁻¹.
template <class P>
TENSIO_INLINE void divide_by_lower(const Front& front) {
  const std::size_t width = front.width, stride = front.panel_stride(), rows = front.height + width;
  double* l = front.panel;
  double* x = front.panel + width;
  for (std::size_t end = width; end > 0;) {
    const std::size_t begin = (end - 1) / block * block;
    subtract_product<P>(x + begin * stride, stride, x + end * stride, stride,
                        {l + end + begin * stride, stride, 1}, rows, end - begin, width - end, false);
    for (std::size_t j = end; j-- > begin;) {
      subtract_product<P>(x + j * stride, stride, x + (j + 1) * stride, stride,
                          {l + j + 1 + j * stride, stride, 1}, rows, 1, end - j - 1, false);
      scale(x + j * stride, rows, 1 / l[j + j * stride]);
    }
    end = begin;
  }
}

template <class P>
TENSIO_INLINE bool eliminate_with(const Front& front) {
  const std::size_t width = front.width, height = front.height, stride = front.panel_stride();
  if (!factor_panel<P>(front)) return false;
  const double* below = front.panel + width;
  subtract_product<P>(front.update, Front::update_stride(height), below, stride, {below, 1, stride}, height,
                      height, width, true);
  divide_by_lower<P>(front);
  for (std::size_t j = 0; j < width; ++j)  // the greatest entry of an inverse is on its diagonal
    if (!std::isfinite(front.panel[width + height + j + j * stride])) return false;
  return true;
}

bool eliminate_scalar(const Front& front) {
  return eliminate_with<Pack<double, 1>>(front);
}
bool eliminate_baseline(const Front& front) {
  return eliminate_with<Pack<double, 2>>(front);
}
TENSIO_TARGET_AVX2 bool eliminate_avx2(const Front& front) {
  return eliminate_with<Pack<double, 4>>(front);
}
TENSIO_TARGET_WIDE_AVX512 bool eliminate_avx512(const Front& front) {
  return eliminate_with<Pack<double, 8>>(front);
}

}  // namespace

bool eliminate(const Front& front, SimdLevel level) {
  switch (level) {
    case SimdLevel::scalar:
      return eliminate_scalar(front);
    case SimdLevel::baseline:
      return eliminate_baseline(front);
    case SimdLevel::avx2:
      return eliminate_avx2(front);
    case SimdLevel::avx512:
      return eliminate_avx512(front);
  }
  return false;
}

}  // namespace tensio::detail
