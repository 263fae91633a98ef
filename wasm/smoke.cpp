#include "smoke.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>

#include "io/scene.h"
#include "io/scene_document.h"
#include "tensio/simulation.h"

namespace tensio {
namespace {

struct Outcome {
  std::uint64_t hash = 0;
  std::vector<double> seconds{};           // of each frame
  std::optional<std::size_t> crossings{};  // in all frames; none where they were not counted
};

Result<Outcome> simulate(std::string_view text) {
  const auto document = parse_json(text);
  if (!document) return fail(document.error().message);
  const auto no_files = [](const std::string& name) -> Result<std::string> {
    return fail(fmt::format("there is no file {} here", name));
  };
  auto scene = read_scene(*document, no_files);
  if (!scene) return fail(scene.error().message);
  auto simulation = Simulation::make(std::move(scene->setup));
  if (!simulation) return fail(simulation.error().message);
  Outcome outcome;
  for (int frame = 0; frame < scene->frames; ++frame) {
    const FrameReport report = simulation->advance_frame();
    if (!is_usable(report.status))
      return fail(fmt::format("frame {}: {}", frame, status_name(report.status)));
    outcome.seconds.push_back(report.seconds);
    if (report.contact.crossings)
      outcome.crossings = outcome.crossings.value_or(0) + *report.contact.crossings;
  }
  outcome.hash = state_hash(simulation->state());
  return outcome;
}

}  // namespace

std::string answer(std::string_view document) {
  const auto outcome = simulate(document);
  if (!outcome) return "error " + outcome.error().message;
  const std::string counted =
      outcome->crossings ? fmt::format(", crossings {}", *outcome->crossings) : std::string();
  return fmt::format("hash {:016x}{}", outcome->hash, counted);
}

std::string measure(std::string_view document) {
  auto outcome = simulate(document);
  if (!outcome) return "error " + outcome.error().message;
  if (outcome->seconds.empty()) return "error the document asks for no frame";
  const auto middle = outcome->seconds.begin() + static_cast<std::ptrdiff_t>(outcome->seconds.size() / 2);
  std::ranges::nth_element(outcome->seconds, middle);
  return fmt::format("ms {:.4f}", 1e3 * *middle);
}

}  // namespace tensio
