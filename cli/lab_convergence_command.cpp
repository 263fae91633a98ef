#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/experiment.h"
#include "cli/interrupt.h"
#include "cli/lab_commands.h"
#include "cli/library.h"
#include "cli/progress.h"
#include "io/write_file.h"
#include "lab/convergence.h"

namespace tensio::cli {
namespace {

struct ConvergenceCommand : SceneOptions {
  std::string scene;
  int frame = lab::ConvergenceOptions{}.frame;
  std::string csv, json, svg;  // files; "": none; json "-": stdout
  std::string folder;          // for a full report; "": none
  bool quick = false, quiet = false;
};

Result<void> write_reports(const ConvergenceCommand& command, const lab::ConvergenceReport& report) {
  const std::string json =
      command.json.empty()
          ? std::string()
          : convergence_json(report).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  if (command.json == "-") fmt::print("{}", json);
  if (!command.json.empty() && command.json != "-")
    if (auto ok = write_file(command.json, json); !ok) return ok;
  if (!command.csv.empty())
    if (auto ok = write_file(command.csv, convergence_csv(report)); !ok) return ok;
  if (!command.svg.empty())
    if (auto ok = write_file(command.svg, convergence_svg(report)); !ok) return ok;
  return {};
}

int run_convergence(const ConvergenceCommand& command) {
  const auto scene = load_scene(command.scene, command);
  if (!scene) return complain(scene.error().message, exit_bad_input);
  lab::ConvergenceOptions options;
  options.frame = command.frame;
  if (command.quick) {
    options.methods = lab::quick_convergence_methods();
    options.repetitions = 1;
  }
  if (auto ok = check_convergence(scene->setup, options); !ok)
    return complain(command.scene + ": " + ok.error().message, exit_bad_input);
  for (const auto& [option, file] :
       {std::pair{"--csv", command.csv}, {"--json", command.json}, {"--svg", command.svg}})
    if (auto ok = check_folder_of(option, file); !ok) return complain(ok.error().message, exit_bad_input);
  std::optional<lab::ReportFolder> folder;
  if (!command.folder.empty()) {
    auto opened = lab::ReportFolder::open(command.folder);
    if (!opened) return complain("--out " + opened.error().message, exit_bad_input);
    folder.emplace(std::move(*opened));
  }
  constexpr int parts = 1000;
  Progress bar("convergence", parts, command.quiet);
  const InterruptGuard guard;
  Result<lab::ConvergenceReport> report;
  work_or_leave(
      [&] {
        report = lab::measure_convergence(scene->setup, options, [&](double done, std::string_view) {
          bar.show(static_cast<int>(parts * done));
          return !InterruptGuard::requested();
        });
      },
      [&] {
        bar.finish();
        if (folder) folder->remove_if_empty();
      });
  bar.finish();
  if (InterruptGuard::requested())
    return complain("stopped by a signal; no files were written", InterruptGuard::exit_code());
  if (!report) return complain(command.scene + ": " + report.error().message, exit_failed);
  if (command.json != "-" && !command.quiet) fmt::print("{}", convergence_table(*report));
  if (auto ok = write_reports(command, *report); !ok) return complain(ok.error().message, exit_failed);
  if (!folder) return exit_ok;
  const lab::Report page = convergence_page(*report);
  if (auto ok = folder->write(page); !ok) return complain(ok.error().message, exit_failed);
  if (command.json != "-" && !command.quiet) fmt::print("\nreport: {}\n", folder->page(page));
  return exit_ok;
}

}  // namespace

void add_convergence_command(CLI::App& lab, int& exit_code) {
  auto* command = lab.add_subcommand(
      "convergence", "Compare methods on one step of a scene: error against iterations and time");
  auto options = std::make_shared<ConvergenceCommand>();
  command->add_option("scene", options->scene, "Scene file (.toml or .json) or name of a built-in scene")
      ->required();
  command->add_option("--frame", options->frame, "Frames to simulate before the measured step")
      ->check(whole_number(0, 1'000'000))
      ->capture_default_str();
  add_scene_options(*command, *options);
  command->add_option("--csv", options->csv, "Write every iterate as CSV")->type_name("FILE");
  command->add_option("--json", options->json, "Write the report as JSON (-: standard output)")
      ->type_name("FILE");
  command->add_option("--svg", options->svg, "Write the curves as SVG")->type_name("FILE");
  command->add_option("--out", options->folder, "Folder for a full report: page, plot and raw numbers")
      ->type_name("FOLDER");
  command->add_flag("--quick", options->quick,
                    "Fewer methods and iterations, each timed once: a minute or two for the cloth");
  command->add_flag("--quiet", options->quiet, "Print only errors");
  command->footer(
      "Examples:\n"
      "  tensio lab convergence cloth --quick\n"
      "  tensio lab convergence cloth --frame 40 --svg convergence.svg --csv convergence.csv");
  command->callback([options, &exit_code] { exit_code = run_convergence(*options); });
}

}  // namespace tensio::cli
