#pragma once

// Fields of the bodies in a scene document. See scene_fields.h for visitors.

#include "io/scene_choices.h"
#include "io/scene_field.h"
#include "io/scene_spec.h"

namespace tensio {

inline constexpr double far_away = 1e6;  // m; positions within it are exact to a micrometre
inline constexpr Range any_place{-far_away, far_away};
inline constexpr Range any_length{0, far_away};
inline constexpr Range some_length{1e-6, far_away};
inline constexpr Range any_stiffness{0, 1e12};
inline constexpr Range some_mass{1e-9, 1e9};

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
void describe(Visitor& v, StiffeningOptions& s) {
  v.value({"strain",
           "Strain beyond which springs, except bending springs, become stiffer. Unset: never.",
           "",
           {0, 1000}},
          s.strain);
  v.value({"factor", "Factor on the stiffness beyond that strain.", "", {1, 1e6}}, s.factor);
}

template <class Visitor>
void describe(Visitor& v, StrainBoundsOptions& s) {
  v.value({"max", "Largest strain. Unset: no bounds.", "", {0, 1000}}, s.max);
  v.value({"min", "Smallest strain; -1: no lower bound.", "", {-1, 0}}, s.min);
  v.value({"stiffness", "Stiffness beyond the bounds: per spring, or per width of a sheet.", "N/m",
           any_stiffness},
          s.stiffness);
  v.choice({"of", "Elements that the bounds apply to."}, s.of, bounded_choices());
}

template <class Visitor, class Options>
void describe_springs(Visitor& v, Options& s) {
  v.value({"spring_damping", "Damping along every spring, force per velocity.", "N·s/m", {0, 1e9}},
          s.spring_damping);
  v.table({"stiffening", "Biphasic springs, which are stiffer beyond a strain."}, s.stiffening);
  v.table({"strain_bounds", "Strain bounds as an energy, for all methods except position-based ones."},
          s.strain_bounds);
}

template <class Visitor, class Options>
void describe_lumping(Visitor& v, Options& s) {
  v.choice({"lumping", "Distribution of the mass over the vertices."}, s.lumping, lumping_choices());
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

template <class Visitor>
void describe(Visitor& v, GridOptions& s) {
  describe_fabric(v, s);
  v.pair({"vertices", "Columns (along x) and rows (along z).", "", {2, static_cast<double>(max_vertices)}},
         s.columns, s.rows);
  v.pair({"size", "Width (along x) and depth (along z).", "m", some_length}, s.width, s.depth);
  v.choice({"cells", "How cells are split into triangles."}, s.cells, cells_choices());
  v.choice({"layout", "Springs in addition to those along the edges."}, s.layout, layout_choices());
  v.value({"bend_reach", "Bending springs join every 2nd or every 3rd vertex.", "", {2, 3}}, s.bend_reach);
  v.table({"stiffness", "Stiffness of each spring family in a grid."}, s.stiffness);
  v.value({"half_boundary", "Halve the stiffness of boundary edges, to match a continuum."}, s.half_boundary);
  describe_sheet(v, s);
}

template <class Visitor>
void describe(Visitor& v, ChainOptions& s) {
  v.value({"segments", "Number of springs.", "", {1, static_cast<double>(max_vertices)}}, s.segments);
  v.value({"start", "Position of vertex 0.", "m", any_place}, s.start);
  v.value({"end", "Position of the last vertex.", "m", any_place}, s.end);
  v.value({"rest_length", "Total unstretched length; 0: the distance from start to end.", "m", any_length},
          s.rest_length);
  v.value({"stiffness", "Stiffness of each spring.", "N/m", any_stiffness}, s.stiffness);
  v.value({"bend_stiffness", "Stiffness of springs that span one vertex; 0: no such springs.", "N/m",
           any_stiffness},
          s.bend_stiffness);
  v.value({"flexural_rigidity", "E I of the rope, which resists curvature; 0: none.", "N·m²", {0, 1e9}},
          s.flexural_rigidity);
  v.value({"torsional_rigidity", "G J of the rope, which resists twist; 0: none.", "N·m²", {0, 1e9}},
          s.torsional_rigidity);
  v.value({"altitude_stiffness",
           "Stiffness of altitude springs, which keep the torsion frame from collapsing; 0: none.", "N/m",
           any_stiffness},
          s.altitude_stiffness);
  describe_springs(v, s);
  v.value({"mass", "Mass of the body.", "kg", some_mass}, s.mass);
  describe_lumping(v, s);
}

template <class Visitor>
void describe(Visitor& v, MeshSpec& s) {
  v.value({.name = "file", .doc = "OBJ, PLY or STL file, relative to the scene.", .required = true}, s.file);
  v.value({"scale", "Factor that converts the file's coordinates to metres.", "", {1e-9, 1e9}}, s.scale);
  describe_fabric(v, s.options);
  v.table({"stiffness", "Stiffness of each spring family in a mesh."}, s.options.stiffness);
  v.choice({"bend_springs", "Vertices that bending springs join."}, s.options.bend_springs,
           bend_springs_choices());
  v.value({"weld_distance",
           "Merge vertices closer than this; 0: only exact duplicates; negative: never.",
           "m",
           {-far_away, far_away}},
          s.options.weld_distance);
  v.value({"strict", "Refuse a flawed mesh instead of warning."}, s.options.strict);
  describe_sheet(v, s.options);
  v.value({"pressure", "Pressure in a closed mesh, above the outside pressure.", "Pa", {-1e9, 1e9}},
          s.options.pressure);
}

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

template <class Visitor>
void describe(Visitor& v, LatticeSpec& s) {
  v.choice({"shape", "Shape to fill."}, s.shape, lattice_shape_choices());
  v.value(
      {"file", "OBJ, PLY or STL file of a closed surface to fill instead of `shape`, relative to the scene."},
      s.file);
  v.value({"scale", "Factor that converts the file's coordinates to metres.", "", {1e-9, 1e9}}, s.scale);
  v.value({"embed", "Embed the surface: it is drawn and collides in place of the cells."}, s.embed);
  v.value({"size", "Edge lengths of the box, or diameters of the ellipsoid.", "m", some_length},
          s.options.size);
  v.value({"resolution", "Number of cells along the longest side.", "", {1, 1000}}, s.resolution);
  v.choice({"layout", "Springs in addition to those along cell edges."}, s.options.layout,
           lattice_layout_choices());
  v.table({"stiffness", "Stiffness of each spring family in a lattice."}, s.options.stiffness);
  v.value({"half_boundary", "Soften the springs on the surface, to match a continuum."},
          s.options.half_boundary);
  v.table({"solid", "Material of the body."}, s.options.solid);
  describe_weight(v, s.options);
}

template <class Visitor>
void describe(Visitor& v, TetSpec& s) {
  v.value({"file",
           "Tetrahedra (Gmsh .msh, TetGen .node and .ele) or a closed surface to fill (OBJ, PLY, STL), "
           "relative to "
           "the scene; empty: an ellipsoid."},
          s.file);
  v.value({"scale", "Factor that converts the file's coordinates to metres.", "", {1e-9, 1e9}}, s.scale);
  v.value({"size", "Diameters of the ellipsoid.", "m", some_length}, s.size);
  v.value({"resolution",
           "Number of cubes, of twelve tetrahedra each, along the longest side of the filled shape.",
           "",
           {1, 1000}},
          s.resolution);
  v.table({"solid", "Material of the tetrahedra."}, s.options.solid);
  describe_weight(v, s.options);
}

template <class Visitor>
void describe(Visitor& v, HairOptions& s) {
  v.value({"strands", "Number of strands, spread evenly.", "", {1, static_cast<double>(max_vertices)}},
          s.strands);
  v.value({"segments", "Segments of each strand.", "", {3, 10000}}, s.segments);
  v.value({"length", "Length of each strand.", "m", some_length}, s.length);
  v.value({"radius", "Radius of the sphere that the strands grow from.", "m", some_length}, s.radius);
  v.value({"cap", "Angle from the top of the sphere up to which strands grow.", "°", {0, 180, true}}, s.cap);
  v.value({"curl_radius", "Radius of each strand's helix; 0: straight.", "m", any_length}, s.curl_radius);
  v.value({"curl_turns", "Turns of the helix from root to tip.", "", {0, 1000}}, s.curl_turns);
  v.value({"stiffness", "Stiffness of springs along the strands.", "N/m", any_stiffness}, s.stiffness);
  v.value({"flexural_rigidity", "E I of a strand, which resists bending.", "N·m²", {0, 1e9}}, s.flexural_rigidity);
  v.value({"torsional_rigidity", "G J of a strand, which resists twist; 0: none.", "N·m²", {0, 1e9}},
          s.torsional_rigidity);
  v.value({"altitude_stiffness",
           "Stiffness of altitude springs, which keep the torsion frame from collapsing; 0: none.", "N/m",
           any_stiffness},
          s.altitude_stiffness);
  v.value({"strand_mass", "Mass of each strand.", "kg", some_mass}, s.strand_mass);
}

template <class Visitor>
void describe(Visitor& v, PlantOptions& s) {
  v.value({"height", "Height of the trunk.", "m", some_length}, s.height);
  v.value({"radius", "Radius of the trunk at the root.", "m", some_length}, s.radius);
  v.value({"levels", "Levels of branches, including the trunk.", "", {1, 8}}, s.levels);
  v.value({"branches", "Number of branches that grow from the end of each one.", "", {1, 12}}, s.branches);
  v.value({"segments", "Segments of the trunk and of each branch.", "", {2, 1000}}, s.segments);
  v.value({"spread", "Angle between a branch and its parent.", "°", {0, 180}}, s.spread);
  v.value({"shorten", "Length of a branch relative to its parent.", "", {0, 2, true}}, s.shorten);
  v.value({"twigs", "Twigs at each vertex of the last branches.", "", {0, 12}}, s.twigs);
  v.value({"twig_segments", "Segments of each twig.", "", {1, 1000}}, s.twig_segments);
  v.value({"twig_length", "Length of each twig.", "m", some_length}, s.twig_length);
  v.value({"twig_radius", "Radius of each twig at its root.", "m", some_length}, s.twig_radius);
  v.value({"droop", "Rest direction of twigs, from 0 (along the spread) to 1 (straight down).", "", {0, 1}}, s.droop);
  v.value({"leaf", "Length of the leaves, one at each twig vertex; 0: none.", "m", any_length}, s.leaf);
  v.value({"leaf_mass", "Mass of each leaf.", "kg", some_mass}, s.leaf_mass);
  v.value({"young", "Young's modulus of the wood.", "Pa", {1, 1e12}}, s.young);
  v.value({"density", "Density of the wood.", "kg/m³", {1e-3, 1e6}}, s.density);
}

template <class Visitor>
void describe(Visitor& v, BridgeOptions& s) {
  v.value({"span", "Distance between the posts, along x.", "m", some_length}, s.span);
  v.value({"sag", "Sag of the ropes at rest, in the middle.", "m", any_length}, s.sag);
  v.value({"width", "Distance between the ropes.", "m", some_length}, s.width);
  v.value({"boards", "Number of boards.", "", {1, 100000}}, s.boards);
  v.value({"gap", "Gap between boards, as a fraction of their spacing.", "", {0.02, 0.9}}, s.gap);
  v.value({"rail_height", "Height of the handrails above the ropes; 0: none.", "m", any_length}, s.rail_height);
  v.value({"stiffness", "Stiffness of each rope segment.", "N/m", {1e-6, 1e12}}, s.stiffness);
  v.value({"board_stiffness", "Stiffness of the springs within a board.", "N/m", any_stiffness}, s.board_stiffness);
  v.value({"board_rigidity", "E I of each board edge.", "N·m²", {0, 1e9}}, s.board_rigidity);
  v.value({"board_mass", "Mass of each board.", "kg", some_mass}, s.board_mass);
  v.value({"rope_mass", "Mass of the ropes per length.", "kg/m", some_mass}, s.rope_mass);
  v.value({"rope_radius", "Radius of the drawn ropes.", "m", any_length}, s.rope_radius);
}

}  // namespace tensio
