#pragma once

#include "build/material.h"
#include "math/result.h"
#include "model/model.h"

namespace tensio {

/// A chain of point masses joined by springs, straight from `start` to `end`; vertex 0 stands at `start`.
struct ChainOptions {
  std::size_t segments = 40;               // springs, ≥ 1
  Vec3 start{-0.5, 0, 0}, end{0.5, 0, 0};  // m
  double rest_length = 0;                  // m in all; 0: the distance from start to end
  double stiffness = 1000;                 // N/m of each spring
  double bend_stiffness = 0;               // N/m of springs over one vertex; 0: none
  double flexural_rigidity = 0;            // E I, N·m²: resists curvature, quadratically; 0: none
  double spring_damping = 0;               // N·s/m
  StiffeningOptions stiffening{};
  StrainBoundsOptions strain_bounds{};  // of springs only
  double mass = 0.1;                    // kg, in all
  Lumping lumping = Lumping::uniform;   // area: the two end vertices weigh half
};

/// The springs along the chain first, then those over one vertex. With a flexural rigidity, a stencil (1, −2,
/// 1) of weight E I/l³ at every inner vertex, l the rest length of a segment. One part, "chain".
Result<Model> make_chain(const ChainOptions& options);

}  // namespace tensio
