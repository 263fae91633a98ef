#include <bit>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <string_view>

#include "io/bytes.h"
#include "io/frame_cache.h"
#include "io/read_file.h"
#include "io/seen_bytes.h"

namespace tensio {

namespace {

constexpr std::size_t header_bytes = 24;    // magic, version, 0, frame time
constexpr std::size_t header_bytes_1 = 32;  // of version 1: magic, version, points, triangles, 0, frame time
constexpr std::size_t record_bytes = 8;     // before its content: kind, bytes of the content
constexpr std::size_t triangle_bytes = 12, point_bytes = 12;
constexpr std::string_view seen_record = "SEEN", frame_record = "FRAM";

/// Reads a little-endian number on any machine.
std::uint64_t get(std::string_view bytes, std::size_t at, std::size_t count) {
  return detail::read_unsigned(bytes.substr(at, count), detail::ByteOrder::little);
}

bool write_all(std::FILE* file, const std::string& bytes) {
  return std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size() && std::fflush(file) == 0;
}

/// Appends a record, whose content `add_content` appends.
template <class AddContent>
void append_record(std::string& bytes, std::string_view kind, const AddContent& add_content) {
  bytes += kind;
  const std::size_t at = bytes.size();
  bytes.append(4, '\0');
  add_content();
  std::string length;
  detail::append_little(length, static_cast<std::uint32_t>(bytes.size() - at - 4));
  bytes.replace(at, 4, length);
}

}  // namespace

Result<FrameCacheWriter> FrameCacheWriter::create(const std::string& path, double frame_time) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (!file) return fail(fmt::format("{} cannot be written: {}", path, std::strerror(errno)));
  FrameCacheWriter writer(file, path);
  std::string header(frame_cache_magic, sizeof frame_cache_magic);
  detail::append_little(header, frame_cache_version);
  detail::append_little(header, std::uint32_t{0});
  detail::append_little(header, std::bit_cast<std::uint64_t>(frame_time));
  if (!write_all(file, header))
    return fail(fmt::format("{} cannot be written: {}", path, std::strerror(errno)));
  return writer;
}

Result<void> FrameCacheWriter::add(const Seen& seen, Positions points) {
  if (points.size() != seen.points)
    return fail(fmt::format("{}: a frame of {} points does not fit to a model of {}", path_, points.size(),
                            seen.points));
  bytes_.clear();
  const bool is_new = seen_ != seen;
  if (is_new) append_record(bytes_, seen_record, [&] { append_seen(bytes_, seen); });
  append_record(bytes_, frame_record, [&] {
    for (const Vec3& p : points)
      for (const double coordinate : {p.x, p.y, p.z}) detail::append_little_float(bytes_, coordinate);
  });
  if (!write_all(file_.get(), bytes_))
    return fail(fmt::format("{}: frame {} cannot be written: {}", path_, frames_, std::strerror(errno)));
  if (is_new) seen_ = seen;
  ++frames_;
  return {};
}

Result<FrameCacheReader> FrameCacheReader::open(const std::string& path) {
  const auto size = readable_size(path);
  if (!size) return fail(size.error());
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (!file) return fail(fmt::format("{} cannot be opened: {}", path, std::strerror(errno)));
  FrameCacheReader reader(file, path);
  const auto header = reader.bytes_of({0, header_bytes});
  if (!header || !header->starts_with(std::string_view(frame_cache_magic, sizeof frame_cache_magic)))
    return fail(path + " is not a frame cache: it has no TENSIOFC header");
  const auto version = get(*header, 8, 4);
  if (version != 1 && version != frame_cache_version)
    return fail(fmt::format("{} is a frame cache of version {}; this program reads versions 1 and {}", path,
                            version, frame_cache_version));
  reader.frame_time_ = std::bit_cast<double>(get(*header, 16, 8));
  const auto found = version == 1 ? reader.find_frames_of_version_1(*size) : reader.find_frames(*size);
  if (!found) return fail(found.error());
  if (!(reader.frame_time_ > 0 && std::isfinite(reader.frame_time_)))
    return fail(path + " is a damaged frame cache: its header is invalid");
  return reader;
}

Result<void> FrameCacheReader::find_frames_of_version_1(std::size_t size) {
  const auto header = bytes_of({0, header_bytes_1});
  if (!header) return fail(path_ + " is a damaged frame cache: it ends within its header");
  const std::size_t points = get(*header, 12, 4), triangles = get(*header, 16, 4);
  frame_time_ = std::bit_cast<double>(get(*header, 24, 8));
  const std::size_t first = header_bytes_1 + triangle_bytes * triangles;
  if (points == 0 || size < first)
    return fail(path_ + " is a damaged frame cache: it ends before its first frame");
  const auto stored = bytes_of({header_bytes_1, triangle_bytes * triangles});
  if (!stored) return fail(stored.error());
  Seen seen{.points = points};
  seen.bodies.push_back({.colour = Look{}.colour, .rope_colour = Look{}.colour, .triangle_end = triangles});
  for (std::size_t at = 0; at < stored->size(); at += triangle_bytes) {
    std::array<VertexId, 3>& triangle = seen.triangles.emplace_back();
    for (std::size_t i = 0; i < 3; ++i) {
      triangle[i] = static_cast<VertexId>(get(*stored, at + 4 * i, 4));
      if (triangle[i] >= points)
        return fail(fmt::format("{} is a damaged frame cache: a triangle uses vertex {} of {}", path_,
                                triangle[i], points));
    }
  }
  seen.normals = seen.triangles;
  last_seen_ = std::make_shared<const Seen>(std::move(seen));
  const std::size_t each = point_bytes * points;
  for (std::size_t at = first; at + each <= size; at += each) frames_.push_back({{at, each}, 0});
  truncated_ = (size - first) % each != 0;
  return {};
}

Result<void> FrameCacheReader::find_frames(std::size_t size) {
  std::size_t points = 0;
  for (std::size_t at = header_bytes; at < size;) {
    const auto record = bytes_of({at, record_bytes});
    const std::size_t length = record ? get(*record, 4, 4) : 0;
    truncated_ = !record || length > size - at - record_bytes;
    if (truncated_) break;
    const Range content{at + record_bytes, length};
    if (record->starts_with(seen_record)) {
      const auto count = bytes_of({content.begin, 4});
      points = count ? get(*count, 0, 4) : 0;
      seen_.push_back(content);
    } else if (record->starts_with(frame_record)) {
      if (seen_.empty() || length != point_bytes * points)
        return fail(fmt::format("{} is a damaged frame cache: frame {} does not fit to what is seen", path_,
                                frames_.size()));
      frames_.push_back({content, seen_.size() - 1});
    }
    at = content.begin + length;
  }
  return {};
}

Result<std::string> FrameCacheReader::bytes_of(const Range& range) const {
  std::string bytes(range.bytes, '\0');
  if (std::fseek(file_.get(), static_cast<long>(range.begin), SEEK_SET) != 0 ||
      std::fread(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size())
    return fail(path_ + " cannot be read completely");
  return bytes;
}

Result<std::shared_ptr<const Seen>> FrameCacheReader::read_seen_at(std::size_t place) const {
  if (last_seen_ && last_place_ == place) return last_seen_;
  const auto bytes = bytes_of(seen_[place]);
  if (!bytes) return fail(bytes.error());
  auto seen = read_seen(*bytes);
  if (!seen) return fail(fmt::format("{} is a damaged frame cache: {}", path_, seen.error().message));
  last_seen_ = std::make_shared<const Seen>(std::move(*seen));
  last_place_ = place;
  return last_seen_;
}

Result<CachedFrame> FrameCacheReader::read(std::size_t frame) const {
  if (frame >= frames_.size())
    return fail(fmt::format("{} has {} frames; frame {} does not exist (numbered from 0)", path_,
                            frames_.size(), frame));
  const auto seen = read_seen_at(frames_[frame].seen);
  if (!seen) return fail(seen.error());
  const auto bytes = bytes_of(frames_[frame].points);
  if (!bytes) return fail(bytes.error());
  CachedFrame read{*seen, std::vector<Vec3>(bytes->size() / point_bytes)};
  for (std::size_t i = 0; i < read.points.size(); ++i) {
    for (int axis = 0; axis < 3; ++axis)
      read.points[i][axis] = detail::read_float(
          std::string_view(*bytes).substr(point_bytes * i + 4 * axis, 4), detail::ByteOrder::little);
    if (!is_finite(read.points[i]))
      return fail(fmt::format("{}: point {} of frame {} is not a finite place", path_, i, frame));
  }
  return read;
}

}  // namespace tensio
