#include "cli/experiment.h"
#include "cli/lab_commands.h"
#include "cli/library.h"
#include "lab/balance.h"

namespace tensio::cli {
namespace {

struct BalanceCommand : ExperimentOptions, SceneOptions {
  std::string scene;
  int frames = 0;  // 0: those of the scene
};

int run_balance(const BalanceCommand& command) {
  const auto scene = load_scene(command.scene, command);
  if (!scene) return complain(scene.error().message, exit_bad_input);
  if (scene->setup.scheme == Scheme::static_equilibrium)
    return complain(command.scene + ": static equilibrium has no motion; choose another scheme",
                    exit_bad_input);
  const int frames = command.frames > 0 ? command.frames : scene->frames;
  std::string failure;
  const int code = run_experiment(command, [&](const lab::Progress& progress) -> Result<lab::Report> {
    const auto report = lab::measure_balance(scene->name, scene->setup, frames, progress);
    if (!report) return fail(command.scene + ": " + report.error().message);
    failure = report->failure;
    return lab::balance_page(*report);
  });
  return code == exit_ok && !failure.empty() ? complain(command.scene + ": " + failure, exit_failed) : code;
}

}  // namespace

void add_balance_command(CLI::App& lab, int& exit_code) {
  auto* command = lab.add_subcommand(
      "balance", "Show where the energy of a scene comes from and goes, numerical errors included");
  auto options = std::make_shared<BalanceCommand>();
  command->add_option("scene", options->scene, "Scene file (.toml or .json) or name of a built-in scene")
      ->required();
  command->add_option("--frames", options->frames, "Frames to simulate [those of the scene]")
      ->type_name("N")
      ->check(whole_number(1, 1'000'000));
  add_scene_options(*command, *options);
  add_experiment_options(*command, "balance", "", *options);
  command->footer(
      "Examples:\n"
      "  tensio lab balance cloth\n"
      "  tensio lab balance cloth --set integrator.scheme=implicit-midpoint --frames 90\n"
      "See docs/integrators.md for the meaning of the numbers.");
  command->callback([options, &exit_code] { exit_code = run_balance(*options); });
}

}  // namespace tensio::cli
