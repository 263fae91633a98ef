#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

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

/// Reads and builds a scene. An error is one sentence that names the field.
Result<Scene> read_scene(const nlohmann::json& document, const SceneFiles& files);

}  // namespace tensio
