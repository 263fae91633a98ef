#pragma once

#include <cstddef>
#include <span>

#include "math/aligned.h"
#include "math/vec3.h"
#include "math/workers.h"

namespace tensio {

/// One vector per vertex, component by component: all x, then all y, then all z. Each component is followed
/// by zeros up to a multiple of `padding`, so that kernels work in whole packs.
template <class Real>
class Field {
 public:
  static constexpr std::size_t padding = 16;

  Field() = default;
  explicit Field(std::size_t size) { resize(size); }
  /// All zero.
  void resize(std::size_t size) {
    size_ = size;
    stride_ = (size + padding - 1) / padding * padding;
    value_.assign(3 * stride_, Real{0});
  }
  std::size_t size() const { return size_; }
  std::size_t stride() const { return stride_; }  // from one component to the next
  Real* component(int axis) { return value_.data() + axis * stride_; }
  const Real* component(int axis) const { return value_.data() + axis * stride_; }
  /// The three components in one, padding included, which must stay zero.
  std::span<Real> all() { return value_; }
  std::span<const Real> all() const { return value_; }

  /// The vectors minus `origin`.
  void set(Positions from, const Vec3& origin = {});
  /// The vectors plus `origin`.
  void get(std::span<Vec3> to, const Vec3& origin = {}) const;

 private:
  std::size_t size_ = 0, stride_ = 0;
  AlignedVector<Real> value_;
};

/// Σ a·b, summed in double precision, in an order that depends on the size alone.
template <class Real>
double dot(const Field<Real>& a, const Field<Real>& b, Workers& workers);

}  // namespace tensio
