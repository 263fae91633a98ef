#include "cli/experiment.h"
#include "cli/lab_commands.h"
#include "io/scene_choices.h"
#include "lab/integrators.h"

namespace tensio::cli {
namespace {

struct IntegratorsCommand : ExperimentOptions {
  std::string minimiser = choice_name(method_choices(), lab::IntegratorsOptions{}.method);
};

int run_integrators(const IntegratorsCommand& command) {
  lab::IntegratorsOptions options{.is_quick = command.quick};
  for (const auto& choice : method_choices())
    if (command.minimiser == choice.name) options.method = choice.value;
  return run_experiment(command, [&](const lab::Progress& progress) -> Result<lab::Report> {
    const auto report = lab::measure_integrators(options, progress);
    if (!report) return fail(report.error());
    return integrators_report(*report);
  });
}

}  // namespace

void add_integrators_command(CLI::App& lab, int& exit_code) {
  auto* command = lab.add_subcommand(
      "integrators", "Measure every scheme: work and precision, order, stability, energy over many steps");
  auto options = std::make_shared<IntegratorsCommand>();
  std::vector<std::string> names;
  for (const auto& choice : method_choices())  // position-based methods do not end at the minimum
    if (!is_position_based(choice.value)) names.emplace_back(choice.name);
  command->add_option("--minimiser", options->minimiser, "Minimiser for implicit schemes")
      ->check(CLI::IsMember(names))
      ->type_name("METHOD")
      ->capture_default_str();
  add_experiment_options(*command, "integrators", "Fewer step lengths, fewer steps: about 20 s", *options);
  command->footer(
      "Examples:\n"
      "  tensio lab integrators --quick\n"
      "  tensio lab integrators --out report\n"
      "See docs/integrators.md for the meaning of the numbers.");
  command->callback([options, &exit_code] { exit_code = run_integrators(*options); });
}

}  // namespace tensio::cli
