#include "tensio/scene.h"

namespace tensio {

namespace {
Failure no_scenes() {
  return fail("this build of tensio reads no scenes; build with TENSIO_SCENES");
}
}  // namespace

Result<Scene> parse_scene(std::string_view, const SceneFiles&, const SceneChanges&, const SceneLimits&) {
  return no_scenes();
}
Result<Scene> read_scene_file(const std::string&, const SceneChanges&) {
  return no_scenes();
}

}  // namespace tensio
