#pragma once

#include <bit>
#include <string>
#include <vector>

#include "io/bytes.h"
#include "tensio/vec3.h"

namespace tensio {

/// Writes the numbers of caches in either byte order.
struct CacheBytes {
  bool is_big = false;
  std::string bytes{};

  CacheBytes& text(const std::string& letters) { return bytes += letters, *this; }
  CacheBytes& whole(std::uint32_t value) {
    std::string four;
    detail::append_little(four, value);
    if (is_big) four = std::string(four.rbegin(), four.rend());
    return text(four);
  }
  CacheBytes& number(float value) { return whole(std::bit_cast<std::uint32_t>(value)); }
  CacheBytes& frame(const std::vector<Vec3>& points) {
    for (const Vec3& p : points)
      number(static_cast<float>(p.x)).number(static_cast<float>(p.y)).number(static_cast<float>(p.z));
    return *this;
  }
};

/// The points of "two.obj" (scene_fixture.h), i m higher in frame i.
inline std::vector<Vec3> risen_points(int i) {
  const auto y = static_cast<double>(i);
  return {{0, y, 0}, {1, y, 0}, {1, y, 1}, {0, y, 1}};
}

inline CacheBytes pc2_header(std::uint32_t points, std::uint32_t samples, float first = 0, float rate = 1) {
  return CacheBytes{}
      .text(std::string("POINTCACHE2\0", 12))
      .whole(1)
      .whole(points)
      .number(first)
      .number(rate)
      .whole(samples);
}
inline std::string rising_pc2(int frames, float first = 0, float rate = 1) {
  CacheBytes cache = pc2_header(4, static_cast<std::uint32_t>(frames), first, rate);
  for (int i = 0; i < frames; ++i) cache.frame(risen_points(i));
  return cache.bytes;
}

inline std::string rising_mdd(const std::vector<float>& times) {
  CacheBytes cache{.is_big = true};
  cache.whole(static_cast<std::uint32_t>(times.size())).whole(4);
  for (const float time : times) cache.number(time);
  for (std::size_t i = 0; i < times.size(); ++i) cache.frame(risen_points(static_cast<int>(i)));
  return cache.bytes;
}

}  // namespace tensio
