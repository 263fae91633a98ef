#include "sim/find_rest.h"

#include <algorithm>
#include <fmt/format.h>

#include "contact/mesh_collider.h"
#include "math/bounds.h"
#include "tensio/simulation.h"

namespace tensio {
namespace {

void stop(Path& path) {
  if (!path.keys.empty()) path = {.keys = {{0, path.offset(0)}}};
}

/// The setup as it is at time 0 and stays from then on: nothing moves, breaks or flows by itself.
Setup stopped(Setup setup) {
  for (Pin& pin : setup.model.pins) stop(pin.path);
  for (Attachment& attachment : setup.model.attachments) stop(attachment.path);
  for (Push& push : setup.model.pushes) stop(push.force);
  for (Collider& collider : setup.colliders) {
    stop(collider.path);
    collider.mass = 0, collider.velocity = {};
    if (auto* mesh = std::get_if<Mesh>(&collider.shape)) *mesh = stopped_at(*mesh, 0);
  }
  Air air = setup.damping.air;
  stop(air.change);
  air.gust = 0;
  setup.damping = {};
  setup.damping.air = air;
  setup.velocity.clear();
  setup.schedule.clear();
  setup.plasticity = {};
  setup.tear_strain = 0;
  setup.adaptive = {};
  setup.stable_steps = false;
  setup.starts_at_rest = false;
  return setup;
}

/// These options, on the threads of the setup.
MinimiseOptions solver(const Setup& setup, MinimiseOptions options) {
  options.threads = setup.minimise.threads;
  options.most_factored = setup.minimise.most_factored;
  return options;
}

/// Advances some frames; the setup then starts where they ended. Returns the last report.
Result<FrameReport> advance(Setup& setup, int frames) {
  auto simulation = Simulation::make(setup);
  if (!simulation) return fail(simulation.error());
  FrameReport report;
  for (int frame = 0; frame < frames && is_usable(report.status); ++frame)
    report = simulation->advance_frame();
  setup.position = simulation->state().x;
  return report;
}

/// Steps of implicit Euler that forget their velocities, each longer than the one before, lead near to the
/// rest from wherever the start is; there Newton's method finds it.
Result<std::vector<Vec3>> solve_for_rest(Setup setup) {
  setup.substeps = 1;
  setup.scheme = Scheme::implicit_euler;
  setup.damping.ether = 0;
  setup.minimise = solver(setup, {.method = Method::automatic, .iterations = 30});
  for (const double step : {0.03, 0.1, 0.3, 1.0, 3.0, 10.0}) {
    setup.frame_time = step;
    if (const auto report = advance(setup, 8); !report) return fail(report.error());
  }
  setup.scheme = Scheme::static_equilibrium;
  setup.damping.ether = 1;
  setup.minimise = solver(setup, {.method = Method::newton, .iterations = 300, .tolerance = 1e-12});
  auto report = advance(setup, 1);
  // The force of the wind depends on where a sheet is: steps follow it until it stays.
  bool stays = !setup.damping.air.has_wind();
  for (int round = 0; report && !stays && round < 20; ++round) {
    const std::vector<Vec3> before = setup.position;
    report = advance(setup, 20);
    double moved = 0;
    for (std::size_t i = 0; i < before.size(); ++i)
      moved = std::max(moved, norm(setup.position[i] - before[i]));
    stays = moved < 1e-9 * bounds_of(before).diagonal();
  }
  if (!report) return fail(report.error());
  const bool is_found =
      stays && (report->status == SolveStatus::converged || report->status == SolveStatus::rounding_limit);
  if (!is_found)
    return fail(
        fmt::format("no rest was found to start from ({}, gradient {:.2g} of the start's); hold every piece "
                    "and give slack "
                    "parts some bending stiffness, or leave out start",
                    status_name(report->status), report->relative_gradient));
  return std::move(setup.position);
}

/// Slows the motion down until it has all but stopped: what touches colliders has no equation to solve.
Result<std::vector<Vec3>> wait_for_rest(Setup setup) {
  constexpr double longest = 60, slow = 1e-3;  // s; m/s
  constexpr int calm_frames = 10;              // what turns around is slow for a moment, too
  setup.scheme = Scheme::implicit_euler;
  setup.damping.ether = 0.1;
  setup.frame_time = 1.0 / 30;
  setup.substeps = 5;
  setup.minimise = solver(setup, {.method = Method::ncg, .iterations = 10});
  int calm = 0;
  auto simulation = Simulation::make(std::move(setup));
  if (!simulation) return fail(simulation.error());
  while (simulation->state().time < longest) {
    if (!is_usable(simulation->advance_frame().status)) break;
    double fastest = 0;
    for (const Vec3& v : simulation->state().v) fastest = std::max(fastest, norm(v));
    calm = fastest < slow ? calm + 1 : 0;
    if (calm == calm_frames) return simulation->state().x;
  }
  return fail(
      fmt::format("the scene does not come to rest within {:g} s; add friction or a floor, or leave "
                  "out start",
                  longest));
}

}  // namespace

Result<std::vector<Vec3>> find_rest(const Setup& setup) {
  Setup still = stopped(setup);
  const bool is_smooth =
      still.colliders.empty() && !still.strain_limit.limit && still.contact.method == ContactMethod::project;
  auto found = is_smooth ? solve_for_rest(std::move(still)) : wait_for_rest(std::move(still));
  if (!found) return fail("start at rest: " + found.error().message);
  return found;
}

}  // namespace tensio
