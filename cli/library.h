#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/scene.h"

namespace tensio::cli {

/// A file of the repository's scenes/ folder that is part of the program.
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
/// In alphabetical order.
std::vector<BuiltinScene> builtin_scenes();
Result<BuiltinScene> find_builtin_scene(const std::string& name);

/// By its name: OBJ, PLY or STL.
bool is_mesh_file(const std::string& path);

/// Whether load_scene takes it for a file; all else are names of built-in scenes.
bool is_scene_file(const std::string& scene);

/// Reads a scene from a file, or a built-in one by its name, with some fields changed (--set). Every error
/// begins with the file or the name.
Result<Scene> load_scene(const std::string& scene, const std::vector<std::string>& changes);

}  // namespace tensio::cli
