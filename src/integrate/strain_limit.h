#pragma once

#include "tensio/report.h"
#include "tensio/setup.h"

namespace tensio {

/// Provot's "rigid cloth" ("Deformation constraints in a mass-spring model to describe rigid cloth behavior",
/// Graphics Interface 1995): after a step, springs that are stretched beyond a fraction τ of their rest
/// length are shortened to 1 + τ, on top of whatever scheme made the step. One sweep goes outwards from the
/// pins and moves the farther end of each spring, which puts a hanging chain right at once; springs whose
/// ends are equally far, or in pieces without pins, give way at both ends in inverse proportion to their
/// masses.
class StrainLimit {
 public:
  /// The model must outlive the limit.
  StrainLimit(const Model& model, double limit, int sweeps);

  /// Corrects positions, and velocities by what they moved over h, s. Pins stay. Sweeps end early when there
  /// is nothing to correct.
  StrainLimitReport apply(double h, std::span<Vec3> x, std::span<Vec3> v) const;

 private:
  /// A spring with the shares of a correction that its ends take; they add up to 1.
  struct Link {
    VertexId a, b;
    double rest, share_a, share_b;
  };
  double limit_;
  int sweeps_;
  std::vector<Link> links_;  // in the order of the sweep
};

}  // namespace tensio
