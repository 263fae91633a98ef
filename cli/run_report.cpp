#include "cli/run_report.h"

#include <algorithm>
#include <fmt/format.h>

#include "io/scene_choices.h"
#include "sim/measure.h"

namespace tensio::cli {

void RunReport::add(const FrameReport& frame) {
  last_status_ = frame.status;
  if (!is_usable(frame.status)) return;
  frame_seconds_.push_back(frame.seconds - frame.factor_seconds);
  total_seconds_ += frame.seconds;
  factor_seconds_ += frame.factor_seconds;
  iterations_ += frame.iterations;
  if (frame.iterations == 0) return;
  const double each = frame.solve_seconds / frame.iterations;
  iteration_seconds_min_ = iteration_seconds_min_ > 0 ? std::min(iteration_seconds_min_, each) : each;
}

nlohmann::ordered_json RunReport::json(const Scene& scene, const Simulation& simulation,
                                       const std::string& status) const {
  const Setup& setup = simulation.setup();
  const State& state = simulation.state();
  const Strain strain = measure_strain(setup.model, state.x);
  const EnergyBalance energy = measure_energy(setup, state);
  std::vector<double> sorted = frame_seconds_;
  std::sort(sorted.begin(), sorted.end());
  const auto milliseconds = [&](std::size_t i) { return sorted.empty() ? 0 : 1e3 * sorted[i]; };

  nlohmann::ordered_json report;
  report["scene"] = scene.name;
  report["status"] = status;
  report["solve_status"] = status_name(last_status_);
  report["frames"] = simulation.frame();
  report["time"] = state.time;
  report["vertices"] = setup.model.vertex_count();
  report["springs"] = setup.model.springs.size();
  report["triangles"] = setup.model.triangles.size();
  report["pins"] = setup.model.pins.size();
  report["scheme"] = choice_name(scheme_choices(), setup.scheme);
  report["method"] = choice_name(method_choices(), setup.minimise.method);
  report["hessian"] = choice_name(hessian_choices(), setup.minimise.hessian);
  report["linear"] = choice_name(linear_choices(), setup.minimise.linear.method);
  report["step"] = setup.frame_time / setup.substeps;
  report["iterations"] = iterations_;
  report["factor_ms"] = 1e3 * factor_seconds_;
  report["iteration_us_min"] = 1e6 * iteration_seconds_min_;
  report["frame_ms_min"] = milliseconds(0);
  report["frame_ms_median"] = milliseconds(sorted.size() / 2);
  report["frame_ms_max"] = milliseconds(sorted.empty() ? 0 : sorted.size() - 1);
  report["wall_s"] = total_seconds_;
  report["realtime_factor"] = total_seconds_ > 0 ? simulation.frame() * setup.frame_time / total_seconds_ : 0;
  report["max_strain"] = strain.max;
  report["mean_strain"] = strain.mean;
  report["kinetic_energy"] = energy.kinetic;
  report["elastic_energy"] = energy.elastic;
  report["potential_energy"] = energy.potential;
  report["state_hash"] = fmt::format("{:016x}", state_hash(state));
  report["warnings"] = scene.warnings;
  return report;
}

std::string RunReport::summary(const nlohmann::ordered_json& r) {
  const auto number = [&](const char* key) { return r[key].get<double>(); };
  return fmt::format(
      "{}: {} frames, {:.3g} s simulated in {:.3g} s ({:.3g}× real time), {}\n"
      "  model    {} vertices, {} springs, {} triangles, {} pins\n"
      "  method   {}, {}, step {:.4g} s\n"
      "  frame    {:.3g} ms (min {:.3g}, max {:.3g}), factorisation {:.3g} ms, iteration {:.0f} µs\n"
      "  strain   max {:.3g} %, mean {:.3g} %\n"
      "  state    {}\n",
      r["scene"].get<std::string>(), r["frames"].get<int>(), number("time"), number("wall_s"),
      number("realtime_factor"), r["status"].get<std::string>(), r["vertices"].get<std::size_t>(),
      r["springs"].get<std::size_t>(), r["triangles"].get<std::size_t>(), r["pins"].get<std::size_t>(),
      r["scheme"].get<std::string>(), r["method"].get<std::string>(), number("step"),
      number("frame_ms_median"), number("frame_ms_min"), number("frame_ms_max"), number("factor_ms"),
      number("iteration_us_min"), 100 * number("max_strain"), 100 * number("mean_strain"),
      r["state_hash"].get<std::string>());
}

}  // namespace tensio::cli
