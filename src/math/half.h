#pragma once

#include <bit>
#include <cstdint>

namespace tensio {

/// IEEE 754 half precision: 11 significant bits, 6e-8 … 65504.
inline constexpr double max_half = 65504;

/// The nearest half, ties to even, of a number rounded to float first. |value| ≤ max_half.
inline std::uint16_t to_half(double value) {
  const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
  const std::uint32_t sign = bits >> 16 & 0x8000, size = bits & 0x7fffffff;
  if (size < 0x38800000) {  // below 2^-14 the spacing is 2^-24: that of floats between 0.5 and 1
    const float shifted = std::bit_cast<float>(size) + 0.5f;
    return static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(shifted) - 0x3f000000));
  }
  // The exponent's bias falls from 127 to 15; 13 bits of the fraction are rounded away.
  const std::uint32_t rounded = size - (112u << 23) + 0xfff + (size >> 13 & 1);
  return static_cast<std::uint16_t>(sign | rounded >> 13);
}

inline float from_half(std::uint16_t half) {
  const std::uint32_t sign = std::uint32_t{half & 0x8000u} << 16, rest = half & 0x7fffu;
  // Below 2^-14 in units of 2^-24, where a float has no denormals; above, the exponent's bias grows by 112.
  const auto bits = rest < 0x400 ? std::bit_cast<std::uint32_t>(static_cast<float>(rest) * 0x1p-24f)
                                 : (rest << 13) + (112u << 23);
  return std::bit_cast<float>(sign | bits);
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
