#pragma once

// The kinds of bodies that are sheets of cloth; body_kinds.h lists all kinds.

#include "io/body_site.h"

namespace tensio {

template <class Visitor>
void describe(Visitor& v, FamilyStiffness& s) {
  v.value({"structural", "Stiffness of springs along the edges.", "N/m", any_stiffness}, s.structural);
  v.value({"shear", "Stiffness of diagonal springs.", "N/m", any_stiffness}, s.shear);
  v.value({"bend", "Stiffness of bending springs.", "N/m", any_stiffness}, s.bend);
}

template <class Visitor>
void describe(Visitor& v, MeshStiffness& s) {
  v.value({"structural", "Stiffness of springs along the edges.", "N/m", any_stiffness}, s.structural);
  v.value({"bend", "Stiffness of springs across each edge between two triangles.", "N/m", any_stiffness},
          s.bend);
}

template <class Visitor>
void describe(Visitor& v, BendingOptions& s) {
  v.choice({"model", "Model of the bending resistance."}, s.model, bending_choices());
  v.value({"stiffness",
           "Bending stiffness D, for all models except springs: a sheet bent to radius R has the energy "
           "D/(2R²) per area.",
           "N·m",
           {0, 1e9}},
          s.stiffness);
  v.value({"weft",
           "D of the weft; `stiffness` is then D of the warp. Unset: the same for both.",
           "N·m",
           {0, 1e9}},
          s.weft);
  v.value({"poisson", "Poisson's ratio of a plate.", "", {-0.99, 0.99}}, s.poisson);
}

template <class Visitor>
void describe(Visitor& v, MembraneOptions& s) {
  v.choice({"model", "Model of the resistance to stretching and shearing."}, s.model, membrane_choices());
  v.value({"young", "Young's modulus times thickness of corotated triangles.", "N/m", any_stiffness},
          s.young);
  v.value({"poisson", "Poisson's ratio of corotated triangles.", "", {0, 0.99}}, s.poisson);
  const Range tension{0, 1e12, true};
  v.value({"warp", "Tension over strain of a woven strip pulled along the warp.", "N/m", tension}, s.warp);
  v.value({"weft", "Tension over strain along the weft.", "N/m", tension}, s.weft);
  v.value(
      {"shear", "Shear force per width over the shear angle in rad, for woven sheets.", "N/m", any_stiffness},
      s.shear);
  v.direction({"warp_direction",
               "Direction of the warp in a woven mesh before rotation, projected onto each triangle. In a "
               "grid the warp runs along the columns."},
              s.warp_direction);
}

/// Must come first: other fields override it.
template <class Visitor, class Options>
void describe_fabric(Visitor& v, Options& s) {
  const Fabric* fabric = nullptr;
  v.choice({"fabric",
            "Sets membrane, bending, area_density and lumping to the values of a named fabric (`tensio "
            "fabrics` lists them with sources); any of these fields that you also set overrides it."},
           fabric, fabric_choices());
  if (fabric) set_fabric(*fabric, s);
}

template <class Visitor, class Options>
void describe_sheet(Visitor& v, Options& s) {
  v.table({"membrane", "Resistance to deformation in the sheet's plane."}, s.membrane);
  v.table({"bending", "Resistance of the sheet to bending."}, s.bending);
  describe_springs(v, s);
  v.value({"area_density", "Mass per area; 0: use `mass`.", "kg/m²", {0, 1e6}}, s.area_density);
  std::optional<double> mass;
  v.value({"mass",
           "Mass of the body; overrides `fabric` and `area_density`. Unset, and without either of them: 1.",
           "kg", some_mass},
          mass);
  if (mass) s.mass = *mass, s.area_density = 0;
  describe_lumping(v, s);
}

struct GridBody : BodyKindDefaults {
  static constexpr SceneKind kind{"grid", "rectangular cloth in the plane y = 0"};
  GridOptions options;

  template <class Visitor>
  void describe(Visitor& v) {
    describe_fabric(v, options);
    v.pair({"vertices", "Columns (along x) and rows (along z).", "", {2, static_cast<double>(max_vertices)}},
           options.columns, options.rows);
    v.value(
        {"coarsening",
         "n: simulate about every n-th column and row, and carry all vertices along between them. A small "
         "fraction of the time, without folds narrower than two of these cells. Pins, attachments and forces "
         "take the simulated vertices nearest to those that they name.",
         "",
         {1, 1000}},
        options.coarsening);
    v.pair({"size", "Width (along x) and depth (along z).", "m", some_length}, options.width, options.depth);
    v.choice({"cells", "How cells are split into triangles."}, options.cells, cells_choices());
    v.choice({"layout", "Springs in addition to those along the edges."}, options.layout, layout_choices());
    v.value({"bend_reach", "Bending springs join every 2nd or every 3rd vertex.", "", {2, 3}},
            options.bend_reach);
    v.table({"stiffness", "Stiffness of each spring family in a grid."}, options.stiffness);
    v.value({"half_boundary", "Halve the stiffness of boundary edges, to match a continuum."},
            options.half_boundary);
    describe_sheet(v, options);
  }
  Result<void> reserve(const BodySite& site) const;
  Result<MeshModel> make(const BodySite& site) const { return site.placed(make_grid(options)); }
  BodyShape shape() const { return {BodyKind::grid, options.columns, options.rows, options.coarsening}; }
  std::vector<std::string> oddities() const;
};

struct MeshBody : BodyKindDefaults {
  static constexpr SceneKind kind{"mesh", "cloth from a file of triangles"};
  std::string file;
  double scale = 1;  // factor on the file's coordinates
  MeshOptions options;

  template <class Visitor>
  void describe(Visitor& v) {
    v.value({.name = "file", .doc = "OBJ, PLY or STL file, relative to the scene.", .required = true}, file);
    v.value({"scale", "Factor that converts the file's coordinates to metres.", "", {1e-9, 1e9}}, scale);
    describe_fabric(v, options);
    v.table({"stiffness", "Stiffness of each spring family in a mesh."}, options.stiffness);
    v.choice({"bend_springs", "Vertices that bending springs join."}, options.bend_springs,
             bend_springs_choices());
    v.value({"weld_distance",
             "Merge vertices closer than this; 0: only exact duplicates; negative: never.",
             "m",
             {-far_away, far_away}},
            options.weld_distance);
    v.value({"strict", "Refuse a flawed mesh instead of warning."}, options.strict);
    describe_sheet(v, options);
    v.value({"pressure", "Pressure in a closed mesh, above the outside pressure.", "Pa", {-1e9, 1e9}},
            options.pressure);
  }
  Result<MeshModel> make(const BodySite& site) const;
  std::vector<std::string> oddities() const;
};

}  // namespace tensio
