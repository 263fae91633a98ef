#pragma once

#include <string>
#include <vector>

namespace tensio {

/// The name with the smallest edit distance to `name`, or "" when none is close enough to be meant.
std::string nearest_name(const std::string& name, const std::vector<std::string>& known);

}  // namespace tensio
