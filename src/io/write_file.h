#pragma once

#include <string>
#include <string_view>

#include "tensio/result.h"

namespace tensio {

/// Writes a file atomically: to a temporary file that is then renamed, so that a failure never leaves a
/// half-written file. Writes devices and pipes directly.
Result<void> write_file(const std::string& path, std::string_view bytes);

}  // namespace tensio
