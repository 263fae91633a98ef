#pragma once

#include "math/aligned.h"
#include "math/field.h"
#include "math/pack.h"

namespace tensio {

/// One vector per vertex as x, y, z and 0 side by side, as lanes read vertices that do not follow each other:
/// a vertex is one load instead of three.
template <class Real>
class Quads {
 public:
  using Four = typename Quad<Real>::Type;

  std::size_t size() const { return size_; }
  /// All zero.
  void resize(std::size_t size);
  void clear() { resize(size_); }
  Real* data() { return number_.data(); }
  const Real* data() const { return number_.data(); }
  Four& operator[](std::size_t i) { return reinterpret_cast<Four*>(number_.data())[i]; }
  const Four& operator[](std::size_t i) const { return reinterpret_cast<const Four*>(number_.data())[i]; }
  Vec3 vector(std::size_t i) const {
    const Real* at = data() + 4 * i;
    return {at[0], at[1], at[2]};
  }

  void set(Positions from);
  void set(const Field<Real>& from, Workers& workers);
  /// *this ← factor (a − b)
  void set_difference(Real factor, const Quads& a, const Quads& b, Workers& workers);
  /// to += *this
  void add_to(Field<Real>& to, Workers& workers) const;
  void add_to(std::span<Vec3> to) const;

 private:
  std::size_t size_ = 0;
  AlignedVector<Real> number_;  // of whole packs of a field, padding zero
};

/// The vectors of the vertices named, one in each lane.
template <class P>
TENSIO_INLINE void gather_quads(const typename P::Scalar* quads, const std::uint32_t* vertex,
                                typename P::Type& x, typename P::Type& y, typename P::Type& z) {
  if constexpr (P::count == 1) {
    const auto* at = quads + 4 * std::size_t{*vertex};
    x = at[0], y = at[1], z = at[2];
  } else if constexpr (P::count == 2) {
    const auto *a = quads + 4 * std::size_t{vertex[0]}, *b = quads + 4 * std::size_t{vertex[1]};
    x = typename P::Type{a[0], b[0]}, y = typename P::Type{a[1], b[1]}, z = typename P::Type{a[2], b[2]};
  } else {
    typename P::Type row[4];
    for (int k = 0; k < 4; ++k) load_quads(quads, vertex + k, row[k]);
    rows_to_columns(row, x, y, z);
  }
}

/// Vectors from lanes as quads that follow each other.
template <class P>
TENSIO_INLINE void store_quads(const typename P::Type& x, const typename P::Type& y,
                               const typename P::Type& z, typename P::Scalar* to) {
  if constexpr (P::count == 1) {
    to[0] = x, to[1] = y, to[2] = z, to[3] = 0;
  } else if constexpr (P::count == 2) {
    for (int i = 0; i < P::count; ++i)
      to[4 * i] = x[i], to[4 * i + 1] = y[i], to[4 * i + 2] = z[i], to[4 * i + 3] = 0;
  } else {
    using Q = typename Quad<typename P::Scalar>::InArray;
    typename P::Type row[4];
    columns_to_rows(x, y, z, row);
    Q* const quad = reinterpret_cast<Q*>(to);
    for (int k = 0; k < 4; ++k) {
      quad[k] = __builtin_shufflevector(row[k], row[k], 0, 1, 2, 3);
      if constexpr (P::count >= 8) quad[4 + k] = __builtin_shufflevector(row[k], row[k], 4, 5, 6, 7);
      if constexpr (P::count == 16) {
        quad[8 + k] = __builtin_shufflevector(row[k], row[k], 8, 9, 10, 11);
        quad[12 + k] = __builtin_shufflevector(row[k], row[k], 12, 13, 14, 15);
      }
    }
  }
}

}  // namespace tensio
