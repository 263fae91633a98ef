#pragma once

#include <functional>

#include "energy/system.h"
#include "tensio/report.h"
#include "tensio/setup.h"

namespace tensio {

/// Hears of vertices that are strained by so much, positive where stretched.
using StrainVisitor = std::function<void(std::span<const VertexId>, double)>;
/// Of springs with a rest length and of threads; where bodies are of elements or clusters, of the edges of
/// their triangles too.
void for_each_strain(const Model& model, Positions x, bool with_bending, const StrainVisitor& visit);

/// The energies of a system in this state; the system is set to its time.
EnergyBalance measure_energy(System& system, const State& state);

/// What the matrices of a setup look like.
struct MatrixSummary {
  std::size_t matrix_nonzeros = 0;  // of the constant m×m matrix, both triangles
  std::size_t factor_nonzeros = 0;  // of its Cholesky factor
};
Result<MatrixSummary> summarise_matrices(const Setup& setup);

}  // namespace tensio
