#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/experiment.h"
#include "cli/interrupt.h"
#include "cli/library.h"
#include "cli/progress.h"
#include "io/write_file.h"
#include "lab/bench.h"
#include "lab/contact_cost.h"
#include "lab/scene_cost.h"

namespace tensio::cli {
namespace {

constexpr std::size_t large_side = 1000;

struct BenchCommand {
  std::vector<std::size_t> sides;
  double seconds = lab::BenchOptions{}.seconds;
  int soft_frames = lab::BenchOptions{}.soft_frames, stiff_frames = lab::BenchOptions{}.stiff_frames;
  std::string json, plots;  // file ("-": stdout); folder
  bool large = false, quick = false, alone = false, quiet = false, contact = false, scenes = false;
  std::vector<std::string> only;  // scenes; none: all that are built in
  int frames = 0;                 // of each scene; 0: its own
};

lab::BenchOptions options_from(const BenchCommand& command) {
  lab::BenchOptions options;
  options.seconds = command.seconds;
  options.soft_frames = command.soft_frames;
  options.stiff_frames = command.stiff_frames;
  options.has_peers = !command.alone;
  if (command.quick) {
    options.sides = {81};
    options.is_quick = true;
    options.seconds = std::min(command.seconds, 0.4);
    options.most_iterations = 200;
  }
  if (!command.sides.empty()) options.sides = command.sides;
  if (command.large) options.sides.push_back(large_side);
  return options;
}

Result<void> write_json(const BenchCommand& command, const nlohmann::ordered_json& report) {
  if (command.json.empty()) return {};
  const std::string json = report.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  if (command.json != "-") return write_file(command.json, json);
  fmt::print("{}", json);
  return {};
}

Result<void> write_reports(const BenchCommand& command, const lab::BenchReport& report) {
  if (auto ok = write_json(command, bench_json(report)); !ok) return ok;
  if (command.plots.empty()) return {};
  for (const lab::BenchPlot& plot : bench_plots(report))
    if (auto ok = write_file((std::filesystem::path(command.plots) / plot.name).string(), plot.svg); !ok)
      return ok;
  return {};
}

/// Shows progress while it measures; 0, or how the program is to end.
template <class Measure>
int measure(const BenchCommand& command, const Measure& work, auto& report) {
  constexpr int parts = 100;
  Progress bar("bench", parts, command.quiet);
  const InterruptGuard guard;
  report = work([&](double done, std::string_view) {
    bar.show(static_cast<int>(parts * done));
    return !InterruptGuard::requested();
  });
  bar.finish();
  if (InterruptGuard::requested())
    return complain("stopped by a signal; no files were written", InterruptGuard::exit_code());
  return report ? exit_ok : complain(report.error().message, exit_bad_input);
}

int run_contact_bench(const BenchCommand& command) {
  if (command.sides.size() > 2)
    return complain("--sizes: give at most two with --contact, of the cloth and of a large one",
                    exit_bad_input);
  lab::ContactCostOptions options{.seconds = command.seconds};
  if (command.quick) options.large_side = 0, options.seconds = std::min(command.seconds, 0.4);
  if (!command.sides.empty()) options.side = command.sides.front(), options.large_side = 0;
  if (command.sides.size() > 1) options.large_side = command.sides[1];
  Result<std::vector<lab::ContactCost>> costs;
  const int code = measure(
      command, [&](const auto& progress) { return lab::measure_contact_cost(options, progress); }, costs);
  if (code != exit_ok) return code;
  if (command.json != "-" && !command.quiet) fmt::print("{}", contact_cost_table(*costs));
  if (auto ok = write_json(command, contact_cost_json(*costs)); !ok)
    return complain(ok.error().message, exit_failed);
  return exit_ok;
}

Result<std::vector<lab::TimedScene>> timed_scenes(const BenchCommand& command) {
  constexpr int quick_frames = 20;
  std::vector<std::string> names = command.only;
  if (names.empty())
    for (BuiltinScene& scene : builtin_scenes())
      if (!is_scene_file(scene.name)) names.push_back(std::move(scene.name));  // not those of validations
  std::vector<lab::TimedScene> scenes;
  for (const std::string& name : names) {
    auto scene = load_scene(name, {});
    if (!scene) return fail(scene.error());
    const int own = command.quick ? std::min(quick_frames, scene->frames) : scene->frames;
    scenes.push_back({name, std::move(scene->setup), std::max(2, command.frames > 0 ? command.frames : own)});
  }
  return scenes;
}

int run_scene_bench(const BenchCommand& command) {
  const auto scenes = timed_scenes(command);
  if (!scenes) return complain(scenes.error().message, exit_bad_input);
  Result<std::vector<lab::SceneCost>> costs;
  const int code = measure(
      command, [&](const auto& progress) { return lab::measure_scene_costs(*scenes, progress); }, costs);
  if (code != exit_ok) return code;
  if (command.json != "-" && !command.quiet) fmt::print("{}", scene_cost_table(*costs));
  if (auto ok = write_json(command, scene_cost_json(*costs)); !ok)
    return complain(ok.error().message, exit_failed);
  return exit_ok;
}

int run_bench(const BenchCommand& command) {
  // Check before minutes of work.
  std::error_code problem;
  if (!command.plots.empty()) std::filesystem::create_directories(command.plots, problem);
  if (!command.plots.empty() && !std::filesystem::is_directory(command.plots, problem))
    return complain(fmt::format("--plot {}: cannot create this folder", command.plots), exit_bad_input);
  if (auto ok = check_folder_of("--json", command.json); !ok)
    return complain(ok.error().message, exit_bad_input);
  if (command.contact) return run_contact_bench(command);
  if (command.scenes) return run_scene_bench(command);
  Result<lab::BenchReport> report;
  const int code = measure(
      command, [&](const auto& progress) { return lab::measure_bench(options_from(command), progress); },
      report);
  if (code != exit_ok) return code;
  if (command.json != "-" && !command.quiet) fmt::print("{}", bench_table(*report));
  if (auto ok = write_reports(command, *report); !ok) return complain(ok.error().message, exit_failed);
  return exit_ok;
}

}  // namespace

void add_bench_command(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("bench", "Compare the engine's speed with other solvers");
  auto options = std::make_shared<BenchCommand>();
  auto* sizes =
      command->add_option("--sizes", options->sides, "Vertices along a side of the cloth [81 100 316]")
          ->type_name("SIDE ...")
          ->check(whole_number(3, 5000));
  auto* large =
      command->add_flag("--large", options->large, "Add a cloth of a million vertices (engine only)");
  command->add_flag("--quick", options->quick,
                    "Few repetitions, and only 81 x 81 vertices unless --sizes is given: about 80 s");
  auto* seconds = command->add_option("--seconds", options->seconds, "Time to repeat each comparison")
                      ->check(CLI::Range(0.001, 600.0))
                      ->capture_default_str();
  auto* soft = command->add_option("--soft-frame", options->soft_frames, "Frames before the recorded step A")
                   ->check(whole_number(0, 10'000))
                   ->capture_default_str();
  auto* stiff =
      command->add_option("--stiff-frame", options->stiff_frames, "Frames before the recorded step B")
          ->check(whole_number(0, 10'000))
          ->capture_default_str();
  auto* alone = command->add_flag("--alone", options->alone, "Leave out CHOLMOD and Bullet");
  command->add_option("--json", options->json, "Write the report as JSON (-: standard output)")
      ->type_name("FILE");
  auto* plot =
      command->add_option("--plot", options->plots, "Write plots to this folder")->type_name("FOLDER");
  auto* contact = command->add_flag("--contact", options->contact,
                                    "Measure instead what contact adds to a frame: about 3 min; --sizes: of "
                                    "the cloth and of a large one [81 316], the latter not with --quick");
  auto* scenes = command->add_flag("--scenes", options->scenes,
                                   "Measure instead what a frame of each built-in scene costs one thread");
  for (CLI::Option* other : {plot, large, soft, stiff, alone})
    contact->excludes(other), scenes->excludes(other);
  for (CLI::Option* other : {contact, sizes, seconds}) scenes->excludes(other);
  command->add_option("SCENE", options->only, "With --scenes: measure only these, built in or files")
      ->needs(scenes);
  command
      ->add_option("--frames", options->frames,
                   "With --scenes: frames of each scene [its own; 20 with --quick]")
      ->needs(scenes)
      ->check(whole_number(2, 100'000));
  command->add_flag("--quiet", options->quiet, "Print only errors");
  command->footer(
      "Examples:\n"
      "  tensio bench --quick\n"
      "  tensio bench --large --json bench.json --plot .\n"
      "  tensio bench --contact\n"
      "  tensio bench --scenes denim-and-silk dents\n"
      "See docs/performance.md for the comparison and the keys of the report.");
  command->callback([options, &exit_code] { exit_code = run_bench(*options); });
}

}  // namespace tensio::cli
