#include <bit>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <string_view>

#include "build/mesh.h"
#include "io/bytes.h"
#include "io/frame_cache.h"
#include "io/read_file.h"

namespace tensio {

namespace {

constexpr std::size_t header_bytes = 32;
constexpr std::size_t triangle_bytes = 12;
constexpr std::size_t vertex_bytes = 12;

/// Little-endian on every machine.
std::uint64_t get(const char* bytes, std::size_t count) {
  return detail::read_unsigned({bytes, count}, detail::ByteOrder::little);
}

double get_float(const char* four_bytes) {
  return detail::read_float({four_bytes, 4}, detail::ByteOrder::little);
}

bool write_all(std::FILE* file, const std::string& bytes) {
  return std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size() && std::fflush(file) == 0;
}

}  // namespace

Result<FrameCacheWriter> FrameCacheWriter::create(const std::string& path, const Model& model,
                                                  double frame_time) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (!file) return fail(fmt::format("{} cannot be written: {}", path, std::strerror(errno)));
  const std::vector<std::array<VertexId, 3>> triangles = seen_triangles(model);
  FrameCacheWriter writer(file, path, seen_count(model));
  std::string header(frame_cache_magic, sizeof frame_cache_magic);
  detail::append_little(header, frame_cache_version);
  detail::append_little(header, static_cast<std::uint32_t>(seen_count(model)));
  detail::append_little(header, static_cast<std::uint32_t>(triangles.size()));
  detail::append_little(header, std::uint32_t{0});
  detail::append_little(header, std::bit_cast<std::uint64_t>(frame_time));
  for (const auto& triangle : triangles)
    for (const VertexId v : triangle) detail::append_little(header, v);
  if (!write_all(file, header))
    return fail(fmt::format("{} cannot be written: {}", path, std::strerror(errno)));
  return writer;
}

Result<void> FrameCacheWriter::add(Positions x) {
  if (x.size() != vertices_)
    return fail(fmt::format("{}: a frame of {} vertices does not fit into a cache of {}", path_, x.size(),
                            vertices_));
  bytes_.clear();
  for (const Vec3& p : x)
    for (const double coordinate : {p.x, p.y, p.z}) detail::append_little_float(bytes_, coordinate);
  if (!write_all(file_.get(), bytes_))
    return fail(fmt::format("{}: frame {} cannot be written: {}", path_, frames_, std::strerror(errno)));
  ++frames_;
  return {};
}

Result<FrameCacheReader> FrameCacheReader::open(const std::string& path) {
  const auto size = readable_size(path);
  if (!size) return fail(size.error());
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (!file) return fail(fmt::format("{} cannot be opened: {}", path, std::strerror(errno)));
  FrameCacheReader reader(file, path);
  char header[header_bytes];
  if (std::fread(header, 1, header_bytes, file) != header_bytes ||
      std::memcmp(header, frame_cache_magic, sizeof frame_cache_magic) != 0)
    return fail(path + " is not a frame cache: it does not begin like one");
  if (const auto version = get(header + 8, 4); version != frame_cache_version)
    return fail(fmt::format("{} is a frame cache of version {}; this program reads version {}", path, version,
                            frame_cache_version));

  reader.vertices_ = get(header + 12, 4);
  const std::size_t triangle_count = get(header + 16, 4);
  reader.frame_time_ = std::bit_cast<double>(get(header + 24, 8));
  if (reader.vertices_ == 0 || reader.vertices_ > max_vertices || triangle_count > max_triangles ||
      !(reader.frame_time_ > 0) || !std::isfinite(reader.frame_time_))
    return fail(path + " is a damaged frame cache: its header makes no sense");
  reader.first_frame_ = header_bytes + triangle_bytes * triangle_count;
  if (*size < reader.first_frame_)
    return fail(path + " is a damaged frame cache: it ends before its first frame");

  std::string bytes(triangle_bytes * triangle_count, '\0');
  if (std::fread(bytes.data(), 1, bytes.size(), file) != bytes.size())
    return fail(path + " cannot be read to its end");
  reader.triangles_.resize(triangle_count);
  for (std::size_t i = 0; i < 3 * triangle_count; ++i) {
    const auto v = static_cast<VertexId>(get(bytes.data() + 4 * i, 4));
    if (v >= reader.vertices_)
      return fail(fmt::format("{} is a damaged frame cache: a triangle uses vertex {} of {}", path, v,
                              reader.vertices_));
    reader.triangles_[i / 3][i % 3] = v;
  }
  const std::size_t frame_bytes = vertex_bytes * reader.vertices_;
  reader.frames_ = (*size - reader.first_frame_) / frame_bytes;
  reader.truncated_ = (*size - reader.first_frame_) % frame_bytes != 0;
  return reader;
}

Result<std::vector<Vec3>> FrameCacheReader::read(std::size_t frame) const {
  if (frame >= frames_)
    return fail(
        fmt::format("{} has {} frames; there is no frame {} (they count from 0)", path_, frames_, frame));
  std::string bytes(vertex_bytes * vertices_, '\0');
  const auto offset = static_cast<long>(first_frame_ + frame * bytes.size());
  if (std::fseek(file_.get(), offset, SEEK_SET) != 0 ||
      std::fread(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size())
    return fail(fmt::format("{}: frame {} cannot be read", path_, frame));
  std::vector<Vec3> x(vertices_);
  for (std::size_t i = 0; i < vertices_; ++i) {
    const char* p = bytes.data() + vertex_bytes * i;
    x[i] = {get_float(p), get_float(p + 4), get_float(p + 8)};
    if (!is_finite(x[i]))
      return fail(fmt::format("{}: vertex {} of frame {} is not a finite place", path_, i, frame));
  }
  return x;
}

}  // namespace tensio
