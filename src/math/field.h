#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>

#include "math/aligned.h"
#include "math/workers.h"
#include "tensio/vec3.h"

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

template <class Real>
struct FieldPair {
  const Field<Real>& a;
  const Field<Real>& b;
};
inline constexpr std::size_t max_field_pairs = 16;
/// out[i] ← a_i·b_i of at most max_field_pairs pairs, in one pass over memory; summed in double precision, in
/// an order that depends on the size alone.
template <class Real>
void dots(std::span<const FieldPair<Real>> pairs, std::span<double> out, Workers& workers);

template <class Real>
void dots(std::initializer_list<FieldPair<Real>> pairs, std::span<double> out, Workers& workers) {
  dots(std::span<const FieldPair<Real>>(pairs.begin(), pairs.size()), out, workers);
}

/// a·b, as `dots`.
template <class Real>
double dot(const Field<Real>& a, const Field<Real>& b, Workers& workers);

template <class Real>
struct FieldTerm {
  double factor;
  const Field<Real>& field;
};
/// out ← Σ factor · field, added in the order given, in one pass over memory; `out` may be among the fields.
/// The factors must be finite, so that padding stays zero.
template <class Real>
void combine(std::span<const FieldTerm<Real>> terms, Field<Real>& out, Workers& workers);
template <class Real>
void combine(std::initializer_list<FieldTerm<Real>> terms, Field<Real>& out, Workers& workers) {
  combine(std::span<const FieldTerm<Real>>(terms.begin(), terms.size()), out, workers);
}

}  // namespace tensio
