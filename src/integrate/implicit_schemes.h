#pragma once

// Every implicit scheme as an aim of the one objective (see ARCHITECTURE.md): it minimises
//   ½ |x − y|²_M + s² [E(x) + τ R((x − w)/τ)],
// whose stationary point is  x = y + s² a(x, v),  v = (x − w)/τ. Included by scheme_rows.cpp only, which says
// the rest about each.

#include <algorithm>
#include <cmath>

#include "integrate/acceleration.h"
#include "integrate/imex.h"

namespace tensio {

/// y = x₀ + h ṽ₀, s² = h², w = x₀, τ = h; ṽ₀ = α^h v₀ (ether drag).  Liu et al. 2013, eqs. 5–8 and sec. 4.1.
inline void aim_implicit_euler(const System& system, const State& state, double h, double end, StepAim& aim) {
  aim.inertia = 1;
  aim.s2 = h * h;
  aim.tau = h;
  aim.stage_time = end;
  aim.w = state.x;
  aim.y = state.v;
  apply_ether(system, h, aim.y);
  for (std::size_t i = 0; i < state.x.size(); ++i) aim.y[i] = state.x[i] + h * aim.y[i];
}

/// v₁ = (x₁ − x₀)/h
inline void finish_implicit_euler(Positions x, double h, State& state) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    state.v[i] = (x[i] - state.x[i]) / h;
    state.x[i] = x[i];
  }
}

class ImplicitEuler final : public ImplicitScheme {
 public:
  void aim(int, System& system, const State& state, double h, double end, StepAim& aim) override {
    aim_implicit_euler(system, state, h, end, aim);
  }
  void finish(const StepAim&, Positions x, double h, State& state) const override {
    finish_implicit_euler(x, h, state);
  }
};

/// Directions of dampers where the state's velocities lead by the time of the stage.
class SecondOrderScheme : public ImplicitScheme {
 public:
  void freeze(System& system, const State& state, double h, double end, const StepAim& aim) const override {
    if (system.dissipations.empty()) return;
    std::vector<Vec3>& x = aim.velocity;  // scratch, not in use yet
    x.resize(state.x.size());
    const double ahead = aim.stage_time - (end - h);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = state.x[i] + ahead * state.v[i];
    for (auto& dissipation : system.dissipations) dissipation->freeze(x);
  }
};

/// The unknown is the midpoint (x₀ + x₁)/2: y = x₀ + (h/2) v₀, s² = h²/4, w = x₀, τ = h/2. Second order,
/// symplectic.
class ImplicitMidpoint final : public SecondOrderScheme {
 public:
  void aim(int, System& system, const State& state, double h, double end, StepAim& aim) override {
    aim_implicit_euler(system, state, h / 2, end - h / 2, aim);
    start_velocity_ = state.v;
    apply_ether(system, h, start_velocity_);
    for (std::size_t i = 0; i < state.x.size(); ++i) aim.y[i] = state.x[i] + (h / 2) * start_velocity_[i];
  }
  void finish(const StepAim& aim, Positions x, double, State& state) const override {
    for (std::size_t i = 0; i < x.size(); ++i) {
      const Vec3 middle_velocity = (x[i] - state.x[i]) / aim.tau;
      state.v[i] = 2 * middle_velocity - start_velocity_[i];
      state.x[i] = 2 * x[i] - state.x[i];
    }
  }
  double reach() const override { return 2; }
  bool may_turn_springs() const override { return true; }
  /// The mean of its ends, so that it arrives exactly.
  Vec3 pin_offset(const Pin& pin, double start, double end, double) const override {
    return 0.5 * (pin.path.offset(start) + pin.path.offset(end));
  }

 private:
  std::vector<Vec3> start_velocity_;
};

/// x₁ = x₀ + h v₀ + h² [(½ − β) a₀ + β a₁],  v₁ = v₀ + h [(1 − γ) a₀ + γ a₁].  Newmark 1959.
class Newmark final : public SecondOrderScheme {
 public:
  explicit Newmark(const SchemeOptions& options)
      : beta_(options.newmark_beta), gamma_(options.newmark_gamma) {}

  bool takes_all_forces() const override { return false; }
  void aim(int, System& system, const State& state, double h, double end, StepAim& aim) override {
    const std::size_t n = state.x.size();
    aim.inertia = 1;
    aim.s2 = beta_ * h * h;
    aim.tau = beta_ * h / gamma_;
    aim.stage_time = end;
    v_ = state.v;
    apply_ether(system, h, v_);
    a_.resize(n);
    accelerate(system, state.x, v_, end - h, a_);
    aim.y.resize(n);
    aim.w.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
      aim.y[i] = state.x[i] + h * v_[i] + (h * h * (0.5 - beta_)) * a_[i];
      aim.w[i] = aim.y[i] - aim.tau * (v_[i] + (h * (1 - gamma_)) * a_[i]);
    }
  }
  void finish(const StepAim& aim, Positions x, double, State& state) const override {
    for (std::size_t i = 0; i < x.size(); ++i) {
      state.v[i] = (x[i] - aim.w[i]) / aim.tau;
      state.x[i] = x[i];
    }
  }
  bool may_turn_springs() const override { return true; }

 private:
  double beta_, gamma_;
  std::vector<Vec3> v_, a_;
};

/// With r = h/h₋₁ the ratio of this step to the one before:
///   (1 + 2r) x₁ = (1 + r)² x₀ − r² x₋₁ + (1 + r) h v₁,  and the same for v and a.
/// The first step, and one that is more than twice as long as the last, is implicit Euler's: above 1 + √2
/// the formula is unstable. Ether drag is a correction of v₀, which the past follows (correct_history).
/// Hairer, Nørsett, Wanner, "Solving Ordinary Differential Equations I", III.5.
class Bdf2 final : public SecondOrderScheme {
 public:
  void aim(int, System& system, const State& state, double h, double end, StepAim& aim) override {
    const std::size_t n = state.x.size();
    const History& past = state.history;
    v_ = state.v;
    apply_ether(system, h, v_);
    if (past.x.size() != n || !(h <= 2 * past.h)) return aim_implicit_euler(system, state, h, end, aim);
    const double r = h / past.h, now = (1 + r) * (1 + r), before = r * r, sum = 1 + 2 * r;
    aim.inertia = 1;
    aim.tau = (1 + r) * h / sum;
    aim.s2 = aim.tau * aim.tau;
    aim.stage_time = end;
    aim.y.resize(n);
    aim.w.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
      const Vec3 lost = state.v[i] - v_[i];
      aim.w[i] = (now * state.x[i] - before * (past.x[i] + past.h * lost)) / sum;
      aim.y[i] = aim.w[i] + ((1 + r) * h / (sum * sum)) * (now * v_[i] - before * (past.v[i] - lost));
    }
  }
  void finish(const StepAim& aim, Positions x, double h, State& state) const override {
    state.history.set(state.x, v_, h);
    for (std::size_t i = 0; i < x.size(); ++i) {
      state.v[i] = (x[i] - aim.w[i]) / aim.tau;
      state.x[i] = x[i];
    }
  }

 private:
  std::vector<Vec3> v_;
};

/// A trapezoidal stage to t + γh, then a BDF2 stage to t + h, γ = 2 − √2, for which both have the same
/// effective step τ = γh/2 and so the same matrix. Second order and L-stable. Bank et al., "Transient
/// simulation of silicon devices and circuits", IEEE Trans. CAD 4 (1985); Hosea and Shampine 1996.
class TrBdf2 final : public SecondOrderScheme {
 public:
  int stages() const override { return 2; }
  bool may_turn_springs() const override { return true; }
  void aim(int stage, System& system, const State& state, double h, double end, StepAim& aim) override {
    const std::size_t n = state.x.size();
    aim.inertia = 1;
    aim.tau = gamma * h / 2;
    aim.s2 = aim.tau * aim.tau;
    aim.y.resize(n);
    aim.w.resize(n);
    if (stage == 0) {
      aim.stage_time = end - (1 - gamma) * h;
      v_ = state.v;
      apply_ether(system, h, v_);
      a_.resize(n);
      accelerate(system, state.x, v_, end - h, a_);
      for (std::size_t i = 0; i < n; ++i) {
        // x = x₀ + τ (v₀ + v),  v = v₀ + τ (a₀ + a)
        aim.w[i] = state.x[i] + aim.tau * v_[i];
        aim.y[i] = aim.w[i] + aim.tau * (v_[i] + aim.tau * a_[i]);
      }
    } else {
      aim.stage_time = end;
      constexpr double late = 1 / (gamma * (2 - gamma)), early = (1 - gamma) * (1 - gamma) * late;
      for (std::size_t i = 0; i < n; ++i) {
        aim.w[i] = late * middle_x_[i] - early * state.x[i];
        aim.y[i] = aim.w[i] + aim.tau * (late * middle_v_[i] - early * v_[i]);
      }
    }
  }
  void keep(int, const StepAim& aim, Positions x) override {
    middle_x_.assign(x.begin(), x.end());
    middle_v_.resize(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) middle_v_[i] = (x[i] - aim.w[i]) / aim.tau;
  }
  void finish(const StepAim& aim, Positions x, double, State& state) const override {
    for (std::size_t i = 0; i < x.size(); ++i) {
      state.v[i] = (x[i] - aim.w[i]) / aim.tau;
      state.x[i] = x[i];
    }
  }

 private:
  static constexpr double gamma = 2 - 1.4142135623730951;
  std::vector<Vec3> v_, a_, middle_x_, middle_v_;
};

/// No mass term: forces in balance at time t + h, with the pins where their paths have led by then; all is at
/// rest. The force of a wind depends on where the sheet is, so that a step follows it no faster than the air
/// lets massless sheets move; a few steps lead to where it does not move any more.
class StaticEquilibrium final : public ImplicitScheme {
 public:
  void aim(int, System&, const State& state, double h, double end, StepAim& aim) override {
    aim.inertia = 0;
    aim.s2 = 1;
    aim.tau = h;
    aim.stage_time = end;
    aim.y = aim.w = state.x;
  }
  void finish(const StepAim&, Positions x, double, State& state) const override {
    std::ranges::copy(x, state.x.begin());
    std::ranges::fill(state.v, Vec3{});
  }
  bool is_static() const override { return true; }
};

}  // namespace tensio
