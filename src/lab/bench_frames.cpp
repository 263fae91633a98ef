#include <algorithm>
#include <array>

#include "lab/baseline.h"
#include "lab/bench_clock.h"
#include "lab/bench_engine.h"
#include "lab/bench_size.h"
#include "lab/frame_problem.h"
#include "math/stopwatch.h"
#include "minimise/newton.h"

namespace tensio::lab {
namespace {

constexpr std::array targets = {1e-1, 1e-2, 1e-4};
constexpr std::array target_fields = {&BenchMethod::to_1e1, &BenchMethod::to_1e2, &BenchMethod::to_1e4};

/// A method, ready to be run for any number of iterations.
struct Racer {
  BenchMethod method;
  MinimiseOptions options;
  bool has_cholmod = false;
  double minimum = 0;  // g*, next to where it ends

  std::unique_ptr<Minimiser> make(int iterations, bool trace, Workers& workers) const {
    MinimiseOptions wanted = options;
    wanted.iterations = iterations;
    wanted.trace = trace;
    if (has_cholmod) return std::make_unique<Newton>(wanted, make_cholmod_solver());
    return make_minimiser(wanted, workers);
  }
};

std::vector<Racer> make_racers(const BenchOptions& options, std::size_t vertices) {
  std::vector<Racer> racers;
  const auto add = [&](std::string key, std::string name, const MinimiseOptions& minimise) {
    racers.push_back({{std::move(key), std::move(name)}, minimise});
  };
  const struct {
    Method method;
    const char *key, *name;
    double tolerance;  // auto switches to Newton-CG for a tight one
  } methods[] = {{Method::local_global, "local_global", "local/global", 0},
                 {Method::ncg, "ncg", "nonlinear CG", 0},
                 {Method::automatic, "auto", "auto", 1e-7},
                 {Method::newton_cg, "newton_cg", "Newton-CG", 1e-7}};
  for (const auto& [method, key, name, tolerance] : methods)
    for (const EngineVariant& variant : engine_variants()) {
      const bool is_main = variant.key == "double_1t" || variant.key == "mixed_1t";
      if (options.is_quick ? !is_main || method == Method::newton_cg : !is_main && variant.key != "mixed_2t")
        continue;
      MinimiseOptions minimise = options_of(variant, method, options.most_iterations);
      minimise.tolerance = tolerance;
      add(std::string(key) + "_" + variant.key, std::string(name) + variant.name.substr(6), minimise);
    }
  if (vertices > most_direct_vertices) return racers;
  MinimiseOptions newton{
      .method = Method::newton, .iterations = options.is_quick ? 25 : 40, .tolerance = 1e-7};
  const bool has_cholmod = options.has_peers && make_cholmod_solver() != nullptr;
  if (!options.is_quick || !has_cholmod) add("newton_direct", "Newton projected, Eigen LLT", newton);
  if (has_cholmod) {
    add("newton_cholmod", "Newton projected, CHOLMOD", newton);
    racers.back().has_cholmod = true;
  }
  newton.linear = {.method = LinearMethod::pcg, .tolerance = 1e-3};
  if (!options.is_quick) add("newton_pcg", "Newton projected, block-Jacobi PCG", newton);
  return racers;
}

/// A racer on its way to one target.
struct Runner {
  Racer* racer;
  BenchMethod::Point point;
  std::unique_ptr<Workers> workers;
  std::unique_ptr<Minimiser> minimiser;  // none: the naive one
  std::vector<Vec3> x;
};

/// One recorded frame and all that runs on it.
class Race {
 public:
  Race(const RecordedFrame& recorded, const BenchOptions& options)
      : recorded_(recorded),
        options_(options),
        problem_(make_problem(recorded.setup, recorded.state)),
        objective_(problem_.system, problem_.aim),
        g_start_(objective_.value(problem_.start)),
        polisher_(make_minimiser({.method = Method::ncg,
                                  .iterations = problem_.start.size() <= most_direct_vertices ? 400 : 100,
                                  .tolerance = 1e-8},
                                 polishers_)) {}

  double error(const Racer& racer, double value) const {
    return (value - racer.minimum) / (g_start_ - racer.minimum);
  }

  /// The trace of a long run, and the minimum that it heads for.
  bool explore(Racer& racer) {
    std::vector<Vec3> x = problem_.start;
    Workers workers(racer.options.threads);
    const auto minimiser = racer.make(racer.options.iterations, true, workers);
    const SolveReport report = minimiser->minimise(objective_, x);
    if (!is_usable(report.status) || report.trace.empty()) return false;
    racer.minimum = find_minimum(x);
    if (!(racer.minimum < g_start_)) return false;
    for (const TracePoint& point : report.trace)
      racer.method.points.push_back(
          {point.iteration, point.seconds - report.factor_seconds, error(racer, point.objective)});
    // Take the least time of several runs for each iterate; the first run made matrices and factors.
    const Stopwatch watch;
    for (int run = 0; run < 5 && watch.seconds() < options_.seconds / 2; ++run) {
      x = problem_.start;
      const SolveReport warm = minimiser->minimise(objective_, x);
      for (std::size_t i = 0; i < std::min(warm.trace.size(), racer.method.points.size()); ++i) {
        double& seconds = racer.method.points[i].seconds;
        seconds = run == 0 ? warm.trace[i].seconds : std::min(seconds, warm.trace[i].seconds);
      }
    }
    return true;
  }

  /// Times every racer that reaches the target, in turns.
  void time_to(std::size_t target, std::vector<Racer>& racers, Baseline* naive) {
    std::vector<Runner> runners;
    for (Racer& racer : racers) {
      const bool is_wanted =
          !options_.is_quick || racer.options.method != Method::newton || targets[target] == 1e-4;
      if (!is_wanted) continue;
      Runner runner{&racer, {}, std::make_unique<Workers>(racer.options.threads), nullptr, {}};
      if (racer.method.key == "naive"
              ? find_naive(racer, targets[target], runner.point)
              : find(racer, targets[target], *runner.workers, runner.point, runner.minimiser))
        runners.push_back(std::move(runner));
    }
    // Newton takes so long that the others would have few turns beside it; its only rival is the best of
    // them.
    const auto is_newton = [](const Runner& runner) {
      return runner.racer->options.method == Method::newton;
    };
    std::vector<Runner*> fast, slow;
    for (Runner& runner : runners) (is_newton(runner) ? slow : fast).push_back(&runner);
    const auto compare = [&](std::vector<Runner*>& group) {
      std::vector<Contender> contenders;
      for (Runner* runner : group) {
        Contender contender;
        contender.prepare = [&, runner] { runner->x = problem_.start; };
        contender.work = [&, runner] { run(*runner, naive); };
        contenders.push_back(std::move(contender));
      }
      interleave(contenders, options_.seconds / 2);
      for (std::size_t i = 0; i < group.size(); ++i) {
        double& least = group[i]->point.seconds;
        least = least > 0 ? std::min(least, contenders[i].seconds) : contenders[i].seconds;
      }
    };
    for (Runner& runner : runners)
      if (naive != nullptr) runner.point.seconds = 0;
    if (naive == nullptr) std::erase_if(fast, [](const Runner* r) { return !r->minimiser; });
    compare(fast);
    if (!slow.empty()) {
      const auto best = std::ranges::min_element(fast, {}, [](const Runner* r) { return r->point.seconds; });
      if (best != fast.end()) slow.push_back(*best);
      compare(slow);
    }
    for (Runner& runner : runners) runner.racer->method.*target_fields[target] = runner.point;
  }

 private:
  void run(Runner& runner, Baseline* naive) const {
    if (runner.minimiser) {
      static_cast<void>(runner.minimiser->minimise(objective_, runner.x));
      return;
    }
    naive->begin(problem_.start);
    for (int i = 0; i < runner.point.iteration; ++i) {
      naive->local_step();
      naive->global_step();
    }
    naive->get_positions(runner.x);
  }

  double find_minimum(std::vector<Vec3> x) const {
    const double before = objective_.value(x);
    const SolveReport report = polisher_->minimise(objective_, x);
    return is_usable(report.status) ? std::min(before, objective_.value(x)) : before;
  }

  /// The first iterate of the trace below the target, whose error is then verified in double precision from
  /// the positions themselves.
  bool find(const Racer& racer, double target, Workers& workers, BenchMethod::Point& found,
            std::unique_ptr<Minimiser>& minimiser) const {
    constexpr int attempts = 4;
    auto point = std::ranges::find_if(racer.method.points, [&](const auto& p) { return p.error <= target; });
    for (int attempt = 0; attempt < attempts && point != racer.method.points.end(); ++attempt, ++point) {
      if (point->iteration == 0) continue;
      minimiser = racer.make(point->iteration, false, workers);
      std::vector<Vec3> x = problem_.start;
      static_cast<void>(minimiser->minimise(objective_, x));
      found = {point->iteration, 0, error(racer, objective_.value(x))};
      if (found.error <= target) return true;
    }
    return false;
  }
  /// The naive iterates are those of our local/global in double precision.
  static bool find_naive(const Racer& racer, double target, BenchMethod::Point& found) {
    const auto point =
        std::ranges::find_if(racer.method.points, [&](const auto& p) { return p.error <= target; });
    if (point == racer.method.points.end() || point->iteration == 0) return false;
    found = *point;  // with the time of its iterations, unless measured
    return true;
  }

  const RecordedFrame& recorded_;
  const BenchOptions& options_;
  FrameProblem problem_;
  StepObjective objective_;
  double g_start_;
  Workers polishers_;
  std::unique_ptr<Minimiser> polisher_;
};

/// Computes the times of the naive curve from the time of one iteration.
void add_naive(std::vector<Racer>& racers, double iteration_seconds) {
  const auto ours =
      std::ranges::find(racers, "local_global_double_1t", [](const Racer& r) { return r.method.key; });
  if (ours == racers.end()) return;
  Racer naive{{"naive", "naive local/global", ours->method.points}, ours->options, false, ours->minimum};
  for (BenchMethod::Point& point : naive.method.points) point.seconds = point.iteration * iteration_seconds;
  racers.insert(racers.begin(), std::move(naive));
}

}  // namespace

bool measure_frame(const RecordedFrame& recorded, const BenchOptions& options, const PartProgress& progress,
                   BenchSize& size) {
  Race race(recorded, options);
  std::vector<Racer> racers;
  std::vector<Racer> candidates = make_racers(options, size.vertices);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (race.explore(candidates[i])) racers.push_back(std::move(candidates[i]));
    if (!progress(0.5 * static_cast<double>(i + 1) / static_cast<double>(candidates.size()))) return false;
  }
  std::unique_ptr<Baseline> naive;
  if (const BenchRow* row = size.find("naive"); row != nullptr && row->frame10) {
    add_naive(racers, *row->frame10 / 10);
    if (size.vertices <= most_direct_vertices) {
      naive = make_naive_baseline({&recorded.setup.model, recorded.setup.gravity, recorded.setup.frame_time});
      naive->analyse();
      if (!naive->factor()) naive = nullptr;
    }
  }
  BenchFrame frame{recorded.key, recorded.name, recorded.frames};
  for (std::size_t target = 0; target < targets.size(); ++target) {
    race.time_to(target, racers, naive.get());
    if (!progress(0.5 + 0.5 * static_cast<double>(target + 1) / targets.size())) return false;
  }
  for (Racer& racer : racers) frame.methods.push_back(std::move(racer.method));
  size.frames.push_back(std::move(frame));
  return true;
}

}  // namespace tensio::lab
