#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace tensio {

/// IEEE 754 half precision: 11 significant bits, 6e-8 … 65504.
inline constexpr double max_half = 65504;

/// The nearest half, ties to even. |value| ≤ max_half.
inline std::uint16_t to_half(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value), size = bits & ~(std::uint64_t{1} << 63);
  const auto sign = static_cast<std::uint16_t>(bits >> 48 & 0x8000);
  // Below the smallest normal number the spacing stays 2^-24, which is that of doubles from 2^28 on.
  const auto small = std::bit_cast<std::uint64_t>(std::fabs(value) + 0x1p28) & 0x7fff;
  // The bias of the exponent is 1023, or 15; a carry out of the fraction raises it as it should.
  const auto normal = ((size + 0x1ffffffffff + (size >> 42 & 1)) >> 42) - (std::uint64_t{1023 - 15} << 10);
  return static_cast<std::uint16_t>(sign | (std::fabs(value) < 0x1p-14 ? small : normal));
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
