#pragma once

#include <cstddef>
#include <string>

namespace tensio::cli {

/// Formats a count with its noun: "1 pin", "2 pins".
std::string count_of(std::size_t count, const std::string& noun);

/// Formats a number with `digits` significant digits, and without an exponent if it is large.
std::string plain(double number, int digits = 3);

}  // namespace tensio::cli
