#include "cli/library.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "io/mesh_format.h"
#include "io/nearest_name.h"
#include "io/scene_document.h"
#include "io/scene_file.h"
#include "io/scene_preset.h"
#include "io/tet_parse.h"
#include "math/format.h"

namespace tensio::cli {

namespace {

Result<std::string> read_embedded(const std::string& name) {
  for (const EmbeddedFile& file : embedded_files())
    if (file.name == name) return std::string(file.bytes);
  return fail(name + " is not among the built-in files");
}

/// Refuses files that are not scenes by their extension; no extension means TOML.
Result<void> check_extension(const std::string& scene) {
  const std::string extension = std::filesystem::path(scene).extension().string();
  if (extension.empty() || extension == ".toml" || extension == ".json") return {};
  if (is_mesh_file(scene))
    return fail(
        fmt::format("{} is a mesh, not a scene; refer to it in a scene, as the file of a body of kind \"{}\"",
                    scene, is_tet_file(scene) ? "tetrahedra" : "mesh"));
  return fail(fmt::format(
      "{}: unknown format {}; scenes are .toml or .json files, meshes {}, tetrahedra .msh, .node or .ele",
      scene, extension, mesh_extensions()));
}

/// "body[0].mass" → "body.0.mass"
std::string with_dots(std::string_view path) {
  std::string dotted;
  for (const char c : path)
    if (c != ']') dotted += c == '[' ? '.' : c;
  return dotted;
}

/// Blames the change of the field that an error begins with, in the user's spelling; else the scene.
Failure blame(const std::string& scene, const std::vector<std::string>& changes, const Error& error) {
  const std::string& message = error.message;
  const std::string_view unknown = "unknown field ";
  const std::size_t begin = message.starts_with(unknown) ? unknown.size() : 0;
  const std::size_t end = std::min(message.find_first_of(" ;:", begin), message.size());
  const std::string field = with_dots(std::string_view(message).substr(begin, end - begin));
  for (const std::string& change : changes) {
    const std::string key = with_dots(change.substr(0, change.find('=')));
    if (field == key || field.starts_with(key + "."))
      return fail(
          fmt::format("--set {}: {}{}{}", change, message.substr(0, begin), field, message.substr(end)));
  }
  return fail(scene + ": " + message);
}

Result<Scene> read_changed(const std::string& scene, nlohmann::json document,
                           const std::vector<std::string>& changes, const SceneFiles& files) {
  for (const std::string& change : changes)
    if (auto ok = set_field(document, change); !ok)
      return fail(fmt::format("--set {}: {}", change, ok.error().message));
  auto result = read_scene(document, files);
  if (!result) return blame(scene, changes, result.error());
  return result;
}

/// Names the presets that the scene takes, before the reason why it does not take this one.
Failure advise(const Error& reason, const std::string& preset, const std::string& scene,
               const nlohmann::json& document, const SceneFiles& files) {
  std::vector<std::string> fitting;
  for (const ScenePreset& other : scene_presets())
    if (read_changed(scene, document, other.changes, files)) fitting.push_back(other.name);
  if (std::ranges::find(fitting, preset) != fitting.end() || fitting.empty()) return fail(reason);
  return fail(fmt::format("{} takes the presets {}, not {}; {}", scene, joined(fitting, ", "), preset,
                          reason.message));
}

bool looks_like_a_path(const std::string& scene) {
  return scene.find('/') != std::string::npos || scene.ends_with(".toml") || scene.ends_with(".json");
}

}  // namespace

bool is_mesh_file(const std::string& path) {
  return mesh_format_of(path) || is_tet_file(path);
}

std::vector<BuiltinScene> builtin_scenes() {
  std::vector<BuiltinScene> scenes;
  for (const EmbeddedFile& file : embedded_files()) {
    if (!file.name.ends_with(".toml")) continue;
    BuiltinScene scene{std::string(file.name.substr(0, file.name.size() - 5)), "", file.bytes};
    if (const auto document = parse_toml(file.bytes)) scene.description = document->value("description", "");
    scenes.push_back(std::move(scene));
  }
  return scenes;
}

Result<BuiltinScene> find_builtin_scene(const std::string& name) {
  std::vector<std::string> names;
  for (BuiltinScene& scene : builtin_scenes()) {
    if (scene.name == name) return std::move(scene);
    names.push_back(scene.name);
  }
  const std::string near = nearest_name(name, names);
  return fail(fmt::format(
      "no file or built-in scene is named \"{}\"; {}", name,
      near.empty() ? "tensio scenes lists the built-in scenes" : fmt::format("did you mean \"{}\"?", near)));
}

bool is_scene_file(const std::string& scene) {
  std::error_code problem;
  return looks_like_a_path(scene) || std::filesystem::exists(scene, problem);
}

void add_scene_options(CLI::App& command, SceneOptions& options) {
  std::string presets = "Use proven settings instead of the scene's:";
  for (const ScenePreset& preset : scene_presets())
    presets += fmt::format(" {} ({})", preset.name, preset.doc);
  command.add_option("--preset", options.preset, presets)->type_name("NAME");
  command.add_option("--set", options.changes, "Change a scene field, for example body.0.mass=2")
      ->type_name("FIELD=VALUE")
      ->allow_extra_args(false);
}

Result<Scene> load_scene(const std::string& scene, const SceneOptions& options) {
  std::vector<std::string> changes;
  if (!options.preset.empty()) {
    const auto preset = find_preset(options.preset);
    if (!preset) return fail("--preset: " + preset.error().message);
    changes = (*preset)->changes;
  }
  changes.insert(changes.end(), options.changes.begin(), options.changes.end());
  if (auto ok = check_extension(scene); !ok) return fail(ok.error());
  const bool from_file = is_scene_file(scene);
  Result<nlohmann::json> document;
  if (from_file) {
    document = read_document_file(scene);
  } else {
    const auto builtin = find_builtin_scene(scene);
    if (!builtin) return fail(builtin.error());
    document = parse_toml(builtin->text);
  }
  if (!document) return fail(document.error());
  const SceneFiles files = from_file ? files_beside(scene) : SceneFiles(read_embedded);
  auto result = read_changed(scene, *document, changes, files);
  if (!result && !options.preset.empty())
    return advise(result.error(), options.preset, scene, *document, files);
  if (!result) return result;
  if (result->name.empty()) result->name = std::filesystem::path(scene).stem().string();
  return result;
}

}  // namespace tensio::cli
