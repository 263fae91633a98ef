#include "cli/wording.h"

#include <cmath>
#include <fmt/format.h>

namespace tensio::cli {

std::string count_of(std::size_t count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string plain(double number, int digits) {
  const double size = std::abs(number);
  const bool is_large = size >= std::pow(10, digits) && size < 1e12;
  return is_large ? fmt::format("{:.0f}", number) : fmt::format("{:.{}g}", number, digits);
}

}  // namespace tensio::cli
