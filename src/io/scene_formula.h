#pragma once

#include <array>
#include <string>
#include <vector>

#include "tensio/vec3.h"

namespace tensio {

/// Fields of a scene document that are more than numbers. scene_reader.h reads them, scene_schema.cpp
/// describes them.

/// A formula, or a number.
struct FormulaField {
  std::string text;  // empty: not given
};

/// A formula for each coordinate.
struct VectorFormulaField {
  std::array<std::string, 3> text;
  bool is_given = false;
};

/// A number, or a list of them.
struct NumbersField {
  std::vector<double> values;
};

/// A row of `springs` of a body of points: [a, b, stiffness] or [a, b, stiffness, rest].
struct SpringRow {
  std::array<double, 4> values{};
  bool has_rest = false;
};

/// A row of `triangles`.
struct TriangleRow {
  std::array<std::size_t, 3> corners{};
};

}  // namespace tensio
