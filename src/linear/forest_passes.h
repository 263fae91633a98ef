#pragma once

#include "linear/forest_tables.h"
#include "math/pack.h"

// The passes of BlockForest, for packs of any width. Included by the two sources that compile them, one for
// each precision.
namespace tensio::detail {

/// Place of row i, column j ≤ i in a lower triangle.
TENSIO_INLINE std::size_t triangle(std::size_t i, std::size_t j) {
  return i * (i + 1) / 2 + j;
}

/// Of a stencil, s² (H − w I) = a (n nᵀ − I) with a = s² w (1 − across), across = max(0, 1 − t/|s|); −s² w I
/// where it neither pulls nor pushes.
template <class P>
TENSIO_INLINE void turn(const ForestWork<typename P::Scalar>& work, std::size_t begin, std::size_t end) {
  using Real = typename P::Scalar;
  using V = typename P::Type;
  ForestTables<Real>& t = work.tables;
  const V zero = P::all(0), one = P::all(1);
  for (std::size_t at = begin; at < end; ++at) {
    const auto& group = t.stencils[at];
    for (std::size_t lane = 0; lane < t.lanes; lane += P::count) {
      V sum[3];
      for (int axis = 0; axis < 3; ++axis) {
        const Real* x = work.from[axis];
        const V first = P::gather(x, group.vertex[0].data() + lane);
        sum[axis] = zero;
        for (std::size_t i = 1; i < group.corners; ++i)
          sum[axis] += P::load(group.coefficient[i - 1].data() + lane) *
                       (P::gather(x, group.vertex[i].data() + lane) - first);
      }
      const V square = sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2] + least_square<Real>;
      const V inverse = inverse_sqrt<P>(square), length = square * inverse;
      const V least = P::load(group.least.data() + lane), most = P::load(group.most.data() + lane);
      const V target = length < least ? least : (length > most ? most : length);
      const V ratio = target * inverse, weight = t.s2 * P::load(group.weight.data() + lane);
      const V within = weight * (ratio < one ? ratio : one);
      const V free = length > least ? (length < most ? one : zero) : zero;
      const V is_free = square > Real(4) * least_square<Real> ? free : one;
      const V across = is_free > zero ? weight : within, along = is_free > zero ? zero : within;
      const V scale = along * inverse * inverse;
      const V x = scale * sum[0], y = scale * sum[1], z = scale * sum[2];
      const std::size_t to = at * t.lanes + lane;
      P::store(&t.turned[0][to], x * sum[0] - across);
      P::store(&t.turned[1][to], y * sum[1] - across);
      P::store(&t.turned[2][to], z * sum[2] - across);
      P::store(&t.turned[3][to], x * sum[1]);
      P::store(&t.turned[4][to], x * sum[2]);
      P::store(&t.turned[5][to], y * sum[2]);
    }
  }
}

/// Reads what children have left, in all lanes at once.
template <class P>
struct ChildReader {
  using Real = typename P::Scalar;
  const Real* from;
  const std::uint32_t* index;
  bool is_run;
  TENSIO_INLINE typename P::Type operator[](std::size_t k) const {
    constexpr std::size_t stride = ForestTables<Real>::lanes;
    return is_run ? P::load(from + index[0] + k * stride) : P::gather(from + k * stride, index);
  }
};

/// Adds the 3×3 blocks of A in a group's columns to its front.
template <class P>
TENSIO_INLINE void add_blocks(const ForestTables<typename P::Scalar>& t, std::size_t g, std::size_t lane,
                              typename P::Type* front) {
  using V = typename P::Type;
  const auto& group = t.groups[g];
  for (std::size_t b = 0; b <= group.rows; ++b) {
    V sum[6];
    const V constant = P::load(t.constant[group.block + b].data() + lane);
    for (int k = 0; k < 6; ++k) sum[k] = k < 3 ? constant : P::all(0);
    const auto [first, end] = t.blocks[group.block + b];
    for (std::size_t k = first; k < end; ++k) {
      const auto& term = t.terms[k];
      if (term.is_run) {
        for (int m = 0; m < 6; ++m) sum[m] += term.factor * P::load(&t.turned[m][term.at + lane]);
      } else {
        const auto& scattered = t.scattered[term.at];
        const V factor = P::load(scattered.factor.data() + lane);
        for (int m = 0; m < 6; ++m)
          sum[m] += factor * P::gather(t.turned[m].data(), scattered.stencil.data() + lane);
      }
    }
    V* row = front + triangle(3 * b, 0);
    row[0] = sum[0];
    row += 3 * b + 1;
    row[0] = sum[3], row[1] = sum[1];
    row += 3 * b + 2;
    row[0] = sum[4], row[1] = sum[5], row[2] = sum[2];
    if (b == 0) continue;
    row = front + triangle(3 * b, 0);
    row[1] = sum[3], row[2] = sum[4];
    row[3 * b + 1 + 2] = sum[5];
  }
}

/// Eliminates the columns of groups; each leaves to its parents what changes in their rows.
template <class P>
TENSIO_INLINE void factor(const ForestWork<typename P::Scalar>& work, std::size_t begin, std::size_t end) {
  using Real = typename P::Scalar;
  using V = typename P::Type;
  constexpr std::size_t lanes = ForestTables<Real>::lanes, most = 3 * (most_forest_rows + 1);
  constexpr Real smallest = sizeof(Real) == 4 ? Real(1e-6) : Real(1e-14);  // of pivots, by rounding
  ForestTables<Real>& t = work.tables;
  V front[most * (most + 1) / 2], column[3][most], scaled[3][most];  // scaled = column / pivot
  for (std::size_t g = begin; g < end; ++g) {
    const auto& group = t.groups[g];
    const std::size_t n = 3 * (group.rows + 1);
    for (std::size_t lane = 0; lane < lanes; lane += P::count) {
      for (std::size_t k = 0; k < triangle(n, 0); ++k) front[k] = P::all(0);
      add_blocks<P>(t, g, lane, front);
      for (std::size_t c = group.child; c < group.child + group.children; ++c) {
        const auto& child = t.children[c];
        const std::uint16_t* place = t.place.data() + child.place;
        const ChildReader<P> left{t.left_over.data(), t.left[child.source].data() + lane, child.is_run};
        for (std::size_t i = 0, k = 0; i < 3 * child.rows; ++i)
          for (std::size_t j = 0; j <= i; ++j, ++k) front[triangle(place[i], place[j])] += left[k];
      }
      const V least = smallest * P::load(t.constant[group.block].data() + lane);
      Real* value = t.value.data() + group.value * lanes + lane;
      for (std::size_t c = 0; c < 3; ++c) {
        for (std::size_t i = c; i < n; ++i) {
          column[c][i] = front[triangle(i, c)];
          for (std::size_t d = 0; d < c; ++d) column[c][i] -= scaled[d][i] * column[d][c];
        }
        const V inverse = Real{1} / (column[c][c] > least ? column[c][c] : least);
        P::store(value, inverse), value += lanes;
        for (std::size_t i = c + 1; i < n; ++i, value += lanes) {
          scaled[c][i] = column[c][i] * inverse;
          P::store(value, scaled[c][i]);
        }
      }
      Real* left = t.left_over.data() + group.left + lane;
      for (std::size_t i = 3; i < n; ++i) {
        const V* row = front + triangle(i, 0);
        const V a = scaled[0][i], b = scaled[1][i], c = scaled[2][i];
        for (std::size_t j = 3; j <= i; ++j, left += lanes)
          P::store(left, row[j] - a * column[0][j] - b * column[1][j] - c * column[2][j]);
      }
    }
  }
}

/// b ← L⁻¹ b
template <class P>
TENSIO_INLINE void forward(const ForestWork<typename P::Scalar>& work, std::size_t begin, std::size_t end) {
  using Real = typename P::Scalar;
  using V = typename P::Type;
  constexpr std::size_t lanes = ForestTables<Real>::lanes;
  ForestTables<Real>& t = work.tables;
  V b[3 * (most_forest_rows + 1)];
  for (std::size_t g = begin; g < end; ++g) {
    const auto& group = t.groups[g];
    const std::size_t n = 3 * (group.rows + 1);
    for (std::size_t lane = 0; lane < lanes; lane += P::count) {
      for (int axis = 0; axis < 3; ++axis) b[axis] = P::gather(work.from[axis], t.vertex[g].data() + lane);
      for (std::size_t i = 3; i < n; ++i) b[i] = P::all(0);
      for (std::size_t c = group.child; c < group.child + group.children; ++c) {
        const auto& child = t.children[c];
        const std::uint16_t* place = t.place.data() + child.place;
        const ChildReader<P> passed{t.passed_on.data(), t.passed[child.source].data() + lane, child.is_run};
        for (std::size_t i = 0; i < 3 * child.rows; ++i) b[place[i]] += passed[i];
      }
      const Real* value = t.value.data() + group.value * lanes + lane;
      for (std::size_t c = 0; c < 3; ++c) {
        value += lanes;
        for (std::size_t i = c + 1; i < n; ++i, value += lanes) b[i] -= P::load(value) * b[c];
        P::store(&t.x[c][g * lanes + lane], b[c]);
      }
      Real* passed = t.passed_on.data() + group.passed + lane;
      for (std::size_t i = 3; i < n; ++i, passed += lanes) P::store(passed, b[i]);
    }
  }
}

/// x ← L⁻ᵀ D⁻¹ b
template <class P>
TENSIO_INLINE void backward(const ForestWork<typename P::Scalar>& work, std::size_t begin, std::size_t end) {
  using Real = typename P::Scalar;
  using V = typename P::Type;
  constexpr std::size_t lanes = ForestTables<Real>::lanes;
  ForestTables<Real>& t = work.tables;
  V x[3 * (most_forest_rows + 1)];
  for (std::size_t g = end; g-- > begin;) {
    const auto& group = t.groups[g];
    const std::size_t n = 3 * (group.rows + 1);
    for (std::size_t lane = 0; lane < lanes; lane += P::count) {
      for (std::size_t r = 0; r < group.rows; ++r)
        for (int axis = 0; axis < 3; ++axis) {
          const auto& row = t.rows[group.row + r];
          x[3 * (r + 1) + axis] = row.is_run ? P::load(&t.x[axis][row.slot[0] + lane])
                                             : P::gather(t.x[axis].data(), row.slot.data() + lane);
        }
      const Real* value = t.value.data() + (group.value + 3 * n - 3) * lanes + lane;
      for (std::size_t c = 3; c-- > 0;) {
        value -= (n - c) * lanes;
        V sum = P::load(&t.x[c][g * lanes + lane]) * P::load(value);
        for (std::size_t i = c + 1; i < n; ++i) sum -= P::load(value + (i - c) * lanes) * x[i];
        x[c] = sum;
      }
      for (int axis = 0; axis < 3; ++axis) P::store(&t.x[axis][g * lanes + lane], x[axis]);
    }
    for (std::size_t lane = 0; lane < group.used; ++lane)
      for (int axis = 0; axis < 3; ++axis) work.to[axis][t.vertex[g][lane]] = t.x[axis][g * lanes + lane];
  }
}

template <class P>
TENSIO_INLINE void run_forest_with(ForestPass pass, const ForestWork<typename P::Scalar>& work,
                                   std::size_t begin, std::size_t end) {
  switch (pass) {
    case ForestPass::turn:
      return turn<P>(work, begin, end);
    case ForestPass::factor:
      return factor<P>(work, begin, end);
    case ForestPass::forward:
      return forward<P>(work, begin, end);
    case ForestPass::backward:
      return backward<P>(work, begin, end);
  }
}

template <class Real>
void forest_scalar(ForestPass pass, const ForestWork<Real>& work, std::size_t begin, std::size_t end) {
  run_forest_with<Pack<Real, 1>>(pass, work, begin, end);
}
template <class Real>
void forest_baseline(ForestPass pass, const ForestWork<Real>& work, std::size_t begin, std::size_t end) {
  run_forest_with<Pack<Real, 16 / sizeof(Real)>>(pass, work, begin, end);
}
template <class Real>
TENSIO_TARGET_WIDE_AVX2 void forest_avx2(ForestPass pass, const ForestWork<Real>& work, std::size_t begin,
                                         std::size_t end) {
  run_forest_with<Pack<Real, 32 / sizeof(Real)>>(pass, work, begin, end);
}
template <class Real>
TENSIO_TARGET_WIDE_AVX512 void forest_avx512(ForestPass pass, const ForestWork<Real>& work, std::size_t begin,
                                             std::size_t end) {
  run_forest_with<Pack<Real, 64 / sizeof(Real)>>(pass, work, begin, end);
}

template <class Real>
void run_forest(ForestPass pass, const ForestWork<Real>& work, std::size_t begin, std::size_t end,
                SimdLevel level) {
  if constexpr (has_wide_vectors) {
    if (level == SimdLevel::scalar) return forest_scalar(pass, work, begin, end);
    if (level == SimdLevel::avx2) return forest_avx2(pass, work, begin, end);
    if (level == SimdLevel::avx512) return forest_avx512(pass, work, begin, end);
  }
  forest_baseline(pass, work, begin, end);
}

}  // namespace tensio::detail
