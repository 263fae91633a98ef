#pragma once

#include <array>
#include <cstdint>

namespace tensio::render {

/// Linear light, sRGB primaries; 1 is a perfectly white surface.
struct Colour {
  float r = 0, g = 0, b = 0;

  constexpr Colour& operator+=(const Colour& c) { return r += c.r, g += c.g, b += c.b, *this; }
  constexpr Colour& operator*=(const Colour& c) { return r *= c.r, g *= c.g, b *= c.b, *this; }
  constexpr Colour& operator*=(float s) { return r *= s, g *= s, b *= s, *this; }
  friend constexpr bool operator==(const Colour&, const Colour&) = default;
};
constexpr Colour operator+(Colour a, const Colour& b) {
  return a += b;
}
constexpr Colour operator*(Colour a, const Colour& b) {
  return a *= b;
}
constexpr Colour operator*(float s, Colour a) {
  return a *= s;
}
constexpr Colour mix(const Colour& a, const Colour& b, float t) {
  return (1 - t) * a + t * b;
}

/// From the notation of the web: srgb(0xff8000) is orange.
Colour srgb(std::uint32_t rrggbb);

/// Dark violet at 0 through teal to light yellow at 1, for scalars such as strain; clamped, and NaN is 0. The
/// ramp is a curve in Oklab (Ottosson 2020) whose lightness grows linearly: equal steps look equally large,
/// also without colour vision and on grey paper.
Colour ramp(double t);

/// What a screen shows of linear light: a filmic curve, then the sRGB transfer function. Rounds down after
/// adding `dither`; random numbers between 0 and 1 hide the steps of slow gradients.
std::array<std::uint8_t, 3> display(const Colour& light, float dither = 0.5f);

}  // namespace tensio::render
