#pragma once

#include <vector>

#include "energy/sweep.h"
#include "tensio/model.h"

namespace tensio {

/// C = |a − b| − r of every spring; none of those without stiffness, nor between vertices that are held.
class SpringSweeper final : public Sweeper {
 public:
  /// The springs must outlive it.
  explicit SpringSweeper(const Springs& springs) : springs_(springs) {}
  void prepare(const SweepStep& step) override;
  void begin() override;
  void sweep(std::span<Vec3> x) override;

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

  const Springs& springs_;
  bool turns_ = false;
  std::vector<Link> links_;
  std::vector<Vec3> direction_;  // of the impulses, where they turn
};

}  // namespace tensio
