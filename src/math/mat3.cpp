#include "math/elementary.h"
#include "tensio/vec3.h"

namespace tensio {

Mat3 rotation(const Vec3& axis, double angle) {
  const Vec3 u = normalized(axis);
  const auto [s, c] = sine_cosine(angle);
  Mat3 r = c * Mat3::identity() + (1 - c) * outer(u, u);
  r += Mat3{{0, -s * u.z, s * u.y, s * u.z, 0, -s * u.x, -s * u.y, s * u.x, 0}};
  return r;
}

}  // namespace tensio
