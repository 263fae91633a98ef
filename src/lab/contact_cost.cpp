#include "lab/contact_cost.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <numbers>

#include "lab/bench_clock.h"
#include "lab/text_table.h"
#include "math/elementary.h"
#include "math/stopwatch.h"
#include "tensio/cloth.h"
#include "tensio/simulation.h"

namespace tensio::lab {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double width = 1.6, radius = 0.4;  // m, of the cloth and of what it hangs over

/// A ball of triangles: rings of points between two poles.
Mesh ball_mesh(std::size_t rings, std::size_t around) {
  ColliderMesh mesh;
  const auto add = [&](double down, double turn) {
    const SineCosine d = sine_cosine(down), t = sine_cosine(turn);
    mesh.points.push_back(radius * Vec3{d.sine * t.cosine, d.cosine, d.sine * t.sine});
  };
  add(0, 0);
  for (std::size_t ring = 1; ring <= rings; ++ring)
    for (std::size_t k = 0; k < around; ++k)
      add(pi * static_cast<double>(ring) / static_cast<double>(rings + 1),
          2 * pi * static_cast<double>(k) / static_cast<double>(around));
  add(pi, 0);
  const auto at = [&](std::size_t ring, std::size_t k) {
    return static_cast<VertexId>(1 + (ring - 1) * around + k % around);
  };
  const auto bottom = static_cast<VertexId>(mesh.points.size() - 1);
  for (std::size_t k = 0; k < around; ++k) {
    mesh.triangles.push_back({0, at(1, k + 1), at(1, k)});
    for (std::size_t ring = 1; ring < rings; ++ring) {
      mesh.triangles.push_back({at(ring, k), at(ring, k + 1), at(ring + 1, k)});
      mesh.triangles.push_back({at(ring, k + 1), at(ring + 1, k + 1), at(ring + 1, k)});
    }
    mesh.triangles.push_back({bottom, at(rings, k), at(rings, k + 1)});
  }
  return {std::make_shared<const ColliderMesh>(std::move(mesh))};
}

struct ContactCase {
  std::string key, name;
  std::size_t side = 0;
  std::vector<Collider> colliders{};
  bool is_upright = false;  // the cloth, and crumples when it falls
  bool is_pinned = false;   // at its upper corners
};

std::vector<ContactCase> contact_cases(const ContactCostOptions& options) {
  const Collider ball{.shape = Sphere{{}, radius}};
  std::vector<ContactCase> cases{
      {"nothing", "hangs, nothing near", options.side, {}, true, true},
      {"sphere", "on a sphere", options.side, {ball}},
      {"mesh_162", "on a mesh of 162 vertices", options.side, {{.shape = ball_mesh(10, 16)}}},
      {"mesh_2502", "on a mesh of 2,502 vertices", options.side, {{.shape = ball_mesh(50, 50)}}},
      {"crumpled", "crumpled on the floor", options.side, {{.shape = Plane{}}}, true}};
  if (options.large_side > 0) cases.push_back({"large", "large, on a sphere", options.large_side, {ball}});
  return cases;
}

Setup make_setup(const ContactCase& settled) {
  GridOptions grid{
      .columns = settled.side, .rows = settled.side, .width = width, .depth = width, .mass = 0.5};
  grid.layout = GridLayout::full;
  grid.stiffness = {800, 40, 3};
  // A little above the ball, turned; or upright, leaning.
  const double angle = settled.is_upright ? 80 : 20;
  const Vec3 axis = settled.is_upright ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const double height = settled.is_upright ? 0.55 * width : radius + 0.1;
  Setup setup;
  setup.model = *make_grid(grid);  // a square of at least 2 × 2 vertices is never refused
  const Mat3 turn = rotation(axis, angle * pi / 180);
  for (Vec3& x : setup.model.rest_position) x = turn * x + Vec3{0, height, 0};
  if (settled.is_pinned)
    for (const std::size_t corner : {std::size_t{0}, settled.side - 1})
      setup.model.pins.push_back({static_cast<VertexId>(corner), setup.model.rest_position[corner]});
  setup.colliders = settled.colliders;
  setup.contact.method = ContactMethod::planes;
  setup.damping.ether = 0.1;
  setup.substeps = 5;
  setup.minimise.precision = Precision::mixed;
  setup.minimise.threads = 2;
  return setup;
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

}  // namespace

Result<std::vector<ContactCost>> measure_contact_cost(const ContactCostOptions& options,
                                                      const BenchProgress& progress) {
  std::vector<ContactCost> costs;
  const std::vector<ContactCase> cases = contact_cases(options);
  for (const ContactCase& settled : cases) {
    Setup setup = make_setup(settled);
    auto with = Simulation::make(setup);
    if (!with) return fail(with.error());
    setup.contact.method = ContactMethod::project;
    setup.colliders.clear();
    auto without = Simulation::make(setup);
    if (!without) return fail(without.error());
    for (int frame = 0; frame < options.frames; ++frame) {
      const FrameReport report = with->advance_frame();
      if (!is_usable(report.status))
        return fail(fmt::format("frame {} of the cloth {} cannot be simulated: {}", frame + 1, settled.name,
                                status_name(report.status)));
      const double done = (static_cast<double>(costs.size()) + static_cast<double>(frame) / options.frames) /
                          static_cast<double>(cases.size());
      if (progress && !progress(done, settled.name)) return fail("stopped");
    }

    ContactCost cost{settled.key, settled.name, setup.model.vertex_count()};
    if (!settled.colliders.empty())
      if (const auto* mesh = std::get_if<Mesh>(&settled.colliders[0].shape))
        cost.obstacle_vertices = mesh->data->points.size();
    const State state = with->state();
    std::vector<double> frames;
    ContactReport contact;
    std::vector<Contender> contenders(2);
    contenders[0].prepare = [&] { (void)without->set_state(state); };
    contenders[0].work = [&] { (void)without->advance_frame(); };
    contenders[1].work = [&] {
      const Stopwatch watch;
      contact = with->advance_frame().contact;
      frames.push_back(watch.seconds());
      cost.lists += static_cast<double>(contact.lists);
    };
    interleave(contenders, options.seconds);
    cost.without = contenders[0].seconds, cost.with = contenders[1].seconds;
    cost.lists /= static_cast<double>(frames.size());
    cost.usual = median(frames);
    cost.pairs = contact.pairs, cost.contacts = contact.touched;
    costs.push_back(cost);
  }
  return costs;
}

std::string contact_cost_table(const std::vector<ContactCost>& costs) {
  TextTable table;
  table.add({"cloth, settled", "vertices", "pairs", "contacts", "lists", "without ms", "with ms", "+ ms",
             "ratio", "median ms"});
  for (const ContactCost& cost : costs)
    table.add({cost.name, fmt::format("{}", cost.vertices), fmt::format("{}", cost.pairs),
               fmt::format("{}", cost.contacts), fmt::format("{:.1f}", cost.lists),
               fmt::format("{:.2f}", 1e3 * cost.without), fmt::format("{:.2f}", 1e3 * cost.with),
               fmt::format("{:.2f}", 1e3 * cost.added()), fmt::format("{:.2f}", cost.ratio()),
               fmt::format("{:.2f}", 1e3 * cost.usual)});
  return table.text() +
         "One frame of five steps in mixed precision with two threads: the least of many, in turns, of the\n"
         "same state with contact and without; the median with contact; and the lists of pairs per frame.\n";
}

nlohmann::ordered_json contact_cost_json(const std::vector<ContactCost>& costs) {
  nlohmann::ordered_json json;
  for (const ContactCost& cost : costs)
    json[cost.key] = {{"vertices", cost.vertices},    {"obstacle_vertices", cost.obstacle_vertices},
                      {"pairs", cost.pairs},          {"contacts", cost.contacts},
                      {"lists", cost.lists},          {"without_ms", 1e3 * cost.without},
                      {"with_ms", 1e3 * cost.with},   {"ratio", cost.ratio()},
                      {"median_ms", 1e3 * cost.usual}};
  return nlohmann::ordered_json{{"contact", json}};
}

}  // namespace tensio::lab
