#pragma once

#include <array>
#include <cfloat>
#include <cmath>
#include <cstddef>

namespace tensio {

// Exact sums and products as expansions: sums of doubles that do not overlap, the smallest first (J. R.
// Shewchuk, Adaptive precision floating-point arithmetic and fast robust geometric predicates, 1997). Exact
// as long as nothing overflows or underflows.

#if defined(__FAST_MATH__) || FLT_EVAL_METHOD != 0
#error "expansions need IEEE arithmetic: compile without -ffast-math and x87"
#endif

// A compiler that may fuse a product with the sum it enters would lose the rounding that `tail` accounts for.
// It cannot look through a call, and fuses only where the processor can.
#if defined(__FMA__) || defined(__FP_FAST_FMA) || defined(__aarch64__)
#define TENSIO_KEEP_PRODUCT [[gnu::noinline]] inline
#else
#define TENSIO_KEEP_PRODUCT inline
#endif

/// A number and the rounding error that it left behind: head + tail is exact.
struct TwoPart {
  double head, tail;
};

/// a + b (Knuth's two-sum).
inline TwoPart two_sum(double a, double b) {
  const double sum = a + b, b_part = sum - a, a_part = sum - b_part;
  return {sum, (a - a_part) + (b - b_part)};
}

/// a + b where |a| ≥ |b| or a = 0 (Dekker).
inline TwoPart fast_two_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

/// a b. Without a fused multiply-add, from halves of 26 bits, whose products are exact (Veltkamp and Dekker).
TENSIO_KEEP_PRODUCT TwoPart two_product(double a, double b) {
  const double product = a * b;
#if defined(__FMA__) || defined(__FP_FAST_FMA) || defined(__aarch64__)
  return {product, std::fma(a, b, -product)};
#else
  constexpr double splitter = 0x1p27 + 1;
  const double a_big = splitter * a, a_high = a_big - (a_big - a), a_low = a - a_high;
  const double b_big = splitter * b, b_high = b_big - (b_big - b), b_low = b - b_high;
  return {product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low};
#endif
}
#undef TENSIO_KEEP_PRODUCT

/// A sum of at most N doubles that do not overlap, in rising order of magnitude, without zeros.
template <std::size_t N>
struct Expansion {
  std::array<double, N> part;
  std::size_t count = 0;

  void append(double value) {
    if (value != 0) part[count++] = value;
  }
  /// The sign of the sum is that of its largest part.
  int sign() const { return count == 0 ? 0 : part[count - 1] > 0 ? 1 : -1; }
};

/// a b as an expansion.
inline Expansion<2> product(double a, double b) {
  const TwoPart both = two_product(a, b);
  Expansion<2> result;
  result.append(both.tail), result.append(both.head);
  return result;
}

/// a + b: merges the parts in rising order and sweeps the rounding errors out (Shewchuk 1997, fig. 8).
template <std::size_t N, std::size_t M>
Expansion<N + M> operator+(const Expansion<N>& a, const Expansion<M>& b) {
  Expansion<N + M> result;
  std::size_t i = 0, j = 0;
  const auto take = [&] {
    return j == b.count || (i < a.count && std::abs(a.part[i]) < std::abs(b.part[j])) ? a.part[i++]
                                                                                      : b.part[j++];
  };
  if (a.count + b.count == 0) return result;
  double sum = take();
  while (i < a.count || j < b.count) {
    const TwoPart both = two_sum(sum, take());
    result.append(both.tail);
    sum = both.head;
  }
  result.append(sum);
  return result;
}

template <std::size_t N>
Expansion<N> operator-(Expansion<N> a) {
  for (std::size_t i = 0; i < a.count; ++i) a.part[i] = -a.part[i];
  return a;
}

template <std::size_t N, std::size_t M>
Expansion<N + M> operator-(const Expansion<N>& a, const Expansion<M>& b) {
  return a + -b;
}

/// s a (Shewchuk 1997, fig. 13).
template <std::size_t N>
Expansion<2 * N> operator*(const Expansion<N>& a, double s) {
  Expansion<2 * N> result;
  if (a.count == 0 || s == 0) return result;
  TwoPart sum = two_product(a.part[0], s);
  result.append(sum.tail);
  for (std::size_t i = 1; i < a.count; ++i) {
    const TwoPart next = two_product(a.part[i], s);
    const TwoPart middle = two_sum(sum.head, next.tail);
    result.append(middle.tail);
    sum = fast_two_sum(next.head, middle.head);
    result.append(sum.tail);
  }
  result.append(sum.head);
  return result;
}

}  // namespace tensio
