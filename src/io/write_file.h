#pragma once

#include <string>
#include <string_view>

#include "tensio/result.h"

namespace tensio {

/// Writes a file in one piece: into a temporary beside it, which then takes its name, so that a half-written
/// file never stands there, whatever fails. What is not a regular file (a device, a pipe) is written
/// directly.
Result<void> write_file(const std::string& path, std::string_view bytes);

}  // namespace tensio
