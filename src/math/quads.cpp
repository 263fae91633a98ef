#include "math/quads.h"

#include <algorithm>

namespace tensio {
namespace {

constexpr std::size_t task_vertices = 4096;  // whole packs of a field

template <class Work>
void for_each_task(std::size_t size, Workers& workers, const Work& work) {
  workers.share((size + task_vertices - 1) / task_vertices,
                [&](std::size_t c) { work(c * task_vertices, std::min(size, (c + 1) * task_vertices)); });
}

}  // namespace

template <class Real>
void Quads<Real>::resize(std::size_t size) {
  constexpr std::size_t padding = Field<Real>::padding;
  size_ = size;
  number_.assign(4 * ((size + padding - 1) / padding * padding), Real{0});
}

template <class Real>
void Quads<Real>::set(Positions from) {
  if (size_ != from.size()) resize(from.size());
  for (std::size_t i = 0; i < size_; ++i)
    for (int axis = 0; axis < 3; ++axis)
      number_[4 * i + static_cast<std::size_t>(axis)] = static_cast<Real>(from[i][axis]);
}

template <class Real>
void Quads<Real>::set(const Field<Real>& from, Workers& workers) {
  using P = Pack<Real, 4>;
  if (size_ != from.size()) resize(from.size());
  for_each_task(size_, workers, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; i += P::count)
      store_quads<P>(P::load(from.component(0) + i), P::load(from.component(1) + i),
                     P::load(from.component(2) + i), number_.data() + 4 * i);
  });
}

template <class Real>
void Quads<Real>::set_difference(Real factor, const Quads& a, const Quads& b, Workers& workers) {
  if (size_ != a.size()) resize(a.size());
  for_each_task(size_, workers, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) (*this)[i] = factor * (a[i] - b[i]);
  });
}

template <class Real>
void Quads<Real>::add_to(Field<Real>& to, Workers& workers) const {
  using P = Pack<Real, 4>;
  for_each_task(size_, workers, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; i += P::count) {
      typename P::Type row[4], column[3];
      for (int k = 0; k < 4; ++k) row[k] = P::load(number_.data() + 4 * i + 4 * k);
      rows_to_columns(row, column[0], column[1], column[2]);
      for (int axis = 0; axis < 3; ++axis) {
        Real* const at = to.component(axis) + i;
        P::store(at, P::load(at) + column[axis]);
      }
    }
  });
}

template <class Real>
void Quads<Real>::add_to(std::span<Vec3> to) const {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += vector(i);
}

template class Quads<double>;
template class Quads<float>;

}  // namespace tensio
