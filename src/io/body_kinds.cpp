#include "io/body_kinds.h"

#include <algorithm>
#include <cmath>

#include "build/tetrahedra.h"
#include "io/tet_parse.h"

namespace tensio {
namespace {

constexpr int ellipsoid_level = 4;  // 2,048 triangles

/// Warns of dampers along springs that the body does not have.
void check_damping(double spring_damping, bool has_springs, std::vector<std::string>& found) {
  if (spring_damping > 0 && !has_springs)
    found.push_back(
        "spring_damping has no effect, because the body has no springs; set damping.rayleigh_stiffness "
        "instead");
}

template <class Options>
void check_sheet(const Options& sheet, bool has_stiffness, std::vector<std::string>& found) {
  const MembraneOptions& membrane = sheet.membrane;
  if (membrane.model != MembraneModel::springs && has_stiffness)
    found.push_back(
        "stiffness has no effect together with membrane.model or fabric, which replace the springs; remove "
        "one of them");
  if (membrane.model != MembraneModel::corotated &&
      (membrane.young != MembraneOptions{}.young || membrane.poisson != MembraneOptions{}.poisson))
    found.push_back(
        "membrane.young and poisson have no effect without membrane.model = \"corotated\"; set it");
  check_damping(sheet.spring_damping,
                membrane.model == MembraneModel::springs || sheet.bending.model == BendingModel::springs,
                found);
  if (sheet.bending.poisson != 0 && sheet.bending.model != BendingModel::plate)
    found.push_back("bending.poisson has no effect without bending.model = \"plate\"; set it");
}

}  // namespace

Result<void> GridBody::reserve(const BodySite& site) const {
  if (auto ok = site.spend_vertices("vertices", options.columns, options.rows); !ok) return ok;
  return site.spend_triangles("vertices", 2 * options.columns, options.rows);
}

std::vector<std::string> GridBody::oddities() const {
  std::vector<std::string> found;
  const FamilyStiffness usual = GridOptions{}.stiffness;
  check_sheet(options,
              options.stiffness.structural != usual.structural || options.stiffness.shear != usual.shear,
              found);
  if (options.bending.model == BendingModel::plate && options.cells == GridCells::alternating)
    found.push_back(
        "bending.model = \"plate\" is too soft on alternating cells; use cells = \"same\" or "
        "\"staggered\"");
  return found;
}

Result<MeshModel> MeshBody::make(const BodySite& site) const {
  auto mesh = site.read_mesh(file);
  if (!mesh) return fail(mesh.error());
  if (auto ok = site.spend_vertices("file", mesh->points.size()); !ok) return fail(ok.error());
  if (auto ok = site.spend_triangles("file", mesh->triangles.size()); !ok) return fail(ok.error());
  for (Vec3& point : mesh->points) point *= scale;
  return site.placed(make_mesh_model(std::move(*mesh), options), site.path_of("file"));
}

std::vector<std::string> MeshBody::oddities() const {
  std::vector<std::string> found;
  const MeshStiffness usual = MeshOptions{}.stiffness;
  check_sheet(options, options.stiffness.structural != usual.structural, found);
  return found;
}

LatticeOptions LatticeBody::filled() const {
  LatticeOptions made = options;
  const Vec3 size = options.size;
  const double cell = std::max({size.x, size.y, size.z}) / static_cast<double>(resolution);
  for (int axis = 0; axis < 3; ++axis)
    made.cells[static_cast<std::size_t>(axis)] =
        static_cast<std::size_t>(std::max(1.0, std::nearbyint(size[axis] / cell)));
  if (filled_shape == LatticeShape::ellipsoid)
    made.contains = [size](const Vec3& p) {
      const Vec3 at{2 * p.x / size.x, 2 * p.y / size.y, 2 * p.z / size.z};
      return dot(at, at) <= 1;
    };
  return made;
}

Result<void> LatticeBody::reserve(const BodySite& site) const {
  if (!file.empty()) return {};
  const auto [x, y, z] = filled().cells;  // at most 1000 each
  if (auto ok = site.spend_vertices("resolution", x + 1, (y + 1) * (z + 1)); !ok) return ok;
  return site.spend_triangles("resolution", 4, x * y + y * z + z * x);
}

Result<MeshModel> LatticeBody::make(const BodySite& site) const {
  LatticeOptions made_of = filled();
  if (!file.empty()) {
    auto surface = site.read_surface(file, scale);
    if (!surface) return fail(surface.error());
    made_of.contains = {};
    made_of.surface = std::move(*surface);
    made_of.fit_surface(resolution);
    const auto& [x, y, z] = made_of.cells;
    if (auto ok = site.spend_vertices("resolution", x + 1, (y + 1) * (z + 1)); !ok) return fail(ok.error());
  } else if (filled_shape == LatticeShape::ellipsoid && embed) {
    made_of.contains = {};
    made_of.surface = make_ellipsoid(options.size, ellipsoid_level);
  }
  if (auto ok = site.spend_triangles(made_of.surface.triangles.size()); !ok) return fail(ok.error());
  auto made = site.placed(make_lattice(made_of));
  if (!made) return made;
  if (!file.empty())
    if (auto ok = site.spend_triangles(made->model.triangles.size()); !ok) return fail(ok.error());
  if (!embed) made->model.skins.clear();
  return made;
}

std::vector<std::string> LatticeBody::oddities() const {
  std::vector<std::string> found;
  const LatticeStiffness usual = LatticeOptions{}.stiffness;
  const bool has_solid =
      options.solid.young != SolidOptions{}.young || options.solid.poisson != SolidOptions{}.poisson;
  if (options.solid.model == SolidModel::springs && has_solid)
    found.push_back(
        "solid.young and poisson have no effect in a lattice of springs; set stiffness, or choose another "
        "solid.model");
  if (options.solid.model != SolidModel::springs &&
      (options.stiffness.structural != usual.structural || options.stiffness.shear != usual.shear))
    found.push_back("stiffness has no effect, because the body has no springs; set solid.young instead");
  check_damping(options.spring_damping, options.solid.model == SolidModel::springs, found);
  if (!file.empty() && filled_shape != LatticeShape::box)
    found.push_back("shape has no effect together with file; remove one of them");
  return found;
}

std::vector<std::string> TetBody::oddities() const {
  std::vector<std::string> found;
  check_damping(options.spring_damping, options.solid.model == SolidModel::springs, found);
  return found;
}

Result<TetMesh> TetBody::read(const BodySite& site) const {
  if (is_tet_file(file)) {
    auto mesh = parse_tets(
        file, [&](const std::string& name) { return site.fetch(name); }, site.path_of("file") + ": ");
    if (!mesh) return mesh;
    if (auto ok = site.spend_vertices("file", mesh->points.size()); !ok) return fail(ok.error());
    for (Vec3& point : mesh->points) point *= scale;
    return mesh;
  }
  auto surface = file.empty() ? make_ellipsoid(size, ellipsoid_level + 1) : site.read_surface(file, scale);
  if (!surface) return fail(surface.error());
  const auto [x, y, z] = stuffing_cells(*surface, resolution);
  if (auto ok = site.spend_vertices("resolution", 2 * (x + 1), (y + 1) * (z + 1)); !ok)
    return fail(ok.error());
  auto mesh = stuff(*surface, resolution);
  if (!mesh) return site.fail_at(site.path_of("resolution"), mesh.error());
  return mesh;
}

Result<MeshModel> TetBody::make(const BodySite& site) const {
  auto mesh = read(site);
  if (!mesh) return fail(mesh.error());
  auto made = site.placed(make_tet_model(std::move(*mesh), options), site.path());
  if (!made) return made;
  if (auto ok = site.spend_triangles(made->model.triangles.size()); !ok) return fail(ok.error());
  return made;
}

}  // namespace tensio
