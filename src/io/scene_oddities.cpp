#include "io/scene_oddities.h"

#include <fmt/format.h>

namespace tensio {

std::vector<std::string> find_oddities(const SceneSpec& spec, const Model& model) {
  std::vector<std::string> found;
  for (std::size_t i = 0; i < spec.bodies.size(); ++i)
    for (const std::string& sentence :
         std::visit([](const auto& body) { return body.oddities(); }, spec.bodies[i].kind))
      found.push_back(fmt::format("body[{}].{}", i, sentence));
  if (model.springs.size() == 0) {
    const auto add = [&](const char* field) {
      found.push_back(fmt::format("{} has no effect, because no body has springs; remove it", field));
    };
    if (spec.plasticity.yield) add("plasticity.yield");
    if (spec.strain_limit.limit) add("strain_limit.limit");
    if (spec.tear_strain > 0) add("tear_strain");
  }
  if (spec.air.density > 0 && model.triangles.empty())
    found.push_back("air has no effect, because no body has triangles; remove it");
  if (spec.air.gust > 0 && norm(spec.air.wind) == 0)
    found.push_back("air.gust has no effect without wind; set air.wind");
  return found;
}

}  // namespace tensio
