#pragma once

// The fields of the bodies of a scene document; see scene_fields.h for what a visitor is.

#include "io/scene_choices.h"
#include "io/scene_field.h"
#include "io/scene_spec.h"

namespace tensio {

inline constexpr double far_away = 1e6;  // m: the range in which positions keep a micrometre
inline constexpr Range any_place{-far_away, far_away};
inline constexpr Range any_length{0, far_away};
inline constexpr Range some_length{1e-6, far_away};
inline constexpr Range any_stiffness{0, 1e12};
inline constexpr Range some_mass{1e-9, 1e9};

template <class Visitor>
void describe(Visitor& v, FamilyStiffness& s) {
  v.value({"structural", "Of springs along the edges.", "N/m", any_stiffness}, s.structural);
  v.value({"shear", "Of diagonal springs.", "N/m", any_stiffness}, s.shear);
  v.value({"bend", "Of bending springs.", "N/m", any_stiffness}, s.bend);
}

template <class Visitor>
void describe(Visitor& v, MeshStiffness& s) {
  v.value({"structural", "Of springs along the edges.", "N/m", any_stiffness}, s.structural);
  v.value({"bend", "Of springs across each edge between two triangles.", "N/m", any_stiffness}, s.bend);
}

template <class Visitor>
void describe(Visitor& v, StiffeningOptions& s) {
  v.value({"strain",
           "Beyond which springs, but those for bending, are stiffer. Without it they are not.",
           "",
           {0, 1000}},
          s.strain);
  v.value({"factor", "On the stiffness beyond that strain.", "", {1, 1e6}}, s.factor);
}

template <class Visitor>
void describe(Visitor& v, StrainBoundsOptions& s) {
  v.value({"max", "The largest strain. Without it there are no bounds.", "", {0, 1000}}, s.max);
  v.value({"min", "The smallest strain; -1: none.", "", {-1, 0}}, s.min);
  v.value({"stiffness", "Of what resists beyond the bounds: per spring, or per width of a sheet.", "N/m",
           any_stiffness},
          s.stiffness);
  v.choice({"of", "What is bounded."}, s.of, bounded_choices());
}

template <class Visitor, class Options>
void describe_springs(Visitor& v, Options& s) {
  v.value({"spring_damping", "Along every spring, force per velocity.", "N·s/m", {0, 1e9}}, s.spring_damping);
  v.table({"stiffening", "Biphasic springs: stiffer beyond a strain."}, s.stiffening);
  v.table({"strain_bounds", "Limits of strain as an energy, with any method but position-based ones."},
          s.strain_bounds);
}

template <class Visitor, class Options>
void describe_lumping(Visitor& v, Options& s) {
  v.choice({"lumping", "How the mass is shared between the vertices."}, s.lumping, lumping_choices());
}

template <class Visitor>
void describe(Visitor& v, BendingOptions& s) {
  v.choice({"model", "What resists bending."}, s.model, bending_choices());
  v.value({"stiffness",
           "D of all models but springs: a cylinder of radius R has D/(2R²) per area.",
           "N·m",
           {0, 1e9}},
          s.stiffness);
  v.value(
      {"weft",
       "D where threads of the weft are bent, `stiffness` being that of the warp. Without it both are alike.",
       "N·m",
       {0, 1e9}},
      s.weft);
  v.value({"poisson", "Poisson's ratio of a plate.", "", {-0.99, 0.99}}, s.poisson);
}

template <class Visitor>
void describe(Visitor& v, MembraneOptions& s) {
  v.choice({"model", "What resists stretching and shearing."}, s.model, membrane_choices());
  v.value({"young", "Young's modulus times thickness, of corotated triangles.", "N/m", any_stiffness},
          s.young);
  v.value({"poisson", "Poisson's ratio of corotated triangles.", "", {0, 0.99}}, s.poisson);
  const Range tension{0, 1e12, true};
  v.value({"warp", "Tension over strain of a woven strip pulled along its warp.", "N/m", tension}, s.warp);
  v.value({"weft", "The same along its weft.", "N/m", tension}, s.weft);
  v.value({"shear", "Shear force per width over the angle in rad, of woven sheets.", "N/m", any_stiffness},
          s.shear);
  v.direction(
      {"warp_direction",
       "Of a woven mesh, before it is turned, projected to each triangle. A grid's warp runs along its "
       "columns."},
      s.warp_direction);
}

/// Comes first: what else is given overrides it.
template <class Visitor, class Options>
void describe_fabric(Visitor& v, Options& s) {
  const Fabric* fabric = nullptr;
  v.choice({"fabric",
            "Sets membrane, bending, area_density and lumping to those of a cloth (`tensio fabrics` has the "
            "numbers and their sources); any of them that is given too overrides it."},
           fabric, fabric_choices());
  if (fabric) set_fabric(*fabric, s);
}

template <class Visitor, class Options>
void describe_sheet(Visitor& v, Options& s) {
  v.table({"membrane", "What resists deformation in the sheet's plane."}, s.membrane);
  v.table({"bending", "What resists bending of the sheet."}, s.bending);
  describe_springs(v, s);
  v.value({"area_density", "Mass per area; 0: as `mass` says.", "kg/m²", {0, 1e6}}, s.area_density);
  std::optional<double> mass;
  v.value({"mass", "Of the whole body, whatever `fabric` or `area_density` say; 1 if nothing says.", "kg",
           some_mass},
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
  v.choice({"cells", "How the cells are cut into triangles."}, s.cells, cells_choices());
  v.choice({"layout", "Which springs there are besides the edges."}, s.layout, layout_choices());
  v.value({"bend_reach", "Bending springs join every 2nd or every 3rd vertex.", "", {2, 3}}, s.bend_reach);
  v.table({"stiffness", "Of each family of springs in a grid."}, s.stiffness);
  v.value({"half_boundary", "Halve the stiffness of boundary edges, as a continuum needs."}, s.half_boundary);
  describe_sheet(v, s);
}

template <class Visitor>
void describe(Visitor& v, ChainOptions& s) {
  v.value({"segments", "Springs in a row.", "", {1, static_cast<double>(max_vertices)}}, s.segments);
  v.value({"start", "Where vertex 0 stands.", "m", any_place}, s.start);
  v.value({"end", "Where the last vertex stands.", "m", any_place}, s.end);
  v.value({"rest_length", "Unstretched, in all; 0: the distance from start to end.", "m", any_length},
          s.rest_length);
  v.value({"stiffness", "Of each spring.", "N/m", any_stiffness}, s.stiffness);
  v.value({"bend_stiffness", "Of springs that span one vertex; 0: none.", "N/m", any_stiffness},
          s.bend_stiffness);
  v.value({"flexural_rigidity", "E I of the rope: resists curvature; 0: none.", "N·m²", {0, 1e9}},
          s.flexural_rigidity);
  v.value({"torsional_rigidity", "G J of the rope: resists twist; 0: nothing does.", "N·m²", {0, 1e9}},
          s.torsional_rigidity);
  v.value(
      {"altitude_stiffness", "Of altitude springs, which keep what resists twist from collapsing; 0: none.",
       "N/m", any_stiffness},
      s.altitude_stiffness);
  describe_springs(v, s);
  v.value({"mass", "Of the whole body.", "kg", some_mass}, s.mass);
  describe_lumping(v, s);
}

template <class Visitor>
void describe(Visitor& v, MeshSpec& s) {
  v.value({.name = "file", .doc = "OBJ, PLY or STL file, relative to the scene.", .required = true}, s.file);
  v.value({"scale", "Factor on the file's coordinates, to make them metres.", "", {1e-9, 1e9}}, s.scale);
  describe_fabric(v, s.options);
  v.table({"stiffness", "Of each family of springs in a mesh."}, s.options.stiffness);
  v.choice({"bend_springs", "Which vertices bending springs join."}, s.options.bend_springs,
           bend_springs_choices());
  v.value({"weld_distance",
           "Vertices closer than this become one; 0: exact duplicates; negative: none.",
           "m",
           {-far_away, far_away}},
          s.options.weld_distance);
  v.value({"strict", "Refuse a mesh with flaws instead of warning."}, s.options.strict);
  describe_sheet(v, s.options);
  v.value({"pressure", "Inside a closed mesh, over that outside.", "Pa", {-1e9, 1e9}}, s.options.pressure);
}

template <class Visitor>
void describe(Visitor& v, SolidOptions& s) {
  v.choice({"model", "What resists deformation."}, s.model, solid_choices());
  v.value({"young", "Young's modulus; a cluster has the stiffness young times edge.", "Pa", any_stiffness},
          s.young);
  v.value({"poisson", "Poisson's ratio of tetrahedra.", "", {0, 0.49}}, s.poisson);
  v.value({"altitude_stiffness", "Of altitude springs in the tetrahedra of every cell; 0: none.", "N/m",
           any_stiffness},
          s.altitude_stiffness);
  v.value({"linear", "Of clusters: 0 rigid, 1 as soft as a linear map allows.", "", {0, 1}}, s.linear);
  v.value({"bulk", "Of ½ bulk (J − 1)² per volume besides, which keeps the volume; 0: none.", "Pa",
           any_stiffness},
          s.bulk);
}

template <class Visitor>
void describe(Visitor& v, LatticeStiffness& s) {
  v.value({"structural", "Of springs along the edges of cells.", "N/m", any_stiffness}, s.structural);
  v.value({"shear", "Of springs along diagonals.", "N/m", any_stiffness}, s.shear);
}

/// Mass of a solid.
template <class Visitor, class Options>
void describe_weight(Visitor& v, Options& s) {
  v.value({"spring_damping", "Along every spring, force per velocity.", "N·s/m", {0, 1e9}}, s.spring_damping);
  v.value({"mass", "Of the whole body.", "kg", some_mass}, s.mass);
  v.value({"density", "Of the body, instead of its mass; 0: as mass says.", "kg/m³", {0, 1e9}}, s.density);
}

template <class Visitor>
void describe(Visitor& v, LatticeSpec& s) {
  v.choice({"shape", "What is filled."}, s.shape, lattice_shape_choices());
  v.value({"file", "OBJ, PLY or STL file of a closed surface to fill instead, relative to the scene."},
          s.file);
  v.value({"scale", "Factor on the file's coordinates, to make them metres.", "", {1e-9, 1e9}}, s.scale);
  v.value({"embed", "Carry the surface along: it is seen and touched instead of the cells."}, s.embed);
  v.value({"size", "Edge lengths of the box, or diameters.", "m", some_length}, s.options.size);
  v.value({"resolution", "Cells along the longest side.", "", {1, 1000}}, s.resolution);
  v.choice({"layout", "Which springs there are besides the edges of cells."}, s.options.layout,
           lattice_layout_choices());
  v.table({"stiffness", "Of each family of springs in a lattice."}, s.options.stiffness);
  v.value({"half_boundary", "Soften the springs on the surface, as a continuum needs."},
          s.options.half_boundary);
  v.table({"solid", "What the body is made of."}, s.options.solid);
  describe_weight(v, s.options);
}

template <class Visitor>
void describe(Visitor& v, TetSpec& s) {
  v.value({"file",
           "Tetrahedra (Gmsh .msh, TetGen .node and .ele) or a closed surface to fill (OBJ, PLY, STL), "
           "relative to "
           "the scene; empty: an ellipsoid."},
          s.file);
  v.value({"scale", "Factor on the file's coordinates, to make them metres.", "", {1e-9, 1e9}}, s.scale);
  v.value({"size", "Diameters of the ellipsoid.", "m", some_length}, s.size);
  v.value(
      {"resolution", "Of what is filled: cubes of twelve tetrahedra along the longest side.", "", {1, 1000}},
      s.resolution);
  v.table({"solid", "What the tetrahedra are made of."}, s.options.solid);
  describe_weight(v, s.options);
}

template <class Visitor>
void describe(Visitor& v, HairOptions& s) {
  v.value({"strands", "How many, spread evenly.", "", {1, static_cast<double>(max_vertices)}}, s.strands);
  v.value({"segments", "Of each strand.", "", {3, 10000}}, s.segments);
  v.value({"length", "Of each strand.", "m", some_length}, s.length);
  v.value({"radius", "Of the sphere that they grow from.", "m", some_length}, s.radius);
  v.value({"cap", "How far from its top they grow.", "°", {0, 180, true}}, s.cap);
  v.value({"curl_radius", "Of the helix of each strand; 0: straight.", "m", any_length}, s.curl_radius);
  v.value({"curl_turns", "Of the helix, from root to tip.", "", {0, 1000}}, s.curl_turns);
  v.value({"stiffness", "Of springs along the strands.", "N/m", any_stiffness}, s.stiffness);
  v.value({"flexural_rigidity", "E I of a strand: resists bending.", "N·m²", {0, 1e9}}, s.flexural_rigidity);
  v.value({"torsional_rigidity", "G J of a strand: resists twist; 0: nothing does.", "N·m²", {0, 1e9}},
          s.torsional_rigidity);
  v.value(
      {"altitude_stiffness", "Of altitude springs, which keep what resists twist from collapsing; 0: none.",
       "N/m", any_stiffness},
      s.altitude_stiffness);
  v.value({"strand_mass", "Of each strand.", "kg", some_mass}, s.strand_mass);
}

template <class Visitor>
void describe(Visitor& v, PlantOptions& s) {
  v.value({"height", "Of the trunk.", "m", some_length}, s.height);
  v.value({"radius", "Of the trunk at the root.", "m", some_length}, s.radius);
  v.value({"levels", "Of branches, the trunk being the first.", "", {1, 8}}, s.levels);
  v.value({"branches", "That grow at the end of each.", "", {1, 12}}, s.branches);
  v.value({"segments", "Of the trunk and of each branch.", "", {2, 1000}}, s.segments);
  v.value({"spread", "Between a branch and what it grows from.", "°", {0, 180}}, s.spread);
  v.value({"shorten", "Length of a branch over that of what it grows from.", "", {0, 2, true}}, s.shorten);
  v.value({"twigs", "At each vertex of the last branches.", "", {0, 12}}, s.twigs);
  v.value({"twig_segments", "Of each twig.", "", {1, 1000}}, s.twig_segments);
  v.value({"twig_length", "Of each twig.", "m", some_length}, s.twig_length);
  v.value({"twig_radius", "Of each twig at its root.", "m", some_length}, s.twig_radius);
  v.value({"droop", "Of twigs at rest: 0 along their spread, 1 straight down.", "", {0, 1}}, s.droop);
  v.value({"leaf", "Length of the leaves, one at each vertex of a twig; 0: none.", "m", any_length}, s.leaf);
  v.value({"leaf_mass", "Of each leaf.", "kg", some_mass}, s.leaf_mass);
  v.value({"young", "Young's modulus of the wood.", "Pa", {1, 1e12}}, s.young);
  v.value({"density", "Of the wood.", "kg/m³", {1e-3, 1e6}}, s.density);
}

template <class Visitor>
void describe(Visitor& v, BridgeOptions& s) {
  v.value({"span", "From post to post, along x.", "m", some_length}, s.span);
  v.value({"sag", "Of the ropes at rest, in the middle.", "m", any_length}, s.sag);
  v.value({"width", "Between the ropes.", "m", some_length}, s.width);
  v.value({"boards", "How many.", "", {1, 100000}}, s.boards);
  v.value({"gap", "Between two boards, as part of the way from one to the next.", "", {0.02, 0.9}}, s.gap);
  v.value({"rail_height", "Of the handrails above the ropes; 0: none.", "m", any_length}, s.rail_height);
  v.value({"stiffness", "Of each segment of a rope.", "N/m", {1e-6, 1e12}}, s.stiffness);
  v.value({"board_stiffness", "Of the springs within a board.", "N/m", any_stiffness}, s.board_stiffness);
  v.value({"board_rigidity", "E I of each edge of a board.", "N·m²", {0, 1e9}}, s.board_rigidity);
  v.value({"board_mass", "Of each board.", "kg", some_mass}, s.board_mass);
  v.value({"rope_mass", "Of the ropes, per length.", "kg/m", some_mass}, s.rope_mass);
  v.value({"rope_radius", "Of the ropes, as they are drawn.", "m", any_length}, s.rope_radius);
}

}  // namespace tensio
