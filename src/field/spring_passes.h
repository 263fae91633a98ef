#pragma once

#include "field/spring_kernel.h"
#include "math/pack.h"

// The passes of SpringKernel, for packs of any width: gather, arithmetic, scatter. Included by the two
// sources that compile them, one for each precision.
namespace tensio::detail {

/// A vector of space in each lane.
template <class P>
struct Vectors {
  using V = typename P::Type;
  using Real = typename P::Scalar;
  V x, y, z;

  static TENSIO_INLINE Vectors zero() { return {P::all(0), P::all(0), P::all(0)}; }
  static TENSIO_INLINE Vectors load(const Components<Real>& from, std::size_t i) {
    return {P::load(from.x + i), P::load(from.y + i), P::load(from.z + i)};
  }
  static TENSIO_INLINE Vectors gather(const Components<Real>& from, const std::uint32_t* index) {
    return {P::gather(from.x, index), P::gather(from.y, index), P::gather(from.z, index)};
  }
  TENSIO_INLINE void store(Field<Real>& to, std::size_t i) const {
    P::store(to.component(0) + i, x), P::store(to.component(1) + i, y), P::store(to.component(2) + i, z);
  }
  TENSIO_INLINE friend Vectors operator-(const Vectors& a, const Vectors& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
  /// *this += s b
  TENSIO_INLINE void add(const V& s, const Vectors& b) { x += s * b.x, y += s * b.y, z += s * b.z; }
  TENSIO_INLINE friend V dot(const Vectors& a, const Vectors& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
  /// Makes what pins hold zero, in lanes from this one of the pack on.
  TENSIO_INLINE void clear(const HeldLanes& held, std::size_t lane) {
    clear(x, static_cast<unsigned>(held.axis[0]) >> lane);
    clear(y, static_cast<unsigned>(held.axis[1]) >> lane);
    clear(z, static_cast<unsigned>(held.axis[2]) >> lane);
  }

 private:
  static TENSIO_INLINE void clear(V& component, unsigned lanes) {
    if constexpr (P::count == 1) {
      if (lanes & 1u) component = 0;
    } else {
      for (int i = 0; i < P::count; ++i)
        if (lanes >> i & 1u) component[i] = 0;
    }
  }
};

/// Where the neighbours of a slot are.
template <class P>
struct RunReader {
  std::size_t at;
  TENSIO_INLINE Vectors<P> read(const Components<typename P::Scalar>& from) const {
    return Vectors<P>::load(from, at);
  }
};
template <class P>
struct GatherReader {
  const std::uint32_t* index;
  TENSIO_INLINE Vectors<P> read(const Components<typename P::Scalar>& from) const {
    return Vectors<P>::gather(from, index);
  }
};

/// How a slot counts in sums over springs.
struct Counted {};     // all its lanes: this is the lower end of each
struct NotCounted {};  // none: the other end counts

/// Calls visit(reader, coefficient, rest, count) for all slots of some lanes of a pack, from vertex i;
/// `count` is Counted, NotCounted or a share for each lane. Where only sums over springs are asked, slots
/// that count nothing are left out.
template <class P, bool OnlyCounted, class Visit>
TENSIO_INLINE void for_each_slot(const SpringSlots<typename P::Scalar>& slots, std::size_t pack_index,
                                 std::size_t lane, const Visit& visit) {
  using Real = typename P::Scalar;
  const auto& pack = slots.packs[pack_index];
  const std::size_t i = pack_index * SpringSlots<Real>::lanes + lane;
  const auto at = [i](std::int32_t offset) { return i + static_cast<std::size_t>(std::ptrdiff_t{offset}); };

  const auto* uniform = slots.uniform.data() + pack.uniform;
  const auto* end = uniform + pack.forward_uniform;
  for (; uniform != end; ++uniform)
    visit(RunReader<P>{at(uniform->offset)}, P::all(uniform->coefficient), P::all(uniform->rest), Counted{});
  if constexpr (!OnlyCounted)
    for (end += pack.backward_uniform; uniform != end; ++uniform)
      visit(RunReader<P>{at(uniform->offset)}, P::all(uniform->coefficient), P::all(uniform->rest),
            NotCounted{});

  const auto* varying = slots.varying.data() + pack.varying;
  const auto* varying_end = varying + pack.forward_varying;
  for (; varying != varying_end; ++varying)
    visit(RunReader<P>{at(varying->offset)}, P::load(varying->coefficient + lane),
          P::load(varying->rest + lane), Counted{});
  if constexpr (!OnlyCounted)
    for (varying_end += pack.backward_varying; varying != varying_end; ++varying)
      visit(RunReader<P>{at(varying->offset)}, P::load(varying->coefficient + lane),
            P::load(varying->rest + lane), NotCounted{});

  const auto* gathered = slots.gathered.data() + pack.gathered;
  for (const auto* last = gathered + pack.gathered_count; gathered != last; ++gathered)
    visit(GatherReader<P>{gathered->neighbour + lane}, P::load(gathered->coefficient + lane),
          P::load(gathered->rest + lane), P::load(gathered->share + lane));
}

template <class V>
TENSIO_INLINE void add_counted(V& sum, const V& value, Counted) {
  sum += value;
}
template <class V>
TENSIO_INLINE void add_counted(V&, const V&, NotCounted) {}
template <class V>
TENSIO_INLINE void add_counted(V& sum, const V& value, const V& share) {
  sum += share * value;
}

/// Adds the dampers of some lanes: k_d n n·Δ to the force and k_d (n·Δ)² to the energy, n the direction of
/// the difference of frozen positions, zero where there is none, and Δ = change(reader) the difference of
/// what is damped. Not directed: without n, k_d Δ and k_d |Δ|².
template <class P, bool OnlyCounted, class Change>
TENSIO_INLINE void add_dampers(const SpringKernel<typename P::Scalar>& kernel, std::size_t pack,
                               std::size_t lane, bool directed, const Change& change, Vectors<P>& force,
                               typename P::Type& energy) {
  using Real = typename P::Scalar;
  using V = typename P::Type;
  const Components<Real> frozen = kernel.damper_frozen;
  const auto own = Vectors<P>::load(frozen, pack * SpringSlots<Real>::lanes + lane);
  for_each_slot<P, OnlyCounted>(kernel.dampers, pack, lane,
                                [&](const auto& reader, const V& k, const V&, const auto& count)
                                    TENSIO_INLINE_LAMBDA {
                                      const Vectors<P> delta = change(reader);
                                      const V scaled = kernel.damper_scale * k;
                                      if (directed) {
                                        const auto d = own - reader.read(frozen);
                                        const V inverse = inverse_sqrt<P>(dot(d, d) + least_square<Real>);
                                        const V rate = inverse * dot(d, delta);
                                        if constexpr (!OnlyCounted) force.add(scaled * rate * inverse, d);
                                        add_counted(energy, V(scaled * rate * rate), count);
                                      } else {
                                        if constexpr (!OnlyCounted) force.add(scaled, delta);
                                        add_counted(energy, V(scaled * dot(delta, delta)), count);
                                      }
                                    });
}

/// Adds the forms of some lanes: k Δ to the force and k |Δ|² to twice the energy, Δ = change(reader).
template <class P, bool OnlyCounted, class Change>
TENSIO_INLINE void add_forms(const SpringSlots<typename P::Scalar>& forms, std::size_t pack, std::size_t lane,
                             const Change& change, Vectors<P>& force, typename P::Type& energy) {
  using V = typename P::Type;
  for_each_slot<P, OnlyCounted>(forms, pack, lane,
                                [&](const auto& reader, const V& k, const V&, const auto& count)
                                    TENSIO_INLINE_LAMBDA {
                                      const Vectors<P> delta = change(reader);
                                      if constexpr (!OnlyCounted) force.add(k, delta);
                                      add_counted(energy, V(k * dot(delta, delta)), count);
                                    });
}

template <class P>
TENSIO_INLINE PassSums total(const double* value, const double* square) {
  PassSums sums;
  for (std::uint32_t lane = 0; lane < SpringSlots<typename P::Scalar>::lanes; ++lane) {
    sums.value += value[lane];
    sums.square += square[lane];
  }
  return sums;
}

/// ∂/∂x_i = w_i (x_i − t_i) − b_i + s² Σ k (1 − r/l) d,  d = x_i − x_j, l = |d|; the spring's part, with the
/// stretch e = l − r, is k e d/l, and its energy ½ k e².
template <class P, bool WithGradient>
TENSIO_INLINE PassSums value_pass(const SpringKernel<typename P::Scalar>& kernel,
                                  const PassFields<typename P::Scalar>& fields, std::size_t begin,
                                  std::size_t end) {
  using Real = typename P::Scalar;
  using V = typename P::Type;
  constexpr std::size_t lanes = SpringSlots<Real>::lanes;
  const Components<Real> position = fields.x, target = kernel.target;
  double value[lanes] = {}, square[lanes] = {};
  for (std::size_t pack = begin; pack < end; ++pack) {
    for (std::size_t lane = 0; lane < lanes; lane += P::count) {
      const std::size_t i = pack * lanes + lane;
      const auto x = Vectors<P>::load(position, i);
      auto g = Vectors<P>::zero();
      V energy = P::all(0);  // twice of it
      for_each_slot<P, !WithGradient>(kernel.springs, pack, lane,
                                      [&](const auto& reader, const V& k, const V& rest, const auto& count)
                                          TENSIO_INLINE_LAMBDA {
                                            const auto d = x - reader.read(position);
                                            const V length_square = dot(d, d) + least_square<Real>;
                                            const V inverse = inverse_sqrt<P>(length_square);
                                            const V stretch = length_square * inverse - rest;
                                            const V tension = k * stretch;
                                            if constexpr (WithGradient) g.add(tension * inverse, d);
                                            add_counted(energy, V(tension * stretch), count);
                                          });
      if (kernel.has_forms)
        add_forms<P, !WithGradient>(
            kernel.forms, pack, lane,
            [&](const auto& reader) TENSIO_INLINE_LAMBDA { return x - reader.read(position); }, g, energy);
      g.x *= kernel.s2, g.y *= kernel.s2, g.z *= kernel.s2;
      energy *= kernel.s2;
      if (kernel.has_dampers) {
        const Components<Real> start = kernel.damper_start;
        const auto moved = x - Vectors<P>::load(start, i);
        const auto change = [&](const auto& reader) TENSIO_INLINE_LAMBDA {
          return moved - (reader.read(position) - reader.read(start));
        };
        add_dampers<P, !WithGradient>(kernel, pack, lane, true, change, g, energy);
      }
      const V weight = P::load(kernel.weight.data() + i);
      const auto away = x - Vectors<P>::load(target, i);
      g.add(weight, away);
      energy += weight * dot(away, away);
      if (kernel.has_load) {
        const auto load = Vectors<P>::load(kernel.load, i);
        g = g - load;
        energy -= Real{2} * dot(load, x);
      }
      P::add_to(value + lane, energy * Real{0.5});
      if constexpr (WithGradient) {
        if (kernel.held[pack].any()) g.clear(kernel.held[pack], lane);
        g.store(*fields.out, i);
        P::add_to(square + lane, dot(g, g));
      }
    }
  }
  return total<P>(value, square);
}

/// The block of a spring is k [c I + (1 − c) n nᵀ] with n = d/l and c = 1 − r/l, or what the form makes of c:
/// max(floor, gain (1 − r/l)).
template <class Real>
struct AcrossForm {
  explicit AcrossForm(HessianForm form)
      : gain(form == HessianForm::exact || form == HessianForm::projected ? 1 : 0),
        floor(form == HessianForm::exact       ? Real(-1e30)
              : form == HessianForm::laplacian ? 1
                                               : 0) {}
  Real gain, floor;
};

/// H p, and pᵀ H p: over springs, k [c |Δ|² + (1 − c) (n·Δ)²] with Δ = p_i − p_j.
template <class P, bool WithProduct>
TENSIO_INLINE PassSums hessian_pass(const SpringKernel<typename P::Scalar>& kernel,
                                    const PassFields<typename P::Scalar>& fields, std::size_t begin,
                                    std::size_t end) {
  using Real = typename P::Scalar;
  using V = typename P::Type;
  constexpr std::size_t lanes = SpringSlots<Real>::lanes;
  const Components<Real> position = fields.x, direction = fields.p;
  const AcrossForm<Real> form(fields.form);
  const V zero = P::all(0), one = P::all(1);
  double value[lanes] = {}, square[lanes] = {};
  for (std::size_t pack = begin; pack < end; ++pack) {
    for (std::size_t lane = 0; lane < lanes; lane += P::count) {
      const std::size_t i = pack * lanes + lane;
      const auto x = Vectors<P>::load(position, i), p = Vectors<P>::load(direction, i);
      auto product = Vectors<P>::zero();
      V curvature = zero;
      for_each_slot<P, !WithProduct>(
          kernel.springs, pack, lane,
          [&](const auto& reader, const V& k, const V& rest, const auto& count) TENSIO_INLINE_LAMBDA {
            const auto d = x - reader.read(position), change = p - reader.read(direction);
            const V length_square = dot(d, d);
            const V inverse = inverse_sqrt<P>(length_square + least_square<Real>);
            // r/l; where there is no direction, 1 stands for c = 0. Rest length zero is k I in every form.
            const V ratio = length_square > least_square<Real> ? rest * inverse : (rest > zero ? one : zero);
            const V scaled = form.gain * (one - ratio);
            const V across = ratio == zero ? one : (scaled > form.floor ? scaled : P::all(form.floor));
            const V along = (one - across) * inverse * inverse * dot(d, change);
            if constexpr (WithProduct) {
              product.add(k * across, change);
              product.add(k * along, d);
            } else {
              add_counted(curvature, V(k * (across * dot(change, change) + along * dot(d, change))), count);
            }
          });
      if (kernel.has_forms)
        add_forms<P, !WithProduct>(
            kernel.forms, pack, lane,
            [&](const auto& reader) TENSIO_INLINE_LAMBDA { return p - reader.read(direction); }, product,
            curvature);
      product.x *= kernel.s2, product.y *= kernel.s2, product.z *= kernel.s2;
      curvature *= kernel.s2;
      if (kernel.has_dampers) {
        const auto change = [&](const auto& reader)
                                TENSIO_INLINE_LAMBDA { return p - reader.read(direction); };
        add_dampers<P, !WithProduct>(kernel, pack, lane, fields.form != HessianForm::laplacian, change,
                                     product, curvature);
      }
      const V weight = P::load(kernel.weight.data() + i);
      if constexpr (WithProduct) {
        product.add(weight, p);
        if (kernel.held[pack].any()) product.clear(kernel.held[pack], lane);
        product.store(*fields.out, i);
      } else {
        P::add_to(value + lane, curvature + weight * dot(p, p));
      }
    }
  }
  return total<P>(value, square);
}

/// A symmetric 3×3 matrix in each lane.
template <class P>
struct Blocks {
  using V = typename P::Type;
  using Real = typename P::Scalar;
  V round = P::all(0);  // of the identity
  V xx = P::all(0), yy = P::all(0), zz = P::all(0), xy = P::all(0), xz = P::all(0), yz = P::all(0);

  /// *this += s d dᵀ
  TENSIO_INLINE void add(const V& s, const Vectors<P>& d) {
    const V x = s * d.x, y = s * d.y, z = s * d.z;
    xx += x * d.x, yy += y * d.y, zz += z * d.z, xy += x * d.y, xz += x * d.z, yz += y * d.z;
  }
  /// *this⁻¹ b by L D Lᵀ. Pivots are kept above what rounding leaves of a singular block, so that this is
  /// positive definite always; nothing when the block is zero.
  TENSIO_INLINE Vectors<P> solve(const Vectors<P>& b) const {
    const V ax = round + xx, ay = round + yy, az = round + zz, zero = P::all(0);
    const V least = Real(1e-6) * (ax + ay + az);
    const auto invert = [&](const V& pivot) TENSIO_INLINE_LAMBDA {
      const V kept = pivot > least ? pivot : least;
      return kept > zero ? Real{1} / kept : zero;
    };
    const V inverse_x = invert(ax), lxy = xy * inverse_x, lxz = xz * inverse_x;
    const V inverse_y = invert(ay - lxy * xy), yz_left = yz - lxz * xy, lyz = yz_left * inverse_y;
    const V inverse_z = invert(az - lxz * xz - lyz * yz_left);
    const V y = b.y - lxy * b.x, z = (b.z - lxz * b.x - lyz * y) * inverse_z;
    const V y_out = y * inverse_y - lyz * z;
    return {b.x * inverse_x - lxy * y_out - lxz * z, y_out, z};
  }
};

/// out += scale · D⁻¹ p with the 3×3 blocks D_i on the diagonal of the projected Hessian,
///   D_i = (w_i + b_i) I + s² Σ k [c I + (1 − c) n nᵀ] + (s²/τ) Σ k_d n nᵀ,   1 − c = min(1, r/l).
template <class P>
TENSIO_INLINE PassSums block_pass(const SpringKernel<typename P::Scalar>& kernel,
                                  const PassFields<typename P::Scalar>& fields, std::size_t begin,
                                  std::size_t end) {
  using Real = typename P::Scalar;
  using V = typename P::Type;
  constexpr std::size_t lanes = SpringSlots<Real>::lanes;
  const Components<Real> position = fields.x, frozen = kernel.damper_frozen;
  const V one = P::all(1);
  for (std::size_t pack = begin; pack < end; ++pack) {
    for (std::size_t lane = 0; lane < lanes; lane += P::count) {
      const std::size_t i = pack * lanes + lane;
      const auto x = Vectors<P>::load(position, i);
      Blocks<P> block;
      for_each_slot<P, false>(kernel.springs, pack, lane,
                              [&](const auto& reader, const V& k, const V& rest, const auto&)
                                  TENSIO_INLINE_LAMBDA {
                                    const auto d = x - reader.read(position);
                                    const V inverse = inverse_sqrt<P>(dot(d, d) + least_square<Real>);
                                    const V ratio = rest * inverse, along = k * (ratio < one ? ratio : one);
                                    block.round += k - along;
                                    block.add(along * inverse * inverse, d);
                                  });
      const V s2 = P::all(kernel.s2);
      for (V* sum : {&block.round, &block.xx, &block.yy, &block.zz, &block.xy, &block.xz, &block.yz})
        *sum *= s2;
      if (kernel.has_dampers) {
        const auto own = Vectors<P>::load(frozen, i);
        for_each_slot<P, false>(kernel.dampers, pack, lane,
                                [&](const auto& reader, const V& k, const V&, const auto&)
                                    TENSIO_INLINE_LAMBDA {
                                      const auto d = own - reader.read(frozen);
                                      const V inverse = inverse_sqrt<P>(dot(d, d) + least_square<Real>);
                                      block.add(kernel.damper_scale * k * inverse * inverse, d);
                                    });
      }
      block.round += P::load(kernel.weight.data() + i);
      if (kernel.has_bound) block.round += P::load(kernel.bound.data() + i);
      auto step = block.solve(Vectors<P>::load(fields.p, i));
      if (kernel.held[pack].any()) step.clear(kernel.held[pack], lane);
      auto out = Vectors<P>::load(*fields.out, i);
      out.add(P::all(fields.scale), step);
      out.store(*fields.out, i);
    }
  }
  return {};
}

template <class P>
TENSIO_INLINE PassSums run_with(Pass pass, const SpringKernel<typename P::Scalar>& kernel,
                                const PassFields<typename P::Scalar>& fields, std::size_t begin,
                                std::size_t end) {
  switch (pass) {
    case Pass::gradient:
      return value_pass<P, true>(kernel, fields, begin, end);
    case Pass::value:
      return value_pass<P, false>(kernel, fields, begin, end);
    case Pass::curvature:
      return hessian_pass<P, false>(kernel, fields, begin, end);
    case Pass::product:
      return hessian_pass<P, true>(kernel, fields, begin, end);
    case Pass::block_step:
      return block_pass<P>(kernel, fields, begin, end);
  }
  return {};
}

template <class Real>
PassSums run_scalar(Pass pass, const SpringKernel<Real>& kernel, const PassFields<Real>& fields,
                    std::size_t begin, std::size_t end) {
  return run_with<Pack<Real, 1>>(pass, kernel, fields, begin, end);
}
template <class Real>
PassSums run_baseline(Pass pass, const SpringKernel<Real>& kernel, const PassFields<Real>& fields,
                      std::size_t begin, std::size_t end) {
  return run_with<Pack<Real, 16 / sizeof(Real)>>(pass, kernel, fields, begin, end);
}
template <class Real>
TENSIO_TARGET_WIDE_AVX2 PassSums run_avx2(Pass pass, const SpringKernel<Real>& kernel,
                                          const PassFields<Real>& fields, std::size_t begin,
                                          std::size_t end) {
  return run_with<Pack<Real, 32 / sizeof(Real)>>(pass, kernel, fields, begin, end);
}
template <class Real>
TENSIO_TARGET_WIDE_AVX512 PassSums run_avx512(Pass pass, const SpringKernel<Real>& kernel,
                                              const PassFields<Real>& fields, std::size_t begin,
                                              std::size_t end) {
  return run_with<Pack<Real, 64 / sizeof(Real)>>(pass, kernel, fields, begin, end);
}

template <class Real>
PassSums run_pass(Pass pass, const SpringKernel<Real>& kernel, const PassFields<Real>& fields,
                  std::size_t begin, std::size_t end, SimdLevel level) {
  if constexpr (!has_wide_vectors)
    return run_baseline(pass, kernel, fields, begin, end);
  else
    switch (level) {
      case SimdLevel::scalar:
        return run_scalar(pass, kernel, fields, begin, end);
      case SimdLevel::baseline:
        return run_baseline(pass, kernel, fields, begin, end);
      case SimdLevel::avx2:
        return run_avx2(pass, kernel, fields, begin, end);
      case SimdLevel::avx512:
        return run_avx512(pass, kernel, fields, begin, end);
    }
  return {};
}

}  // namespace tensio::detail
