#pragma once

#include <optional>

#include "model/model.h"

namespace tensio {

struct StrainLimitOptions {
  std::optional<double> limit{};  // τ, the largest strain, ≥ 0; nothing: no limit
  int sweeps = 10;                // at most, after each step
};

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

  struct Report {
    int corrections = 0;  // in all sweeps
    /// The largest strain that is left. Above the limit where that cannot be kept, as between pins that are
    /// too far apart, or where more sweeps are needed.
    double strain = 0;
  };
  /// Corrects positions, and velocities by what they moved over h, s. Pins stay. Sweeps end early when there
  /// is nothing to correct.
  Report apply(double h, std::span<Vec3> x, std::span<Vec3> v) const;

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
