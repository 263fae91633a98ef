#pragma once

#include <functional>
#include <string>

#include "cli/command.h"
#include "lab/progress.h"
#include "lab/report.h"

namespace tensio::cli {

/// What all experiments of the lab understand.
struct ExperimentOptions {
  std::string name;    // of the experiment
  std::string folder;  // of the report
  bool quick = false, quiet = false;
};
/// --out, --quick, --quiet; the folder is lab-NAME unless --out says otherwise. The options must outlive the
/// command.
void add_experiment_options(CLI::App& command, const std::string& name, const std::string& quick_help,
                            ExperimentOptions& options);

/// Runs an experiment with a progress bar, prints its tables and writes its report. Ctrl-C stops it and
/// leaves no file behind.
int run_experiment(const ExperimentOptions& options,
                   const std::function<Result<lab::Report>(const lab::Progress&)>& experiment);

/// Whether this file can be put where it is to go, found out before the work instead of after it. "" and "-"
/// are no files.
Result<void> check_folder_of(const char* option, const std::string& file);

}  // namespace tensio::cli
