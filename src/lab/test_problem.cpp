#include "lab/test_problem.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "build/chain.h"
#include "integrate/integrator.h"
#include "math/stopwatch.h"
#include "tensio/cloth.h"

namespace tensio::lab {
namespace {

/// A mass of 1 kg on a spring that is pinned at the origin.
Model make_mass_on_spring(const Vec3& start, double stiffness, double rest_length) {
  Model model;
  model.add_vertex({}, 1);
  model.add_vertex(start, 1);
  model.pins.push_back({0, {}, {}});
  model.springs.add(0, 1, SpringFamily::structural, rest_length, stiffness);
  return model;
}

void pin(Model& model, std::size_t vertex) {
  model.pins.push_back({static_cast<VertexId>(vertex), model.rest_position[vertex], {}});
}

TestProblem make_stiff_chain() {
  TestProblem problem{
      .key = "chain",
      .name = "stiff chain",
      .text = "A chain of 16 springs (1 m, 0.1 kg, 10 kN/m each) held at one end falls from the horizontal.",
      .setup = {},
      .duration = 0.4,
      .first_steps = 4,
      .refinements = 13,
      .scale = 1};
  // Within the limits of the builder, so that it does not fail.
  problem.setup.model = *make_chain({.segments = 16, .start = {}, .end = {1, 0, 0}, .stiffness = 1e4});
  pin(problem.setup.model, 0);
  return problem;
}

TestProblem make_small_cloth() {
  TestProblem problem{
      .key = "cloth",
      .name = "small cloth",
      .text =
          "A cloth of 9 × 9 vertices (1 × 1 m, 0.2 kg, 200, 100 and 5 N/m) held at two corners swings down.",
      .setup = {},
      .duration = 0.4,
      .first_steps = 4,
      .refinements = 11,
      .scale = 1};
  problem.setup.model =
      *make_grid({.columns = 9, .rows = 9, .width = 1, .depth = 1, .stiffness = {200, 100, 5}, .mass = 0.2});
  pin(problem.setup.model, 0);
  pin(problem.setup.model, 8);
  return problem;
}

/// From two runs of the most exact scheme.
void find_reference(TestProblem& problem, int steps) {
  const Trial fine = run_trial(problem, Scheme::dormand_prince, {}, steps);
  const Trial coarse = run_trial(problem, Scheme::dormand_prince, {}, steps / 2);
  problem.reference = fine.x;
  problem.reference_error = rms_distance(fine.x, coarse.x);
  problem.reference_origin = "Dormand-Prince, " + std::to_string(steps) + " steps";
}

}  // namespace

TestProblem make_oscillator(double damping_ratio) {
  constexpr double omega = 2 * std::numbers::pi;
  const bool is_damped = damping_ratio > 0;
  TestProblem problem{.key = is_damped ? "damped-oscillator" : "oscillator",
                      .name = is_damped ? "damped oscillator" : "harmonic oscillator",
                      .text = is_damped ? "The same with point damping, a tenth of critical."
                                        : "A mass on a linear spring with a period of one second, for 2.2 s.",
                      .setup = {},
                      .duration = 2.2,
                      .first_steps = 8,
                      .refinements = 14,
                      .scale = 1};
  problem.setup.model = make_mass_on_spring({1, 0, 0}, omega * omega, 0);
  problem.setup.gravity = {};
  problem.setup.damping.point = 2 * damping_ratio * omega;
  // x = e^(−ζωt) (cos ω′t + ζω/ω′ sin ω′t),  ω′ = ω √(1 − ζ²)
  const double decay = damping_ratio * omega, swing = omega * std::sqrt(1 - damping_ratio * damping_ratio);
  for (int check = 1; check <= checkpoints; ++check) {
    const double t = problem.duration * check / checkpoints;
    const double x = std::exp(-decay * t) * (std::cos(swing * t) + decay / swing * std::sin(swing * t));
    problem.reference.insert(problem.reference.end(), {Vec3{}, Vec3{x, 0, 0}});
  }
  problem.reference_error = 1e-15;
  problem.reference_origin = "closed form";
  return problem;
}

TestProblem make_spring_pendulum() {
  TestProblem problem{
      .key = "pendulum",
      .name = "spring pendulum",
      .text = "A mass of 1 kg on a spring of 1 m and 100 N/m, stretched to 1.2 m, swings for 2 s.",
      .setup = {},
      .duration = 2,
      .first_steps = 16,
      .refinements = 13,
      .scale = 1};
  problem.setup.model = make_mass_on_spring({1.2, 0, 0}, 100, 1);
  return problem;
}

std::vector<TestProblem> make_test_problems(bool is_quick) {
  std::vector<TestProblem> problems;
  problems.push_back(make_oscillator(0));
  problems.push_back(make_oscillator(0.1));
  problems.push_back(make_spring_pendulum());
  find_reference(problems.back(), is_quick ? 8192 : 16384);
  problems.push_back(make_stiff_chain());
  find_reference(problems.back(), is_quick ? 8192 : 65536);
  problems.push_back(make_small_cloth());
  find_reference(problems.back(), is_quick ? 4096 : 16384);
  if (is_quick)
    for (TestProblem& problem : problems) problem.refinements = std::min(problem.refinements, 8);
  return problems;
}

Trial run_trial(const TestProblem& problem, Scheme scheme, const MinimiseOptions& minimise, int steps) {
  const Setup& setup = problem.setup;
  System system = make_system(setup.model, setup.gravity, setup.damping);
  Workers workers(1);
  const auto integrator = make_integrator(scheme, setup.scheme_options, minimise, workers);
  State state = make_state(setup);
  const double h = problem.duration / steps;
  Trial trial{.is_usable = true, .x = {}};
  const Stopwatch clock;
  for (int step = 0; step < steps && trial.is_usable; ++step) {
    const SolveReport report = integrator->advance(system, state, h, (step + 1) * h);
    trial.is_usable = is_usable(report.status);
    trial.work += report.evaluations + report.iterations;
    if ((step + 1) % (steps / checkpoints) == 0)
      trial.x.insert(trial.x.end(), state.x.begin(), state.x.end());
  }
  trial.seconds = clock.seconds();
  return trial;
}

}  // namespace tensio::lab
