#pragma once

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

#include "io/scene.h"
#include "io/scene_document.h"
#include "io/scene_file.h"

namespace tensio {

/// A scene may refer to "two.obj", two triangles, "closed.obj", a tetrahedron, "one.msh", the same filled,
/// and to nothing else.
inline Result<std::string> test_files(const std::string& name) {
  if (name == "two.obj") return std::string("v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nf 1 3 2\nf 1 4 3\n");
  if (name == "closed.obj")
    return std::string("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
  if (name == "one.msh")
    return std::string(
        "$MeshFormat\n2.2 0 8\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$Elements\n1\n1 4 0 1 2 3 4\n");
  return fail(name + " does not exist");
}

inline Result<Scene> read_toml(const std::string& text, const SceneLimits& limits = {}) {
  const auto document = parse_toml(text);
  if (!document) return fail(document.error());
  return read_scene(*document, test_files, limits);
}

inline std::string error_of(const std::string& toml, const SceneLimits& limits = {}) {
  const auto scene = read_toml(toml, limits);
  return scene ? "" : scene.error().message;
}

}  // namespace tensio
