#pragma once

#include "tensio/setup.h"

namespace tensio {

/// Elastoplastic springs with isotropic hardening: after a step, a spring of strain e and plastic strain p
/// with |e − p| > y + H α flows by Δp = (|e − p| − y − H α)/(1 + H), and α, the plastic strain in all, grows
/// by |Δp|. Its rest length is r₀ (1 + p), and that keeps p: springs that are put back into an earlier state
/// have that of then. The return mapping of Simo and Hughes, "Computational
/// Inelasticity" (1998), box 1.5.
class Plasticity {
 public:
  explicit Plasticity(const PlasticityOptions& options) : options_(options) {}
  /// Changes the springs' rest lengths for positions x after a step of h, s. True if any changed. Springs
  /// that are new since the last call start without a set.
  bool apply(double h, Positions x, Springs& springs);

 private:
  struct Set {
    std::array<VertexId, 2> ends;
    double rest;          // r₀, m
    double hardened = 0;  // α
  };
  void follow(const Springs& springs);

  PlasticityOptions options_;
  std::vector<Set> sets_;
};

}  // namespace tensio
