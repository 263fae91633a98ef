#pragma once

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

#include "io/scene.h"
#include "io/scene_document.h"
#include "io/scene_file.h"

namespace tensio {

/// A scene may refer to "two.obj", two triangles, and to nothing else.
inline Result<std::string> test_files(const std::string& name) {
  if (name == "two.obj") return std::string("v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nf 1 3 2\nf 1 4 3\n");
  return fail(name + " does not exist");
}

inline Result<Scene> read_toml(const std::string& text, const SceneLimits& limits = {}) {
  const auto document = parse_toml(text);
  if (!document) return tl::unexpected(document.error());
  return read_scene(*document, test_files, limits);
}

inline std::string error_of(const std::string& toml, const SceneLimits& limits = {}) {
  const auto scene = read_toml(toml, limits);
  return scene ? "" : scene.error().message;
}

}  // namespace tensio
