#pragma once

#include <cstdint>
#include <string>

#include "tensio/result.h"

namespace tensio {

/// The size of a file that can be read to an end, bytes. What is missing, a folder, a pipe or a device is
/// refused without being opened: reading those may fail, wait for ever or never end.
Result<std::uintmax_t> readable_size(const std::string& path);

/// The whole file as bytes; refuses what readable_size() refuses, and files of more than `max_bytes`.
Result<std::string> read_file(const std::string& path, std::size_t max_bytes);

}  // namespace tensio
