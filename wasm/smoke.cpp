#include "smoke.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "model/model.h"

namespace tensio {

namespace {

Result<std::uint64_t> simulate(std::string_view document) {
  const auto json = nlohmann::json::parse(document, nullptr, false);
  if (!json.is_object() || !json.contains("spacing") || !json["spacing"].is_number())
    return fail("the document is not a JSON object with a number \"spacing\"");
  const double spacing = json["spacing"].get<double>();
  Model model;
  for (int i = 0; i < 20; ++i) model.add_vertex({i * spacing, std::sqrt(i * spacing), 0}, 0.1);
  for (VertexId i = 0; i + 1 < 20; ++i) model.springs.add(i, i + 1, SpringFamily::structural, spacing, 100);
  if (auto ok = validate(model); !ok) return fail(ok.error().message);
  return state_hash(make_state(model));
}

}  // namespace

std::string answer(std::string_view document) {
  const auto hash = simulate(document);
  return hash ? fmt::format("hash {:016x}", *hash) : "error " + hash.error().message;
}

}  // namespace tensio
