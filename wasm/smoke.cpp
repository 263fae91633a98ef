#include "smoke.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "io/scene.h"
#include "io/scene_document.h"
#include "sim/simulation.h"

namespace tensio {
namespace {

Result<std::uint64_t> simulate(std::string_view text) {
  const auto document = parse_json(text);
  if (!document) return fail(document.error().message);
  const auto no_files = [](const std::string& name) -> Result<std::string> {
    return fail(fmt::format("there is no file {} here", name));
  };
  auto scene = read_scene(*document, no_files);
  if (!scene) return fail(scene.error().message);
  auto simulation = Simulation::make(std::move(scene->setup));
  if (!simulation) return fail(simulation.error().message);
  for (int frame = 0; frame < scene->frames; ++frame) {
    const FrameReport report = simulation->advance_frame();
    if (!is_usable(report.status))
      return fail(fmt::format("frame {}: {}", frame, status_name(report.status)));
  }
  return state_hash(simulation->state());
}

}  // namespace

std::string answer(std::string_view document) {
  const auto hash = simulate(document);
  return hash ? fmt::format("hash {:016x}", *hash) : "error " + hash.error().message;
}

}  // namespace tensio
