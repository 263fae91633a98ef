#include "cli/experiment.h"
#include "cli/lab_commands.h"
#include "lab/locking.h"

namespace tensio::cli {

void add_locking_command(CLI::App& lab, int& exit_code) {
  auto* command = lab.add_subcommand(
      "locking",
      "Measure how sheets bend, per model, layout and resolution: cantilevers, rolled sheets, drape");
  auto options = std::make_shared<ExperimentOptions>();
  add_experiment_options(*command, "locking", "Fewer and coarser sheets", *options);
  command->footer(
      "Examples:\n"
      "  tensio lab locking --quick\n"
      "  tensio lab locking --out report\n"
      "See docs/materials.md for the meaning of the numbers.");
  command->callback([options, &exit_code] {
    exit_code = run_experiment(*options, [&](const lab::Progress& progress) -> Result<lab::Report> {
      const auto report = lab::measure_locking({.is_quick = options->quick}, progress);
      if (!report) return fail(report.error());
      return locking_report(*report);
    });
  });
}

}  // namespace tensio::cli
