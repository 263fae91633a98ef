#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "math/aligned.h"
#include "math/field.h"
#include "math/simd.h"

namespace tensio::detail {

/// Most rows below the diagonal block of a column, in blocks.
inline constexpr std::size_t most_forest_rows = 12;

/// A factor L D Lᵀ of 3×3 blocks, its columns in groups as wide as a cache line, a column a lane. The columns
/// of a group have as many rows and children, which stand at the same places of theirs. A column stands in
/// slot `lanes · group + lane`; lanes that are left over repeat the first one.
template <class Real>
struct ForestTables {
  static constexpr std::size_t lanes = 64 / sizeof(Real);
  using Indices = std::array<std::uint32_t, lanes>;
  using Numbers = std::array<Real, lanes>;

  /// Eight or sixteen stencils: c₁ (x₁ − x₀) + c₂ (x₂ − x₀) + c₃ (x₃ − x₀), and w.
  struct Stencils {
    Indices vertex[4];
    Numbers coefficient[3], weight, least, most;
    std::uint32_t corners;  // that count
  };
  struct Group {
    std::uint32_t rows;          // of each column, in blocks
    std::uint32_t used;          // lanes
    std::uint32_t block;         // the first of its rows + 1 blocks, that on the diagonal
    std::uint32_t row;           // the first of its rows
    std::uint32_t child;         // the first of its children
    std::uint32_t children;      // of each column
    std::uint32_t value;         // the first of its numbers of L, in lanes
    std::uint32_t left, passed;  // room for what it leaves to the matrix and passes on to the right-hand side
                                 // of its parent
  };
  struct Child {
    std::uint32_t rows;
    std::uint32_t place;   // the first of its 3 rows, each in the front of its parent
    std::uint32_t source;  // where it has left and passed what it has
    bool is_run;           // in neighbouring lanes
  };
  struct Terms {
    std::uint32_t begin, end;
  };
  /// c_i c_j of the stencils `at`, at + 1, … in their lanes; or, where they do not stand so, `scattered[at]`.
  struct Term {
    std::uint32_t at;
    bool is_run;
    Real factor;
  };
  struct Scattered {
    Indices stencil;
    Numbers factor;
  };
  struct Row {
    Indices slot;
    bool is_run;  // neighbouring slots
  };

  AlignedVector<Stencils> stencils;
  std::vector<Group> groups;  // children before parents
  std::vector<Child> children;
  std::vector<std::uint16_t> place;
  AlignedVector<Indices> left, passed;  // per source
  std::vector<Terms> blocks;
  std::vector<Term> terms;
  AlignedVector<Scattered> scattered;
  AlignedVector<Numbers> constant;  // of Q, per block
  std::vector<std::int32_t> entry;  // of Q, per block and lane; −1: none
  AlignedVector<Indices> vertex;    // per group
  AlignedVector<Row> rows;
  std::vector<std::uint32_t> part_start;  // of groups that need none of the others'

  Real s2 = 0;

  // What factors and solves write.
  AlignedVector<Real> turned[6];  // xx, yy, zz, xy, xz, yz of s² (H − w I), per stencil
  AlignedVector<Real> value, left_over, passed_on, x[3];
};

enum class ForestPass { turn, factor, forward, backward };

template <class Real>
struct ForestWork {
  ForestTables<Real>& tables;
  const Real* from[3];  // positions, or the right-hand side
  Real* to[3];          // the solution
};

/// A pass over the groups, or over those of stencils, [begin, end); `backward` goes from the last to the
/// first.
template <class Real>
void run_forest(ForestPass pass, const ForestWork<Real>& work, std::size_t begin, std::size_t end,
                SimdLevel level);
extern template void run_forest(ForestPass, const ForestWork<float>&, std::size_t, std::size_t, SimdLevel);
extern template void run_forest(ForestPass, const ForestWork<double>&, std::size_t, std::size_t, SimdLevel);

}  // namespace tensio::detail
