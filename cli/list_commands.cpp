#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/library.h"
#include "io/scene_choices.h"
#include "io/scene_schema.h"
#include "session/settings.h"

namespace tensio::cli {

namespace {

int list_scenes() {
  const auto scenes = builtin_scenes();
  std::size_t width = 0;
  for (const BuiltinScene& scene : scenes) width = std::max(width, scene.name.size());
  for (const BuiltinScene& scene : scenes) fmt::print("{:{}}  {}\n", scene.name, width, scene.description);
  return exit_ok;
}

int show_scene(const std::string& name) {
  const auto scene = find_builtin_scene(name);
  if (!scene) return complain(scene.error().message, exit_bad_input);
  fmt::print("{}", scene->text);
  return exit_ok;
}

int list_fabrics() {
  fmt::print("{:10} {:>8} {:>8} {:>8} {:>8} {:>9} {:>9}\n{:10} {:>8} {:>8} {:>8} {:>8} {:>9} {:>9}\n",
             "fabric", "density", "warp", "weft", "shear", "bend warp", "bend weft", "", "kg/m²", "N/m",
             "N/m", "N/m", "µN·m", "µN·m");
  for (const auto& [name, fabric, doc] : fabric_choices())
    fmt::print("{:10} {:8.3f} {:8.4g} {:8.4g} {:8.4g} {:9.3g} {:9.3g}\n", name, fabric->area_density,
               fabric->warp, fabric->weft, fabric->shear, 1e6 * fabric->bending_warp,
               1e6 * fabric->bending_weft);
  fmt::print("\n");
  for (const auto& [name, fabric, doc] : fabric_choices())
    fmt::print("{}: {}\n  {}\n", name, doc, fabric->source);
  return exit_ok;
}

}  // namespace

void add_fabrics_command(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("fabrics", "List the named fabrics, their numbers and sources");
  command->footer(
      "Example, a cloth of denim:\n  tensio run cloth --set body.0.fabric=denim --image denim.png");
  command->callback([&exit_code] { exit_code = list_fabrics(); });
}

void add_scenes_command(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("scenes", "List the built-in scenes");
  auto show = std::make_shared<std::string>();
  command->add_option("--show", *show, "Print this scene's document instead")->type_name("NAME");
  command->footer(
      "Example, a scene of your own:\n  tensio scenes --show cloth > mine.toml\n  tensio run mine.toml");
  command->callback([show, &exit_code] { exit_code = show->empty() ? list_scenes() : show_scene(*show); });
}

void add_schema_command(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("schema", "Describe every field of a scene document");
  auto text = std::make_shared<bool>(false), types = std::make_shared<bool>(false);
  command->add_flag("--typescript", *types, "Types of the viewer's settings (web/src/generated.ts) instead");
  command->add_flag("--text", *text, "Tables for people (Markdown) instead of JSON Schema");
  command->footer(
      "Examples:\n"
      "  tensio schema --text                what can stand in a scene, to read\n"
      "  tensio schema > scene.schema.json   for editors that check and complete");
  command->callback([text, types, &exit_code] {
    fmt::print("{}", *types  ? session::typescript()
                     : *text ? scene_schema_text()
                             : scene_schema().dump(2) + "\n");
    exit_code = exit_ok;
  });
}

}  // namespace tensio::cli
