#include "model/path.h"

#include <algorithm>
#include <cmath>

namespace tensio {

Vec3 Path::offset(double time) const {
  if (keys.empty()) return {};
  const double begin = keys.front().time, end = keys.back().time;
  if (repeat && end > begin && time > begin) time = begin + std::fmod(time - begin, end - begin);
  if (time <= begin) return keys.front().offset;
  if (time >= end) return keys.back().offset;
  const auto next =
      std::upper_bound(keys.begin(), keys.end(), time, [](double t, const Key& key) { return t < key.time; });
  const Key& a = *(next - 1);
  const Key& b = *next;
  double u = (time - a.time) / (b.time - a.time);
  if (smooth) u = u * u * (3 - 2 * u);
  return a.offset + u * (b.offset - a.offset);
}

}  // namespace tensio
