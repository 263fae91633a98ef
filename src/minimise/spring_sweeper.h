#pragma once

#include <vector>

#include "tensio/model.h"

namespace tensio {

/// How a position-based method corrects an element whose length is wrong by C. All rules move its ends by the
/// impulse Δλ = −gain (C + compliance λ) along it, each in proportion to its mobility w, and differ in these
/// two numbers only. W is the sum of both mobilities, s² k the element's stiffness in the objective.
enum class SweepRule {
  /// gain 1/W, compliance 0: all of C, whatever the stiffness. Jakobsen, "Advanced character physics" (2001).
  rigid,
  /// gain (1 − (1 − κ)^(1/n))/W, compliance 0, n the number of sweeps. Müller et al. 2007, sec. 3.3. The
  /// stiffness κ = s² k W / (1 + s² k W), 0 … 1, is the part of C that the objective corrects of an element
  /// that is alone.
  adjusted,
  /// compliance α = 1/(s² k), gain 1/(W + α). Macklin et al. 2016, eqs. 17 and 18.
  compliant,
  /// The same, and the impulses of earlier sweeps turn with their elements, see SpringSweeper.
  turned,
};

/// What the sweeps of one step have in common.
struct SweepStep {
  SweepRule rule = SweepRule::compliant;
  double s2 = 0;                       // s², effective step squared
  int sweeps = 1;                      // in the whole step
  std::span<const double> mobility{};  // 1/kg, one per vertex: the inverse of its mass; 0 where it is held
};

/// Gauss–Seidel sweeps of a position-based method over the springs, in the order of their table, which
/// correct C = |a − b| − r; none of those without stiffness, nor between vertices that are held.
///
/// The objective is least where M (x − y) = Σ λ ∇C(x) and C(x) + λ/(s² k) = 0. Sweeps that begin at y and add
/// Δλ ∇C keep the first only as long as ∇C does not change: what they added before points where the element
/// pointed then (Macklin et al. 2016 drop that term on purpose, sec. 4). `turned` keeps it: with an impulse
/// of size λ, the direction n of an element at x, its length l and the direction n' of its earlier impulse,
///   the whole impulse becomes λ n'',  n'' = the direction of l n + W |λ| n',
/// which for a stretched element is the one that solves for its own turning exactly.
class SpringSweeper {
 public:
  /// Takes the numbers of the steps to come.
  void prepare(const Springs& springs, const SweepStep& step);
  /// A step begins: no spring has given an impulse yet.
  void begin();
  void sweep(std::span<Vec3> x);

 private:
  struct Link {
    VertexId a, b;
    double rest;                    // m
    double mobility_a, mobility_b;  // 1/kg
    double gain, compliance;        // kg; 1/kg
    double lambda = 0;              // kg·m
  };
  void sweep_straight(std::span<Vec3> x);
  void sweep_turned(std::span<Vec3> x);

  bool turns_ = false;
  std::vector<Link> links_;
  std::vector<Vec3> direction_;  // of the impulses, where they turn
};

}  // namespace tensio
