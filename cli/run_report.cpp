#include "cli/run_report.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "cli/wording.h"
#include "geometry/crossings.h"
#include "io/scene_choices.h"
#include "math/format.h"
#include "model/seen.h"
#include "sim/measure.h"

namespace tensio::cli {

namespace {

/// Formats a fraction in percent, or as a multiple if it is large.
std::string share(double number) {
  return number < 10 ? plain(100 * number) + " %" : plain(number) + "×";
}

}  // namespace

std::string stretch_warning(const Setup& setup, Positions x) {
  constexpr double beyond_reason = 1.5;
  double most = 0;  // length over rest length
  for_each_strain(setup.model, x, true,
                  [&](std::span<const VertexId>, double strain) { most = std::max(most, 1 + strain); });
  if (most <= beyond_reason) return "";
  return fmt::format("{} is stretched to {} times its rest length; raise time.substeps (now {}) or stiffness",
                     setup.model.springs.size() > 0 ? "a spring" : "an edge", plain(most), setup.substeps);
}

std::size_t count_passing(const Setup& setup, Positions x) {
  if (setup.contact.method != ContactMethod::project) return 0;
  const Seen seen = see(setup.model);
  const std::vector<Vec3> points = seen_points(setup.model, x);
  return CrossingFinder().find({points, seen.triangles, seen.segments}).size();
}

std::string passing_warning(const Setup& setup, Positions x, std::size_t at_start) {
  const std::size_t places = count_passing(setup, x);
  if (places <= at_start) return "";
  return fmt::format(
      "surfaces pass through each other at the end, in {}; contact.method = \"planes\" keeps them apart, "
      "but takes longer",
      count_of(places, "place"));
}

nlohmann::ordered_json balance_json(const std::vector<lab::BalancePoint>& points) {
  const auto energies = [](const EnergyBalance& energy) {
    return nlohmann::ordered_json{{"kinetic", energy.kinetic},
                                  {"elastic", energy.elastic},
                                  {"potential", energy.potential},
                                  {"total", energy.total()}};
  };
  nlohmann::ordered_json flow;
  for (const lab::FlowRow& row : lab::flow_rows()) flow[row.name] = points.back().flow.*row.flow;
  return {
      {"start", energies(points.front().energy)}, {"flow", flow}, {"end", energies(points.back().energy)}};
}

namespace {

/// Whether a step is longer than what a spring's own motion allows to follow: h ω > 1.
bool has_stiff_spring(const Setup& setup) {
  const Springs& springs = setup.model.springs;
  const double h = setup.frame_time / setup.substeps;
  for (std::size_t s = 0; s < springs.size(); ++s) {
    const auto [a, b] = springs.ends[s];
    const double lightness = 1 / setup.model.mass[a] + 1 / setup.model.mass[b];
    if (h * h * springs.stiffness[s] * lightness > 1) return true;
  }
  return false;
}

}  // namespace

std::string RunReport::turned_warning(const Setup& setup) const {
  if (turned_ == 0 || !has_stiff_spring(setup)) return "";
  return fmt::format(
      "{} turned over within a step in frame {}{}: {} spins fast, or a step led through the other end of a "
      "stiff spring; if nothing spins, raise time.substeps (now {})",
      count_of(turned_first_, "spring"), turned_frame_,
      turned_ > turned_first_ ? fmt::format(", {} in all frames", turned_) : "",
      turned_ == 1 ? "it" : "something", setup.substeps);
}

std::string RunReport::edits_warning() const {
  std::vector<std::string> sentences;
  if (refused_edits_ > 0)
    sentences.push_back(
        fmt::format("{} of the scene refused: {}", count_of(refused_edits_, "edit"), first_refusal_));
  if (missed_cuts_ > 0)
    sentences.push_back(fmt::format("{} met nothing; check `eye`, `points` and `time` of each [[cut]]",
                                    count_of(missed_cuts_, "cut")));
  return joined(sentences, "; ");
}

void RunReport::add(const FrameReport& frame) {
  last_status_ = frame.status;
  if (!is_usable(frame.status)) return;
  frame_seconds_.push_back(frame.seconds - frame.factor_seconds);
  total_seconds_ += frame.seconds;
  factor_seconds_ += frame.factor_seconds;
  steps_ += frame.steps;
  iterations_ += frame.iterations;
  turned_ += frame.turned;
  missed_cuts_ += frame.edits.missed;
  if (refused_edits_ == 0 && !frame.edits.refused.empty()) first_refusal_ = frame.edits.refused.front();
  refused_edits_ += frame.edits.refused.size();
  contact_.add(frame.contact);
  if (frame.contact.crossings) last_crossings_ = *frame.contact.crossings;
  if (frame.turned > 0 && turned_frame_ == 0)
    turned_frame_ = frame_seconds_.size(), turned_first_ = frame.turned;
  if (frame.iterations == 0) return;
  const double each = frame.solve_seconds / frame.iterations;
  iteration_seconds_min_ = iteration_seconds_min_ > 0 ? std::min(iteration_seconds_min_, each) : each;
}

namespace {

/// Adds the forces of contact on bodies and colliders, N, in the mean over the last frame.
void add_contact_forces(nlohmann::ordered_json& contact, const Simulation& simulation) {
  const auto vector = [](const Vec3& v) { return nlohmann::ordered_json{v.x, v.y, v.z}; };
  const Model& model = simulation.model();
  const Forces forces = simulation.forces();
  const std::vector<Vec3> on_parts = contact_on_parts(model, forces);
  std::map<std::string, Vec3> on_bodies;  // which may have several parts
  for (std::size_t p = 0; p < on_parts.size(); ++p) on_bodies[model.parts[p].name] += on_parts[p];
  for (const Part& part : model.parts) contact["force_on_bodies"][part.name] = vector(on_bodies[part.name]);
  const std::vector<Collider>& colliders = simulation.setup().colliders;
  for (std::size_t c = 0; c < colliders.size(); ++c)
    contact["force_on_colliders"][colliders[c].name] = vector(forces.contact_colliders[c]);
}

}  // namespace

nlohmann::ordered_json RunReport::json(const Scene& scene, const Simulation& simulation,
                                       const RunEnd& end) const {
  const Setup& setup = simulation.setup();
  const State& state = simulation.state();
  const Strain strain = measure_strain(setup.model, state.x);
  const EnergyBalance energy = measure_energy(setup, state);
  std::vector<double> sorted = frame_seconds_;
  std::sort(sorted.begin(), sorted.end());
  const auto milliseconds = [&](std::size_t i) { return sorted.empty() ? 0 : 1e3 * sorted[i]; };

  nlohmann::ordered_json report;
  report["scene"] = scene.name;
  report["status"] = end.status;
  if (!end.error.empty()) report["error"] = end.error;
  report["solve_status"] = status_name(last_status_);
  report["frames"] = simulation.frame();
  report["frames_requested"] = end.frames_requested;
  report["time"] = state.time;
  report["vertices"] = setup.model.vertex_count();
  report["springs"] = setup.model.springs.size();
  report["triangles"] = setup.model.triangles.size();
  report["pins"] = setup.model.pins.size();
  report["scheme"] = choice_name(scheme_choices(), setup.scheme);
  report["method"] = choice_name(method_choices(), setup.minimise.method);
  report["hessian"] = choice_name(hessian_choices(), setup.minimise.hessian);
  report["linear"] = choice_name(linear_choices(), setup.minimise.linear.method);
  report["precision"] = choice_name(precision_choices(), setup.minimise.precision);
  report["threads"] = setup.minimise.threads;
  report["step"] = setup.frame_time / setup.substeps;
  report["adaptive"] = setup.adaptive.is_on;
  report["steps"] = steps_;
  report["iterations"] = iterations_;
  report["turned_springs"] = turned_;
  if (setup.contact.method == ContactMethod::planes) {
    nlohmann::ordered_json& contact = report["contact"];
    contact["most_contacts"] = contact_.touched;
    contact["most_pairs"] = contact_.pairs;
    contact["most_limited"] = contact_.limited;
    contact["most_forced"] = contact_.forced;
    contact["most_tangled"] = contact_.tangled;
    contact["lists"] = contact_.lists;
    contact["most_passing"] = contact_.passing;
    contact["collider_lag"] = contact_.lag;
    if (std::isfinite(contact_.least_gap)) contact["least_gap"] = contact_.least_gap;
    contact["most_crossings"] = contact_.crossings ? nlohmann::ordered_json(*contact_.crossings)
                                                   : nlohmann::ordered_json("not checked");
    if (contact_.crossings) contact["last_crossings"] = last_crossings_;
    const ContactSeconds& seconds = contact_.seconds;
    contact["ms"] = {{"list", 1e3 * seconds.list},
                     {"rows", 1e3 * seconds.rows},
                     {"sweeps", 1e3 * seconds.sweeps},
                     {"planes", 1e3 * seconds.planes},
                     {"verify", 1e3 * seconds.verify}};
    add_contact_forces(contact, simulation);
  }
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
  const auto text = [&](const char* key) { return r[key].get<std::string>(); };
  const auto count = [&](const char* key, const char* noun) {
    return count_of(r[key].get<std::size_t>(), noun);
  };
  const bool is_finished = text("status") == "finished";
  std::string lines = text("scene") + ": ";
  lines += is_finished ? count("frames", "frame")
                       : fmt::format("stopped after {} of {} ({})", r["frames"].dump(),
                                     count("frames_requested", "frame"), text("status"));
  if (r["frames"] > 0)
    lines += fmt::format(", {} s simulated in {} s ({}× real time)", plain(number("time")),
                         plain(number("wall_s")), plain(number("realtime_factor")));
  lines += is_finished ? ", finished\n" : "\n";
  lines += fmt::format("  model    {}, {}, {}, {}\n",
                       r["vertices"] == 1 ? "1 vertex" : r["vertices"].dump() + " vertices",
                       count("springs", "spring"), count("triangles", "triangle"), count("pins", "pin"));
  const bool solves = std::ranges::none_of(all_schemes(), [&](Scheme scheme) {
    return !is_implicit(scheme) && text("scheme") == scheme_facts(scheme).name;
  });
  lines += fmt::format(
      "  method   {}{}, {}\n", text("scheme"), solves ? ", " + text("method") : "",
      r["adaptive"] == true ? count("steps", "adaptive step") : fmt::format("step {:.4g} s", number("step")));
  if (r["frames"] > 0)
    lines += fmt::format("  frame    {} ms (min {}, max {}){}\n", plain(number("frame_ms_median")),
                         plain(number("frame_ms_min")), plain(number("frame_ms_max")),
                         solves ? fmt::format(", factorisation {} ms, iteration {:.0f} µs",
                                              plain(number("factor_ms")), number("iteration_us_min"))
                                : "");
  lines +=
      fmt::format("  strain   max {}, mean {}\n", share(number("max_strain")), share(number("mean_strain")));
  if (r.contains("contact")) {
    const auto& contact = r["contact"];
    lines +=
        fmt::format("  contact  at most {} of {}, {} held back, {}{}\n",
                    count_of(contact["most_contacts"].get<std::size_t>(), "contact"),
                    count_of(contact["most_pairs"].get<std::size_t>(), "pair"),
                    contact["most_limited"] == 1 ? "1 vertex" : contact["most_limited"].dump() + " vertices",
                    contact["most_crossings"].is_number()
                        ? count_of(contact["most_crossings"].get<std::size_t>(), "crossing") +
                              (contact["most_crossings"] == contact["last_crossings"]
                                   ? ""
                                   : fmt::format(" ({} at the end)", contact["last_crossings"].get<int>()))
                        : "crossings not checked",
                    contact.contains("least_gap")
                        ? fmt::format(", least gap {:.3g} mm", 1e3 * contact["least_gap"].get<double>())
                        : "");
  }
  if (r.contains("balance")) {
    lines += "  energy  ";
    for (const auto& [name, joules] : r["balance"]["flow"].items())
      if (joules != 0.0) lines += fmt::format(" {} {:+.4g} J,", name, joules.get<double>());
    lines += fmt::format(" total {:.4g} → {:.4g} J\n", r["balance"]["start"]["total"].get<double>(),
                         r["balance"]["end"]["total"].get<double>());
  }
  lines += fmt::format("  state    {}\n", text("state_hash"));
  return lines;
}

}  // namespace tensio::cli
