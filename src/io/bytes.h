#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace tensio::detail {

enum class ByteOrder { little, big };

/// Reads an unsigned integer of bytes.size() (at most 8) bytes, on machines of either byte order.
inline std::uint64_t read_unsigned(std::string_view bytes, ByteOrder order) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::size_t at = order == ByteOrder::big ? i : bytes.size() - 1 - i;
    value = (value << 8) | static_cast<unsigned char>(bytes[at]);
  }
  return value;
}

inline float read_float(std::string_view four_bytes, ByteOrder order) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(read_unsigned(four_bytes, order)));
}

inline double read_double(std::string_view eight_bytes, ByteOrder order) {
  return std::bit_cast<double>(read_unsigned(eight_bytes, order));
}

/// Appends an integer in little-endian order.
template <std::unsigned_integral T>
void append_little(std::string& bytes, T value) {
  for (std::size_t i = 0; i < sizeof value; ++i) bytes += static_cast<char>((value >> (8 * i)) & 0xff);
}

/// Appends a float in little-endian order; values outside its range become its largest number.
inline void append_little_float(std::string& bytes, double value) {
  constexpr double largest = std::numeric_limits<float>::max();
  const auto rounded = static_cast<float>(std::clamp(value, -largest, largest));
  append_little(bytes, std::bit_cast<std::uint32_t>(rounded));
}

}  // namespace tensio::detail
