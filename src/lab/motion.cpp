#include "lab/motion.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "lab/motion_reference.h"
#include "lab/rms_distance.h"
#include "math/stopwatch.h"
#include "sim/measure.h"
#include "tensio/cloth.h"
#include "tensio/simulation.h"

namespace tensio::lab {
namespace {

/// Places of the points of the skin, if there is one.
std::vector<Vec3> carried_points(const Simulation& simulation) {
  std::vector<Vec3> points;
  for (const Skin& skin : simulation.model().skins)
    for (const SkinPoint& point : skin.points) points.push_back(point.of(simulation.state().x));
  return points;
}

/// Runs once; false when a frame failed. Keeps of each frame the least time.
bool run_once(const Setup& setup, const MotionSamples& reference, std::vector<double>& least,
              MotionPoint& point) {
  auto simulation = Simulation::make(setup);
  if (!simulation) return false;
  std::size_t frame = 0;
  for (std::size_t next = 0; next < motion_time_count; ++frame) {
    const FrameReport report = simulation->advance_frame();
    if (!is_usable(report.status)) return false;
    double seconds = report.seconds - report.factor_seconds - report.check_seconds;
    const Stopwatch carrying;
    const std::vector<Vec3> carried = carried_points(*simulation);
    if (!carried.empty()) seconds += carrying.seconds();
    if (frame == least.size()) least.push_back(INFINITY);
    least[frame] = std::min(least[frame], seconds);
    if (simulation->state().time > motion_times[next] - 1e-9) {
      point.error[next] = rms_distance(carried.empty() ? simulation->state().x : carried, reference[next]);
      ++next;
    }
  }
  point.strain = measure_strain(simulation->model(), simulation->state().x).mean;
  return true;
}

/// Seconds that a frame of a configuration is expected to take, in units that only compare.
double expected_cost(const MotionConfiguration& c) {
  const double coarse = static_cast<double>(c.coarsening * c.coarsening);
  const double factor = (c.precision == Precision::mixed ? 1 : 3) / coarse;
  return is_implicit(c.scheme) ? c.substeps * (2 + c.iterations * factor)
                               : 0.3 * factor * c.substeps * scheme_facts(c.scheme).stages;
}

}  // namespace

Setup make_swing_setup(std::size_t side, std::size_t coarsening) {
  Setup setup;
  setup.model = *make_grid(
      {.columns = side, .rows = side, .coarsening = coarsening, .stiffness = {1000, 200, 2}, .mass = 1});
  for (const std::size_t corner : {std::size_t{0}, simulated_lines(side, coarsening) - 1})
    setup.model.pins.push_back({static_cast<VertexId>(corner), setup.model.rest_position[corner], {}});
  setup.gravity = {0, -9.8, 0};
  setup.frame_time = 1.0 / 30;
  return setup;
}

Result<MotionPoint> measure_swing(const Setup& swing, const MotionConfiguration& configuration,
                                  const MotionSamples& reference, int repetitions) {
  Setup setup = swing;
  if (configuration.coarsening > 1)
    setup.model = make_swing_setup(swing.model.parts.front().columns, configuration.coarsening).model;
  setup.scheme = configuration.scheme;
  setup.substeps = configuration.substeps;
  setup.minimise = {.method = configuration.method,
                    .iterations = configuration.iterations,
                    .precision = configuration.precision,
                    .threads = configuration.threads};
  if (auto ok = validate(setup); !ok) return fail(ok.error());
  MotionPoint point{.configuration = configuration};
  std::vector<double> least;
  for (int repetition = 0; repetition < std::max(1, repetitions); ++repetition)
    if (!run_once(setup, reference, least, point)) {
      point.error.fill(INFINITY);
      break;
    }
  for (const double seconds : least) point.seconds += seconds / static_cast<double>(least.size());
  for (double& error : point.error)
    if (!(error < INFINITY)) error = INFINITY;  // nor not a number
  return point;
}

void mark_fronts(std::vector<MotionPoint>& points) {
  for (MotionPoint& point : points)
    for (std::size_t t = 0; t < motion_time_count; ++t)
      point.on_front[t] =
          point.is_shown() && std::ranges::none_of(points, [&](const MotionPoint& other) {
            const bool is_no_worse = other.seconds <= point.seconds && other.error[t] <= point.error[t];
            return is_no_worse && (other.seconds < point.seconds || other.error[t] < point.error[t]);
          });
}

const MotionPoint* best_within(const std::vector<MotionPoint>& points, double seconds) {
  const auto product = [](const MotionPoint& p) { return p.error[0] * p.error[1] * p.error[2]; };
  const MotionPoint* best = nullptr;
  for (const MotionPoint& point : points) {
    const bool holds_out = *std::ranges::max_element(point.error) < lost_error;
    if (holds_out && point.seconds <= seconds && (!best || product(point) < product(*best))) best = &point;
  }
  return best;
}

Result<MotionReport> measure_motion(const MotionOptions& options, const Progress& progress) {
  if (options.side < 2 || options.side > 1000)
    return fail(fmt::format("the cloth has {} vertices along an edge; it needs 2 to 1000", options.side));
  MotionReport report;
  report.options = options;
  const Setup swing = make_swing_setup(options.side);
  report.vertices = swing.model.vertex_count();
  report.springs = swing.model.springs.size();
  std::vector<MotionConfiguration> configurations = options.configurations;
  report.presets = preset_configurations(swing);
  for (const PresetConfiguration& preset : report.presets)
    if (std::ranges::find(configurations, preset.configuration) == configurations.end())
      configurations.push_back(preset.configuration);

  std::array<MotionReference, 2> plans{};
  constexpr std::array schemes = {Scheme::rk4, Scheme::velocity_verlet};
  constexpr double frames = 30;
  double total = 0;
  const auto cost_of = [](const MotionReference& plan) {
    return expected_cost({.scheme = plan.scheme, .substeps = plan.substeps});
  };
  for (std::size_t i = 0; i < schemes.size(); ++i) {
    auto plan = plan_reference(swing, schemes[i]);
    if (!plan) return fail(plan.error());
    plans[i] = *plan;
    total += frames * cost_of(plans[i]);
  }
  for (const MotionConfiguration& c : configurations)
    total += frames * options.repetitions * expected_cost(c);
  ProgressMeter meter(progress, total);

  std::array<MotionSamples, 2> references;
  for (std::size_t i = 0; i < schemes.size(); ++i) {
    auto samples =
        make_reference(swing, plans[i], [&] { return meter.advance(cost_of(plans[i]), "reference"); });
    if (!samples) return fail(samples.error());
    references[i] = std::move(*samples);
  }
  report.reference = plans[0].text(swing);
  report.check = plans[1].text(swing);
  for (std::size_t t = 0; t < motion_time_count; ++t)
    report.reference_error[t] = rms_distance(references[0][t], references[1][t]);

  for (const MotionConfiguration& configuration : configurations) {
    auto point = measure_swing(swing, configuration, references[0], options.repetitions);
    if (!point) return fail(point.error());
    report.points.push_back(*point);
    if (!meter.advance(frames * options.repetitions * expected_cost(configuration),
                       family_name(configuration)))
      return fail(stopped_message);
  }
  mark_fronts(report.points);
  return report;
}

}  // namespace tensio::lab
