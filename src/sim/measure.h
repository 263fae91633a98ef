#pragma once

#include <functional>

#include "energy/system.h"
#include "tensio/report.h"
#include "tensio/setup.h"

namespace tensio {

/// Receives vertices and the strain between them, positive when stretched.
using StrainVisitor = std::function<void(std::span<const VertexId>, double)>;
/// Visits springs with a rest length and threads; in bodies of elements or clusters also the edges of
/// triangles.
void for_each_strain(const Model& model, Positions x, bool with_bending, const StrainVisitor& visit);

/// The energies of a system in this state; the system is set to its time.
EnergyBalance measure_energy(System& system, const State& state);
/// Tensions, and reactions of pins that moved by steps of h, s; no contact.
Forces measure_forces(System& system, const State& state, double h);

/// Sizes of the matrices of a setup.
struct MatrixSummary {
  std::size_t matrix_nonzeros = 0;  // of the constant m×m matrix, both triangles
  std::size_t factor_nonzeros = 0;  // of its Cholesky factor
};
Result<MatrixSummary> summarise_matrices(const Setup& setup);

}  // namespace tensio
