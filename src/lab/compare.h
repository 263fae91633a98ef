#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "lab/progress.h"
#include "lab/report.h"
#include "tensio/simulation.h"

namespace tensio::lab {

/// What `tensio lab compare` does: runs one scene with every scheme × minimiser that is asked for.
struct CompareOptions {
  std::string scene;                 // for titles
  std::vector<Scheme> schemes{};     // none: the scene's own
  std::vector<Method> minimisers{};  // none: the scene's own
  int frames = 30;
  int reference_substeps = 16;  // times the scene's own, where several schemes are compared
};

struct CompareFrame {
  double seconds = 0;   // factorisations excluded
  double error = 0;     // m, root mean square distance from the reference
  double energy = 0;    // J
  double residual = 0;  // |∇g| / |∇g(start)| of the last step; implicit schemes
  int iterations = 0;
};
struct CompareRun {
  std::string name;  // "newmark, ncg"
  Scheme scheme = Scheme::implicit_euler;
  Method method = Method::ncg;  // of implicit schemes
  double factor_seconds = 0;    // in all
  std::string problem{};        // why it ended early, or did not run; "": it did not
  std::vector<CompareFrame> frames{};

  double median_seconds() const;
  double mean_residual() const;
  double largest_error() const;
};

struct CompareReport {
  CompareOptions options;
  std::size_t vertices = 0, springs = 0;
  double frame_time = 0;  // s
  int substeps = 1;
  int iterations = 0;            // of the minimiser, at most, per step
  std::string reference_name{};  // how the reference was made
  bool has_several_schemes = false;
  std::vector<double> reference_energy{};  // J, per frame
  std::vector<CompareRun> runs{};
};

/// Of one scheme: errors are what the minimiser leaves of each step, against the same steps solved to the
/// end. Of several: what scheme and minimiser leave, against TR-BDF2 with many more steps.
/// Whether the options fit the setup.
Result<void> check_compare(const Setup& setup, const CompareOptions& options);
Result<CompareReport> measure_compare(const Setup& setup, const CompareOptions& options,
                                      const Progress& progress = {});

nlohmann::ordered_json compare_json(const CompareReport& report);
Report compare_page(const CompareReport& report);

}  // namespace tensio::lab
