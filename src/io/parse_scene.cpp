#include <nlohmann/json.hpp>

#include "io/scene.h"
#include "io/scene_document.h"

namespace tensio {

Result<Scene> change_and_read(Result<nlohmann::json> document, const SceneChanges& changes,
                              const SceneFiles& files, const SceneLimits& limits) {
  if (!document) return fail(document.error());
  for (const std::string& change : changes)
    if (auto ok = set_field(*document, change); !ok) return fail(ok.error());
  return read_scene(*document, files, limits);
}

Result<Scene> parse_scene(std::string_view text, const SceneFiles& files, const SceneChanges& changes,
                          const SceneLimits& limits) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const bool is_json = first != std::string_view::npos && text[first] == '{';
  return change_and_read(is_json ? parse_json(text) : parse_toml(text), changes, files, limits);
}

}  // namespace tensio
