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

/// Returns the known name with the smallest edit distance to `name`, or "" if none is close.
std::string nearest_name(const std::string& name, const std::vector<std::string>& known);

}  // namespace tensio
