#pragma once

#include <functional>
#include <string>

#include "cli/command.h"
#include "lab/progress.h"
#include "lab/report.h"

namespace tensio::cli {

/// Options that all experiments share.
struct ExperimentOptions {
  std::string name;
  std::string folder;  // for the report
  bool quick = false, quiet = false;
};
/// Adds --out (default: lab-NAME), --quick, if it has a help text, and --quiet. The options must outlive the
/// command.
void add_experiment_options(CLI::App& command, const std::string& name, const std::string& quick_help,
                            ExperimentOptions& options);

/// Runs an experiment with a progress bar, prints its tables and writes its report. Ctrl-C stops it without
/// leaving files behind.
int run_experiment(const ExperimentOptions& options,
                   const std::function<Result<lab::Report>(const lab::Progress&)>& experiment);

/// Fails if the folder of this output file does not exist. Accepts "" and "-", which are not files.
Result<void> check_folder_of(const char* option, const std::string& file);

}  // namespace tensio::cli
