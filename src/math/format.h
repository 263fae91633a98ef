#pragma once

#include <fmt/format.h>
#include <string>
#include <string_view>

namespace tensio {

/// The items as text, with a separator between them. In place of fmt::join, which would be compiled with
/// every source that uses it (math/format.cpp).
template <class Items>
std::string joined(const Items& items, std::string_view separator) {
  std::string text;
  std::string_view before;
  for (const auto& item : items) {
    text += fmt::format("{}{}", before, item);
    before = separator;
  }
  return text;
}

}  // namespace tensio
