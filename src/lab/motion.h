#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "lab/progress.h"
#include "lab/report.h"
#include "tensio/setup.h"

namespace tensio::lab {

/// One way to animate: what takes a frame from one image to the next.
struct MotionConfiguration {
  Scheme scheme = Scheme::implicit_euler;
  Method method = Method::local_global;  // of implicit schemes
  int substeps = 1;
  int iterations = 1;  // of the minimiser, per substep
  Precision precision = Precision::double_;
  int threads = 1;

  friend bool operator==(const MotionConfiguration&, const MotionConfiguration&) = default;
};
/// "implicit-midpoint, local-global"
std::string family_name(const MotionConfiguration& configuration);
/// "10 x 1": substeps and iterations; explicit schemes have substeps only
std::string effort_name(const MotionConfiguration& configuration);
/// "mixed, 2 threads"
std::string arithmetic_name(const MotionConfiguration& configuration);

/// Every scheme × minimiser × (substeps, iterations) worth showing: in double precision with one thread and,
/// where it can, in mixed precision with one and with `threads`.
std::vector<MotionConfiguration> motion_configurations(bool is_quick, int threads);
/// What a preset asks for on this cloth.
struct PresetConfiguration {
  std::string name;
  MotionConfiguration configuration;
};
std::vector<PresetConfiguration> preset_configurations(const Setup& swing);

struct MotionOptions {
  std::size_t side = 81;  // vertices along an edge of the cloth
  int repetitions = 3;    // timed runs; of each frame the least time counts
  std::vector<MotionConfiguration> configurations = motion_configurations(false, 2);  // beside the presets
};

/// When positions are compared, s.
inline constexpr std::array motion_times = {1.0 / 3, 0.5, 1.0};
inline constexpr std::array motion_time_names = {"0.33 s", "0.5 s", "1 s"};
inline constexpr std::size_t motion_time_count = motion_times.size();
/// Root mean square distance of the vertices from the reference at each of them, m. Infinite: no solution.
using MotionErrors = std::array<double, motion_time_count>;
inline constexpr double lost_error = 0.5;  // m: what is farther away is elsewhere
using MotionSamples = std::array<std::vector<Vec3>, motion_time_count>;  // positions then, m

struct MotionPoint {
  MotionConfiguration configuration;
  double seconds = 0;  // per frame
  MotionErrors error{};
  double strain = 0;                               // mean of |length − rest|/rest at the end
  std::array<bool, motion_time_count> on_front{};  // none is both faster and nearer

  /// Whether it follows the motion at all, at first.
  bool is_shown() const { return error[0] < lost_error; }
};

/// A point of another engine on a cloth of this size, as a study of ours measured it. Errors that it does not
/// state are missing.
struct CitedPoint {
  const char* engine;
  int substeps;
  double seconds;                                              // per frame
  std::array<std::optional<double>, motion_time_count> error;  // m
};
const std::vector<CitedPoint>& cited_points();

struct MotionReport {
  MotionOptions options;
  std::size_t vertices = 0, springs = 0;
  std::string reference, check;    // how the reference was made, and what it was compared with
  MotionErrors reference_error{};  // of one against the other
  std::vector<MotionPoint> points;
  std::vector<PresetConfiguration> presets;
};

/// A square cloth of 2 × 2 m and 1 kg, stretched out level, held at two corners and let go: 1000, 200 and
/// 2 N/m, no damping, 30 frames a second.
Setup make_swing_setup(std::size_t side);

/// The swing by a configuration, with errors against the reference; the time is the mean over the frames of
/// the least of all runs, factorisations and the checks of methods that need none left out.
Result<MotionPoint> measure_swing(const Setup& swing, const MotionConfiguration& configuration,
                                  const MotionSamples& reference, int repetitions);
/// Marks what no other point beats in both time and error.
void mark_fronts(std::vector<MotionPoint>& points);
/// Among the points within so many seconds per frame that follow the motion to the end, that with the least
/// product of errors; null: none.
const MotionPoint* best_within(const std::vector<MotionPoint>& points, double seconds);

Result<MotionReport> measure_motion(const MotionOptions& options, const Progress& progress);
Report motion_report(const MotionReport& report);
std::vector<ReportFigure> motion_figures(const MotionReport& report);

}  // namespace tensio::lab
