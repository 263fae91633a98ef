#include "integrate/kick_drift.h"

#include <utility>

#include "integrate/field_motion.h"

namespace tensio {

namespace {

template <class Real>
class KickDriftIntegrator final : public Integrator {
 public:
  KickDriftIntegrator(const KickDriftTable& table, Workers& workers) : table_(table), motion_(workers) {}

  SolveReport advance(System& system, State& state, double h, double end) override {
    return advance_run(system, state, h, 1, end);
  }

  SolveReport advance_run(System& system, State& state, double h, int count, double end) override {
    const Stopwatch clock;
    SolveReport report;
    is_known_ = motion_.take(system, state) && is_known_;
    const auto time = [&](int step) { return end - (count - step) * h; };
    const MotionMove head{
        .loss = ether_loss(system, h), .kick = table_.head_kick * h, .drift = table_.head_drift * h};
    begin(head, time(0), report);
    for (int step = 0; step < count; ++step)
      take_step(head, h, time(step), time(step + 1), step + 1 == count, report);
    if (!motion_.give(time(count - 1), end, state)) {
      is_known_ = false;
      report.status = SolveStatus::diverged;
    }
    steps_ = count;
    report.seconds = clock.seconds();
    return report;
  }

 private:
  /// What stands before the kick of a step's tail, at accelerations that may be known.
  void begin(MotionMove head, double time, SolveReport& report) {
    ForceField<Real>& forces = motion_.forces();
    MotionFields<Real>& fields = motion_.fields();
    if (head.kick != 0 && is_known_) return forces.move(head, acceleration_, fields);
    // Forces see velocities that have been through the ether.
    if (head.loss != 0) forces.coast({.loss = std::exchange(head.loss, 0)}, fields);
    if (head.kick != 0) {
      forces.move(head, time, fields);
      ++report.evaluations;
    } else if (head.drift != 0) {
      forces.coast(head, fields);
    }
  }

  /// The tail of a step, and the head of the next one with the same accelerations.
  void take_step(const MotionMove& head, double h, double start, double end, bool is_last,
                 SolveReport& report) {
    ForceField<Real>& forces = motion_.forces();
    MotionFields<Real>& fields = motion_.fields();
    // Forces that depend on velocities are others after the tail's kick.
    const bool splits = head.kick != 0 && forces.is_of_velocities(), joins = !is_last && !splits;
    MotionMove move = joins ? head : MotionMove{};
    move.end_kick = table_.kick * h;
    move.end_drift = table_.drift * h;
    const double kick_time = end - (1 - table_.head_drift) * h;
    motion_.place_pins(kick_time, fields);
    forces.move(move, kick_time, fields, is_last && head.kick != 0 ? &acceleration_ : nullptr);
    ++report.evaluations;
    motion_.set_pin_velocities(start, end, joins ? 1 - head.loss : 1, fields);
    if (is_last) is_known_ = head.kick != 0 && forces.is_of_positions();
    if (is_last || joins) return;
    is_known_ = false;
    begin(head, end, report);
  }

  const KickDriftTable& table_;
  FieldMotion<Real> motion_;
  Field<Real> acceleration_;  // m/s², at the positions that the last call has led to,
  bool is_known_ = false;     // if this is true
};

template <class Real>
class PositionVerlet final : public Integrator {
 public:
  PositionVerlet(double drag, Workers& workers) : drag_(drag), motion_(workers) {}

  SolveReport advance(System& system, State& state, double h, double end) override {
    return advance_run(system, state, h, 1, end);
  }

  SolveReport advance_run(System& system, State& state, double h, int count, double end) override {
    const Stopwatch clock;
    SolveReport report;
    motion_.take(system, state);
    const double ether = ether_loss(system, h);
    double before = state.history.h;  // s, the last step's length; 0: the velocity is that of now
    for (int step = 0; step < count; ++step, before = h) {
      const double start = end - (count - step) * h;
      if (step > 0) {
        motion_.place_pins(start, motion_.fields());
        motion_.set_pin_velocities(start - h, start, 1, motion_.fields());
      }
      if (ether != 0) motion_.forces().coast({.loss = ether}, motion_.fields());
      const MotionMove move{.loss = before > 0 ? drag_ : 0, .kick = 0.5 * (before + h), .drift = h};
      motion_.forces().move(move, start, motion_.fields());
      ++report.evaluations;
    }
    if (motion_.give(end - h, end, state))
      state.history.set({}, {}, h);
    else
      report.status = SolveStatus::diverged;
    steps_ = count;
    report.seconds = clock.seconds();
    return report;
  }

 private:
  double drag_;
  FieldMotion<Real> motion_;
};

}  // namespace

std::unique_ptr<Integrator> make_kick_drift_integrator(const KickDriftTable& table, Precision precision,
                                                       Workers& workers) {
  if (precision == Precision::mixed) return std::make_unique<KickDriftIntegrator<float>>(table, workers);
  return std::make_unique<KickDriftIntegrator<double>>(table, workers);
}

std::unique_ptr<Integrator> make_position_verlet(const SchemeOptions& options, Precision precision,
                                                 Workers& workers) {
  const double drag = options.verlet_drag;
  if (precision == Precision::mixed) return std::make_unique<PositionVerlet<float>>(drag, workers);
  return std::make_unique<PositionVerlet<double>>(drag, workers);
}

}  // namespace tensio
