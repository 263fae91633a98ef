#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <string>

#include "tensio/result.h"
#include "tensio/simulation.h"

namespace tensio {
struct Fabric;
}

namespace tensio::session {

/// A viewer's changes to the material.
struct Material {
  std::array<double, 3> stiffness{1, 1, 1};  // factors, by family
  std::string fabric;                        // of all sheets; empty: the scene's own
};

/// Everything that a viewer can change while a scene runs.
struct Live {
  Setup setup;  // only what Simulation::reconfigure changes
  Material material;
};

// One table in settings.cpp holds each setting's name, its place in Live, and its label, range and choices in
// the viewer's panel. All that follows reads it; so does web/src/generated.ts, which `typescript` writes.

/// Values of all settings, by name.
nlohmann::json read_settings(Live live);
/// Changes the settings that are named in `fields`; ignores names it does not know.
Result<void> write_settings(const nlohmann::json& fields, Live& live);
/// What the viewer's panel shows of a simulation: for each setting its name, label, folder, and its range or
/// choices.
nlohmann::json describe_settings(const Simulation& simulation);
/// TypeScript types of the settings, and the names of solve statuses.
std::string typescript();

/// The fabric of that name; null if there is none.
const Fabric* find_fabric(const std::string& name);

}  // namespace tensio::session
