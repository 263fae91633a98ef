#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "lab/progress.h"
#include "lab/report.h"
#include "minimise/minimiser.h"
#include "tensio/result.h"
#include "tensio/setup.h"

namespace tensio::lab {

/// One way to minimise the objective of a step.
struct ConvergenceMethod {
  std::string name;   // "Newton projected, LLT"
  std::string label;  // short, for plots: "LLT"
  MinimiseOptions minimise;
};

/// Returns local/global and the methods that share its matrix, local/global followed by Newton, Newton with
/// every form of the Hessian and (with the projected one) every linear solver, and truncated Newton: the
/// exact Hessian, conjugate gradients to a residual of 1e-2 that stop at negative curvature, four times as
/// many iterations.
std::vector<ConvergenceMethod> convergence_methods(int local_global_iterations = 1000,
                                                   int newton_iterations = 30);
/// Returns the most important of them, with fewer iterations.
std::vector<ConvergenceMethod> quick_convergence_methods();

struct ConvergenceOptions {
  int frame = 25;                   // frames to advance first, with the setup's own minimiser
  int repetitions = 3;              // timed runs of each method; the least time of each iterate counts
  double repeat_seconds = 5;        // no further repetition of a method whose timed runs took this long
  int polish_iterations = 500;      // limit of truncated Newton from a method's end to its minimum
  double polish_tolerance = 1e-12;  // |∇g| / |∇g(x₀)| of a minimum
  std::vector<ConvergenceMethod> methods = convergence_methods();
};

/// One iterate. Errors are (g(x_i) − g*) / (g(x₀) − g*), Liu et al. 2013, eq. 15.
struct ConvergencePoint {
  int iteration = 0;
  double seconds = 0;            // since the start of the minimisation, set-up excluded
  double objective = 0;          // g, J·s²
  double relative_gradient = 0;  // |∇g(x_i)| / |∇g(x₀)|
  double error = 0;              // g* the lowest objective that any method found
  double own_error = 0;          // g* the minimum that this method ends in
};

/// Point that Newton reaches from a method's last iterate. Buckled cloth has many minima, and each solves the
/// implicit step; if the iterate is far off, the minimum says little about the method.
enum class Destination {
  lowest,         // the minimum with the lowest objective of all methods
  other_minimum,  // a minimum with a higher objective: the error against the lowest has a floor
  saddle,         // the gradient vanishes, but some direction descends
  unknown,        // the method failed, or Newton did not reach a point without gradient from its end
};
const char* destination_name(Destination destination);

struct ConvergenceCurve {
  ConvergenceMethod method;
  SolveStatus status = SolveStatus::converged;
  /// One-time work of a method (assembly and ordering of matrices, and for local/global their factorisation):
  /// the extra time to the first iterate in its first minimisation.
  double setup_seconds = 0;
  Destination destination = Destination::unknown;
  double own_minimum = 0;  // J·s², minimum that Newton reaches from the method's end
  double floor = 0;        // error of own_minimum
  double distance = 0;     // m, root mean square over the vertices, from own_minimum to the lowest
  std::vector<ConvergencePoint> points{};

  double seconds_per_iteration() const;
  /// Returns the first point whose error (or own error) is at most this.
  std::optional<ConvergencePoint> first_below(double error, bool own = false) const;
};

struct ConvergenceReport {
  std::size_t vertices = 0, springs = 0;
  int frame = 0;
  double time = 0, step = 0;  // s, start and length h of the step
  double g_start = 0;         // J·s², g(x₀)
  double g_best = 0;          // J·s², the lowest objective
  double rounding = 0;        // smaller errors are meaningless
  std::string best_method{};  // first method to find g_best
  std::vector<ConvergenceCurve> curves{};

  bool has_other_minima() const;
};

/// Checks that the options fit the setup.
Result<void> check_convergence(const Setup& setup, const ConvergenceOptions& options);
/// Advances the setup, then minimises the objective of the first step after that with each method from the
/// same start. The frame is the same for all; only the state before it depends on the setup's own minimiser.
Result<ConvergenceReport> measure_convergence(const Setup& setup, const ConvergenceOptions& options,
                                              const Progress& progress = {});

/// Returns tables of errors after some iterations, times to some errors, and the end of each method.
std::vector<ReportTable> convergence_tables(const ConvergenceReport& report);
/// Returns the text below them: the problem, the paper's comparison, other minima.
std::string convergence_text(const ConvergenceReport& report);
/// Returns both for a terminal.
std::string convergence_table(const ConvergenceReport& report);
/// Returns one line per iterate.
std::string convergence_csv(const ConvergenceReport& report);
nlohmann::json convergence_json(const ConvergenceReport& report);
/// Liu et al. 2013, fig. 2: error against iterations and against time; a second row of panels shows each
/// curve against its own minimum when the methods end in different ones.
std::string convergence_svg(const ConvergenceReport& report);
Report convergence_page(const ConvergenceReport& report);

}  // namespace tensio::lab
