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

struct Colour {
  std::uint8_t red = 0, green = 0, blue = 0;  // sRGB
};

/// How a scene wants to be looked at. What is not given is chosen by whoever makes the picture.
struct View {
  std::optional<Vec3> eye, target;  // m
  double field_of_view = 40;        // degrees, vertical
  Colour colour{200, 60, 50};       // of the bodies
  bool floor = true;                // draw a floor
  double floor_height = 0;          // m
};

/// A scene document, read and built: all that a run needs.
struct Scene {
  std::string name, description;
  Setup setup;
  std::vector<Vec3> velocity;  // m/s at time 0, one per vertex
  int frames = 0;
  View view;
  std::vector<std::string> warnings;  // about imported meshes; one sentence each
};

/// Fetches the bytes of a file that a scene refers to (a mesh), by the name that the scene uses.
using SceneFiles = std::function<Result<std::string>(const std::string& name)>;

/// Reads and builds a scene. An error is one sentence that names the field.
Result<Scene> read_scene(const nlohmann::json& document, const SceneFiles& files);

}  // namespace tensio
