#pragma once

#include <limits>
#include <string>
#include <vector>

namespace tensio {

/// The numbers a field accepts. A vector's components all obey it.
struct Range {
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  bool above_min = false;  // min itself is excluded

  bool contains(double value) const { return (above_min ? value > min : value >= min) && value <= max; }
};

/// "at least 0", "more than 0 and at most 10", …
std::string describe(const Range& range);

/// What a scene document's reader, its schema and its documentation know about one field. The default is the
/// value that the described struct is born with.
struct SceneField {
  const char* name = "";
  const char* doc = "";   // one line
  const char* unit = "";  // "" for pure numbers and everything that is not a number
  Range range{};
  bool required = false;
};

/// One of the words that a field of type E understands.
template <class E>
struct Choice {
  const char* name;
  E value;
  const char* doc;
};
template <class E>
using Choices = std::vector<Choice<E>>;

/// The name with the smallest edit distance to `name`, or "" when none is close enough to be meant.
std::string nearest_name(const std::string& name, const std::vector<std::string>& known);

}  // namespace tensio
