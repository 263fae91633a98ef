#pragma once

#include <functional>
#include <string_view>

namespace tensio {

/// `done` of an experiment, 0 … 1, and what comes next; false stops it.
using LabProgress = std::function<bool(double done, std::string_view now)>;

}  // namespace tensio
