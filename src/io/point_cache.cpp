#include "io/point_cache.h"

#include <cmath>
#include <fmt/format.h>

#include "io/bytes.h"
#include "io/frame_cache.h"
#include "io/mesh_scan.h"

namespace tensio {
namespace {

using detail::ByteOrder;

constexpr std::size_t bytes_per_point = 12;
constexpr std::uint32_t max_cached_frames = 1'000'000;
constexpr std::string_view pc2_signature{"POINTCACHE2\0", 12};
constexpr std::string_view tfc_signature{frame_cache_magic, sizeof frame_cache_magic};

/// Reads numbers one after the other. What is not there is zero: callers compare sizes first.
class Scan {
 public:
  Scan(std::string_view bytes, ByteOrder order, std::size_t at = 0) : bytes_(bytes), order_(order), at_(at) {}

  std::size_t left() const { return bytes_.size() - at_; }
  std::string_view take(std::size_t count) {
    const std::string_view taken = count <= left() ? bytes_.substr(at_, count) : std::string_view{};
    at_ += taken.size();
    return taken;
  }
  std::uint32_t whole() { return static_cast<std::uint32_t>(detail::read_unsigned(take(4), order_)); }
  double number() { return detail::read_float(take(4), order_); }
  double long_number() { return detail::read_double(take(8), order_); }
  Vec3 point() {
    const double x = number(), y = number(), z = number();
    return {x, y, z};
  }

 private:
  std::string_view bytes_;
  ByteOrder order_;
  std::size_t at_;
};

/// Checks counts that a file declares, signed in its format, against the bytes that follow.
Result<void> check_counts(std::string_view name, std::uint32_t frames, std::uint32_t points,
                          std::size_t bytes, std::size_t bytes_per_frame_besides_points) {
  for (const auto& [count, things] : {std::pair{frames, "frames"}, std::pair{points, "points"}})
    if (static_cast<std::int32_t>(count) < 1)
      return fail(fmt::format("{} declares {} {}; it needs at least 1", name,
                              static_cast<std::int32_t>(count), things));
  if (frames > max_cached_frames)
    return fail(fmt::format("{} declares {} frames; the limit is {}", name, frames, max_cached_frames));
  const std::uint64_t each = std::uint64_t{points} * bytes_per_point + bytes_per_frame_besides_points;
  if (frames > bytes / each)
    return fail(fmt::format("{} declares {} frames of {} points, but holds only {}; the file is truncated",
                            name, frames, points, bytes / each));
  if (frames * each != bytes)
    return fail(fmt::format("{} has {} bytes after its last frame; it is damaged, or not of this format",
                            name, bytes - frames * each));
  return {};
}

Result<void> read_points(Scan& scan, std::size_t count, std::string_view name, std::size_t frame,
                         std::vector<Vec3>& points) {
  points.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    points[i] = scan.point();
    if (!is_finite(points[i]))
      return fail(fmt::format("{}: point {} of frame {} is not a finite place", name, i, frame));
  }
  return {};
}

/// Little-endian: signature, version, points, number of the first frame, frames from one sample to the next,
/// samples; then the points of each sample.
Result<PointCache> parse_pc2(std::string_view bytes, std::string_view name) {
  constexpr std::size_t head_bytes = 32;
  if (!bytes.starts_with(pc2_signature))
    return fail(fmt::format("{} is not a PC2 file: it does not begin with POINTCACHE2", name));
  if (bytes.size() < head_bytes)
    return fail(fmt::format("{} ends within its header; the file is truncated", name));
  Scan scan(bytes, ByteOrder::little, pc2_signature.size());
  const std::uint32_t version = scan.whole(), points = scan.whole();
  const double first = scan.number(), rate = scan.number();
  const std::uint32_t samples = scan.whole();
  if (version != 1)
    return fail(fmt::format("{} is a PC2 file of version {}; only version 1 can be read", name, version));
  if (!std::isfinite(first) || !(rate > 0) || !std::isfinite(rate))
    return fail(fmt::format(
        "{} starts at frame {} with {} frames per sample; both must be finite and the latter positive", name,
        first, rate));
  if (auto ok = check_counts(name, samples, points, scan.left(), 0); !ok) return fail(ok.error());
  PointCache cache{.frames = std::vector<ColliderMesh::Frame>(samples), .counts_frames = true};
  for (std::size_t f = 0; f < samples; ++f) {
    cache.frames[f].time = first + static_cast<double>(f) * rate;
    if (auto ok = read_points(scan, points, name, f, cache.frames[f].points); !ok) return fail(ok.error());
  }
  return cache;
}

/// Big-endian: frames, points, the time of each frame; then the points of each frame.
Result<PointCache> parse_mdd(std::string_view bytes, std::string_view name) {
  constexpr std::size_t head_bytes = 8, time_bytes = 4;
  if (bytes.size() < head_bytes)
    return fail(fmt::format("{} ends within its header; the file is truncated", name));
  Scan scan(bytes, ByteOrder::big);
  const std::uint32_t frames = scan.whole(), points = scan.whole();
  if (auto ok = check_counts(name, frames, points, scan.left(), time_bytes); !ok) return fail(ok.error());
  PointCache cache{.frames = std::vector<ColliderMesh::Frame>(frames)};
  for (ColliderMesh::Frame& frame : cache.frames) frame.time = scan.number();
  for (std::size_t f = 0; f < frames; ++f)
    if (auto ok = read_points(scan, points, name, f, cache.frames[f].points); !ok) return fail(ok.error());
  return cache;
}

/// A frame cache of version 2, of a run in which nothing was cut. Ignores an incomplete last frame.
Result<PointCache> parse_tfc(std::string_view bytes, std::string_view name) {
  constexpr std::size_t head_bytes = 24, record_head_bytes = 8;
  if (!bytes.starts_with(tfc_signature))
    return fail(fmt::format("{} is not a frame cache: it does not begin with TENSIOFC", name));
  if (bytes.size() < head_bytes)
    return fail(fmt::format("{} ends within its header; the file is truncated", name));
  Scan scan(bytes, ByteOrder::little, tfc_signature.size());
  const std::uint32_t version = scan.whole();
  (void)scan.whole();
  const double frame_time = scan.long_number();
  if (version != frame_cache_version)
    return fail(fmt::format("{} is a frame cache of version {}; colliders can use version {}", name, version,
                            frame_cache_version));
  if (!(frame_time > 0) || !std::isfinite(frame_time))
    return fail(fmt::format("{} has a frame time of {} s; it must be positive", name, frame_time));
  PointCache cache;
  while (scan.left() >= record_head_bytes) {
    const std::string_view kind = scan.take(4);
    const std::size_t length = scan.whole();
    if (length > scan.left()) break;
    Scan content(scan.take(length), ByteOrder::little);
    if (kind != "FRAM") continue;
    const std::size_t f = cache.frames.size(), points = length / bytes_per_point;
    if (points == 0 || length % bytes_per_point != 0)
      return fail(fmt::format("{}: frame {} has {} bytes; the file is damaged", name, f, length));
    if (f > 0 && points != cache.frames.front().points.size())
      return fail(fmt::format("{}: frame {} has {} points, but frame 0 has {}; use a run without cuts", name,
                              f, points, cache.frames.front().points.size()));
    if (f == max_cached_frames)
      return fail(fmt::format("{} has more than {} frames, the limit", name, max_cached_frames));
    ColliderMesh::Frame& frame = cache.frames.emplace_back();
    frame.time = static_cast<double>(f) * frame_time;
    if (auto ok = read_points(content, points, name, f, frame.points); !ok) return fail(ok.error());
  }
  if (cache.frames.empty()) return fail(fmt::format("{} has no frames; run the scene again", name));
  return cache;
}

}  // namespace

Result<PointCache> parse_point_cache(std::string_view bytes, std::string_view name) {
  const std::string lower = detail::lower_case(name);
  if (bytes.starts_with(pc2_signature) || lower.ends_with(".pc2")) return parse_pc2(bytes, name);
  if (bytes.starts_with(tfc_signature) || lower.ends_with(".tfc")) return parse_tfc(bytes, name);
  if (lower.ends_with(".mdd")) return parse_mdd(bytes, name);
  return fail(fmt::format("{} is not a supported cache; use a .pc2, .mdd or .tfc file", name));
}

}  // namespace tensio
