#pragma once

// What a scene document says about single vertices of a body: where they start, how fast, and how heavy.

#include "io/body_site.h"
#include "io/number_table.h"
#include "io/scene_formula.h"
#include "math/expression.h"

namespace tensio {

struct VertexSpec {
  std::string file;
  VectorFormulaField position, velocity;
  FormulaField mass;
};

template <class Visitor>
void describe(Visitor& v, VertexSpec& s) {
  v.value(
      {"file",
       "Table with a row per vertex, relative to the scene file: CSV with a line of column names (any of x, "
       "y, z, vx, vy, vz, mass; with index, the rows of some vertices in any order), PLY with vertex "
       "properties of these names, NPY with 3 columns (positions), 6 (and velocities), 7 (and masses) or "
       "1 (masses), or NPZ with arrays position, velocity and mass."},
      s.file);
  v.value(
      {"position",
       "Start position in the scene, as formulas in the rest position x, y, z after placing, the index i, "
       "the number n of vertices and the mass m. Rest lengths stay.",
       "m"},
      s.position);
  v.value({"velocity", "Start velocity as formulas in the same variables, added to the body's.", "m/s"},
          s.velocity);
  v.value({"mass", "Mass as a formula in the same variables.", "kg"}, s.mass);
}

/// Reads a formula of the scene; the error names the field at `path`.
Result<Expression> read_formula(const std::string& text, std::span<const std::string_view> variables,
                                const std::string& path);
Result<std::array<Expression, 3>> read_formulas(const VectorFormulaField& field,
                                                std::span<const std::string_view> variables,
                                                const std::string& path);

/// Columns of vertices in a table.
const TableForm& vertex_form();

/// Sets masses, start positions and velocities of a placed body. `position` stays empty where the body starts
/// at its rest position.
Result<void> set_vertices(const VertexSpec& spec, const BodySite& site, Model& model,
                          std::vector<Vec3>& position, std::vector<Vec3>& velocity);

/// Adds ω × (x − c) to the velocities, c the centre of mass.
void add_spin(const Vec3& spin, const Model& model, Positions x, std::vector<Vec3>& velocity);

}  // namespace tensio
