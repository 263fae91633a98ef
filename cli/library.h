#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "io/scene.h"

namespace tensio::cli {

/// A file from scenes/ that is embedded in the program.
struct EmbeddedFile {
  std::string_view name;  // relative to scenes/
  std::string_view bytes;
};
const std::vector<EmbeddedFile>& embedded_files();

struct BuiltinScene {
  std::string name;
  std::string description;
  std::string_view text;  // TOML
};
/// Returns the built-in scenes in alphabetical order.
std::vector<BuiltinScene> builtin_scenes();
Result<BuiltinScene> find_builtin_scene(const std::string& name);

/// Returns whether the extension is that of a mesh file.
bool is_mesh_file(const std::string& path);

/// Returns whether load_scene() treats it as a file rather than as the name of a built-in scene.
bool is_scene_file(const std::string& scene);

/// What the command line changes in a scene.
struct SceneOptions {
  std::string preset;                // "": none
  std::vector<std::string> changes;  // field=value, applied after the preset
};
/// Adds --preset and --set. The options must outlive the command.
void add_scene_options(CLI::App& command, SceneOptions& options);

/// Reads a scene from a file, or a built-in scene by name, and changes it. Errors start with the option, the
/// file or the name.
Result<Scene> load_scene(const std::string& scene, const SceneOptions& options);

}  // namespace tensio::cli
