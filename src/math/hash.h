#pragma once

#include <cstdint>
#include <cstring>
#include <span>

#include "tensio/vec3.h"

namespace tensio {

/// FNV-1a over the bit patterns of doubles: equal hashes mean equal states to the last bit.
class Hash {
 public:
  void add(double value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    for (int byte = 0; byte < 8; ++byte) {
      value_ ^= (bits >> (8 * byte)) & 0xff;
      value_ *= 0x100000001b3u;
    }
  }
  void add(std::span<const Vec3> values) {
    for (const Vec3& v : values) add(v.x), add(v.y), add(v.z);
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325u;
};

}  // namespace tensio
