#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "lab/contour.h"
#include "lab/progress.h"
#include "lab/report.h"
#include "lab/stability.h"
#include "lab/test_problem.h"

namespace tensio::lab {

/// Options of `tensio lab integrators`, which measures every scheme on the same motions and the test
/// equation.
struct IntegratorsOptions {
  bool is_quick = false;
  Method method = MinimiseOptions{}.method;  // solves the steps of implicit schemes
  double tolerance = 1e-12;                  // relative gradient of those solves
};

/// One run with one step length.
struct WorkPoint {
  int steps = 0;
  double h = 0;        // s
  double error = 0;    // m, root mean square over the checkpoints; infinite: no solution
  long work = 0;       // force evaluations (explicit) or iterations of the minimiser (implicit)
  double seconds = 0;  // fastest of several runs
};

struct WorkCurve {
  Scheme scheme = Scheme::explicit_euler;
  std::vector<WorkPoint> points{};
  std::optional<double> order{};  // log₂ of the ratio of errors, of the finest pair above rounding
};

struct WorkPrecision {
  TestProblem problem;
  std::vector<WorkCurve> curves{};
};

/// Amplification factors, measured and, if known, by formula.
struct FactorPoint {
  double z = 0;  // hω
  std::optional<Factor> measured{}, closed{};
};
struct DragPoint {
  double g = 0;  // hγ
  std::optional<double> measured{}, closed{};
};

struct SchemeStability {
  Scheme scheme = Scheme::explicit_euler;
  double oscillation_limit = 0, drag_limit = 0;  // see StabilityProbe
  double far_factor = 0;                         // |λ| of the undamped oscillator at hω = far_z
  std::vector<FactorPoint> undamped{}, damped{};
  std::vector<DragPoint> drag{};
  std::vector<ContourLoop> region{};  // of stable hλ, measured, in the left half plane
  std::vector<ContourLoop> edge{};    // of stable hλ by formula, in both
};
inline constexpr double far_z = 50;
inline constexpr double shown_damping_ratio = 0.1;
/// Part of the complex plane searched for stability regions.
inline constexpr double region_left = -6, region_right = 5, region_top = 5;

/// Energy above rest as a fraction of the initial one, on the spring pendulum.
struct EnergyCurve {
  struct Point {
    long step = 0;
    double fraction = 0;
  };
  Scheme scheme = Scheme::explicit_euler;
  std::vector<Point> points{};
  double least = 1, most = 1;  // over all steps
  double drift = 0;            // from the mean of the first tenth of the steps to that of the last
  bool is_usable = true;       // every step succeeded
};

struct IntegratorsReport {
  IntegratorsOptions options;
  std::vector<WorkPrecision> problems{};
  std::vector<SchemeStability> stability{};
  std::vector<EnergyCurve> energy{};
  long energy_steps = 0;
  double energy_h = 0;  // s
};

Result<IntegratorsReport> measure_integrators(const IntegratorsOptions& options,
                                              const Progress& progress = {});

nlohmann::ordered_json integrators_json(const IntegratorsReport& report);
std::vector<ReportFigure> integrators_figures(const IntegratorsReport& report);
Report integrators_report(const IntegratorsReport& report);

}  // namespace tensio::lab
