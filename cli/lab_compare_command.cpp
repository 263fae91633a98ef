#include <algorithm>
#include <sstream>

#include "cli/experiment.h"
#include "cli/lab_commands.h"
#include "cli/library.h"
#include "io/scene_choices.h"
#include "lab/compare.h"

namespace tensio::cli {
namespace {

struct CompareCommand : ExperimentOptions, SceneOptions {
  std::string scene;
  std::vector<std::string> schemes, minimisers, variants;
  std::string reference;
  int frames = 0;  // 0: the scene's own
};

template <class E>
std::vector<std::string> names_of(const Choices<E>& choices) {
  std::vector<std::string> names;
  for (const auto& choice : choices) names.emplace_back(choice.name);
  return names;
}

/// Converts names, which must be valid, to values.
template <class E>
std::vector<E> values_of(const std::vector<std::string>& names, const Choices<E>& choices) {
  std::vector<E> values;
  for (const std::string& name : names)
    for (const auto& choice : choices)
      if (name == choice.name) values.push_back(choice.value);
  return values;
}

/// The scene with further changes, fields and values separated by spaces.
Result<lab::CompareVariant> read_variant(const CompareCommand& command, const std::string& changes) {
  SceneOptions options = command;
  std::istringstream words(changes);
  for (std::string change; words >> change;) options.changes.push_back(change);
  auto scene = load_scene(command.scene, options);
  if (!scene) return fail(scene.error());
  return lab::CompareVariant{changes, std::move(scene->setup)};
}

int run_compare(const CompareCommand& command) {
  const auto scene = load_scene(command.scene, command);
  if (!scene) return complain(scene.error().message, exit_bad_input);
  constexpr int quick_frames = 10, quick_substeps = 4;
  lab::CompareOptions options{.scene = scene->name.empty() ? command.scene : scene->name,
                              .schemes = values_of(command.schemes, scheme_choices()),
                              .minimisers = values_of(command.minimisers, method_choices()),
                              .frames = command.frames > 0 ? command.frames : scene->frames};
  for (const std::string& changes : command.variants) {
    auto variant = read_variant(command, changes);
    if (!variant) return complain(variant.error().message, exit_bad_input);
    options.variants.push_back(std::move(*variant));
  }
  if (!command.reference.empty()) {
    auto reference = read_variant(command, command.reference);
    if (!reference) return complain(reference.error().message, exit_bad_input);
    options.reference = std::move(*reference);
  }
  if (options.schemes.empty() && options.minimisers.empty() && options.variants.empty())
    for (const auto& choice : method_choices()) options.minimisers.push_back(choice.value);
  if (command.quick) {
    options.frames = std::min(options.frames, quick_frames);
    options.reference_substeps = quick_substeps;
  }
  if (auto ok = check_compare(scene->setup, options); !ok)
    return complain(command.scene + ": " + ok.error().message, exit_bad_input);
  return run_experiment(command, [&](const lab::Progress& progress) -> Result<lab::Report> {
    const auto report = lab::measure_compare(scene->setup, options, progress);
    if (!report) return fail(command.scene + ": " + report.error().message);
    return compare_page(*report);
  });
}

}  // namespace

void add_compare_command(CLI::App& lab, int& exit_code) {
  auto* command = lab.add_subcommand(
      "compare", "Compare minimisers or schemes on a scene: time, error, energy, residual");
  auto options = std::make_shared<CompareCommand>();
  command->add_option("scene", options->scene, "Scene file (.toml or .json) or name of a built-in scene")
      ->required();
  command
      ->add_option("--minimiser", options->minimisers,
                   "Minimisers to compare [all, unless --scheme is given]")
      ->delimiter(',')
      ->type_name("NAME,...")
      ->allow_extra_args(false)
      ->check(CLI::IsMember(names_of(method_choices())));
  command->add_option("--scheme", options->schemes, "Schemes to compare")
      ->delimiter(',')
      ->type_name("NAME,...")
      ->allow_extra_args(false)
      ->check(CLI::IsMember(names_of(scheme_choices())));
  command
      ->add_option("--with", options->variants,
                   "Compare the scene with these fields changed, too; may be given again")
      ->type_name("'FIELD=VALUE ...'")
      ->allow_extra_args(false);
  command
      ->add_option(
          "--reference", options->reference,
          "Measure errors from the scene with these fields changed [the same steps, fully solved, or "
          "many more of them]")
      ->type_name("'FIELD=VALUE ...'");
  command->add_option("--frames", options->frames, "Number of frames, instead of the scene's")
      ->type_name("N")
      ->check(whole_number(1, 1'000'000));
  add_scene_options(*command, *options);
  add_experiment_options(*command, "compare", "Ten frames and a coarser reference", *options);
  command->footer(
      "Examples:\n"
      "  tensio lab compare cloth --minimiser local-global,ncg,newton-cg --frames 30\n"
      "  tensio lab compare mine.toml --scheme implicit-euler,bdf2,tr-bdf2 --out report\n"
      "  tensio lab compare hair --frames 30 --with minimiser.iterations=10 --reference 'time.substeps=24'");
  command->callback([options, &exit_code] { exit_code = run_compare(*options); });
}

}  // namespace tensio::cli
