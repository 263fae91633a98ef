#include "sim/energy_watch.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tensio {

void EnergyWatch::look(Simulation& simulation, bool is_tracked) {
  const Scheme scheme = simulation.setup().scheme;
  // Explicit schemes blow up at once, and are warned of before.
  if (gained_ > 0 || !is_implicit(scheme) || scheme == Scheme::static_equilibrium) return;
  const EnergyBalance energy = simulation.energy();
  const double moving = energy.kinetic + energy.elastic;
  if (is_tracked || to_track_ > 0) {
    const double total = simulation.energy_flow().surplus();
    if (is_tracked) lowest_ = std::min(lowest_, total);
    const double surplus = total - lowest_;
    const double rounding = 1e-10 * (moving + std::abs(energy.potential));
    if (surplus > 0.05 * moving + rounding) {
      frame_ = simulation.frame(), gained_ = surplus, energy_ = moving, scheme_ = scheme;
      to_track_ = 1;
    }
    if (is_tracked) return;
    if (--to_track_ > 0) return;
    simulation.track_energy(false);
    calm_ = energy.total() + 0.25 * moving;
  } else if (!calm_) {
    calm_ = energy.total();
  } else if (energy.total() > *calm_ + 0.02 * moving) {
    simulation.track_energy(true);
    to_track_ = tracked_frames;
  } else {
    calm_ = std::min(*calm_, energy.total());
  }
}

std::string EnergyWatch::warning() const {
  if (!(gained_ > 0)) return "";
  const bool is_calm = std::isinf(scheme_facts(scheme_).calm_limit);
  return fmt::format(
      "{} made {:.3g} J from nothing by frame {}, {:.2g} % of the kinetic and elastic energy; {}",
      scheme_facts(scheme_).name, gained_, frame_, 100 * gained_ / energy_,
      is_calm ? "use more iterations or substeps"
              : "choose bdf2 or implicit-euler, more substeps, or the energy budget");
}

}  // namespace tensio
