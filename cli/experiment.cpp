#include "cli/experiment.h"

#include <filesystem>
#include <fmt/format.h>

#include "cli/interrupt.h"
#include "cli/progress.h"

namespace tensio::cli {

void add_experiment_options(CLI::App& command, const std::string& name, const std::string& quick_help,
                            ExperimentOptions& options) {
  options.name = name;
  options.folder = "lab-" + name;
  command.add_option("--out", options.folder, "Folder for the report, plots and raw numbers")
      ->type_name("FOLDER")
      ->capture_default_str();
  if (!quick_help.empty()) command.add_flag("--quick", options.quick, quick_help);
  command.add_flag("--quiet", options.quiet, "Print only errors");
}

Result<void> check_folder_of(const char* option, const std::string& file) {
  const auto folder = std::filesystem::path(file).parent_path();
  std::error_code problem;
  if (folder.empty() || std::filesystem::is_directory(folder, problem)) return {};
  return fail(fmt::format("{}: {} is not a folder; create it first", option, folder.string()));
}

int run_experiment(const ExperimentOptions& options,
                   const std::function<Result<lab::Report>(const lab::Progress&)>& experiment) {
  auto folder = lab::ReportFolder::open(options.folder);
  if (!folder) return complain("--out " + folder.error().message, exit_bad_input);
  constexpr int parts = 1000;
  Progress bar(options.name, parts, options.quiet);
  const InterruptGuard guard;
  Result<lab::Report> report;
  work_or_leave(
      [&] {
        report = experiment([&](double done, std::string_view) {
          bar.show(static_cast<int>(parts * done));
          return !InterruptGuard::requested();
        });
      },
      [&] {
        bar.finish();
        folder->remove_if_empty();
      });
  bar.finish();
  if (InterruptGuard::requested())
    return complain("stopped by a signal; no files were written", InterruptGuard::exit_code());
  if (!report) return complain(report.error().message, exit_failed);
  if (!options.quiet) fmt::print("{}", report_text(*report));
  if (auto ok = folder->write(*report); !ok) return complain(ok.error().message, exit_failed);
  if (!options.quiet) fmt::print("\nreport: {}\n", folder->page(*report));
  return exit_ok;
}

}  // namespace tensio::cli
