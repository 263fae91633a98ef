#include "session/frame_bytes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "io/bytes.h"
#include "io/seen_bytes.h"

namespace tensio::session {
namespace {

using tensio::detail::append_little;
using tensio::detail::append_little_float;

constexpr int animated_flag = 16, planes_flag = 32;
constexpr std::uint32_t not_checked = 0xffffffff;     // crossings
constexpr std::uint32_t limited_vertex = 0x80000000;  // added to its number

void append_u32(std::string& bytes, std::uint64_t value) {
  append_little(bytes, static_cast<std::uint32_t>(value));
}

/// All at once: positions are most of what is sent.
void append_vectors(std::string& bytes, Positions vectors) {
  const std::size_t at = bytes.size();
  bytes.resize(at + 3 * sizeof(float) * vectors.size());
  char* to = bytes.data() + at;
  for (const Vec3& v : vectors) {
    const float numbers[] = {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
    std::memcpy(to, numbers, sizeof numbers);
    to += sizeof numbers;
  }
}
static_assert(std::endian::native == std::endian::little, "messages are little-endian");

void append_vector(std::string& bytes, const Vec3& v) {
  for (const double component : {v.x, v.y, v.z}) append_little_float(bytes, component);
}

bool is_animated(const Collider& collider) {
  const auto* mesh = std::get_if<Mesh>(&collider.shape);
  return mesh && mesh->is_animated();
}

std::string begin(MessageKind kind, std::uint8_t lane, std::uint16_t flags, std::uint64_t revision) {
  std::string bytes = "TNS";
  append_little(bytes, protocol_version);
  append_little(bytes, static_cast<std::uint8_t>(kind));
  append_little(bytes, lane);
  append_little(bytes, flags);
  append_u32(bytes, revision);
  return bytes;
}

}  // namespace

std::string encode_topology(const Model& model, const Look& look, std::uint8_t lane, std::uint64_t revision) {
  std::string bytes = begin(MessageKind::topology, lane, 0, revision);
  append_u32(bytes, model.springs.size());
  append_u32(bytes, model.pins.size());
  for (const auto& ends : model.springs.ends)
    for (const VertexId v : ends) append_u32(bytes, v);
  for (const Pin& pin : model.pins) append_u32(bytes, pin.vertex);
  append_seen(bytes, see(model, look));
  return bytes;
}

std::string encode_frame(const Simulation& simulation, const FrameReport& report,
                         const FrameNumbers& numbers) {
  const State& state = simulation.state();
  const std::vector<Collider>& colliders = simulation.setup().colliders;
  const std::vector<Grab>& grabs = simulation.model().grabs;
  const auto flags = static_cast<std::uint16_t>(
      (numbers.has_strain ? 1 : 0) | (numbers.is_paused ? 2 : 0) | (numbers.difference ? 4 : 0) |
      (numbers.has_contacts ? 8 : 0) | (std::ranges::any_of(colliders, is_animated) ? animated_flag : 0) |
      (simulation.setup().contact.method == ContactMethod::planes ? planes_flag : 0));
  std::string bytes = begin(MessageKind::frame, numbers.lane, flags, numbers.revision);
  append_u32(bytes, static_cast<std::uint64_t>(numbers.frame));
  append_little(bytes, std::bit_cast<std::uint64_t>(state.time));
  const std::vector<Vec3> seen = seen_points(simulation.model(), state.x);
  append_u32(bytes, seen.size());
  append_u32(bytes, colliders.size());
  append_u32(bytes, report.trace.size());
  append_u32(bytes, grabs.size());
  append_u32(bytes, static_cast<std::uint64_t>(numbers.first_recorded));
  append_u32(bytes, static_cast<std::uint64_t>(numbers.last_recorded));
  append_u32(bytes, static_cast<std::uint64_t>(report.status));
  append_u32(bytes, static_cast<std::uint64_t>(report.iterations));
  append_u32(bytes, report.contact.touched);
  for (const double value : {numbers.energy.kinetic, numbers.energy.elastic, numbers.energy.potential,
                             1e3 * report.seconds, 1e3 * report.solve_seconds, report.relative_gradient,
                             numbers.max_strain, 1e3 * numbers.difference.value_or(0)})
    append_little_float(bytes, value);
  append_u32(bytes, report.contact.crossings ? *report.contact.crossings : not_checked);
  append_u32(bytes,
             static_cast<std::uint64_t>(std::ranges::count_if(numbers.contacts, &VertexContact::is_limited)));
  const auto gap = static_cast<float>(1e3 * report.contact.least_gap);
  append_little(bytes, std::bit_cast<std::uint32_t>(gap));  // may be infinite
  bytes.reserve(bytes.size() + (numbers.has_strain ? 16 : 12) * seen.size() + 12 * colliders.size() +
                4 * report.trace.size() + 28 * grabs.size());
  append_vectors(bytes, seen);
  if (numbers.has_strain)
    for (const float strain : vertex_strains(simulation.model(), state.x)) append_little_float(bytes, strain);
  for (const Collider& collider : colliders) append_vector(bytes, collider.path.offset(state.time));
  for (const TracePoint& point : report.trace) append_little_float(bytes, point.gradient_norm);
  for (const Grab& grab : grabs) {
    append_u32(bytes, grab.id);
    append_vector(bytes, grab.point.position(state.x));
    append_vector(bytes, grab.target);
  }
  if (numbers.has_contacts) {
    append_u32(bytes, numbers.contacts.size());
    for (const VertexContact& contact : numbers.contacts)
      append_u32(bytes, contact.vertex + (contact.is_limited ? limited_vertex : 0));
    for (const VertexContact& contact : numbers.contacts) append_little_float(bytes, contact.force);
  }
  if (flags & animated_flag) append_animated(bytes, colliders, state.time);
  return bytes;
}

void append_animated(std::string& bytes, const std::vector<Collider>& colliders, double time) {
  append_u32(bytes, static_cast<std::uint64_t>(std::ranges::count_if(colliders, is_animated)));
  for (std::size_t c = 0; c < colliders.size(); ++c) {
    if (!is_animated(colliders[c])) continue;
    const Outline drawn = outline(colliders[c].shape, 1, 0, time);
    append_u32(bytes, c);
    append_u32(bytes, drawn.points.size());
    append_vectors(bytes, drawn.points);
  }
}

int frame_lane(std::string_view bytes) {
  if (bytes.size() < 6 || bytes[4] != static_cast<char>(MessageKind::frame)) return -1;
  return bytes[5];
}

std::vector<float> vertex_strains(const Model& model, Positions x) {
  std::vector<float> strain(model.vertex_count(), 0);
  strain.reserve(seen_count(model));
  for_each_strain(model, x, false, [&](std::span<const VertexId> vertices, double value) {
    for (const VertexId v : vertices)
      if (std::abs(value) > std::abs(strain[v])) strain[v] = static_cast<float>(value);
  });
  for (const Skin& skin : model.skins)
    for (const SkinPoint& point : skin.points) strain.push_back(strain[point.nearest()]);
  return strain;
}

}  // namespace tensio::session
