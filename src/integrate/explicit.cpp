#include "integrate/explicit.h"

#include <algorithm>
#include <cmath>

#include "integrate/field_motion.h"

namespace tensio {
namespace {

constexpr ExplicitTable euler{.stages = 1, .order = 1, .b = {1}};
constexpr ExplicitTable midpoint{
    .stages = 2, .order = 2, .c = {0, 0.5}, .a = {{{}, {0.5}}}, .b = {0, 1}, .lower = {1}, .lower_order = 1};
constexpr ExplicitTable heun{
    .stages = 2, .order = 2, .c = {0, 1}, .a = {{{}, {1}}}, .b = {0.5, 0.5}, .lower = {1}, .lower_order = 1};
constexpr ExplicitTable rk4{.stages = 4,
                            .order = 4,
                            .c = {0, 0.5, 0.5, 1},
                            .a = {{{}, {0.5}, {0, 0.5}, {0, 0, 1}}},
                            .b = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6}};
// Bogacki and Shampine, "A 3(2) pair of Runge–Kutta formulas", Appl. Math. Lett. 2 (1989).
constexpr ExplicitTable bogacki_shampine{.stages = 4,
                                         .order = 3,
                                         .c = {0, 0.5, 0.75, 1},
                                         .a = {{{}, {0.5}, {0, 0.75}, {2.0 / 9, 1.0 / 3, 4.0 / 9}}},
                                         .b = {2.0 / 9, 1.0 / 3, 4.0 / 9},
                                         .lower = {7.0 / 24, 0.25, 1.0 / 3, 0.125},
                                         .lower_order = 2};
// Dormand and Prince, "A family of embedded Runge–Kutta formulae", J. Comput. Appl. Math. 6 (1980), table 2.
constexpr ExplicitTable dormand_prince{
    .stages = 7,
    .order = 5,
    .c = {0, 0.2, 0.3, 0.8, 8.0 / 9, 1, 1},
    .a = {{{},
           {0.2},
           {3.0 / 40, 9.0 / 40},
           {44.0 / 45, -56.0 / 15, 32.0 / 9},
           {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
           {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
           {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}}},
    .b = {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84},
    .lower = {5179.0 / 57600, 0, 7571.0 / 16695, 393.0 / 640, -92097.0 / 339200, 187.0 / 2100, 1.0 / 40},
    .lower_order = 4};

}  // namespace

const ExplicitTable& explicit_table(Scheme scheme) {
  switch (scheme) {
    case Scheme::explicit_euler:
      return euler;
    case Scheme::midpoint:
      return midpoint;
    case Scheme::heun:
      return heun;
    case Scheme::rk4:
      return rk4;
    case Scheme::bogacki_shampine:
      return bogacki_shampine;
    case Scheme::dormand_prince:
      return dormand_prince;
    case Scheme::symplectic_euler:
    case Scheme::leapfrog:
    case Scheme::velocity_verlet:
    case Scheme::position_verlet:
    case Scheme::implicit_euler:
    case Scheme::implicit_midpoint:
    case Scheme::newmark:
    case Scheme::bdf2:
    case Scheme::tr_bdf2:
    case Scheme::imex:
    case Scheme::static_equilibrium:
      break;  // SchemeKind says that it has no table
  }
  return euler;
}

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
