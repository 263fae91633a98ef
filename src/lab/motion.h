#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "lab/progress.h"
#include "lab/report.h"
#include "tensio/setup.h"

namespace tensio::lab {

/// One configuration of scheme, minimiser and arithmetic.
struct MotionConfiguration {
  Scheme scheme = Scheme::implicit_euler;
  Method method = Method::local_global;  // of implicit schemes
  int substeps = 1;
  int iterations = 1;  // of the minimiser per substep
  Precision precision = Precision::double_;
  int threads = 1;
  std::size_t coarsening = 1;  // of the grid

  friend bool operator==(const MotionConfiguration&, const MotionConfiguration&) = default;
};
/// "implicit-midpoint, local-global"
std::string family_name(const MotionConfiguration& configuration);
/// "10 x 1": substeps and iterations; explicit schemes have substeps only. "10 x 1, 1 of 3": of every third
/// line
std::string effort_name(const MotionConfiguration& configuration);
/// "mixed, 2 threads"
std::string arithmetic_name(const MotionConfiguration& configuration);

/// Returns every relevant scheme × minimiser × (substeps, iterations): in double precision with one thread
/// and, if supported, in mixed precision with one thread and with `threads`.
std::vector<MotionConfiguration> motion_configurations(bool is_quick, int threads);
/// Returns the configuration of a preset on this cloth.
struct PresetConfiguration {
  std::string name;
  MotionConfiguration configuration;
};
std::vector<PresetConfiguration> preset_configurations(const Setup& swing);

struct MotionOptions {
  std::size_t side = 81;  // vertices along an edge of the cloth
  int repetitions = 3;    // timed runs; the least time of each frame counts
  std::vector<MotionConfiguration> configurations =
      motion_configurations(false, 2);  // in addition to the presets
};

/// Times at which positions are compared, s.
inline constexpr std::array motion_times = {1.0 / 3, 0.5, 1.0};
inline constexpr std::array motion_time_names = {"0.33 s", "0.5 s", "1 s"};
inline constexpr std::size_t motion_time_count = motion_times.size();
/// Root mean square distance of the vertices from the reference at each time, m. Infinite: no solution.
using MotionErrors = std::array<double, motion_time_count>;
inline constexpr double lost_error = 0.5;  // m; larger errors mean that the motion is lost
using MotionSamples = std::array<std::vector<Vec3>, motion_time_count>;  // positions at these times, m

struct MotionPoint {
  MotionConfiguration configuration;
  double seconds = 0;  // per frame
  MotionErrors error{};
  double strain = 0;                               // mean of |length − rest|/rest at the end
  std::array<bool, motion_time_count> on_front{};  // no other is both faster and more accurate

  /// Returns whether it follows the motion at first.
  bool is_shown() const { return error[0] < lost_error; }
};

/// A point of another engine on a cloth of this size, from an earlier study of ours. Unknown errors are
/// empty.
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
  std::string reference, check;    // the reference, and the second one it was checked against
  MotionErrors reference_error{};  // of one against the other
  std::vector<MotionPoint> points;
  std::vector<PresetConfiguration> presets;
};

/// Returns a square cloth of 2 × 2 m and 1 kg that starts horizontal, held at two corners, and falls: 1000,
/// 200 and 2 N/m, no damping, 30 frames per second.
Setup make_swing_setup(std::size_t side, std::size_t coarsening = 1);

/// Measures a configuration against the reference. The time is the mean over the frames of the fastest run,
/// without factorisations and optional checks.
Result<MotionPoint> measure_swing(const Setup& swing, const MotionConfiguration& configuration,
                                  const MotionSamples& reference, int repetitions);
/// Marks the points that no other beats in both time and error.
void mark_fronts(std::vector<MotionPoint>& points);
/// Returns the point with the least product of errors among those that follow the motion to the end within
/// `seconds` per frame; null if there is none.
const MotionPoint* best_within(const std::vector<MotionPoint>& points, double seconds);

Result<MotionReport> measure_motion(const MotionOptions& options, const Progress& progress);
Report motion_report(const MotionReport& report);
std::vector<ReportFigure> motion_figures(const MotionReport& report);

}  // namespace tensio::lab
