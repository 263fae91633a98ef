#pragma once

#include "math/result.h"
#include "model/model.h"

namespace tensio {

/// A tree as a skeleton of strands: a trunk from the origin upwards, at whose end branches grow, at whose
/// ends branches grow …; along the last of them hang twigs, and from these leaves. Each branch is straight at
/// rest and tapers; where it ends the squares of the radii of what grows there add up to that of its own
/// (Leonardo's rule). Everything follows from Young's modulus and the radius: springs have E A/l, bending the
/// rigidity E I = E π r⁴/4, torsion G J = E π r⁴/5 (Poisson's ratio ¼; a frame, see chain.h). Where branches
/// meet, a cluster keeps their angles: it holds each by E I/l³ at the end of its first segment.
struct PlantOptions {
  double height = 1;              // m, of the trunk
  double radius = 0.05;           // m, of the trunk at the root
  std::size_t levels = 3;         // of branches, the trunk being the first; 1 … 8
  std::size_t branches = 3;       // at the end of each but the last, 1 … 12
  std::size_t segments = 5;       // of the trunk and of each branch, ≥ 2
  double spread = 45;             // ° between a branch and what it grows from
  double shorten = 0.7;           // length of a branch over that of what it grows from
  std::size_t twigs = 2;          // at each vertex of the last branches; 0: none
  std::size_t twig_segments = 8;  // ≥ 1
  double twig_length = 0.5;       // m
  double twig_radius = 0.002;     // m
  double droop = 0.3;             // of twigs at rest: 0 along their spread, 1 straight down
  double leaf = 0.05;             // m long, at every vertex of a twig; 0: none
  double leaf_mass = 1e-4;        // kg
  double young = 1e9;             // Pa
  double density = 700;           // kg/m³
};

/// Vertices run branch by branch, those of its frame behind; then the twigs; then two for each leaf, which is
/// a triangle that hangs from its twig. The first segment of the trunk is pinned. Model::radius has how thick
/// all is. Two parts, "plant" and, with leaves, "leaves".
Result<Model> make_plant(const PlantOptions& options);

/// How many vertices and triangles it has; more than max_vertices count as many.
struct PlantSize {
  std::size_t vertices = 0, triangles = 0;
};
PlantSize plant_size(const PlantOptions& options);

}  // namespace tensio
