#include "io/scene_oddities.h"

#include <fmt/format.h>

namespace tensio {
namespace {

/// Checks one body. One overload per kind of body.
class BodyOddities {
 public:
  BodyOddities(std::string path, std::vector<std::string>& found) : path_(std::move(path)), found_(found) {}

  void operator()(const GridOptions& grid) const {
    const FamilyStiffness usual = GridOptions{}.stiffness;
    check_sheet(grid, grid.stiffness.structural != usual.structural || grid.stiffness.shear != usual.shear);
    if (grid.bending.model == BendingModel::plate && grid.cells == GridCells::alternating)
      add("bending.model = \"plate\" is too soft on alternating cells; use cells = \"same\" or "
          "\"staggered\"");
  }
  void operator()(const MeshSpec& mesh) const {
    const MeshStiffness usual = MeshOptions{}.stiffness;
    check_sheet(mesh.options, mesh.options.stiffness.structural != usual.structural);
  }
  void operator()(const LatticeSpec& lattice) const {
    const LatticeOptions& o = lattice.options;
    const LatticeStiffness usual = LatticeOptions{}.stiffness;
    const bool has_solid = o.solid.young != SolidOptions{}.young || o.solid.poisson != SolidOptions{}.poisson;
    if (o.solid.model == SolidModel::springs && has_solid)
      add("solid.young and poisson have no effect in a lattice of springs; set stiffness, or choose another "
          "solid.model");
    if (o.solid.model != SolidModel::springs &&
        (o.stiffness.structural != usual.structural || o.stiffness.shear != usual.shear))
      add("stiffness has no effect, because the body has no springs; set solid.young instead");
    if (!lattice.file.empty() && lattice.shape != LatticeShape::box)
      add("shape has no effect together with file; remove one of them");
  }
  template <class Other>
  void operator()(const Other&) const {}

 private:
  template <class Options>
  void check_sheet(const Options& sheet, bool has_stiffness) const {
    const MembraneOptions& membrane = sheet.membrane;
    if (membrane.model != MembraneModel::springs && has_stiffness)
      add("stiffness has no effect together with membrane.model or fabric, which replace the springs; remove "
          "one of them");
    if (membrane.model != MembraneModel::corotated &&
        (membrane.young != MembraneOptions{}.young || membrane.poisson != MembraneOptions{}.poisson))
      add("membrane.young and poisson have no effect without membrane.model = \"corotated\"; set it");
    if (sheet.bending.poisson != 0 && sheet.bending.model != BendingModel::plate)
      add("bending.poisson has no effect without bending.model = \"plate\"; set it");
  }
  void add(const std::string& sentence) const { found_.push_back(path_ + "." + sentence); }

  std::string path_;
  std::vector<std::string>& found_;
};

}  // namespace

std::vector<std::string> find_oddities(const SceneSpec& spec, const Model& model) {
  std::vector<std::string> found;
  for (std::size_t i = 0; i < spec.bodies.size(); ++i)
    std::visit(BodyOddities(fmt::format("body[{}]", i), found), spec.bodies[i].kind);
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
