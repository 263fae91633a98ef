#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tensio/cloth.h"
#include "tensio/export.h"
#include "tensio/setup.h"

namespace tensio TENSIO_API {

/// How a scene wants to be looked at. The viewer or renderer chooses what is not given.
struct View : Look {
  std::optional<Vec3> eye, target;  // m
  double field_of_view = 40;        // degrees, vertical
  std::optional<double> floor;      // m, height of a drawn floor; none: horizontal planes are drawn
};

/// A scene document, read and built: everything a run needs.
struct Scene {
  std::string name, description;
  Setup setup;
  int frames = 0;
  View view;
  std::vector<std::string> warnings;  // about meshes and settings without effect; one sentence each
};

/// Returns the bytes of a file that a scene refers to (a mesh, a table), by the name that the scene uses.
/// Empty: scenes that refer to files are refused.
using SceneFiles = std::function<Result<std::string>(const std::string& name)>;

/// Larger mesh files are refused.
inline constexpr std::size_t max_mesh_bytes = std::size_t{1} << 30;

/// How much a scene may ask for, all bodies together. A short document can ask for any amount of memory and
/// time; these limits refuse it before it costs them.
struct SceneLimits {
  std::size_t vertices = max_vertices;
  std::size_t triangles = max_triangles;
  std::size_t mesh_bytes = max_mesh_bytes;
  std::size_t attached_vertices = max_vertices;
  std::size_t path_keys = 10'000'000;  // a path's keyframes count once for every vertex that follows it
  std::size_t scheduled_pins = 50'000;
  std::size_t cut_vertices = 100'000'000;          // each cut looks at every vertex
  std::size_t formula_operations = 1'000'000'000;  // a formula's operations count once for every vertex
  std::size_t searched_vertices = 1'000'000'000;  // by boxes, spheres, edges and "all", each through its body
};

/// Changes of a scene's fields, as on the command line: "minimiser.iterations=20",
/// "body.0.stiffness.structural=100". docs/scene-format.md lists every field.
using SceneChanges = std::vector<std::string>;

/// Reads a scene from text: JSON where it begins with `{`, TOML otherwise. An error is one sentence that
/// names line or field.
Result<Scene> parse_scene(std::string_view text, const SceneFiles& files, const SceneChanges& changes = {},
                          const SceneLimits& limits = {});
/// Reads a scene file; meshes are found relative to its folder.
Result<Scene> read_scene_file(const std::string& path, const SceneChanges& changes = {});

}  // namespace TENSIO_API
