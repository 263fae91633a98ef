#include "math/field.h"

#include <algorithm>

#include "math/denormals.h"
#include "math/simd.h"

namespace tensio {

template <class Real>
void Field<Real>::set(Positions from, const Vec3& origin) {
  if (size_ != from.size()) resize(from.size());
  Real *x = component(0), *y = component(1), *z = component(2);
  for (std::size_t i = 0; i < size_; ++i) {
    x[i] = static_cast<Real>(from[i].x - origin.x);
    y[i] = static_cast<Real>(from[i].y - origin.y);
    z[i] = static_cast<Real>(from[i].z - origin.z);
  }
}

template <class Real>
void Field<Real>::get(std::span<Vec3> to, const Vec3& origin) const {
  const Real *x = component(0), *y = component(1), *z = component(2);
  for (std::size_t i = 0; i < size_; ++i) to[i] = {x[i] + origin.x, y[i] + origin.y, z[i] + origin.z};
}

namespace {

constexpr std::size_t lanes = 16;    // a partial sum each: no long chain of additions
constexpr std::size_t chunk = 1024;  // vertices that one task takes: a component of them fits into L1

/// sum[lane] += Σ p q
template <class Real>
TENSIO_INLINE void add_products(const Real* p, const Real* q, std::size_t n, double* sum) {
  double s[lanes];
  for (std::size_t lane = 0; lane < lanes; ++lane) s[lane] = sum[lane];
  for (std::size_t i = 0; i < n; i += lanes)
    for (std::size_t lane = 0; lane < lanes; ++lane)
      s[lane] += static_cast<double>(p[i + lane]) * static_cast<double>(q[i + lane]);
  for (std::size_t lane = 0; lane < lanes; ++lane) sum[lane] = s[lane];
}

/// Σ factor · field into `out`, one chunk at a time: `out` may be one of the fields.
template <class Real>
TENSIO_INLINE void add_terms(std::span<const FieldTerm<Real>> terms, std::size_t begin, std::size_t n,
                             Real* out) {
  if (terms.size() == 2) {
    const Real a = static_cast<Real>(terms[0].factor), b = static_cast<Real>(terms[1].factor);
    const Real *p = terms[0].field.all().data() + begin, *q = terms[1].field.all().data() + begin;
    for (std::size_t i = 0; i < n; i += lanes) {
      Real sum[lanes];
      for (std::size_t lane = 0; lane < lanes; ++lane) sum[lane] = a * p[i + lane] + b * q[i + lane];
      for (std::size_t lane = 0; lane < lanes; ++lane) out[i + lane] = sum[lane];
    }
    return;
  }
  if (terms.size() == 1) {
    const Real a = static_cast<Real>(terms[0].factor);
    const Real* p = terms[0].field.all().data() + begin;
    for (std::size_t i = 0; i < n; ++i) out[i] = a * p[i];
    return;
  }
  Real sum[chunk] = {};
  for (const FieldTerm<Real>& term : terms) {
    const Real factor = static_cast<Real>(term.factor);
    const Real* p = term.field.all().data() + begin;
    for (std::size_t i = 0; i < n; ++i) sum[i] += factor * p[i];
  }
  for (std::size_t i = 0; i < n; ++i) out[i] = sum[i];
}

template <class Real>
struct Kernels {
  using Products = void (*)(const Real*, const Real*, std::size_t, double*);
  using Terms = void (*)(std::span<const FieldTerm<Real>>, std::size_t, std::size_t, Real*);
  Products products;
  Terms terms;
};

#define TENSIO_FIELD_KERNELS(name, target)                                                           \
  template <class Real>                                                                              \
  target void products_##name(const Real* p, const Real* q, std::size_t n, double* sum) {            \
    add_products(p, q, n, sum);                                                                      \
  }                                                                                                  \
  template <class Real>                                                                              \
  target void terms_##name(std::span<const FieldTerm<Real>> terms, std::size_t begin, std::size_t n, \
                           Real* out) {                                                              \
    add_terms(terms, begin, n, out);                                                                 \
  }
TENSIO_FIELD_KERNELS(baseline, )
TENSIO_FIELD_KERNELS(avx2, TENSIO_TARGET_AVX2)
TENSIO_FIELD_KERNELS(avx512, TENSIO_TARGET_AVX512)
#undef TENSIO_FIELD_KERNELS

template <class Real>
const Kernels<Real>& kernels() {
  static constexpr Kernels<Real> baseline{products_baseline<Real>, terms_baseline<Real>},
      avx2{products_avx2<Real>, terms_avx2<Real>}, avx512{products_avx512<Real>, terms_avx512<Real>};
  switch (best_simd_level()) {
    case SimdLevel::avx512:
      return avx512;
    case SimdLevel::avx2:
      return avx2;
    case SimdLevel::baseline:
    case SimdLevel::scalar:
      break;
  }
  return baseline;
}

std::size_t chunk_count(std::size_t n) {
  return (n + chunk - 1) / chunk;
}

}  // namespace

template <class Real>
void dots(std::span<const FieldPair<Real>> pairs, std::span<double> out, Workers& workers) {
  const std::size_t count = std::min(pairs.size(), max_field_pairs);
  for (std::size_t pair = 0; pair < count; ++pair) out[pair] = 0;
  if (count == 0) return;
  const auto products = kernels<Real>().products;
  const std::size_t n = pairs[0].a.stride(), chunks = chunk_count(n);
  constexpr std::size_t group = 64;  // chunks whose sums are kept at once
  double part[group][max_field_pairs];
  const auto sum_chunk = [&](std::size_t c, double* sums) {
    [[maybe_unused]] const KernelMode<Real> mode;
    double sum[max_field_pairs][lanes] = {};
    const std::size_t begin = c * chunk, size = std::min(chunk, n - begin);
    for (int axis = 0; axis < 3; ++axis)
      for (std::size_t pair = 0; pair < count; ++pair)
        products(pairs[pair].a.component(axis) + begin, pairs[pair].b.component(axis) + begin, size,
                 sum[pair]);
    for (std::size_t pair = 0; pair < count; ++pair) {
      sums[pair] = 0;
      for (const double s : sum[pair]) sums[pair] += s;
    }
  };
  for (std::size_t first = 0; first < chunks; first += group) {
    const std::size_t tasks = std::min(group, chunks - first);
    workers.share(tasks, [&](std::size_t i) { sum_chunk(first + i, part[i]); });
    for (std::size_t i = 0; i < tasks; ++i)
      for (std::size_t pair = 0; pair < count; ++pair) out[pair] += part[i][pair];
  }
}

template <class Real>
double dot(const Field<Real>& a, const Field<Real>& b, Workers& workers) {
  const FieldPair<Real> pair{a, b};
  double out = 0;
  dots<Real>({&pair, 1}, {&out, 1}, workers);
  return out;
}

template <class Real>
void combine(std::span<const FieldTerm<Real>> terms, Field<Real>& out, Workers& workers) {
  const auto add = kernels<Real>().terms;
  const std::size_t n = out.stride();
  workers.share(chunk_count(n), [&](std::size_t c) {
    [[maybe_unused]] const KernelMode<Real> mode;
    const std::size_t begin = c * chunk, size = std::min(chunk, n - begin);
    for (int axis = 0; axis < 3; ++axis) add(terms, axis * n + begin, size, out.component(axis) + begin);
  });
}

template class Field<double>;
template class Field<float>;
template void dots(std::span<const FieldPair<double>>, std::span<double>, Workers&);
template void dots(std::span<const FieldPair<float>>, std::span<double>, Workers&);
template double dot(const Field<double>&, const Field<double>&, Workers&);
template double dot(const Field<float>&, const Field<float>&, Workers&);
template void combine(std::span<const FieldTerm<double>>, Field<double>&, Workers&);
template void combine(std::span<const FieldTerm<float>>, Field<float>&, Workers&);

}  // namespace tensio
