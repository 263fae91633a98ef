#include "build/fabric.h"

#include <algorithm>

#include "build/weave.h"

namespace tensio {
namespace {

// Wang, O'Brien and Ramamoorthi's database has, for each sample, c₁₁, c₂₂ and c₃₃ against Green's strain, of
// which the values at no strain are taken, and bending coefficients k at the least curvature for 0° and 90°.
// Shear is G = c₃₃/2, as its energy is c₃₃ E₁₂², and D = k/4, as that of an edge is k l² θ²/(8 A).
constexpr double gram_force_per_cm_degree = 56.19;  // N/m: KES-F's unit of shear, times 180/π
constexpr double gram_force_cm = 9.807e-5;          // N·m: KES-F's unit of bending, gf·cm²/cm

constexpr Fabric library[] = {
    {"silk", "satin of 16 momme, light and supple", 0.069, 1000, 1000, 15, 0.58e-6, 0.54e-6,
     "weight: 16 momme of 4.34 g/m²; bending: a supple fabric of 75 g/m², fibre unknown, from the data set "
     "of Feng et al. 2022; stretch and shear: typical"},
    {"cotton", "plain weave for shirts", 0.150, 261, 261, 1.0 * gram_force_per_cm_degree,
     0.08 * gram_force_cm, 0.08 * gram_force_cm,
     "weight and stretch (0.821 MPa at 0.318 mm, mean of directions): Penava et al. 2014, as quoted by "
     "others; shear and bending: typical KES-F figures, 1 gf/(cm·°) and 0.08 gf·cm²/cm"},
    {"denim", "11 oz jeans, 99 % cotton and 1 % spandex", 0.324, 1014, 205, 26.7, 24.2e-6, 16.0e-6,
     "measured: Wang, O'Brien and Ramamoorthi 2011, 11oz-black-denim"},
    {"twill", "trousers, 65 % cotton and 35 % polyester", 0.220, 2035, 2017, 52.4, 31.4e-6, 31.4e-6,
     "measured: Wang, O'Brien and Ramamoorthi 2011, royal-target"},
    {"wool", "plain weave for suits", 0.235, 97, 97, 0.9 * gram_force_per_cm_degree, 0.1 * gram_force_cm,
     0.1 * gram_force_cm,
     "weight and stretch (0.170 MPa at 0.568 mm, mean of directions): Penava et al. 2014, as quoted by "
     "others; shear and bending: typical KES-F figures, 0.9 gf/(cm·°) and 0.1 gf·cm²/cm"},
    {"polyester", "tablecloth, 100 % polyester", 0.128, 2027, 2002, 9.6, 7.8e-6, 12.9e-6,
     "measured: Wang, O'Brien and Ramamoorthi 2011, white-dots-on-blk"},
    {"fleece", "blanket, 100 % polyester", 0.228, 245, 152, 15.1, 14.9e-6, 29.3e-6,
     "measured: Wang, O'Brien and Ramamoorthi 2011, pink-ribbon-brown"},
    {"jersey", "T-shirt, interlock of 60 % cotton and 40 % polyester", 0.187, 34.5, 16.6, 18.4, 3.6e-6,
     5.8e-6, "measured: Wang, O'Brien and Ramamoorthi 2011, gray-interlock"},
    {"swimwear", "87 % nylon and 13 % spandex, stretches to twice its length", 0.204, 104.6, 48.0, 30.4,
     12.8e-6, 15.1e-6, "measured: Wang, O'Brien and Ramamoorthi 2011, white-swim-solid"},
    {"leather", "sheep's nappa of 0.8 mm for garments", 0.5, 4000, 4000, 1500, 2e-4, 2e-4,
     "thickness: within the 0.64 to 0.96 mm of Memon et al. 2021; all else: typical, not measured"},
    {"rubber", "latex sheet of 0.4 mm", 0.38, 400, 400, 133, 7.1e-6, 7.1e-6,
     "computed for a sheet of 0.4 mm of natural rubber with typical 950 kg/m³, 1 MPa and Poisson's ratio ½"},
};

bool is_whole_grid(const Model& model, const Part& part) {
  if (part.columns < 2 || part.rows < 2) return false;
  if (part.triangle_end - part.triangle_begin != 2 * (part.columns - 1) * (part.rows - 1)) return false;
  return std::all_of(
      model.triangles.begin() + static_cast<std::ptrdiff_t>(part.triangle_begin),
      model.triangles.begin() + static_cast<std::ptrdiff_t>(part.triangle_end), [&](const auto& triangle) {
        return std::ranges::all_of(triangle,
                                   [&](VertexId v) { return v >= part.vertex_begin && v < part.vertex_end; });
      });
}

/// Takes what a fabric is made of out of the vertices that are marked; returns the damping of its springs.
double take_out(Model& model, const std::vector<bool>& is_marked) {
  const auto is_all = [&](std::span<const VertexId> vertices) {
    return std::ranges::all_of(vertices, [&](VertexId v) { return is_marked[v]; });
  };
  Springs kept;
  double damping = 0;
  const Springs& old = model.springs;
  for (std::size_t s = 0; s < old.size(); ++s) {
    if (is_all(old.ends[s]))
      damping = std::max(damping, old.damping[s]);
    else
      kept.add(old.ends[s][0], old.ends[s][1], old.family[s], old.rest_length[s], old.stiffness[s],
               old.damping[s]);
  }
  model.springs = std::move(kept);
  for_each_table(model, [&](auto& table) {
    std::erase_if(table, [&](const auto& element) {
      const bool is_of_sheet = element.role == ElementRole::sheet || element.role == ElementRole::bending;
      return is_of_sheet && is_all(element.vertex);
    });
  });
  return damping;
}

}  // namespace

std::span<const Fabric> fabrics() {
  return library;
}

Result<void> change_fabric(Model& model, const Fabric& fabric) {
  struct {
    MembraneOptions membrane;
    BendingOptions bending;
    double area_density = 0;
    Lumping lumping{};
  } options;
  set_fabric(fabric, options);
  bool is_any = false;
  for (const Part& part : model.parts) {
    if (!part.is_sheet()) continue;
    is_any = true;
    // The sheet alone: its triangles among all vertices.
    Model sheet;
    sheet.rest_position = model.rest_position;
    sheet.triangles.assign(model.triangles.begin() + static_cast<std::ptrdiff_t>(part.triangle_begin),
                           model.triangles.begin() + static_cast<std::ptrdiff_t>(part.triangle_end));
    std::vector<bool> is_marked(model.vertex_count(), false);
    std::vector<double> mass(model.vertex_count(), 0.0);
    for (const auto& [a, b, c] : sheet.triangles) {
      const std::vector<Vec3>& x = model.rest_position;
      const double third = fabric.area_density * norm(cross(x[b] - x[a], x[c] - x[a])) / 6;
      for (const VertexId v : {a, b, c}) is_marked[v] = true, mass[v] += third;
    }
    const double damping = take_out(model, is_marked);
    for (std::size_t v = 0; v < mass.size(); ++v)
      if (mass[v] > 0) model.mass[v] = mass[v];
    options.membrane.warp_direction = part.warp;
    if (!is_whole_grid(model, part) || !add_woven_grid(model, static_cast<VertexId>(part.vertex_begin),
                                                       part.columns, part.rows, options.membrane, damping))
      add_membranes(sheet, options.membrane);
    add_bending(sheet, options.bending, part.warp);
    model.stencils.insert(model.stencils.end(), sheet.stencils.begin(), sheet.stencils.end());
  }
  if (!is_any) return fail("the scene has no sheet; a fabric needs a grid or a mesh");
  return {};
}

}  // namespace tensio
