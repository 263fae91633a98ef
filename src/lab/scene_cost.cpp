#include "lab/scene_cost.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lab/bench_clock.h"
#include "lab/text_table.h"
#include "tensio/simulation.h"

namespace tensio::lab {
namespace {

double sum_of(const ContactSeconds& seconds) {
  return seconds.list + seconds.rows + seconds.sweeps + seconds.planes + seconds.verify;
}

/// Times of stages are by the wall clock, and so are the shares made of them.
struct Stages {
  double all = 0;
  SceneCost::Shares sum;

  void add(const FrameReport& frame) {
    all += frame.seconds;
    sum.energy += frame.energy_seconds;
    sum.linear += frame.linear_seconds;
    sum.factor += frame.factor_seconds;
    sum.contact += sum_of(frame.contact.seconds);
  }
  SceneCost::Shares shares() const {
    SceneCost::Shares s{sum.energy / all, sum.linear / all, sum.factor / all, sum.contact / all};
    s.rest = 1 - s.energy - s.linear - s.factor - s.contact;
    return s;
  }
};

/// Simulates a scene; shows how many of its frames are done.
template <class Show>
Result<SceneCost> measure_scene(const TimedScene& scene, const Show& show) {
  Setup setup = scene.setup;
  setup.minimise.threads = 1;
  auto simulation = Simulation::make(std::move(setup));
  if (!simulation) return fail(simulation.error());
  std::vector<double> seconds;
  Stages stages;
  for (int frame = 0; frame < scene.frames; ++frame) {
    const ThreadClock clock;
    const FrameReport report = simulation->advance_frame();
    const double taken = clock.seconds();
    if (!is_usable(report.status))
      return fail(fmt::format("{}: frame {} cannot be simulated: {}", scene.name, frame + 1,
                              status_name(report.status)));
    if (frame > 0) seconds.push_back(taken), stages.add(report);
    if (!show(frame + 1)) return fail("stopped");
  }
  const Model& model = simulation->model();
  SceneCost cost;
  cost.name = scene.name;
  cost.vertices = model.vertex_count(), cost.springs = model.springs.size();
  for_each_table(model, [&](const auto& table) { cost.elements += table.size(); });
  cost.frames = static_cast<int>(seconds.size());
  cost.frame_time = simulation->setup().frame_time;
  std::ranges::sort(seconds);
  cost.least = seconds.front(), cost.median = seconds[seconds.size() / 2], cost.most = seconds.back();
  cost.share = stages.shares();
  return cost;
}

}  // namespace

Result<std::vector<SceneCost>> measure_scene_costs(const std::vector<TimedScene>& scenes,
                                                   const BenchProgress& progress) {
  std::vector<SceneCost> costs;
  double frames = 0, done = 0;
  for (const TimedScene& scene : scenes) frames += scene.frames;
  for (const TimedScene& scene : scenes) {
    auto cost = measure_scene(
        scene, [&](int frame) { return !progress || progress((done + frame) / frames, scene.name); });
    if (!cost) return fail(cost.error());
    costs.push_back(std::move(*cost));
    done += scene.frames;
  }
  return costs;
}

std::string scene_cost_table(const std::vector<SceneCost>& costs) {
  TextTable table;
  table.add({"scene", "vertices", "springs", "elements", "least ms", "median ms", "most ms", "30 Hz",
             "real time", "energy", "linear", "factor", "contact", "rest"});
  const auto ms = [](double seconds) { return fmt::format("{:.2f}", 1e3 * seconds); };
  const auto times = [](double factor) { return fmt::format("{:.2f}x", factor); };
  const auto percent = [](double share) { return fmt::format("{:.0f} %", 100 * share); };
  for (const SceneCost& c : costs)
    table.add({c.name, fmt::format("{}", c.vertices), fmt::format("{}", c.springs),
               fmt::format("{}", c.elements), ms(c.least), ms(c.median), ms(c.most), times(c.at_30_hz()),
               times(c.real_time()), percent(c.share.energy), percent(c.share.linear),
               percent(c.share.factor), percent(c.share.contact), percent(c.share.rest)});
  return table.text() +
         "Processor time of one thread per frame, without the first; how many times faster than 30 frames\n"
         "per second and than the simulated time; and where the time of all frames went.\n";
}

nlohmann::ordered_json scene_cost_json(const std::vector<SceneCost>& costs) {
  nlohmann::ordered_json json;
  for (const SceneCost& c : costs)
    json[c.name] = {{"vertices", c.vertices},
                    {"springs", c.springs},
                    {"elements", c.elements},
                    {"frames", c.frames},
                    {"frame_time_ms", 1e3 * c.frame_time},
                    {"least_ms", 1e3 * c.least},
                    {"median_ms", 1e3 * c.median},
                    {"most_ms", 1e3 * c.most},
                    {"at_30_hz", c.at_30_hz()},
                    {"real_time", c.real_time()},
                    {"shares",
                     {{"energy", c.share.energy},
                      {"linear", c.share.linear},
                      {"factor", c.share.factor},
                      {"contact", c.share.contact},
                      {"rest", c.share.rest}}}};
  return nlohmann::ordered_json{{"scenes", json}};
}

}  // namespace tensio::lab
