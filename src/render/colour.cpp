#include "render/colour.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tensio::render {

namespace {

float decode(std::uint32_t byte) {
  const float v = static_cast<float>(byte & 0xff) / 255;
  return v <= 0.04045f ? v / 12.92f : std::pow((v + 0.055f) / 1.055f, 2.4f);
}

std::uint8_t encode(float v, float dither) {
  v = std::clamp(v, 0.f, 1.f);
  v = v <= 0.0031308f ? 12.92f * v : 1.055f * std::pow(v, 1 / 2.4f) - 0.055f;
  return static_cast<std::uint8_t>(std::min(255 * v + dither, 255.f));
}

/// y = x^p / (x^p + m), scaled so that `white` becomes 1: the response of film, with a toe that deepens
/// shadows and a shoulder that lets highlights fade out instead of clip. m keeps middle grey where it is.
float film(float x) {
  constexpr float contrast = 1.25f, white = 3.5f, grey = 0.20f;
  static const float m = std::pow(grey, contrast) * (1 / grey - 1);
  static const float scale = 1 + m / std::pow(white, contrast);
  const float power = std::pow(std::min(std::max(0.f, x), 1e6f), contrast);  // NaN becomes black
  return scale * power / (power + m);
}

}  // namespace

Colour srgb(std::uint32_t rrggbb) {
  return {decode(rrggbb >> 16), decode(rrggbb >> 8), decode(rrggbb)};
}

Colour ramp(double t) {
  t = t > 0 ? std::min(t, 1.0) : 0.0;
  const double lightness = 0.28 + 0.62 * t;
  const double chroma = 0.095 + 0.19 * (t - 0.42) * (t - 0.42);  // stays inside what a screen can show
  const double hue = (305 - 197 * t) * std::numbers::pi / 180;
  const double a = chroma * std::cos(hue), b = chroma * std::sin(hue);
  // Oklab to linear sRGB, Ottosson 2020.
  const double l = std::pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
  const double m = std::pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
  const double s = std::pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
  const auto channel = [](double v) { return static_cast<float>(std::clamp(v, 0.0, 1.0)); };
  return {channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
          channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
          channel(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

std::array<std::uint8_t, 3> display(const Colour& light, float dither) {
  return {encode(film(light.r), dither), encode(film(light.g), dither), encode(film(light.b), dither)};
}

}  // namespace tensio::render
