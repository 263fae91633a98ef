#pragma once

// A body that the scene lists vertex by vertex; body_kinds.h lists all kinds.

#include "io/body_site.h"
#include "io/number_table.h"
#include "io/scene_formula.h"

namespace tensio {

struct PointsBody : BodyKindDefaults {
  static constexpr SceneKind kind{"points", "vertices and springs, listed one by one"};
  std::vector<Vec3> positions;
  NumbersField masses;
  std::vector<SpringRow> springs;
  std::vector<TriangleRow> triangles;
  double spring_damping = 0;
  std::string file, springs_file;

  template <class Visitor>
  void describe(Visitor& v) {
    v.value({"positions", "Position of each vertex; or set `file`.", "m", any_place}, positions);
    v.value({"masses", "Mass of each vertex, or one number for all. Unset: 1.", "kg", some_mass}, masses);
    v.value({"springs",
             "Springs [a, b, stiffness] or [a, b, stiffness, rest length] between vertices a and b, numbered "
             "from 0; N/m and m. Without a rest length: the distance of the ends."},
            springs);
    v.value(
        {"triangles",
         "Triangles [a, b, c] between vertices, counter-clockwise seen from the front: to be drawn, and for "
         "the air. They resist nothing."},
        triangles);
    v.value({"spring_damping", "Damping along every spring, force per velocity.", "N·s/m", {0, 1e9}},
            spring_damping);
    v.value(
        {"file",
         "Table of the vertices instead of `positions`, relative to the scene file: CSV with the columns x, "
         "y, z and, if you like, mass; PLY with vertex properties of these names; NPY with 3 columns, or 4 "
         "with masses."},
        file);
    v.value(
        {"springs_file",
         "Table of the springs instead of `springs`: CSV with the columns a, b, stiffness and, if you like, "
         "rest and damping; or NPY with these columns."},
        springs_file);
  }
  Result<void> reserve(const BodySite& site) const {
    if (auto ok = site.spend_vertices("positions", positions.size()); !ok) return ok;
    return site.spend_triangles("triangles", triangles.size());
  }
  Result<MeshModel> make(const BodySite& site) const;

 private:
  Result<void> read_points(const BodySite& site, PointsOptions& options) const;
  Result<void> read_springs(const BodySite& site, PointsOptions& options) const;
};

}  // namespace tensio
