#pragma once

#include <memory>
#include <vector>

#include "energy/sweep.h"
#include "linear/block_matrix.h"
#include "linear/sparse.h"
#include "math/workers.h"
#include "tensio/model.h"
#include "tensio/solver.h"

namespace tensio {

/// ½ weight |x − target|² of one vertex.
struct Tether {
  VertexId vertex;
  double weight;  // N/m
  Vec3 target;    // m
};

/// A function of one vector per vertex. One object per table: a virtual call per batch, never per element.
class Energy {
 public:
  virtual ~Energy() = default;
  /// As a sentence calls it: "the springs".
  virtual const char* name() const { return "an energy without a name"; }
  virtual double value(Positions x) const = 0;  // J
  /// g += scale · ∂E/∂x, N
  virtual void add_gradient(Positions x, double scale, std::span<Vec3> g) const = 0;
  /// h += scale · ∂²E/∂x², N/m, in the form asked
  virtual void add_hessian(Positions x, double scale, HessianForm form, BlockMatrix& h) const = 0;
  /// pᵀ (∂²E/∂x²) p, J, in the form asked: the curvature along p without the matrix
  virtual double curvature(Positions x, std::span<const Vec3> p, HessianForm form) const = 0;
  /// out += scale · (∂²E/∂x²) p, N, in the form asked: the product without the matrix
  virtual void add_hessian_product(Positions x, std::span<const Vec3> p, double scale, HessianForm form,
                                   std::span<Vec3> out) const = 0;
  /// q += scale · Q: a constant m×m matrix that stands for the Hessian wherever x is, as Q ⊗ I. It bounds the
  /// Hessian where the energy is projective; otherwise it is like it at rest, and good to precondition with.
  virtual void add_quadratic(double scale, SparseBuilder& q) const = 0;
  /// diagonal += scale · diag(Q), without the matrix
  virtual void add_quadratic_diagonal(double scale, std::span<double> diagonal) const = 0;
  /// Whether it is a ProjectiveEnergy, which methods that take plain steps with Q rely on.
  virtual bool is_projective() const { return false; }
  /// The pairs of vertices whose off-diagonal Hessian blocks are not zero.
  virtual void add_pairs(std::vector<BlockMatrix::Pair>&) const {}
  /// Moves what moves by itself (scripted anchors) to this time, s.
  virtual void set_time(double) {}
  /// For position-based methods: what sweeps over its elements, or nothing. It must not outlive the energy.
  virtual std::unique_ptr<Sweeper> make_sweeper() const { return nullptr; }

  // The same by several threads, for tables that are worth it. The bits do not depend on how many there are.
  virtual double value_by(Workers&, Positions x) const { return value(x); }
  /// The value, and the gradient as add_gradient.
  virtual double evaluate_by(Workers&, Positions x, double scale, std::span<Vec3> g) const {
    add_gradient(x, scale, g);
    return value(x);
  }
  virtual double curvature_by(Workers&, Positions x, std::span<const Vec3> p, HessianForm form) const {
    return curvature(x, p, form);
  }
  virtual void add_hessian_product_by(Workers&, Positions x, std::span<const Vec3> p, double scale,
                                      HessianForm form, std::span<Vec3> out) const {
    add_hessian_product(x, p, scale, form, out);
  }

  // Shapes that kernels on fields know, see FieldObjective. An energy of another shape need say nothing.
  /// For −Σ f·x, f constant in time: pull += scale · f, and true.
  virtual bool add_pull(double, std::span<Vec3>) const { return false; }
  /// For Σ ½ k |x − a|² of single vertices: appends them with scale · k, where they are now, and is true.
  virtual bool add_tethers(double, std::vector<Tether>&) const { return false; }
  /// For Σ ½ k (|a − b| − r)² of a table of springs: the table.
  virtual const Springs* springs() const { return nullptr; }
};

/// An energy of the shape  E(x) = bᵀx + min over p ∈ C of Σ ½ w |A x − p|².  With the matrix Q = Σ w AᵀA,
/// constant,
///   E(z) ≤ E(x) + ∇E(x)·(z − x) + ½ (z − x)ᵀ Q (z − x)   for all x, z,
/// because p(x), held fixed, can only be worse than p(z). Minimising the right-hand side for z is one local
/// step (p(x), inside ∇E) and one global step (the solve with Q): Liu et al. 2013, sec. 4, written for the
/// change z − x.
class ProjectiveEnergy : public Energy {
 public:
  bool is_projective() const override { return true; }
};

/// R(v), W: an energy of the velocities; the force is −∂R/∂v. Its directions are frozen at the start of a
/// step, so that it is quadratic in v with a constant bound.
class Dissipation : public ProjectiveEnergy {
 public:
  virtual void freeze(Positions) {}
  /// For Σ ½ γ |v|²: drag += scale · γ, and true.
  virtual bool add_drag(double, std::span<double>) const { return false; }
  /// For Σ ½ d (n·(v_a − v_b))² of a table of springs, d = k_d + b k: the table, b, and the positions of
  /// which n is the direction.
  struct Dampers {
    const Springs* springs = nullptr;
    double per_stiffness = 0;  // b, s
    Positions frozen;

    double coefficient(std::size_t s) const {  // d, N·s/m
      return springs->damping[s] + per_stiffness * springs->stiffness[s];
    }
  };
  virtual Dampers dampers() const { return {}; }
};

}  // namespace tensio
