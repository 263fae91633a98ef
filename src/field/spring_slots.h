#pragma once

#include <cstdint>
#include <span>

#include "math/aligned.h"
#include "tensio/model.h"

namespace tensio::detail {

/// The springs of every vertex, in the order in which a kernel reads them: vertices go in packs of `lanes`,
/// and a slot of a pack holds at most one spring of each of its vertices. Each spring thus stands in two
/// slots, one for each end, and a kernel never scatters. A slot is
/// - a run, if all its neighbours are `offset` away from their vertices, as in grids: they are read as one
///   vector. In a uniform run every lane has a spring and all are alike; in a varying one every lane has its
///   own, and a missing spring is one of stiffness zero.
/// - gathered otherwise: neighbours are read one by one.
template <class Real>
struct SpringSlots {
  static constexpr std::uint32_t lanes = 64 / sizeof(Real);  // a cache line, whatever the processor's vectors

  struct Uniform {
    std::int32_t offset;
    Real coefficient, rest;  // stiffness or damping; m
    friend bool operator==(const Uniform&, const Uniform&) = default;
  };
  struct Varying {
    std::int32_t offset;
    Real coefficient[lanes], rest[lanes];
  };
  struct Gathered {
    std::uint32_t neighbour[lanes];
    Real coefficient[lanes], rest[lanes];
    Real share[lanes];  // 1 at the lower end of a spring, 0 at the other: sums over springs count it once
  };
  /// The slots of a pack: so many from each table, runs of positive offset ("forward") before negative ones.
  struct Pack {
    std::uint32_t uniform, forward_uniform, backward_uniform;
    std::uint32_t varying, forward_varying, backward_varying;
    std::uint32_t gathered, gathered_count;
  };

  AlignedVector<Pack> packs;
  AlignedVector<Uniform> uniform;
  AlignedVector<Varying> varying;
  AlignedVector<Gathered> gathered;

  /// Springs whose coefficient is zero are left out. False, and nothing stored, if the table would be much
  /// larger than the springs: a few vertices with very many springs.
  bool build(std::size_t vertices, const Springs& springs, std::span<const double> coefficient);
};

/// The coordinates of a pack's vertices that pins hold: a bit for each lane.
struct HeldLanes {
  std::array<std::uint16_t, 3> axis{};

  bool any() const { return (axis[0] | axis[1] | axis[2]) != 0; }
};
/// Those of all packs, each of so many lanes, in a field of this stride.
std::vector<HeldLanes> held_lanes(std::span<const Axes> pinned, std::size_t stride, std::size_t lanes);

}  // namespace tensio::detail
