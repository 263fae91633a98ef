#pragma once

#include <limits>
#include <string>
#include <vector>

namespace tensio {

/// Range of the numbers that a field accepts; for vectors, of each component.
struct Range {
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  bool above_min = false;  // min itself is excluded

  bool contains(double value) const { return (above_min ? value > min : value >= min) && value <= max; }
};

/// Describes a range: "at least 0", "more than 0 and at most 10", …
std::string describe(const Range& range);

// Ranges that many fields share.
inline constexpr double far_away = 1e6;  // m; positions within it are exact to a micrometre
inline constexpr Range any_place{-far_away, far_away};
inline constexpr Range any_time{0, 1e9};
inline constexpr Range any_length{0, far_away};
inline constexpr Range some_length{1e-6, far_away};
inline constexpr Range any_stiffness{0, 1e12};
inline constexpr Range some_mass{1e-9, 1e9};

/// Describes one field for the reader, the schema and the documentation. The default value comes from the
/// described struct.
struct SceneField {
  const char* name = "";
  const char* doc = "";   // one line
  const char* unit = "";  // "" for pure numbers and everything that is not a number
  Range range{};
  bool required = false;
};

/// One of the words that a field of type E accepts.
template <class E>
struct Choice {
  const char* name;
  E value;
  const char* doc;
};
template <class E>
using Choices = std::vector<Choice<E>>;

/// One of the words that decide which further fields a table has.
struct SceneKind {
  const char* name = "";
  const char* doc = "";
};
/// The row of a type; types of other rooms specialise it.
template <class T>
inline constexpr SceneKind scene_kind = T::kind;

}  // namespace tensio
