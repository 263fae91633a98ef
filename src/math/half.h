#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace tensio {

/// IEEE 754 half precision: 11 significant bits, 6e-8 … 65504.
inline constexpr double max_half = 65504;

/// The nearest half, ties to even. |value| ≤ max_half.
inline std::uint16_t to_half(double value) {
  const auto sign = static_cast<std::uint16_t>(std::signbit(value) ? 0x8000 : 0);
  const double size = std::fabs(value);
  int exponent = -14;  // of the smallest normal number; below it the spacing stays 2^-24
  if (size >= 0x1p-14) exponent = std::ilogb(size);
  auto units = static_cast<std::uint32_t>(std::nearbyint(std::ldexp(size, 10 - exponent)));
  // A normal number's leading unit, 2^10, carries into the exponent field.
  units += static_cast<std::uint32_t>(exponent + 14) << 10;
  return static_cast<std::uint16_t>(sign | units);
}

inline float from_half(std::uint16_t half) {
  const std::uint32_t sign = std::uint32_t{half & 0x8000u} << 16, rest = half & 0x7fffu;
  // Exponent and fraction moved to a float's places are too small by 2^112, denormals included.
  const float size = std::bit_cast<float>(rest << 13) * 0x1p112f;
  return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(size));
}

/// A float's upper half: 8 significant bits, a float's range. The nearest, ties to even.
inline std::uint16_t to_bfloat(double value) {
  const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
  return static_cast<std::uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

inline float from_bfloat(std::uint16_t bfloat) {
  return std::bit_cast<float>(std::uint32_t{bfloat} << 16);
}

/// Elements of arrays that are kept in half precision or as bfloats.
struct Half {
  std::uint16_t bits;
};
struct Bfloat {
  std::uint16_t bits;
};

}  // namespace tensio
