#include "lab/compare.h"

#include <algorithm>
#include <fmt/format.h>

#include "io/scene_choices.h"
#include "lab/rms_distance.h"
#include "math/bounds.h"
#include "sim/measure.h"
#include "sim/step_limits.h"

namespace tensio::lab {
namespace {

constexpr std::size_t most_reference_bytes = std::size_t{2} << 30;
constexpr double reference_weight = 5;  // of a run

/// Every pair; a scheme that solves nothing runs once.
std::vector<CompareRun> make_runs(const Setup& setup, const CompareOptions& options) {
  const std::vector<Scheme> schemes = options.schemes.empty() ? std::vector{setup.scheme} : options.schemes;
  const std::vector<Method> methods =
      options.minimisers.empty() ? std::vector{setup.minimise.method} : options.minimisers;
  std::vector<CompareRun> runs;
  for (const Scheme scheme : schemes)
    for (const Method method : methods) {
      const char* method_name = choice_name(method_choices(), method);
      const char* scheme_name = scheme_facts(scheme).name;
      std::string name = schemes.size() == 1   ? std::string(method_name)
                         : methods.size() == 1 ? std::string(scheme_name)
                                               : fmt::format("{}, {}", scheme_name, method_name);
      if (!is_implicit(scheme)) name = scheme_name;
      if (std::ranges::none_of(runs, [&](const CompareRun& run) { return run.name == name; }))
        runs.push_back({.name = name, .scheme = scheme, .method = method});
    }
  const auto& variants = options.variants;
  if (!variants.empty() && runs.size() == 1) runs.front().name = "unchanged";
  for (std::size_t i = 0; i < variants.size(); ++i)
    runs.push_back({.name = variants[i].name,
                    .scheme = variants[i].setup.scheme,
                    .method = variants[i].setup.minimise.method,
                    .variant = i});
  return runs;
}

Setup make_reference(const Setup& setup, const std::vector<CompareRun>& runs, CompareReport& report) {
  Setup reference = setup;
  reference.minimise = {.method = Method::automatic, .iterations = 10'000, .tolerance = 1e-9};
  reference.minimise.threads = setup.minimise.threads;
  report.has_several_schemes =
      std::ranges::any_of(runs, [&](const CompareRun& run) { return run.scheme != runs.front().scheme; }) ||
      !is_implicit(runs.front().scheme);
  if (const auto& other = report.options.reference) {
    reference = other->setup;
    report.reference_name = other->name;
  } else if (report.has_several_schemes) {
    reference.scheme = Scheme::tr_bdf2;
    reference.substeps = setup.substeps * report.options.reference_substeps;
    report.reference_name = fmt::format("TR-BDF2 with {} fully solved substeps", reference.substeps);
  } else {
    reference.scheme = runs.front().scheme;
    report.reference_name = "the same steps, fully solved";
  }
  return reference;
}

/// Runs a simulation and passes each frame to a callback, which returns false to stop it.
using FrameVisitor = std::function<bool(const Simulation& simulation, const FrameReport& frame)>;

/// Runs all frames. The reason where that fails, "" where it does not.
std::string simulate(Setup setup, int frames, const FrameVisitor& visit) {
  auto simulation = Simulation::make(std::move(setup));
  if (!simulation) return simulation.error().message;
  for (int frame = 0; frame < frames; ++frame) {
    const FrameReport report = simulation->advance_frame();
    if (!is_usable(report.status)) return fmt::format("frame {}: {}", frame + 1, status_name(report.status));
    if (!visit(*simulation, report)) return stopped_message;
  }
  return {};
}

void run_one(const Setup& setup, const std::vector<std::vector<Vec3>>& reference, ProgressMeter& meter,
             CompareRun& run) {
  Setup own = setup;
  own.scheme = run.scheme;
  own.minimise.method = run.method;
  const double part = 1 / static_cast<double>(reference.size());
  const double far = 10 * bounds_of(make_state(setup).x).diagonal();
  bool has_exploded = false;
  std::string differs;
  run.problem = simulate(
      own, static_cast<int>(reference.size()), [&](const Simulation& simulation, const FrameReport& frame) {
        const State& state = simulation.state();
        const std::size_t vertices = state.x.size(), expected = reference[run.frames.size()].size();
        if (vertices != expected) {
          differs = fmt::format("frame {} has {} vertices, that of the reference {}", run.frames.size() + 1,
                                vertices, expected);
          return false;
        }
        run.factor_seconds += frame.factor_seconds;
        run.frames.push_back({.seconds = frame.seconds - frame.factor_seconds - frame.check_seconds,
                              .error = rms_distance(state.x, reference[run.frames.size()]),
                              .energy = simulation.energy().total(),
                              .residual = frame.relative_gradient,
                              .iterations = frame.iterations});
        has_exploded = !(run.frames.back().error <= far);
        return meter.advance(part, run.name) && !has_exploded;
      });
  if (!differs.empty()) run.problem = differs;
  if (has_exploded) {
    run.problem = fmt::format("explodes at frame {}", run.frames.size());
    if (const auto needed = stable_substeps(own, 1); needed && *needed > own.substeps)
      run.problem += fmt::format("; it needs {} substeps", *needed);
  }
  meter.advance(1 - part * static_cast<double>(run.frames.size()), run.name);
}

}  // namespace

Result<void> check_compare(const Setup& setup, const CompareOptions& options) {
  if (options.frames < 1) return fail("there are no frames to compare; use at least 1");
  if (options.reference_substeps < 1)
    return fail("the reference needs at least as many substeps as the scene");
  if (setup.model.vertex_count() >
      most_reference_bytes / sizeof(Vec3) / static_cast<std::size_t>(options.frames))
    return fail(fmt::format("{} frames of {} vertices do not fit into memory; use fewer frames",
                            options.frames, setup.model.vertex_count()));
  const bool has_implicit =
      options.schemes.empty() ? is_implicit(setup.scheme) : std::ranges::any_of(options.schemes, is_implicit);
  if (!options.minimisers.empty() && !has_implicit)
    return fail("explicit schemes use no minimiser; add an implicit scheme");
  return {};
}

double CompareRun::median_seconds() const {
  std::vector<double> seconds;
  for (const CompareFrame& frame : frames) seconds.push_back(frame.seconds);
  if (seconds.empty()) return 0;
  std::ranges::nth_element(seconds, seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2));
  return seconds[seconds.size() / 2];
}

double CompareRun::mean_residual() const {
  double sum = 0;
  for (const CompareFrame& frame : frames) sum += frame.residual;
  return frames.empty() ? 0 : sum / static_cast<double>(frames.size());
}

double CompareRun::largest_error() const {
  double largest = 0;
  for (const CompareFrame& frame : frames) largest = std::max(largest, frame.error);
  return largest;
}

Result<CompareReport> measure_compare(const Setup& setup, const CompareOptions& options,
                                      const Progress& progress) {
  if (auto ok = check_compare(setup, options); !ok) return fail(ok.error());
  CompareReport report{.options = options,
                       .vertices = setup.model.vertex_count(),
                       .springs = setup.model.springs.size(),
                       .frame_time = setup.frame_time,
                       .substeps = setup.substeps,
                       .iterations = setup.minimise.iterations};
  report.runs = make_runs(setup, options);
  const Setup exact = make_reference(setup, report.runs, report);
  const double weight =
      reference_weight * (report.has_several_schemes ? options.reference_substeps / 4.0 : 1);
  ProgressMeter meter(progress, weight + static_cast<double>(report.runs.size()));

  std::vector<std::vector<Vec3>> reference;
  const std::string problem =
      simulate(exact, options.frames, [&](const Simulation& simulation, const FrameReport&) {
        reference.push_back(simulation.state().x);
        report.reference_energy.push_back(simulation.energy().total());
        return meter.advance(weight / options.frames, "reference");
      });
  if (!problem.empty())
    return fail(meter.goes_on()
                    ? fmt::format("the reference ({}) cannot be computed: {}", report.reference_name, problem)
                    : problem);
  for (CompareRun& run : report.runs) {
    run_one(run.variant ? options.variants[*run.variant].setup : setup, reference, meter, run);
    if (!meter.goes_on()) return fail(stopped_message);
  }
  return report;
}

}  // namespace tensio::lab
