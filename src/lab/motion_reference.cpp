#include "lab/motion_reference.h"

#include <bit>
#include <fmt/format.h>

#include "sim/step_limits.h"
#include "tensio/simulation.h"

namespace tensio::lab {

std::string MotionReference::text(const Setup& swing) const {
  return fmt::format("{}, h = 1/{:.0f} s", scheme_facts(scheme).name, substeps / swing.frame_time);
}

Result<MotionReference> plan_reference(const Setup& swing, Scheme scheme) {
  constexpr int shorter_than_stable = 4;
  Setup setup = swing;
  setup.scheme = Scheme::velocity_verlet;
  const auto stable = stable_substeps(setup, 1);
  if (!stable) return fail(stable.error());
  return MotionReference{
      scheme, static_cast<int>(std::bit_ceil(static_cast<unsigned>(shorter_than_stable * *stable)))};
}

Result<MotionSamples> make_reference(const Setup& swing, const MotionReference& reference,
                                     const std::function<bool()>& advance) {
  Setup setup = swing;
  setup.scheme = reference.scheme;
  setup.substeps = reference.substeps;
  setup.minimise = {};
  auto simulation = Simulation::make(std::move(setup));
  if (!simulation) return fail(simulation.error());
  MotionSamples samples;
  for (std::size_t next = 0; next < motion_time_count;) {
    const FrameReport frame = simulation->advance_frame();
    if (!is_usable(frame.status))
      return fail(fmt::format("the reference motion failed in frame {}: {}", simulation->frame() + 1,
                              status_name(frame.status)));
    if (!advance()) return fail(stopped_message);
    if (simulation->state().time > motion_times[next] - 1e-9) samples[next++] = simulation->state().x;
  }
  return samples;
}

}  // namespace tensio::lab
