#include "lab/paper.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <utility>

#include "lab/bench_clock.h"
#include "lab/bench_scene.h"
#include "lab/frame_problem.h"
#include "lab/rms_distance.h"
#include "lab/similarity.h"
#include "tensio/simulation.h"

namespace tensio::lab {
namespace {

constexpr double table_weight = 1, convergence_weight = 4, motion_weight = 3;
constexpr int timed_iterations = 10;

PaperRow::Times measure_times(const FrameProblem& problem, Precision precision, double seconds) {
  const StepObjective objective(problem.system, problem.aim);
  const MinimiseOptions options{
      .method = Method::local_global, .iterations = timed_iterations, .precision = precision, .threads = 1};
  PaperRow::Times times{.factor = std::numeric_limits<double>::infinity()};
  Workers workers(1);
  std::unique_ptr<Minimiser> minimiser;
  std::vector<Vec3> x;
  for (int run = 0; run < 3; ++run) {
    minimiser = make_minimiser(options, workers);
    x = problem.start;
    times.factor = std::min(times.factor, minimiser->minimise(objective, x).factor_seconds);
  }
  std::vector<Contender> contender(1);
  contender[0].prepare = [&] { x = problem.start; };
  contender[0].work = [&] { static_cast<void>(minimiser->minimise(objective, x)); };
  interleave(contender, seconds);
  times.iteration = contender[0].seconds / timed_iterations;
  return times;
}

PaperRow measure_row(PaperBody body, double seconds) {
  const State state = make_state(body.setup);
  const FrameProblem problem = make_problem(body.setup, state);
  PaperRow row{
      .body = {}, .vertices = body.setup.model.vertex_count(), .springs = body.setup.model.springs.size()};
  row.exact = measure_times(problem, Precision::double_, seconds / 2);
  row.mixed = measure_times(problem, Precision::mixed, seconds / 2);
  body.setup = {};
  row.body = std::move(body);
  return row;
}

/// Simulates up to the frame that is shown. Iterations 0: every step to the end.
Result<IteratedFrame> simulate(const IteratedMotion& motion, int iterations, double weight,
                               ProgressMeter& meter) {
  Setup setup = motion.setup;
  setup.minimise = iterations > 0
                       ? MinimiseOptions{.method = Method::local_global, .iterations = iterations}
                       : MinimiseOptions{.method = Method::automatic, .iterations = 5000, .tolerance = 1e-9};
  auto simulation = Simulation::make(setup);
  if (!simulation) return fail(simulation.error());
  IteratedFrame result{.iterations = iterations};
  for (int frame = 0; frame < motion.frame; ++frame) {
    const FrameReport report = simulation->advance_frame();
    if (!is_usable(report.status))
      return fail(fmt::format("frame {} with {} iterations cannot be simulated: {}", frame + 1, iterations,
                              status_name(report.status)));
    result.frame_seconds += report.seconds / motion.frame;
    if (!meter.advance(weight / motion.frame, "frames")) return fail(stopped_message);
  }
  result.x = simulation->state().x;
  return result;
}

/// Simulates with each number of iterations, the exact one last, and compares with that.
Result<void> measure_motion(const std::vector<int>& iterations, double total_weight, ProgressMeter& meter,
                            IteratedMotion& motion) {
  // About what they cost: the exact one as much as a hundred iterations.
  double sum = 0;
  const auto cost = [](int count) { return count == 0 ? 100.0 : count + 5.0; };
  for (const int count : iterations) sum += cost(count);
  for (const int count : iterations) {
    auto frame = simulate(motion, count, total_weight * cost(count) / sum, meter);
    if (!frame) return fail(frame.error());
    motion.frames.push_back(std::move(*frame));
  }
  for (IteratedFrame& frame : motion.frames) frame.distance = rms_distance(frame.x, motion.frames.back().x);
  return {};
}

/// False, with the reason, where no pictures can be taken.
bool take_pictures(IteratedMotion& motion, int pixels, std::string& problem) {
  std::vector<std::vector<Vec3>> states;
  for (const IteratedFrame& frame : motion.frames) states.push_back(frame.x);
  auto pictures = picture_states(motion.setup, states, pixels, pixels);
  if (!pictures) {
    problem = pictures.error().message;
    return false;
  }
  const render::Image& exact = pictures->states.back().image;
  for (std::size_t i = 0; i < motion.frames.size(); ++i)
    motion.frames[i].similarity = structural_similarity(pictures->states[i].image, exact, pictures->empty);
  for (std::size_t i = 0; i < motion.frames.size(); ++i)
    motion.frames[i].picture = std::move(pictures->states[i]);
  return true;
}

/// The cloth falls on a sphere.
Setup make_impact(std::size_t side) {
  Setup setup = make_bench_setup(BenchCloth::soft, side);
  setup.model.pins.clear();
  setup.colliders.push_back({.shape = Sphere{{0.1, -0.75, 0.05}, 0.5}, .friction = 0.3, .thickness = 0.01});
  return setup;
}

}  // namespace

Result<PaperReport> measure_paper(const PaperOptions& options, const Progress& progress) {
  const bool is_quick = options.is_quick;
  const std::size_t side = is_quick ? 21 : 81;
  PaperReport report{.options = options, .machine = describe_machine()};
  std::vector<PaperBody> bodies{make_paper_cloth(), make_paper_hippo()};
  if (!is_quick) {
    bodies.push_back(make_paper_frog());
    bodies.push_back(make_paper_dog());
  }
  ProgressMeter meter(
      progress, table_weight * static_cast<double>(bodies.size()) + convergence_weight + 2 * motion_weight);
  for (PaperBody& body : bodies) {
    const std::string name = body.name;
    report.rows.push_back(measure_row(std::move(body), is_quick ? 0.1 : options.seconds));
    if (!meter.advance(table_weight, name)) return fail(stopped_message);
  }

  ConvergenceOptions fig2;
  fig2.methods = convergence_methods(1000, 15);
  if (is_quick) {
    fig2.methods = quick_convergence_methods();
    fig2.repetitions = 1;
  }
  double before = 0;
  auto convergence = measure_convergence(make_bench_setup(BenchCloth::stiff, side), fig2,
                                         [&](double done, std::string_view now) {
                                           const double more = done - std::exchange(before, done);
                                           return meter.advance(convergence_weight * more, now);
                                         });
  if (!convergence) return fail(convergence.error());
  report.convergence = std::move(*convergence);

  report.swing = {.setup = make_bench_setup(BenchCloth::soft, side), .frame = is_quick ? 12 : 25};
  report.impact = {.setup = make_impact(side), .frame = is_quick ? 12 : 16};
  const std::vector<int> counts =
      is_quick ? std::vector{1, 10, 100, 0} : std::vector{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 0};
  if (auto ok = measure_motion(counts, motion_weight, meter, report.swing); !ok) return fail(ok.error());
  if (auto ok = measure_motion({1, 10, 100, 0}, motion_weight, meter, report.impact); !ok)
    return fail(ok.error());
  const int pixels = is_quick ? 160 : 420;
  for (IteratedMotion* motion : {&report.swing, &report.impact})
    if (!take_pictures(*motion, pixels, report.picture_problem)) break;
  return report;
}

}  // namespace tensio::lab
