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
      found.push_back(fmt::format("{} acts on springs, and no body has any; leave it out", field));
    };
    if (spec.plasticity.yield) add("plasticity.yield");
    if (spec.strain_limit.limit) add("strain_limit.limit");
    if (spec.tear_strain > 0) add("tear_strain");
  }
  if (spec.air.density > 0 && model.triangles.empty())
    found.push_back("air acts on triangles, and no body has any; leave it out");
  if (spec.air.gust > 0 && norm(spec.air.wind) == 0)
    found.push_back("air.gust is of the wind, and there is none; set air.wind");
  return found;
}

}  // namespace tensio
