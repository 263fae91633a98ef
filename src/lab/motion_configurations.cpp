#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "io/scene.h"
#include "io/scene_choices.h"
#include "io/scene_document.h"
#include "io/scene_preset.h"
#include "lab/motion.h"
#include "minimise/minimiser.h"
#include "sim/step_limits.h"

namespace tensio::lab {
namespace {

struct Effort {
  int substeps, iterations;
};

struct Family {
  Scheme scheme;
  Method method;
  std::vector<Effort> efforts;
  std::size_t coarsening = 1;
};

std::vector<Family> all_families() {
  return {
      {Scheme::implicit_euler,
       Method::local_global,
       {{1, 1}, {1, 5}, {1, 10}, {1, 50}, {2, 1}, {3, 1}, {5, 1}, {10, 1}, {20, 1}, {30, 1}, {60, 1}}},
      {Scheme::implicit_euler,
       Method::ncg,
       {{1, 1}, {1, 3}, {1, 10}, {1, 30}, {2, 2}, {3, 3}, {5, 5}, {10, 10}, {20, 10}}},
      {Scheme::implicit_midpoint,
       Method::local_global,
       {{1, 1},
        {2, 1},
        {3, 1},
        {4, 1},
        {5, 1},
        {7, 1},
        {10, 1},
        {15, 1},
        {20, 1},
        {30, 1},
        {45, 1},
        {60, 1},
        {90, 1},
        {5, 2},
        {10, 2},
        {20, 2},
        {30, 2},
        {10, 5},
        {30, 5}}},
      {Scheme::implicit_midpoint, Method::ncg, {{5, 10}, {10, 10}, {10, 20}}},
      {Scheme::bdf2,
       Method::local_global,
       {{2, 1}, {5, 1}, {10, 1}, {20, 1}, {30, 1}, {60, 1}, {30, 2}, {60, 2}}},
      {Scheme::bdf2, Method::local_global, {{4, 1}, {6, 1}, {10, 1}}, 4},
      {Scheme::bdf2, Method::local_global, {{4, 1}, {6, 1}, {10, 1}, {15, 1}}, 3},
      {Scheme::bdf2, Method::local_global, {{4, 1}, {6, 1}, {10, 1}, {15, 1}, {20, 1}}, 2},
      {Scheme::velocity_verlet, Method::local_global, {{30, 1}}, 4},
      {Scheme::velocity_verlet, Method::local_global, {{40, 1}}, 3},
      {Scheme::velocity_verlet, Method::local_global, {{60, 1}}, 2},
      {Scheme::bdf2, Method::anderson, {{5, 5}, {5, 10}, {10, 5}, {10, 10}}},
      {Scheme::bdf2, Method::lbfgs, {{5, 5}, {5, 10}, {10, 10}, {10, 20}}},
      {Scheme::bdf2, Method::newton_cg, {{5, 2}, {10, 2}}},
      {Scheme::newmark, Method::local_global, {{10, 5}}},
      {Scheme::newmark, Method::ncg, {{10, 20}}},
      {Scheme::tr_bdf2, Method::ncg, {{5, 20}, {10, 20}, {20, 5}}},
      {Scheme::velocity_verlet, Method::local_global, {{110, 1}, {120, 1}, {150, 1}, {240, 1}}},
      {Scheme::leapfrog, Method::local_global, {{110, 1}, {120, 1}, {240, 1}}},
      {Scheme::symplectic_euler, Method::local_global, {{120, 1}, {240, 1}}},
      {Scheme::rk4, Method::local_global, {{80, 1}, {120, 1}}},
      {Scheme::implicit_euler, Method::pbd, {{1, 10}, {1, 50}, {10, 1}, {30, 1}, {60, 1}, {100, 1}}},
      {Scheme::implicit_euler,
       Method::xpbd,
       {{1, 10}, {1, 50}, {10, 1}, {30, 1}, {60, 1}, {100, 1}, {200, 1}}},
      {Scheme::implicit_euler, Method::xpbd_turned, {{1, 50}, {10, 10}, {30, 3}}},
      {Scheme::implicit_euler, Method::jakobsen, {{1, 10}, {10, 1}, {30, 1}, {60, 1}, {100, 1}}},
  };
}

std::vector<Family> quick_families() {
  return {
      {Scheme::implicit_euler, Method::local_global, {{1, 10}, {10, 1}}},
      {Scheme::implicit_euler, Method::ncg, {{1, 10}}},
      {Scheme::implicit_midpoint, Method::local_global, {{2, 1}, {5, 1}, {10, 1}, {30, 1}}},
      {Scheme::bdf2, Method::local_global, {{10, 1}, {30, 1}}},
      {Scheme::velocity_verlet, Method::local_global, {{60, 1}}},
      {Scheme::implicit_euler, Method::pbd, {{10, 1}, {30, 1}}},
      {Scheme::implicit_euler, Method::xpbd, {{10, 1}, {30, 1}}},
  };
}

}  // namespace

std::vector<MotionConfiguration> motion_configurations(bool is_quick, int threads) {
  std::vector<MotionConfiguration> all;
  for (const Family& family : is_quick ? quick_families() : all_families())
    for (const auto& [substeps, iterations] : family.efforts) {
      MotionConfiguration c{family.scheme,    family.method, substeps, iterations, Precision::double_, 1,
                            family.coarsening};
      all.push_back(c);
      if (is_position_based(family.method)) continue;
      c.precision = Precision::mixed;
      all.push_back(c);
      if (threads <= 1) continue;
      c.threads = threads;
      all.push_back(c);
    }
  return all;
}

std::vector<PresetConfiguration> preset_configurations(const Setup& swing) {
  std::vector<PresetConfiguration> all;
  for (const ScenePreset& preset : scene_presets()) {
    nlohmann::json document = {{"body", {{{"kind", "grid"}}}}};
    bool has_auto = false;
    for (const std::string& change : preset.changes) {
      has_auto = has_auto || change == "time.substeps=auto";
      if (!set_field(document, change)) return {};
    }
    const auto scene = read_scene(document, {});
    if (!scene) return {};
    const Setup& setup = scene->setup;
    MotionConfiguration c{setup.scheme,
                          setup.minimise.method,
                          setup.substeps,
                          setup.minimise.iterations,
                          setup.minimise.precision,
                          thread_count(setup.minimise),
                          document["body"][0].value("coarsening", std::size_t{1})};
    if (has_auto) {
      Setup cloth = swing;
      cloth.scheme = c.scheme;
      const auto substeps = stable_substeps(cloth, 1);
      if (!substeps) return {};
      c.substeps = *substeps;
    }
    all.push_back({preset.name, c});
  }
  return all;
}

std::string family_name(const MotionConfiguration& c) {
  const char* scheme = scheme_facts(c.scheme).name;
  return is_implicit(c.scheme) ? fmt::format("{}, {}", scheme, choice_name(method_choices(), c.method))
                               : scheme;
}

std::string effort_name(const MotionConfiguration& c) {
  const std::string coarse = c.coarsening > 1 ? fmt::format(", 1 of {}", c.coarsening) : "";
  return is_implicit(c.scheme) ? fmt::format("{} x {}{}", c.substeps, c.iterations, coarse)
                               : fmt::format("{}{}", c.substeps, coarse);
}

std::string arithmetic_name(const MotionConfiguration& c) {
  return fmt::format("{}, {} thread{}", choice_name(precision_choices(), c.precision), c.threads,
                     c.threads == 1 ? "" : "s");
}

const std::vector<CitedPoint>& cited_points() {
  static const std::vector<CitedPoint> points = {
      {"Jolt", 30, 9.4e-3, {73e-3, std::nullopt, 394e-3}},
      {"Jolt", 60, 18.7e-3, {33e-3, std::nullopt, 116e-3}},
      {"Jolt", 100, 31e-3, {15e-3, std::nullopt, 47e-3}},
      {"NvCloth", 30, 3.3e-3, {72e-3, std::nullopt, 410e-3}},
      {"NvCloth", 60, 6.5e-3, {19e-3, std::nullopt, 56e-3}},
      {"NvCloth", 100, 10.9e-3, {22e-3, std::nullopt, 57e-3}},
  };
  return points;
}

}  // namespace tensio::lab
