#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "tensio/model.h"

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

Result<void> validate(const Path& path) {
  for (std::size_t i = 0; i < path.keys.size(); ++i) {
    const Path::Key& key = path.keys[i];
    if (!std::isfinite(key.time))
      return fail(fmt::format("keyframe {} of the path has time {} s; it must be finite", i, key.time));
    if (i > 0 && !(key.time > path.keys[i - 1].time))
      return fail(fmt::format(
          "keyframe {} of the path has time {} s, not later than the previous one; sort the keyframes", i,
          key.time));
    if (!(norm(key.offset) <= max_length))
      return fail(fmt::format(
          "keyframe {} of the path has numbers that are not finite or exceed {:g}; use smaller ones", i,
          max_length));
  }
  if (path.repeat && !path.keys.empty() && path.keys.front().offset != path.keys.back().offset)
    return fail(
        "the repeating path jumps from its end to its start; give the last keyframe the offset of the first");
  return {};
}

}  // namespace tensio
