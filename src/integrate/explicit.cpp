#include "integrate/explicit.h"

#include <algorithm>

#include "integrate/acceleration.h"
#include "math/elementary.h"
#include "math/stopwatch.h"

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
    default:
      return euler;
  }
}

SolveReport ExplicitIntegrator::advance(System& system, State& state, double h, double end) {
  const Stopwatch clock;
  const std::size_t n = state.x.size();
  for (auto* column : {&x_, &v_}) column->resize(n);
  start_v_ = state.v;
  apply_ether(system, h, start_v_);

  // y + h Σ_j w_j k_j over the first `count` stages
  const auto combine = [&](const ExplicitTable::Row& weight, int count) {
    for (std::size_t i = 0; i < n; ++i) {
      Vec3 dx, dv;
      for (int j = 0; j < count; ++j) {
        dx += weight[j] * velocity_[j][i];
        dv += weight[j] * acceleration_[j][i];
      }
      x_[i] = state.x[i] + h * dx;
      v_[i] = start_v_[i] + h * dv;
    }
  };
  for (int stage = 0; stage < table_.stages; ++stage) {
    const double time = end - (1 - table_.c[stage]) * h;
    combine(table_.a[stage], stage);
    place_pins(*system.model, time, x_);
    velocity_[stage] = v_;
    acceleration_[stage].resize(n);
    accelerate(system, x_, v_, time, acceleration_[stage]);
  }
  combine(table_.b, table_.stages);
  return finish_explicit(system, table_.stages, clock.seconds(), end - h, end, x_, v_, state);
}

double ExplicitIntegrator::last_error(double h, double horizon) const {
  double largest = 0;
  for (std::size_t i = 0; i < start_v_.size(); ++i) {
    Vec3 dx, dv;
    for (int j = 0; j < table_.stages; ++j) {
      dx += (table_.b[j] - table_.lower[j]) * velocity_[j][i];
      dv += (table_.b[j] - table_.lower[j]) * acceleration_[j][i];
    }
    largest = std::max({largest, h * norm(dx), h * horizon * norm(dv)});
  }
  return largest;
}

}  // namespace tensio
