#pragma once

#include "energy/objective.h"
#include "field/loose_pieces.h"
#include "field/slot_terms.h"
#include "field/spring_kernel.h"
#include "math/field.h"

namespace tensio {

/// The objective of a step for minimisers that need no matrix: the same function as StepObjective, evaluated
/// on fields, in the precision of Real, by all threads. Positions are counted from an origin in the middle of
/// the aim, where single precision is finest. Every sum has one order, whatever the number of threads; in
/// double precision results have the same bits on every instruction set too.
template <class Real>
class FieldObjective {
 public:
  explicit FieldObjective(Workers& workers, SimdLevel level = best_simd_level());

  /// Takes the objective of a step, which must outlive the evaluations. Tables are kept while system and
  /// revision stay the same; then nothing is allocated.
  void begin(const StepObjective& objective);
  const Vec3& origin() const { return origin_; }

  struct Evaluation {
    double value = 0;            // J·s²
    double gradient_square = 0;  // |∇g|², (N·s²)²
    std::uint64_t point = 0;     // a number for x: second derivatives at the same x are cheaper with it
  };
  double value(const Field<Real>& x);
  /// g ← ∇g(x), zero at pins, and the value with it.
  Evaluation gradient(const Field<Real>& x, Field<Real>& g);
  /// Takes over the loads of these vertices, which have changed since begin(), in the objective of the same
  /// step. Corrects g, which is ∇g(x), and returns what to add to the value at x.
  double change_loads(const StepObjective& objective, std::span<const VertexId> vertices,
                      const Field<Real>& x, Field<Real>& g);
  /// Whether its value is a difference of larger terms: of springs of either sign.
  bool has_differences() const { return kernel_.has_forms; }
  /// pᵀ H(x) p for a p that leaves pinned coordinates alone. `point` is x's number, or 0 if it has none.
  double curvature(const Field<Real>& x, const Field<Real>& p, HessianForm form, std::uint64_t point = 0);
  /// out ← H(x) p for a p that leaves pinned coordinates alone; zero at pins.
  void multiply_hessian(const Field<Real>& x, const Field<Real>& p, HessianForm form, Field<Real>& out,
                        std::uint64_t point = 0);

  /// out += scale · D⁻¹ p with the 3×3 blocks on the diagonal of the projected Hessian at x; nothing at pins,
  /// and nothing to the momentum of pieces that nothing holds. What is no spring counts with its constant
  /// matrix instead of its Hessian, which is good enough to precondition with.
  void add_block_step(const Field<Real>& x, const Field<Real>& p, double scale, Field<Real>& out);

  /// What rounding leaves uncertain at x, as StepObjective::rounding but with the ε of Real and positions
  /// counted from the origin: ε Σ a_ii |x_i|² of the value, the norm of ε a_ii |x_i| of the gradient. A
  /// minimiser takes a rise of the value within it as none, and stops at a gradient within it.
  StepObjective::Rounding rounding(const Field<Real>& x);

 private:
  struct Scales {
    double inertia = -1, s2 = 0, tau = 0;
    friend bool operator==(const Scales&, const Scales&) = default;
  };
  void make_tables();
  void set_scales();
  void set_pull();
  void set_origin();
  void set_targets();
  double set_target(std::size_t vertex, std::span<const Tether> tethers);
  double set_loaded_targets(std::size_t first, std::size_t end);
  void set_dampers();
  detail::PassSums run(detail::Pass pass, const detail::PassFields<Real>& fields);
  /// work(chunk, first vertex, end of vertices)
  template <class Work>
  void for_each_chunk(const Work& work);

  /// Positions, velocities and empty sums for the terms that no kernel of springs knows; positions and
  /// velocities are kept if they are those of the point.
  void set_others(const Field<Real>& x, std::uint64_t point);
  void set_direction(const Field<Real>& p);
  void add_others(Field<Real>& to);
  Quads<Real>& sums_for(const QuadEnergy<Real>&) { return quads_.sum; }
  std::span<Vec3> sums_for(const Energy&) { return sum_; }
  const Quads<Real>& direction_for(const QuadEnergy<Real>&) const { return quads_.direction; }
  std::span<const Vec3> direction_for(const Energy&) const { return p_; }
  /// What a term's value and derivatives count in the objective.
  struct TermScales {
    double value, gradient, hessian;
  };
  /// visit(term, what it is a function of, scales), where a term is a QuadEnergy if it can
  template <class Visit>
  void for_each_other(const Visit& visit) const;

  Workers& workers_;
  SimdLevel level_;
  const StepObjective* objective_ = nullptr;
  SystemStamp made_;  // what the tables were made for
  Scales scales_;
  Vec3 origin_;
  detail::SpringKernel<Real> kernel_;
  double constant_ = 0;  // of the value
  std::vector<double> diagonal_, bound_;

  // Springs and dampers are the kernel's, terms of single vertices become one target each, elements take
  // quads, and what has no kernel is called with Vec3.
  detail::OtherTerms others_;
  std::uint64_t points_ = 0;     // given numbers
  std::uint64_t others_at_ = 0;  // the point whose positions x_ holds; 0: of one without a number
  std::vector<Vec3> pull_;       // N·s²
  std::vector<Vec3> sag_;        // m, how far the load alone moves a free vertex in the step
  std::vector<double> drag_;     // kg, towards aim.w; empty: none
  std::vector<Tether> tethers_;
  struct {
    Quads<Real> x, start, velocity, direction, sum;  // start: w
  } quads_;
  std::vector<Vec3> x_, velocity_, p_, sum_;
  bool has_quads_ = false, has_vectors_ = false;  // among the other terms
  bool has_velocities_ = false;                   // of which some are functions, in this step
  std::vector<VertexId> held_;                    // in some coordinate

  std::array<detail::LoosePieces, 3> loose_;  // along x, y, z
  Field<Real> step_;

  // Vertices go in chunks of one size, and sums over them in the order of the chunks.
  std::size_t chunk_ = 0;
  std::vector<detail::PassSums> sums_;
};

}  // namespace tensio
