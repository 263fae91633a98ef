#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "build/mesh.h"
#include "io/mesh_file.h"
#include "math/result.h"
#include "sim/setup.h"

namespace tensio {

/// A colour as the web writes it: 0xrrggbb.
struct Rgb {
  std::uint32_t code = 0;
};

/// How a scene wants to be looked at. What is not given is chosen by whoever makes the picture.
struct View {
  std::optional<Vec3> eye, target;  // m
  double field_of_view = 40;        // degrees, vertical
  Rgb colour{0xd8603a};             // of the bodies
  double rope_radius = 0.01;        // m, of bodies without triangles
  std::optional<Rgb> rope_colour;   // of these; without it, that of the bodies
  std::optional<double> floor;      // m, height of a drawn floor; without it, horizontal planes are drawn
};

/// A scene document, read and built: all that a run needs.
struct Scene {
  std::string name, description;
  Setup setup;
  int frames = 0;
  View view;
  std::vector<std::string> warnings;  // about imported meshes; one sentence each
};

/// Fetches the bytes of a file that a scene refers to (a mesh), by the name that the scene uses.
using SceneFiles = std::function<Result<std::string>(const std::string& name)>;

/// How much a scene may ask for, all bodies together: a short document can ask for any amount of memory and
/// time, and is refused before it costs them.
struct SceneLimits {
  std::size_t vertices = max_vertices;
  std::size_t triangles = max_triangles;
  std::size_t mesh_bytes = max_mesh_bytes;
  std::size_t attached_vertices = max_vertices;
  std::size_t path_keys = 10'000'000;  // a path's keyframes count once for every vertex that follows it
  std::size_t searched_vertices = 1'000'000'000;  // by boxes, spheres, edges and "all", each through its body
};

/// Reads and builds a scene. An error is one sentence that names the field.
Result<Scene> read_scene(const nlohmann::json& document, const SceneFiles& files,
                         const SceneLimits& limits = {});

}  // namespace tensio
