#include "integrate/explicit.h"

#include <algorithm>
#include <cmath>

#include "integrate/field_motion.h"

namespace tensio {
namespace {

template <class Real>
class TableIntegrator final : public ExplicitIntegrator {
 public:
  TableIntegrator(const ExplicitTable& table, Workers& workers)
      : table_(table), workers_(workers), motion_(workers) {
    terms_.reserve(ExplicitTable::most_stages);
  }

  SolveReport advance(System& system, State& state, double h, double end) override {
    return advance_run(system, state, h, 1, end);
  }

  SolveReport advance_run(System& system, State& state, double h, int count, double end) override {
    const Stopwatch clock;
    SolveReport report;
    motion_.take(system, state);
    for (auto* field : {&dx_, &dv_})
      if (field->size() != state.x.size()) field->resize(state.x.size());
    const double loss = ether_loss(system, h);
    for (int step = 0; step < count; ++step) {
      const double step_end = end - (count - step - 1) * h;
      if (step > 0) motion_.set_pin_velocities(step_end - 2 * h, step_end - h, 1, motion_.fields());
      if (loss != 0) motion_.forces().coast({.loss = loss}, motion_.fields());
      take_step(h, step_end);
    }
    report.evaluations = table_.stages * count;
    if (!motion_.give(end - h, end, state)) report.status = SolveStatus::diverged;
    steps_ = count;
    report.seconds = clock.seconds();
    return report;
  }

  double last_error(double h, double horizon) const override {
    double square = 0;
    for (std::size_t i = 0; i < dx_.size(); ++i) {
      Vec3 dx, dv;
      for (int stage = 0; stage < table_.stages; ++stage) {
        const double weight = table_.b[stage] - table_.lower[stage];
        for (int axis = 0; axis < 3; ++axis) {
          dx[axis] += weight * static_cast<double>(velocity_[stage].component(axis)[i]);
          dv[axis] += weight * static_cast<double>(acceleration_[stage].component(axis)[i]);
        }
      }
      square = std::max({square, dot(dx, dx), horizon * horizon * dot(dv, dv)});
    }
    return h * std::sqrt(square);
  }

 private:
  void take_step(double h, double end) {
    for (int stage = 0; stage < table_.stages; ++stage) {
      const double time = end - (1 - table_.c[stage]) * h;
      displace(table_.a[stage], stage, h);
      motion_.place_pins(time, stage_);
      velocity_[stage] = stage_.v;
      motion_.forces().accelerate(stage_, time, acceleration_[stage]);
    }
    displace(table_.b, table_.stages, h);
    std::swap(stage_, motion_.fields());
  }

  /// stage_ ← y + h Σ_j w_j k_j over the first `count` stages
  void displace(const ExplicitTable::Row& weight, int count, double h) {
    sum(velocity_, weight, count, h, dx_);
    sum(acceleration_, weight, count, h, dv_);
    stage_.set_sum(motion_.fields(), dx_, dv_);
  }

  using Slopes = std::array<Field<Real>, ExplicitTable::most_stages>;
  void sum(const Slopes& slope, const ExplicitTable::Row& weight, int count, double h, Field<Real>& to) {
    terms_.clear();
    for (int j = 0; j < count; ++j)
      if (weight[j] != 0) terms_.push_back({h * weight[j], slope[j]});
    combine<Real>(terms_, to, workers_);
  }

  const ExplicitTable& table_;
  Workers& workers_;
  FieldMotion<Real> motion_;
  MotionFields<Real> stage_;
  Slopes velocity_, acceleration_;  // k_i
  Field<Real> dx_, dv_;
  std::vector<FieldTerm<Real>> terms_;
};

}  // namespace

std::unique_ptr<ExplicitIntegrator> make_explicit_integrator(const ExplicitTable& table, Precision precision,
                                                             Workers& workers) {
  if (precision == Precision::mixed) return std::make_unique<TableIntegrator<float>>(table, workers);
  return std::make_unique<TableIntegrator<double>>(table, workers);
}

}  // namespace tensio
