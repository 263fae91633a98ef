#pragma once

#include <string>
#include <vector>

namespace tensio {

/// Returns the known name with the smallest edit distance to `name`, or "" if none is close.
std::string nearest_name(const std::string& name, const std::vector<std::string>& known);

}  // namespace tensio
