#pragma once

// The kinds of bodies that fill a volume; body_kinds.h lists all kinds.

#include "io/body_site.h"

namespace tensio {

template <class Visitor>
void describe(Visitor& v, SolidOptions& s) {
  v.choice({"model", "Model of the resistance to deformation."}, s.model, solid_choices());
  v.value({"young", "Young's modulus; clusters have the stiffness young × edge length.", "Pa", any_stiffness},
          s.young);
  v.value({"poisson", "Poisson's ratio of tetrahedra.", "", {0, 0.49}}, s.poisson);
  v.value({"altitude_stiffness", "Stiffness of altitude springs in the tetrahedra of every cell; 0: none.",
           "N/m", any_stiffness},
          s.altitude_stiffness);
  v.value({"linear", "Softness of clusters, from 0 (rigid) to 1 (any linear deformation).", "", {0, 1}},
          s.linear);
  v.value(
      {"bulk", "Bulk modulus of an extra energy ½ bulk (J − 1)² per volume, which preserves volume; 0: none.",
       "Pa", any_stiffness},
      s.bulk);
}

template <class Visitor>
void describe(Visitor& v, LatticeStiffness& s) {
  v.value({"structural", "Stiffness of springs along the edges of cells.", "N/m", any_stiffness},
          s.structural);
  v.value({"shear", "Stiffness of springs along diagonals.", "N/m", any_stiffness}, s.shear);
}

/// Declares the mass fields of a solid.
template <class Visitor, class Options>
void describe_weight(Visitor& v, Options& s) {
  v.value({"spring_damping", "Damping along every spring, force per velocity.", "N·s/m", {0, 1e9}},
          s.spring_damping);
  v.value({"mass", "Mass of the body.", "kg", some_mass}, s.mass);
  v.value({"density", "Density of the body, in place of its mass; 0: use mass.", "kg/m³", {0, 1e9}},
          s.density);
}

struct LatticeBody : BodyKindDefaults {
  static constexpr SceneKind kind{"lattice", "box, ellipsoid or closed surface filled with cubic cells"};
  LatticeShape filled_shape = LatticeShape::box;
  std::string file;            // closed surface to fill instead; empty: none
  double scale = 1;            // factor on the file's coordinates
  bool embed = true;           // carry the surface as a skin
  std::size_t resolution = 8;  // cells along the longest side
  LatticeOptions options;

  template <class Visitor>
  void describe(Visitor& v) {
    v.choice({"shape", "Shape to fill."}, filled_shape, lattice_shape_choices());
    v.value({"file",
             "OBJ, PLY or STL file of a closed surface to fill instead of `shape`, relative to the scene."},
            file);
    v.value({"scale", "Factor that converts the file's coordinates to metres.", "", {1e-9, 1e9}}, scale);
    v.value({"embed", "Embed the surface: it is drawn and collides in place of the cells."}, embed);
    v.value({"size", "Edge lengths of the box, or diameters of the ellipsoid.", "m", some_length},
            options.size);
    v.value({"resolution", "Number of cells along the longest side.", "", {1, 1000}}, resolution);
    v.choice({"layout", "Springs in addition to those along cell edges."}, options.layout,
             lattice_layout_choices());
    v.table({"stiffness", "Stiffness of each spring family in a lattice."}, options.stiffness);
    v.value({"half_boundary", "Soften the springs on the surface, to match a continuum."},
            options.half_boundary);
    v.table({"solid", "Material of the body."}, options.solid);
    describe_weight(v, options);
  }
  Result<void> reserve(const BodySite& site) const;
  Result<MeshModel> make(const BodySite& site) const;
  std::vector<std::string> oddities() const;

 private:
  /// Returns the options with cells as close to cubes as whole numbers allow.
  LatticeOptions filled() const;
};

struct TetBody : BodyKindDefaults {
  static constexpr SceneKind kind{"tetrahedra", "tetrahedra from a file, or that fill a closed surface"};
  std::string file;  // tetrahedra, or a closed surface to fill; empty: an ellipsoid
  double scale = 1;  // factor on the file's coordinates
  Vec3 size{1, 1, 1};
  std::size_t resolution = 10;  // cubes along the longest side
  TetOptions options;

  template <class Visitor>
  void describe(Visitor& v) {
    v.value({"file",
             "Tetrahedra (Gmsh .msh, TetGen .node and .ele) or a closed surface to fill (OBJ, PLY, STL), "
             "relative to "
             "the scene; empty: an ellipsoid."},
            file);
    v.value({"scale", "Factor that converts the file's coordinates to metres.", "", {1e-9, 1e9}}, scale);
    v.value({"size", "Diameters of the ellipsoid.", "m", some_length}, size);
    v.value({"resolution",
             "Number of cubes, of twelve tetrahedra each, along the longest side of the filled shape.",
             "",
             {1, 1000}},
            resolution);
    v.table({"solid", "Material of the tetrahedra."}, options.solid);
    describe_weight(v, options);
  }
  Result<MeshModel> make(const BodySite& site) const;
  std::vector<std::string> oddities() const;

 private:
  Result<TetMesh> read(const BodySite& site) const;
};

}  // namespace tensio
