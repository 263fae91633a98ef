#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

#include "tensio/vec3.h"

namespace tensio::render::detail {

/// A point of the unit square.
struct Sample2 {
  double u = 0, v = 0;
};

constexpr std::uint32_t reverse_bits(std::uint32_t x) {
  x = (x << 16) | (x >> 16);
  x = ((x & 0x00ff00ffu) << 8) | ((x >> 8) & 0x00ff00ffu);
  x = ((x & 0x0f0f0f0fu) << 4) | ((x >> 4) & 0x0f0f0f0fu);
  x = ((x & 0x33333333u) << 2) | ((x >> 2) & 0x33333333u);
  return ((x & 0x55555555u) << 1) | ((x >> 1) & 0x55555555u);
}

/// Flips every bit depending on a hash of the lower ones: an Owen scrambling of reversed digits. Laine and
/// Karras 2011, section 3; constants of Burley 2020, "Practical Hash-based Owen Scrambling".
constexpr std::uint32_t scramble(std::uint32_t x, std::uint32_t seed) {
  x += seed;
  x ^= x * 0x6c50b47cu;
  x ^= x * 0xb82f1e52u;
  x ^= x * 0xc7afe638u;
  x ^= x * 0x8d22f6e6u;
  return x;
}

constexpr std::uint32_t hash(std::uint32_t x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

/// Second Sobol' direction: Pascal's triangle modulo 2. By Lucas' theorem row j takes the digits i that
/// contain j as a set of bits, which five half-butterflies sum.
constexpr std::uint32_t pascal(std::uint32_t x) {
  x ^= (x >> 16) & 0x0000ffffu;
  x ^= (x >> 8) & 0x00ff00ffu;
  x ^= (x >> 4) & 0x0f0f0f0fu;
  x ^= (x >> 2) & 0x33333333u;
  return x ^ ((x >> 1) & 0x55555555u);
}

/// Position on the Z curve. Neighbouring pixels take neighbouring stretches of one (0,2)-sequence, so that
/// their errors cancel when a filter (or the eye) averages them. Ahmed and Wonka 2020.
constexpr std::uint32_t z_order(std::uint32_t column, std::uint32_t row) {
  const auto spread = [](std::uint32_t x) {
    x = (x | (x << 8)) & 0x00ff00ffu;
    x = (x | (x << 4)) & 0x0f0f0f0fu;
    x = (x | (x << 2)) & 0x33333333u;
    return (x | (x << 1)) & 0x55555555u;
  };
  return spread(column) | (spread(row) << 1);
}

/// The index-th point of the Owen-scrambled, shuffled (0,2)-sequence of this stream: every aligned power of
/// two of consecutive points is evenly spread, and streams are independent of each other.
constexpr Sample2 sample(std::uint32_t index, std::uint32_t stream) {
  const std::uint32_t seed = hash(stream + 1);
  index = reverse_bits(scramble(reverse_bits(index), seed));
  const std::uint32_t u = reverse_bits(scramble(index, hash(seed)));
  const std::uint32_t v = reverse_bits(scramble(pascal(index), hash(seed + 1)));
  return {u * 0x1p-32, v * 0x1p-32};
}

/// Two directions that complete the unit vector n to a right-handed frame. Duff et al. 2017.
struct Frame {
  Vec3 a, b, n;
  explicit Frame(const Vec3& normal) : n(normal) {
    const double sign = std::copysign(1.0, n.z), p = -1 / (sign + n.z), q = n.x * n.y * p;
    a = {1 + sign * n.x * n.x * p, sign * q, -sign * n.x};
    b = {q, sign + n.y * n.y * p, -n.y};
  }
};

/// Uniform in a disc of this radius around the tip of n: directions of a sun that is not a point.
inline Vec3 sample_disc(const Frame& frame, double radius, const Sample2& s) {
  const double r = radius * std::sqrt(s.u), angle = 2 * std::numbers::pi * s.v;
  return normalized(frame.n + r * std::cos(angle) * frame.a + r * std::sin(angle) * frame.b);
}

/// Directions of the hemisphere around n with density cos/π.
inline Vec3 sample_cosine(const Vec3& n, const Sample2& s) {
  const Frame frame(n);
  const double r = std::sqrt(s.u), angle = 2 * std::numbers::pi * s.v;
  return r * std::cos(angle) * frame.a + r * std::sin(angle) * frame.b + std::sqrt(1 - s.u) * n;
}

}  // namespace tensio::render::detail
