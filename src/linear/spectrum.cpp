#include "linear/spectrum.h"

#include <algorithm>
#include <cmath>

namespace tensio::detail {
namespace {

constexpr int lanczos_steps = 16;
constexpr double margin = 1.05;  // over the value found, which is never too large

/// y ← S A S v
void multiply_scaled(const CsrMatrix& a, std::span<const double> scale, std::span<const double> v,
                     std::span<double> y, Workers& workers) {
  constexpr std::size_t chunk = 4096;
  const std::size_t n = a.rows();
  workers.share((n + chunk - 1) / chunk, [&](std::size_t task) {
    for (std::size_t i = task * chunk; i < std::min(n, (task + 1) * chunk); ++i) {
      double sum = 0;
      for (std::uint32_t p = a.start[i]; p < a.start[i + 1]; ++p)
        sum += a.value[p] * (scale[a.column[p]] * v[a.column[p]]);
      y[i] = scale[i] * sum;
    }
  });
}

double dot(std::span<const double> a, std::span<const double> b) {
  double sum[4] = {};  // no long chain of additions
  std::size_t i = 0;
  for (; i + 4 <= a.size(); i += 4)
    for (std::size_t lane = 0; lane < 4; ++lane) sum[lane] += a[i + lane] * b[i + lane];
  for (; i < a.size(); ++i) sum[0] += a[i] * b[i];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

double gershgorin_bound(const CsrMatrix& a, std::span<const double> scale) {
  // The rows of S²A have the eigenvalues of S A S.
  double bound = 0;
  for (std::size_t i = 0; i < a.rows(); ++i) {
    double sum = 0;
    for (std::uint32_t p = a.start[i]; p < a.start[i + 1]; ++p) sum += std::abs(a.value[p]);
    bound = std::max(bound, scale[i] * scale[i] * sum);
  }
  return bound;
}

}  // namespace

double largest_eigenvalue(std::span<const double> diagonal, std::span<const double> beside, double above) {
  double low = 0, high = above;
  for (int halving = 0; halving < 30; ++halving) {
    const double middle = 0.5 * (low + high);
    double pivot = diagonal[0] - middle;
    bool is_above = pivot < 0;
    for (std::size_t k = 1; k < diagonal.size() && is_above; ++k) {
      pivot = diagonal[k] - middle - beside[k - 1] * beside[k - 1] / pivot;
      is_above = pivot < 0;
    }
    (is_above ? high : low) = middle;
  }
  return high;
}

double bound_eigenvalues(const CsrMatrix& a, std::span<const double> scale, Workers& workers) {
  const std::size_t n = a.rows();
  const double bound = gershgorin_bound(a, scale);
  std::vector<double> v(n), before(n, 0.0), next(n);
  std::uint32_t random = 1;
  for (double& x : v) {
    random = random * 1664525u + 1013904223u;
    x = random / 4294967296.0 - 0.5;
  }
  double length = std::sqrt(dot(v, v));
  double diagonal[lanczos_steps], beside[lanczos_steps];
  std::size_t steps = 0;
  // What is left of a vector within the space already searched is rounding alone.
  while (steps < lanczos_steps && length > 1e-10 * bound) {
    const double back = steps == 0 ? 0 : length;
    for (std::size_t i = 0; i < n; ++i) v[i] /= length;
    multiply_scaled(a, scale, v, next, workers);
    const double along = dot(v, next);
    for (std::size_t i = 0; i < n; ++i) next[i] -= along * v[i] + back * before[i];
    before.swap(v);
    v.swap(next);
    length = std::sqrt(dot(v, v));
    diagonal[steps] = along;
    beside[steps++] = length;
  }
  if (steps == 0) return bound;
  return std::min(bound, margin * largest_eigenvalue({diagonal, steps}, {beside, steps}, bound));
}

}  // namespace tensio::detail
