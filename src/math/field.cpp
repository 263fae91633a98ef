#include "math/field.h"

#include <algorithm>

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

template <class Real>
double dot(const Field<Real>& a, const Field<Real>& b, Workers& workers) {
  constexpr std::size_t lanes = Field<Real>::padding;  // a partial sum each: no long chain of additions
  constexpr std::size_t chunk = 1 << 15;
  const auto sum_of = [&](std::size_t begin, std::size_t end) {
    const Real *p = a.all().data(), *q = b.all().data();
    double sum[lanes] = {};
    for (std::size_t i = begin; i < end; i += lanes)
      for (std::size_t lane = 0; lane < lanes; ++lane)
        sum[lane] += static_cast<double>(p[i + lane]) * static_cast<double>(q[i + lane]);
    double total = 0;
    for (const double s : sum) total += s;
    return total;
  };
  const std::size_t n = a.all().size(), chunks = (n + chunk - 1) / chunk;
  constexpr std::size_t group = 64;  // chunks whose sums are kept at once
  double total = 0, part[group];
  for (std::size_t first = 0; first < chunks; first += group) {
    const std::size_t count = std::min(group, chunks - first);
    workers.run(count, [&](std::size_t i) {
      const std::size_t begin = (first + i) * chunk;
      part[i] = sum_of(begin, std::min(n, begin + chunk));
    });
    for (std::size_t i = 0; i < count; ++i) total += part[i];
  }
  return total;
}

template class Field<double>;
template class Field<float>;
template double dot(const Field<double>&, const Field<double>&, Workers&);
template double dot(const Field<float>&, const Field<float>&, Workers&);

}  // namespace tensio
