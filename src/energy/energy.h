#pragma once

#include <variant>
#include <vector>

#include "factor/sparse.h"
#include "linear/block_matrix.h"
#include "math/quads.h"
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

// Shapes of energies that kernels and position-based methods evaluate by themselves. Spans and pointers are
// valid while the energy lives.

/// −Σ f·x.
struct Load {
  std::span<const Vec3> force;  // N, of every vertex, at the time that was set
  bool is_steady = true;        // at all times
};
/// Σ ½ k |x − a|² of single vertices, at the time that was set.
struct Tethers {
  std::span<const Tether> all;
};
/// Σ ½ k (|a − b| − r)².
struct SpringTable {
  const Springs* springs;
};
/// Σ ½ γ |v|², a dissipation.
struct Drag {
  std::span<const double> coefficient;  // γ, N·s/m, of every vertex
};
/// Σ ½ d (n·(v_a − v_b))² along springs, d = k_d + b k, a dissipation.
struct Dampers {
  const Springs* springs = nullptr;
  double per_stiffness = 0;  // b, s
  Positions frozen{};        // of which n is the direction; empty before the first freeze

  double coefficient(std::size_t s) const {  // d, N·s/m
    return springs->damping[s] + per_stiffness * springs->stiffness[s];
  }
};
/// The drag of the air, a dissipation that others only tell apart.
struct AirShape {
  bool has_wind;  // and so a force where nothing moves
};
/// ½ xᵀ Q x with the constant matrix Q of `add_quadratic`, whose rows sum to zero.
struct ConstantForm {};
/// std::monostate: none of them.
using EnergyShape =
    std::variant<std::monostate, Load, Tethers, SpringTable, Drag, Dampers, AirShape, ConstantForm>;

/// An energy of vectors in quads, in the precision of Real: what lanes evaluate. The functions are those of
/// Energy, of positions counted from any origin.
template <class Real>
class QuadEnergy {
 public:
  virtual ~QuadEnergy() = default;
  virtual double value(const Quads<Real>& x, Workers& workers) const = 0;
  virtual double evaluate(const Quads<Real>& x, double scale, Quads<Real>& g, Workers& workers) const = 0;
  virtual double curvature(const Quads<Real>& x, const Quads<Real>& p, HessianForm form,
                           Workers& workers) const = 0;
  virtual void add_hessian_product(const Quads<Real>& x, const Quads<Real>& p, double scale, HessianForm form,
                                   Quads<Real>& out, Workers& workers) const = 0;
};

/// A function of one vector per vertex. One object per table: a virtual call per batch, never per element.
/// Workers share the work where that is worth it; the bits do not depend on how many there are.
class Energy {
 public:
  virtual ~Energy() = default;
  /// As a sentence calls it: "the springs".
  virtual const char* name() const { return "an energy without a name"; }
  /// Whether it is a ProjectiveEnergy, which methods that take plain steps with Q rely on.
  virtual bool is_projective() const { return false; }
  /// Moves what moves by itself (scripted anchors) to this time, s.
  virtual void set_time(double) {}
  /// What it is, if others can evaluate it without calling it.
  virtual EnergyShape shape() const { return {}; }
  /// Itself in quads of either precision; null if it takes vectors in double precision only.
  virtual const QuadEnergy<float>* in_floats() const { return nullptr; }
  virtual const QuadEnergy<double>* in_doubles() const { return nullptr; }

  virtual double value(Positions x, Workers& workers) const = 0;  // J
  /// g += scale · ∂E/∂x, N; returns the value.
  virtual double evaluate(Positions x, double scale, std::span<Vec3> g, Workers& workers) const = 0;
  /// pᵀ (∂²E/∂x²) p, J, in the form asked: the curvature along p without the matrix. Where that is
  /// `projected`, tetrahedra and clusters clamp it as a whole: it needs no eigenvalues and is at most what
  /// the product gives.
  virtual double curvature(Positions x, std::span<const Vec3> p, HessianForm form,
                           Workers& workers) const = 0;
  /// out += scale · (∂²E/∂x²) p, N, in the form asked: the product without the matrix
  virtual void add_hessian_product(Positions x, std::span<const Vec3> p, double scale, HessianForm form,
                                   std::span<Vec3> out, Workers& workers) const = 0;
  /// h += scale · ∂²E/∂x², N/m, in the form asked
  virtual void add_hessian(Positions x, double scale, HessianForm form, BlockMatrix& h) const = 0;
  /// The pairs of vertices whose off-diagonal Hessian blocks are not zero.
  virtual void add_pairs(std::vector<BlockMatrix::Pair>&) const {}
  /// q += scale · Q: a constant m×m matrix that stands for the Hessian wherever x is, as Q ⊗ I. It bounds the
  /// Hessian where the energy is projective; otherwise it is like it at rest, and good to precondition with.
  virtual void add_quadratic(double scale, SparseBuilder& q) const = 0;
  /// diagonal += scale · diag(Q), without the matrix
  virtual void add_quadratic_diagonal(double scale, std::span<double> diagonal) const = 0;

  // The same by one thread.
  double value(Positions x) const {
    Workers alone;
    return value(x, alone);
  }
  void add_gradient(Positions x, double scale, std::span<Vec3> g) const {
    Workers alone;
    evaluate(x, scale, g, alone);
  }
  double curvature(Positions x, std::span<const Vec3> p, HessianForm form) const {
    Workers alone;
    return curvature(x, p, form, alone);
  }
  void add_hessian_product(Positions x, std::span<const Vec3> p, double scale, HessianForm form,
                           std::span<Vec3> out) const {
    Workers alone;
    add_hessian_product(x, p, scale, form, out, alone);
  }
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
  /// Fits the constant matrix to motions about as fast as these velocities, after freeze. Returns a number
  /// that names the matrix: equal numbers, equal matrices.
  virtual double fit(Positions) { return 0; }
};

}  // namespace tensio
