#include <algorithm>

#include "lab/baseline.h"
#include "lab/bench_clock.h"
#include "lab/bench_engine.h"
#include "lab/bench_size.h"
#include "lab/frame_problem.h"
#include "math/stopwatch.h"
#include "tensio/simulation.h"

namespace tensio::lab {
namespace {

constexpr int frame_iterations = 10;

double time_of(const std::function<void()>& work) {
  const Stopwatch watch;
  work();
  return watch.seconds();
}

/// Something that is measured, with its row.
struct Entrant {
  BenchRow row;
  std::unique_ptr<Baseline> baseline;  // or
  EngineVariant variant;
  std::unique_ptr<EngineParts> parts;
  std::unique_ptr<Simulation> simulation;
  std::vector<Vec3> x, v;  // after the frame

  bool is_engine() const { return parts != nullptr; }
};

/// The frame as ours: from positions and velocities to positions and velocities.
void advance_baseline(Entrant& entrant, const FrameProblem& problem, const State& from, double h) {
  entrant.baseline->begin(problem.start);
  for (int i = 0; i < frame_iterations; ++i) {
    entrant.baseline->local_step();
    entrant.baseline->global_step();
  }
  entrant.baseline->get_positions(entrant.x);
  for (std::size_t i = 0; i < entrant.x.size(); ++i) entrant.v[i] = 1 / h * (entrant.x[i] - from.x[i]);
}

bool prepare_baseline(Entrant& entrant, const FrameProblem& problem) {
  Baseline& baseline = *entrant.baseline;
  entrant.row.key = baseline.key();
  entrant.row.name = baseline.name();
  entrant.row.analyse = time_of([&] { baseline.analyse(); });
  bool is_good = false;
  entrant.row.factor = time_of([&] { is_good = baseline.factor(); });
  if (!is_good) return false;
  entrant.row.factor_entries = baseline.factor_entries();
  baseline.begin(problem.start);
  baseline.local_step();
  return true;
}

/// What all of them solve.
struct RowsProblem {
  const RecordedFrame& recorded;
  FrameProblem problem = make_problem(recorded.setup, recorded.state);
  StepObjective objective{problem.system, problem.aim};

  bool is_large() const { return problem.start.size() > most_baseline_vertices; }
  /// The constant matrix without a spring in the middle.
  SparseMatrix cut() const {
    Setup setup = recorded.setup;
    setup.model.springs.stiffness[setup.model.springs.size() / 4] = 0;
    const FrameProblem without = make_problem(setup, recorded.state);
    return StepObjective(without.system, without.aim).quadratic();
  }
};

bool prepare_engine(Entrant& entrant, const RowsProblem& of, const SparseMatrix& cut) {
  const RecordedFrame& recorded = of.recorded;
  const SimdLimit limit(entrant.variant);
  entrant.row.key = entrant.variant.key;
  entrant.row.name = entrant.variant.name;
  entrant.parts = make_engine_parts(entrant.variant, of.objective, cut, of.problem.start);
  EngineParts& parts = *entrant.parts;
  const Stopwatch watch;
  if (!parts.prepare()) return false;
  entrant.row.analyse = watch.seconds();
  if (parts.refactor()) {
    entrant.row.factor = time_of([&] { static_cast<void>(parts.refactor()); });
    entrant.row.analyse = std::max(0.0, *entrant.row.analyse - *entrant.row.factor);
  }
  entrant.row.solve_bytes = entrant.parts->solve_bytes();
  Setup setup = recorded.setup;
  setup.minimise = options_of(entrant.variant, Method::local_global, frame_iterations);
  auto simulation = Simulation::make(std::move(setup));
  if (!simulation) return false;
  entrant.simulation = std::make_unique<Simulation>(std::move(*simulation));
  // The first frame factors.
  return entrant.simulation->set_state(recorded.state) &&
         is_usable(entrant.simulation->advance_frame().status);
}

std::vector<Entrant> make_entrants(const RowsProblem& of, const BenchOptions& options) {
  const RecordedFrame& recorded = of.recorded;
  std::vector<Entrant> entrants;
  const BaselineProblem naive{&recorded.setup.model, recorded.setup.gravity, recorded.setup.frame_time};
  if (!of.is_large()) {
    std::vector<std::unique_ptr<Baseline>> baselines;
    baselines.push_back(make_naive_baseline(naive));
    baselines.push_back(make_eigen_baseline(naive));
    if (options.has_peers)
      for (const bool is_supernodal : {false, true})
        if (auto cholmod = make_cholmod_baseline(naive, is_supernodal))
          baselines.push_back(std::move(cholmod));
    for (auto& baseline : baselines) {
      Entrant entrant;
      entrant.baseline = std::move(baseline);
      if (prepare_baseline(entrant, of.problem)) entrants.push_back(std::move(entrant));
    }
  }
  const SparseMatrix cut = of.cut();
  for (const EngineVariant& variant : engine_variants()) {
    if (of.is_large() && (variant.limit == SimdLevel::baseline || variant.key == "double_2t")) continue;
    Entrant entrant;
    entrant.variant = variant;
    if (prepare_engine(entrant, of, cut)) entrants.push_back(std::move(entrant));
  }
  for (Entrant& entrant : entrants) entrant.x = entrant.v = recorded.state.v;
  return entrants;
}

/// All of them in turns; `work` of each, within its instructions. What took long when it was prepared is
/// measured well enough.
void compare(std::vector<Entrant>& entrants, double seconds, BenchTime BenchRow::*time,
             const std::function<void(Entrant&)>& prepare, const std::function<void(Entrant&)>& work) {
  constexpr double long_enough = 0.5;  // s
  std::vector<Contender> contenders;
  std::vector<BenchTime*> times;
  for (Entrant& entrant : entrants) {
    if (entrant.row.*time && *(entrant.row.*time) > long_enough) continue;
    times.push_back(&(entrant.row.*time));
    Contender contender;
    if (prepare) contender.prepare = [&] { prepare(entrant); };
    contender.work = [&] {
      const SimdLimit limit(entrant.variant);
      work(entrant);
    };
    contenders.push_back(std::move(contender));
  }
  interleave(contenders, seconds);
  for (std::size_t i = 0; i < times.size(); ++i) {
    BenchTime& least = *times[i];
    least = least ? std::min(*least, contenders[i].seconds) : contenders[i].seconds;
  }
}

double largest_difference(Positions a, Positions b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, norm(a[i] - b[i]));
  return most;
}

/// Reading a buffer as large as what the solve reads, in turns with that solve.
void measure_bandwidth(Entrant& entrant, double seconds, BenchSize& size) {
  BandwidthProbe probe(entrant.row.solve_bytes);
  std::vector<Contender> contenders(2);
  contenders[0].work = [&] { probe.read(); };
  contenders[1].work = [&] { entrant.parts->global_step(); };
  interleave(contenders, seconds);
  size.read_bandwidth = static_cast<double>(probe.bytes()) / contenders[0].seconds;
  entrant.row.global = std::min(*entrant.row.global, contenders[1].seconds);
}

/// What the engine's real-time path takes to set up, and holds, before anything else of this size is built.
void measure_memory(const RecordedFrame& recorded, BenchSize& size) {
  reset_peak_memory();
  Setup setup = recorded.setup;
  setup.minimise = {.method = Method::local_global, .iterations = 1, .precision = Precision::mixed};
  auto simulation = Simulation::make(std::move(setup));
  if (!simulation || !simulation->set_state(recorded.state)) return;
  const FrameReport report = simulation->advance_frame();
  if (!is_usable(report.status)) return;
  size.setup = report.seconds;
  size.peak_memory = peak_memory();
}

}  // namespace

bool measure_rows(const RecordedFrame& recorded, const BenchOptions& options, const PartProgress& progress,
                  BenchSize& size) {
  measure_memory(recorded, size);
  const RowsProblem of{recorded};
  if (!progress(0.05)) return false;
  std::vector<Entrant> entrants = make_entrants(of, options);
  if (!progress(0.4)) return false;
  compare(entrants, options.seconds / 2, &BenchRow::local, {},
          [](Entrant& e) { e.is_engine() ? e.parts->local_step() : e.baseline->local_step(); });
  if (!progress(0.5)) return false;
  compare(entrants, options.seconds / 2, &BenchRow::global, {},
          [](Entrant& e) { e.is_engine() ? e.parts->global_step() : e.baseline->global_step(); });
  if (!progress(0.6)) return false;
  compare(
      entrants, options.seconds, &BenchRow::frame10,
      [&](Entrant& e) {
        if (e.is_engine()) static_cast<void>(e.simulation->set_state(recorded.state));
      },
      [&](Entrant& e) {
        if (e.is_engine())
          static_cast<void>(e.simulation->advance_frame());
        else
          advance_baseline(e, of.problem, recorded.state, recorded.setup.frame_time);
      });
  for (Entrant& e : entrants)
    if (e.is_engine()) e.x = e.simulation->state().x;
  for (Entrant& e : entrants)
    if (!entrants.front().is_engine() && &e != &entrants.front())
      e.row.difference = largest_difference(e.x, entrants.front().x);
  if (!progress(0.8)) return false;
  for (Entrant& e : entrants)
    if (e.row.key == "mixed_1t") measure_bandwidth(e, options.seconds / 4, size);
  if (!of.is_large())
    compare(entrants, options.seconds / 2, &BenchRow::factor, {},
            [](Entrant& e) { e.is_engine() ? e.parts->refactor() : e.baseline->factor(); });
  std::erase_if(entrants, [&](Entrant& e) {
    if (!e.is_engine()) size.rows.push_back(std::move(e.row));
    return !e.is_engine();
  });
  compare(entrants, options.seconds / 4, &BenchRow::update, {}, [](Entrant& e) { e.parts->update(); });
  for (Entrant& e : entrants) {
    size.rows.push_back(std::move(e.row));
  }
  return progress(1);
}

}  // namespace tensio::lab
