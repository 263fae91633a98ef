#include "cli/experiment.h"
#include "cli/lab_commands.h"
#include "lab/paper.h"

namespace tensio::cli {

void add_paper_command(CLI::App& lab, int& exit_code) {
  auto* command = lab.add_subcommand("paper", "Reproduce Table 1 and figures 2, 3 and 4 of Liu et al. 2013");
  auto options = std::make_shared<ExperimentOptions>();
  add_experiment_options(*command, "paper", "Smaller cloths, two bodies, fewer methods: about 10 s",
                         *options);
  command->footer(
      "Examples:\n"
      "  tensio lab paper --quick\n"
      "  tensio lab paper --out report");
  command->callback([options, &exit_code] {
    exit_code = run_experiment(*options, [&](const lab::Progress& progress) -> Result<lab::Report> {
      const auto report = lab::measure_paper({.is_quick = options->quick}, progress);
      if (!report) return fail(report.error());
      return paper_page(*report);
    });
  });
}

}  // namespace tensio::cli
