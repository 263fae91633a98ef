#pragma once

#include <cstddef>
#include <string>

namespace tensio::cli {

/// "1 pin", "2 pins"
std::string count_of(std::size_t count, const std::string& noun);

/// So many significant digits, but no exponent for large numbers.
std::string plain(double number, int digits = 3);

}  // namespace tensio::cli
