#pragma once

// The kinds of bodies that are ropes or made of them; body_kinds.h lists all kinds.

#include "build/sizes.h"
#include "io/body_site.h"
#include "io/scene_formula.h"

namespace tensio {

/// Whether a rope along a line keeps its shape.
const Choices<bool>& rest_shape_choices();

struct ChainBody : BodyKindDefaults {
  static constexpr SceneKind kind{"chain", "rope between two points or along a line"};
  ChainOptions options;
  VectorFormulaField curve;

  template <class Visitor>
  void describe(Visitor& v) {
    v.value({"segments", "Number of springs.", "", {1, static_cast<double>(max_vertices)}}, options.segments);
    v.value({"start", "Position of vertex 0.", "m", any_place}, options.start);
    v.value({"end", "Position of the last vertex.", "m", any_place}, options.end);
    v.value({"points",
             "Points of a line for the rope instead of start and end; the vertices stand on it, at equal "
             "distances along it.",
             "m", any_place},
            options.points);
    v.value(
        {"curve",
         "Curve for the rope instead of start and end: formulas for x, y and z in s, which runs from 0 to 1. "
         "The vertices stand on it, at equal distances along it.",
         "m"},
        curve);
    v.value({"closed", "Join the last vertex of a rope along points or a curve to the first."},
            options.closed);
    v.choice({"rest_shape", "Shape of a rope along points or a curve that nothing bends."}, options.is_curved,
             rest_shape_choices());
    v.value({"rest_length",
             "Total unstretched length; 0: the distance from start to end, or the sum of the segments.", "m",
             any_length},
            options.rest_length);
    v.value({"stiffness", "Stiffness of each spring.", "N/m", any_stiffness}, options.stiffness);
    v.value({"bend_stiffness", "Stiffness of springs that span one vertex; 0: no such springs.", "N/m",
             any_stiffness},
            options.bend_stiffness);
    v.value({"flexural_rigidity", "E I of the rope, which resists curvature; 0: none.", "N·m²", {0, 1e9}},
            options.flexural_rigidity);
    v.value({"torsional_rigidity", "G J of the rope, which resists twist; 0: none.", "N·m²", {0, 1e9}},
            options.torsional_rigidity);
    v.value({"altitude_stiffness",
             "Stiffness of altitude springs, which keep the torsion frame from collapsing; 0: none.", "N/m",
             any_stiffness},
            options.altitude_stiffness);
    describe_springs(v, options);
    v.value({"mass", "Mass of the body.", "kg", some_mass}, options.mass);
    describe_lumping(v, options);
  }
  Result<void> reserve(const BodySite& site) const {
    return site.spend_vertices("segments", options.segments + 1, options.torsional_rigidity > 0 ? 2 : 1);
  }
  Result<MeshModel> make(const BodySite& site) const;
  BodyShape shape() const { return {.kind = BodyKind::chain}; }
  std::vector<std::string> oddities() const;
};

struct HairBody : BodyKindDefaults {
  static constexpr SceneKind kind{"hair", "strands that grow from a sphere"};
  HairOptions options;

  template <class Visitor>
  void describe(Visitor& v) {
    v.value({"strands", "Number of strands, spread evenly.", "", {1, static_cast<double>(max_vertices)}},
            options.strands);
    v.value({"segments", "Segments of each strand.", "", {3, 10000}}, options.segments);
    v.value({"length", "Length of each strand.", "m", some_length}, options.length);
    v.value({"radius", "Radius of the sphere that the strands grow from.", "m", some_length}, options.radius);
    v.value({"cap", "Angle from the top of the sphere up to which strands grow.", "°", {0, 180, true}},
            options.cap);
    v.value({"curl_radius", "Radius of each strand's helix; 0: straight.", "m", any_length},
            options.curl_radius);
    v.value({"curl_turns", "Turns of the helix from root to tip.", "", {0, 1000}}, options.curl_turns);
    v.value({"stiffness", "Stiffness of springs along the strands.", "N/m", any_stiffness},
            options.stiffness);
    v.value({"flexural_rigidity", "E I of a strand, which resists bending.", "N·m²", {0, 1e9}},
            options.flexural_rigidity);
    v.value({"torsional_rigidity", "G J of a strand, which resists twist; 0: none.", "N·m²", {0, 1e9}},
            options.torsional_rigidity);
    v.value({"altitude_stiffness",
             "Stiffness of altitude springs, which keep the torsion frame from collapsing; 0: none.", "N/m",
             any_stiffness},
            options.altitude_stiffness);
    v.value({"strand_mass", "Mass of each strand.", "kg", some_mass}, options.strand_mass);
  }
  Result<void> reserve(const BodySite& site) const {
    return site.spend_vertices("strands", options.strands, hair_vertices(options));
  }
  Result<MeshModel> make(const BodySite& site) const { return site.placed(make_hair(options)); }
};

struct PlantBody : BodyKindDefaults {
  static constexpr SceneKind kind{"plant", "trunk with branches, twigs and leaves"};
  PlantOptions options;

  template <class Visitor>
  void describe(Visitor& v) {
    v.value({"height", "Height of the trunk.", "m", some_length}, options.height);
    v.value({"radius", "Radius of the trunk at the root.", "m", some_length}, options.radius);
    v.value({"levels", "Levels of branches, including the trunk.", "", {1, 8}}, options.levels);
    v.value({"branches", "Number of branches that grow from the end of each one.", "", {1, 12}},
            options.branches);
    v.value({"segments", "Segments of the trunk and of each branch.", "", {2, 1000}}, options.segments);
    v.value({"spread", "Angle between a branch and its parent.", "°", {0, 180}}, options.spread);
    v.value({"shorten", "Length of a branch relative to its parent.", "", {0, 2, true}}, options.shorten);
    v.value({"twigs", "Twigs at each vertex of the last branches.", "", {0, 12}}, options.twigs);
    v.value({"twig_segments", "Segments of each twig.", "", {1, 1000}}, options.twig_segments);
    v.value({"twig_length", "Length of each twig.", "m", some_length}, options.twig_length);
    v.value({"twig_radius", "Radius of each twig at its root.", "m", some_length}, options.twig_radius);
    v.value({"droop", "Rest direction of twigs, from 0 (along the spread) to 1 (straight down).", "", {0, 1}},
            options.droop);
    v.value({"leaf", "Length of the leaves, one at each twig vertex; 0: none.", "m", any_length},
            options.leaf);
    v.value({"leaf_mass", "Mass of each leaf.", "kg", some_mass}, options.leaf_mass);
    v.value({"young", "Young's modulus of the wood.", "Pa", {1, 1e12}}, options.young);
    v.value({"density", "Density of the wood.", "kg/m³", {1e-3, 1e6}}, options.density);
  }
  Result<void> reserve(const BodySite& site) const {
    const auto [vertices, triangles] = plant_size(options);
    if (auto ok = site.spend_vertices("levels", vertices); !ok) return ok;
    return site.spend_triangles("leaf", triangles);
  }
  Result<MeshModel> make(const BodySite& site) const { return site.placed(make_plant(options)); }
};

struct BridgeBody : BodyKindDefaults {
  static constexpr SceneKind kind{"bridge", "boards on ropes, with handrails"};
  BridgeOptions options;

  template <class Visitor>
  void describe(Visitor& v) {
    v.value({"span", "Distance between the posts, along x.", "m", some_length}, options.span);
    v.value({"sag", "Sag of the ropes at rest, in the middle.", "m", any_length}, options.sag);
    v.value({"width", "Distance between the ropes.", "m", some_length}, options.width);
    v.value({"boards", "Number of boards.", "", {1, 100000}}, options.boards);
    v.value({"gap", "Gap between boards, as a fraction of their spacing.", "", {0.02, 0.9}}, options.gap);
    v.value({"rail_height", "Height of the handrails above the ropes; 0: none.", "m", any_length},
            options.rail_height);
    v.value({"stiffness", "Stiffness of each rope segment.", "N/m", {1e-6, 1e12}}, options.stiffness);
    v.value({"board_stiffness", "Stiffness of the springs within a board.", "N/m", any_stiffness},
            options.board_stiffness);
    v.value({"board_rigidity", "E I of each board edge.", "N·m²", {0, 1e9}}, options.board_rigidity);
    v.value({"board_mass", "Mass of each board.", "kg", some_mass}, options.board_mass);
    v.value({"rope_mass", "Mass of the ropes per length.", "kg/m", some_mass}, options.rope_mass);
    v.value({"rope_radius", "Radius of the drawn ropes.", "m", any_length}, options.rope_radius);
  }
  Result<void> reserve(const BodySite& site) const {
    if (auto ok = site.spend_vertices("boards", bridge_vertices(options)); !ok) return ok;
    return site.spend_triangles("boards", 4, options.boards);
  }
  Result<MeshModel> make(const BodySite& site) const { return site.placed(make_bridge(options)); }
};

}  // namespace tensio
