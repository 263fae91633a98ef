#include "io/seen_bytes.h"

#include <cmath>

#include "io/bytes.h"

namespace tensio {
namespace {

void append_u32(std::string& bytes, std::size_t value) {
  detail::append_little(bytes, static_cast<std::uint32_t>(value));
}

template <std::size_t N>
void append_tuples(std::string& bytes, const std::vector<std::array<VertexId, N>>& tuples) {
  for (const auto& tuple : tuples)
    for (const VertexId v : tuple) append_u32(bytes, v);
}

/// One more than the largest number of a normal: the number of normals.
std::size_t count_normals(const Seen& seen) {
  std::size_t count = seen.points;
  for (const auto& corners : seen.normals)
    for (const VertexId number : corners) count = std::max<std::size_t>(count, number + 1);
  return count;
}

/// Takes numbers from the front of bytes. When they run out it yields zeros and is no longer good.
class Source {
 public:
  explicit Source(std::string_view bytes) : bytes_(bytes) {}

  std::string_view take(std::size_t count) {
    is_good_ = is_good_ && count <= bytes_.size();
    if (!is_good_) return {};
    const std::string_view taken = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return taken;
  }
  std::size_t u32() {
    const std::string_view taken = take(4);
    return detail::read_unsigned(taken, detail::ByteOrder::little);
  }
  double f32() {
    const std::string_view taken = take(4);
    return is_good_ ? detail::read_float(taken, detail::ByteOrder::little) : 0.0;
  }
  template <std::size_t N>
  void tuples(std::size_t count, std::size_t limit, std::vector<std::array<VertexId, N>>& into) {
    is_good_ = is_good_ && count <= bytes_.size() / (4 * N);
    into.resize(is_good_ ? count : 0);
    for (auto& tuple : into)
      for (VertexId& v : tuple) {
        v = static_cast<VertexId>(u32());
        is_good_ = is_good_ && v < limit;
      }
  }
  bool has(std::size_t things, std::size_t bytes_each) const {
    return is_good_ && things <= bytes_.size() / bytes_each;
  }
  bool is_good() const { return is_good_; }
  bool is_at_end() const { return is_good_ && bytes_.empty(); }

 private:
  std::string_view bytes_;
  bool is_good_ = true;
};

bool read_bodies(Source& from, std::size_t count, Seen& seen) {
  constexpr std::size_t least_bytes = 20;
  if (!from.has(count, least_bytes)) return false;
  std::size_t triangle = 0, segment = 0;
  for (std::size_t i = 0; i < count; ++i) {
    SeenBody body{.triangle_begin = triangle, .segment_begin = segment};
    body.triangle_end = triangle = from.u32();
    body.segment_end = segment = from.u32();
    body.colour.code = static_cast<std::uint32_t>(from.u32());
    body.rope_colour.code = static_cast<std::uint32_t>(from.u32());
    const std::size_t length = from.u32();
    body.name = from.take(length);
    from.take((4 - length % 4) % 4);
    if (!from.is_good() || body.triangle_begin > body.triangle_end || body.segment_begin > body.segment_end)
      return false;
    seen.bodies.push_back(std::move(body));
  }
  return triangle == seen.triangles.size() && segment == seen.segments.size();
}

}  // namespace

void append_seen(std::string& bytes, const Seen& seen) {
  const std::size_t normals = count_normals(seen);
  for (const std::size_t count :
       {seen.points, seen.triangles.size(), seen.segments.size(), normals, seen.bodies.size()})
    append_u32(bytes, count);
  append_tuples(bytes, seen.triangles);
  if (normals > seen.points) append_tuples(bytes, seen.normals);
  append_tuples(bytes, seen.segments);
  for (const auto& radii : seen.radii)
    for (const double radius : radii) detail::append_little_float(bytes, radius);
  for (const SeenBody& body : seen.bodies) {
    for (const std::size_t number : {body.triangle_end, body.segment_end, std::size_t{body.colour.code},
                                     std::size_t{body.rope_colour.code}, body.name.size()})
      append_u32(bytes, number);
    bytes += body.name;
    bytes.append((4 - body.name.size() % 4) % 4, '\0');
  }
}

Result<Seen> read_seen(std::string_view bytes) {
  Source from(bytes);
  Seen seen{.points = from.u32()};
  const std::size_t triangles = from.u32(), segments = from.u32(), normals = from.u32(), bodies = from.u32();
  from.tuples(triangles, seen.points, seen.triangles);
  seen.normals = seen.triangles;
  if (normals > seen.points) from.tuples(triangles, normals, seen.normals);
  from.tuples(segments, seen.points, seen.segments);
  bool is_sound = from.has(segments, 8) && normals >= seen.points && normals <= seen.points + 3 * triangles;
  for (std::size_t s = 0; is_sound && s < segments; ++s) {
    const double a = from.f32(), b = from.f32();
    is_sound = a > 0 && b > 0 && std::isfinite(a) && std::isfinite(b);
    seen.radii.push_back({a, b});
  }
  if (!is_sound || !read_bodies(from, bodies, seen) || !from.is_at_end())
    return fail("the description of what is seen makes no sense");
  return seen;
}

}  // namespace tensio
