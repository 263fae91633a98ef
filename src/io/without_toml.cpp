#include <nlohmann/json.hpp>

#include "io/scene_document.h"

namespace tensio {

Result<nlohmann::json> parse_toml(std::string_view) {
  return fail("this build of tensio reads no TOML; write the scene as JSON, or build with TENSIO_TOML");
}

}  // namespace tensio
