#pragma once

#include <cstdint>
#include <string>

#include "tensio/result.h"

namespace tensio {

/// Returns the size of a regular file in bytes. Refuses folders, pipes, devices and missing files without
/// opening them: reading them may block or never end.
Result<std::uintmax_t> readable_size(const std::string& path);

/// Reads a whole file. Refuses what readable_size() refuses, and files of more than `max_bytes`.
Result<std::string> read_file(const std::string& path, std::size_t max_bytes);

}  // namespace tensio
