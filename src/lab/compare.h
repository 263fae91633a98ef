#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "lab/progress.h"
#include "lab/report.h"
#include "tensio/simulation.h"

namespace tensio::lab {

/// The scene with other settings.
struct CompareVariant {
  std::string name;
  Setup setup;
};

/// Options of `tensio lab compare`, which runs one scene with every requested scheme × minimiser, or with
/// other settings.
struct CompareOptions {
  std::string scene;                          // for titles
  std::vector<Scheme> schemes{};              // none: the scene's own
  std::vector<Method> minimisers{};           // none: the scene's own
  std::vector<CompareVariant> variants{};     // in addition
  std::optional<CompareVariant> reference{};  // instead of the usual one
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
  Method method = Method::ncg;           // of implicit schemes
  std::optional<std::size_t> variant{};  // of the options
  double factor_seconds = 0;             // total
  std::string problem{};                 // why it ended early or did not run; "": it finished
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
  int iterations = 0;            // limit of the minimiser per step
  std::string reference_name{};  // description of the reference
  bool has_several_schemes = false;
  std::vector<double> reference_energy{};  // J, per frame
  std::vector<CompareRun> runs{};
};

/// Checks that the options fit the setup. With one scheme, errors are those of the minimiser, relative to the
/// same steps fully solved. With several, they are those of scheme and minimiser, relative to TR-BDF2 with
/// many more steps.
Result<void> check_compare(const Setup& setup, const CompareOptions& options);
Result<CompareReport> measure_compare(const Setup& setup, const CompareOptions& options,
                                      const Progress& progress = {});

nlohmann::ordered_json compare_json(const CompareReport& report);
Report compare_page(const CompareReport& report);

}  // namespace tensio::lab
