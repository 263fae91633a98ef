#include "io/body_strands.h"

#include <array>

#include "io/vertex_data.h"

namespace tensio {

const Choices<bool>& rest_shape_choices() {
  static const Choices<bool> choices{
      {"straight", false, "a straight line: a bent rope pushes back"},
      {"curved", true, "the given line: springs, bending springs and flexural rigidity are at rest on it"}};
  return choices;
}

Result<MeshModel> ChainBody::make(const BodySite& site) const {
  if (!curve.is_given) return site.placed(make_chain(options));
  constexpr std::string_view variables[] = {"s"};
  const auto formulas = read_formulas(curve, variables, site.path_of("curve"));
  if (!formulas) return fail(formulas.error());
  std::size_t operations = 0;
  for (const Expression& formula : *formulas) operations += formula.operations();
  // make_chain looks at up to eight points of each segment, and at 4096 at least.
  if (auto ok = site.spend_operations(site.path_of("curve"), 9 * options.segments + 4096, operations); !ok)
    return fail(ok.error());
  ChainOptions along = options;
  along.curve = [&](double s) {
    const std::array values{s};
    return Vec3{(*formulas)[0](values), (*formulas)[1](values), (*formulas)[2](values)};
  };
  return site.placed(make_chain(along));
}

std::vector<std::string> ChainBody::oddities() const {
  const bool has_line = curve.is_given || !options.points.empty();
  const ChainOptions usual;
  if (has_line && options.start != usual.start)
    return {"start has no effect together with points or curve; remove one of them"};
  if (has_line && options.end != usual.end)
    return {"end has no effect together with points or curve; remove one of them"};
  if (!has_line && options.is_curved)
    return {"rest_shape has no effect on a straight rope; set points or curve"};
  return {};
}

}  // namespace tensio
