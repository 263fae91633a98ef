#include "lab/motion_reference.h"

#include <fmt/format.h>

#include "io/bytes.h"
#include "io/read_file.h"
#include "io/write_file.h"
#include "math/hash.h"
#include "sim/simulation.h"

namespace tensio {
namespace {

constexpr int substeps = 60;
constexpr MinimiseOptions well_solved{.method = Method::automatic, .iterations = 300, .tolerance = 1e-7};
constexpr std::size_t most_bytes = std::size_t{1} << 30;

/// Of all numbers that decide the motion.
std::uint64_t hash_of(const Setup& setup) {
  Hash hash;
  const Model& model = setup.model;
  hash.add(model.rest_position);
  for (const auto* column : {&model.mass, &model.springs.rest_length, &model.springs.stiffness})
    for (const double number : *column) hash.add(number);
  for (const auto& [a, b] : model.springs.ends) hash.add(a), hash.add(b);
  for (const Pin& pin : model.pins) hash.add(pin.vertex);
  hash.add(std::span(&setup.gravity, 1));
  hash.add(setup.frame_time);
  return hash.value();
}

/// The text, then all numbers.
std::string to_bytes(const std::string& text, const MotionSamples& samples) {
  std::string bytes = text + "\n";
  for (const auto& x : samples)
    for (const Vec3& p : x)
      for (int axis = 0; axis < 3; ++axis)
        detail::append_little(bytes, std::bit_cast<std::uint64_t>(p[axis]));
  return bytes;
}

std::optional<MotionSamples> from_bytes(std::string_view bytes, const std::string& text,
                                        std::size_t vertices) {
  const std::size_t head = text.size() + 1;
  if (!bytes.starts_with(text + "\n") ||
      bytes.size() != head + motion_time_count * vertices * 3 * sizeof(double))
    return std::nullopt;
  MotionSamples samples;
  std::size_t at = head;
  for (auto& x : samples) {
    x.resize(vertices);
    for (Vec3& p : x)
      for (int axis = 0; axis < 3; ++axis, at += sizeof(double))
        p[axis] = detail::read_double(bytes.substr(at, sizeof(double)), detail::ByteOrder::little);
    if (!is_finite(x)) return std::nullopt;
  }
  return samples;
}

}  // namespace

std::string reference_text(const Setup& swing, Scheme scheme) {
  return fmt::format("{}, h = 1/{:.0f} s, every step to a relative gradient of {:.0e}",
                     scheme_facts(scheme).name, substeps / swing.frame_time, well_solved.tolerance);
}

Result<MotionSamples> make_reference(const Setup& swing, Scheme scheme, const std::string& cache,
                                     const std::function<bool()>& advance) {
  const std::string key = fmt::format("{}, setup {:016x}", reference_text(swing, scheme), hash_of(swing));
  const std::string file =
      fmt::format("{}/reference-{}-{:016x}.bin", cache, scheme_facts(scheme).name, hash_of(swing));
  if (!cache.empty())
    if (const auto bytes = read_file(file, most_bytes))
      if (auto samples = from_bytes(*bytes, key, swing.model.vertex_count())) return std::move(*samples);

  Setup setup = swing;
  setup.scheme = scheme;
  setup.substeps = substeps;
  setup.minimise = well_solved;
  auto simulation = Simulation::make(std::move(setup));
  if (!simulation) return tl::unexpected(simulation.error());
  MotionSamples samples;
  for (std::size_t next = 0; next < motion_time_count;) {
    const FrameReport frame = simulation->advance_frame();
    if (!is_usable(frame.status))
      return fail(fmt::format("the reference motion failed in frame {}: {}", simulation->frame() + 1,
                              status_name(frame.status)));
    if (!advance()) return fail(stopped_message);
    if (simulation->state().time > motion_times[next] - 1e-9) samples[next++] = simulation->state().x;
  }
  if (!cache.empty())
    if (auto ok = write_file(file, to_bytes(key, samples)); !ok) return tl::unexpected(ok.error());
  return samples;
}

}  // namespace tensio
