#include "io/scene_file.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "io/read_file.h"
#include "io/scene_document.h"

namespace tensio {

Result<nlohmann::json> read_document_file(const std::string& path) {
  const auto text = read_file(path, max_document_bytes);
  if (!text) return fail(text.error());
  auto document = path.ends_with(".json") ? parse_json(*text) : parse_toml(*text);
  if (!document) return fail(path + ": " + document.error().message);
  return document;
}

Result<Scene> read_scene_file(const std::string& path, const SceneChanges& changes) {
  auto scene = change_and_read(read_document_file(path), changes, files_beside(path), {});
  if (!scene)
    return scene.error().message.starts_with(path) ? fail(scene.error())
                                                   : fail(path + ": " + scene.error().message);
  if (scene->name.empty()) scene->name = std::filesystem::path(path).stem().string();
  return scene;
}

SceneFiles files_beside(const std::string& scene_path) {
  const std::filesystem::path folder = std::filesystem::path(scene_path).parent_path();
  return [folder](const std::string& name) { return read_file((folder / name).string(), max_mesh_bytes); };
}

}  // namespace tensio
