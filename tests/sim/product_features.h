#pragma once

// The features that schemes are tried beside, each on a small system whose motion is known.

#include <cmath>
#include <functional>

#include "tensio/simulation.h"

namespace tensio {

constexpr double g = 9.81, duration = 0.5;

/// A setup and what is known about its motion.
struct World {
  Setup setup;
  std::function<double(const Simulation&)> error;                       // of the state at the end
  std::function<void(Simulation&, int frame)> act = [](auto&, int) {};  // before each frame
  double steps = 0;                                                     // that its run took
};

struct Feature {
  const char* name;
  /// `is_on` is false for the same world without the feature.
  World (*make)(bool is_on);
  /// Whether the answer is that of the world without the feature, to rounding.
  bool must_not_be_noticed = false;
  /// Order at which schemes with kicks and drifts take it: they evaluate drag half a step late.
  int order_of_kicks = 2;
  /// Above 0: error that is allowed at any step, of what controls its error by itself.
  double largest_error = 0;
};

inline Vec3 velocity_of(const Simulation& s, VertexId i) {
  return s.state().v[i];
}

/// A mass of 0.5 kg that falls freely.
inline Setup falling() {
  Setup setup;
  setup.model.add_vertex({0, 0, 0}, 0.5);
  setup.velocity = {{1, 2, 0}};
  return setup;
}

/// A mass of 1 kg on a spring along x, whose other end is pinned; frequency 10 rad/s, elongation 1 cm.
inline Setup oscillating() {
  Setup setup;
  setup.gravity = {};
  setup.model.add_vertex({0, 0, 0}, 1);
  setup.model.add_vertex({1.01, 0, 0}, 1);
  setup.model.springs.add(0, 1, SpringFamily::structural, 1, 100);
  setup.model.pins.push_back({0, {0, 0, 0}});
  setup.velocity = {{}, {}};
  return setup;
}
/// x and v/ω of the oscillator above against its closed form, with this decay rate, m.
inline std::function<double(const Simulation&)> oscillator_error(double decay) {
  return [=](const Simulation& s) {
    const double omega = std::sqrt(100 - decay * decay), t = s.state().time;
    const double e = 0.01 * std::exp(-decay * t), sine = std::sin(omega * t), cosine = std::cos(omega * t);
    const double x = e * (cosine + decay / omega * sine), v = -e * 100 / omega * sine;
    return std::hypot(s.state().x[1].x - 1 - x, (velocity_of(s, 1).x - v) / 10);
  };
}

/// A plate of 1 m² and 1 kg, level and weightless.
inline Setup plate() {
  Setup setup;
  setup.gravity = {};
  const double side = std::sqrt(2.0);
  for (const Vec3& x : {Vec3{0, 0, 0}, Vec3{0, 0, side}, Vec3{side, 0, 0}})
    setup.model.add_vertex(x, 1.0 / 3);
  setup.model.triangles.push_back({0, 1, 2});
  return setup;
}

/// A falling mass (0) and a pendulum on a stiff spring (1, 2), and far from them whatever is added.
inline Setup witnesses() {
  Setup setup;
  setup.model.add_vertex({0, 0, 0}, 0.5);
  setup.model.add_vertex({50, 0, 0}, 1);
  setup.model.add_vertex({51.02, 0, 0}, 0.2);
  setup.model.springs.add(1, 2, SpringFamily::structural, 1, 200);
  setup.model.pins.push_back({1, {50, 0, 0}});
  setup.velocity.assign(3, {});
  setup.velocity[0] = {1, 2, 0};
  return setup;
}
inline double known_fall(const Simulation& s) {
  const double t = s.state().time;
  return norm(s.state().x[0] - Vec3{t, 2 * t - g / 2 * t * t, 0}) +
         0.1 * norm(velocity_of(s, 0) - Vec3{1, 2 - g * t, 0});
}
inline VertexId add(Setup& setup, const Vec3& x, double mass) {
  setup.velocity.push_back({});
  return setup.model.add_vertex(x, mass);
}
/// Two masses on a spring, stretched to `stretch` times its length.
inline void add_pair(Setup& setup, double stretch, bool is_pinned) {
  const VertexId a = add(setup, {0, 0, 90}, 1), b = add(setup, {stretch, 0, 90}, 1);
  setup.model.springs.add(a, b, SpringFamily::structural, 1, 50);
  if (is_pinned) setup.model.pins.push_back({a, setup.model.rest_position[a]});
}

/// A triangle that falls on another, which is held, or far from it.
inline World touching_triangles(bool is_on) {
  World world{witnesses(), known_fall};
  const auto add_triangle = [&](double size, double y) {
    std::array<VertexId, 3> corners{};
    for (std::size_t i = 0; i < 3; ++i)
      corners[i] = add(world.setup, Vec3{i == 1 ? size : 0, y, i == 2 ? 90 + size : 90}, 0.1);
    world.setup.model.triangles.push_back(corners);
    return corners;
  };
  for (const VertexId v : add_triangle(1, is_on ? 0 : -1000))
    world.setup.model.pins.push_back({v, world.setup.model.rest_position[v]});
  add_triangle(0.3, 0.01);
  world.setup.contact = {.method = ContactMethod::planes, .thickness = 0.003};
  return world;
}

inline const Feature features[] = {
    {"nothing",
     [](bool) {
       return World{falling(), [](const Simulation& s) { return known_fall(s); }};
     }},
    {"an oscillator",
     [](bool) {
       return World{oscillating(), oscillator_error(0)};
     }},
    {"ether",
     [](bool) {
       World world{falling(), [](const Simulation& s) {
                     return norm(velocity_of(s, 0) - std::pow(0.3, s.state().time) * Vec3{1, 2, 0});
                   }};
       world.setup.gravity = {};
       world.setup.damping.ether = 0.3;
       return world;
     }},
    {"point damping",
     [](bool) {
       World world{oscillating(), oscillator_error(1.5)};
       world.setup.damping.point = 3;
       return world;
     },
     false, 1},
    {"Rayleigh's damping by mass",
     [](bool) {
       World world{oscillating(), oscillator_error(1.5)};
       world.setup.damping.rayleigh_mass = 3;
       return world;
     },
     false, 1},
    {"Rayleigh's damping by stiffness",
     [](bool) {
       World world{oscillating(), oscillator_error(1.5)};
       world.setup.damping.rayleigh_stiffness = 0.03;
       return world;
     },
     false, 1},
    {"spring damping",
     [](bool) {
       World world{oscillating(), oscillator_error(1.5)};
       world.setup.model.springs.damping[0] = 3;
       return world;
     },
     false, 1},
    {"drag about rigid motions",
     [](bool) {
       // Two masses that a spring of next to no stiffness makes one piece, and that move apart.
       World world{{}, [](const Simulation& s) {
                     const Vec3 mean = 0.5 * (velocity_of(s, 0) + velocity_of(s, 1));
                     const double apart = velocity_of(s, 1).x - velocity_of(s, 0).x;
                     return norm(mean - Vec3{0, 1, 0}) + std::abs(apart - 2 * std::pow(0.1, s.state().time));
                   }};
       world.setup.gravity = {};
       for (const double x : {0.0, 1.0}) world.setup.model.add_vertex({x, 0, 0}, 1);
       world.setup.model.springs.add(0, 1, SpringFamily::structural, 1, 1e-9);
       world.setup.velocity = {{-1, 1, 0}, {1, 1, 0}};
       world.setup.damping.rigid = 0.1;
       return world;
     }},
    {"air",
     [](bool) {
       // A plate of 1 m² and 1 kg against a wind along its normal: u' = −½ ρ C A u², u = u₀/(1 + ½ ρ C A u₀
       // t).
       World world{plate(), [](const Simulation& s) {
                     const double u = 3 / (1 + 0.5 * 1.2 * 3 * s.state().time);
                     double worst = 0;
                     for (VertexId i = 0; i < 3; ++i)
                       worst = std::max(worst, norm(velocity_of(s, i) - Vec3{0, 3 - u, 0}));
                     return worst;
                   }};
       world.setup.damping.air = {.density = 1.2, .drag = 1, .friction = 0, .wind = {0, 3, 0}};
       return world;
     },
     false, 1},
    {"wind that rises",
     [](bool) {
       // The plate above, at rest at first in a wind W t: u' = W − ½ ρ C A u², u = √(W/c) tanh(√(W c) t).
       World world{plate(), [](const Simulation& s) {
                     const double w = 4, c = 0.5 * 1.2, t = s.state().time;
                     const double u = std::sqrt(w / c) * std::tanh(std::sqrt(w * c) * t);
                     double worst = 0;
                     for (VertexId i = 0; i < 3; ++i)
                       worst = std::max(worst, norm(velocity_of(s, i) - Vec3{0, w * t - u, 0}));
                     return worst;
                   }};
       world.setup.damping.air = {.density = 1.2, .drag = 1, .friction = 0, .wind = {}};
       world.setup.damping.air.change.keys = {{0, {}}, {1, {0, 4, 0}}};
       return world;
     },
     false, 1},
    {"a force that rises",
     [](bool) {
       // 3 t newtons on half a kilogram: v = v₀ + g t + 3 t², x = x₀ + v₀ t + ½ g t² + t³.
       World world{falling(), [](const Simulation& s) {
                     const double t = s.state().time;
                     return norm(s.state().x[0] - Vec3{t + t * t * t, 2 * t - g / 2 * t * t, 0}) +
                            0.1 * norm(velocity_of(s, 0) - Vec3{1 + 3 * t * t, 2 - g * t, 0});
                   }};
       world.setup.model.pushes.push_back({0, {.keys = {{0, {}}, {1, {3, 0, 0}}}}});
       return world;
     }},
    {"a body that weighs half",
     [](bool) {
       World world{falling(), [](const Simulation& s) {
                     const double t = s.state().time;
                     return norm(s.state().x[0] - Vec3{t, 2 * t - g / 4 * t * t, 0});
                   }};
       world.setup.model.parts.push_back({.name = "light", .vertex_end = 1, .gravity = 0.5});
       return world;
     }},
    {"a pin of two coordinates",
     [](bool) {
       // What pulls across the rail does not matter.
       const auto along = oscillator_error(0);
       World world{oscillating(), [=](const Simulation& s) {
                     const Vec3 x = s.state().x[1], v = velocity_of(s, 1);
                     return x.y == 0 && x.z == 0 && v.y == 0 && v.z == 0 ? along(s) : 1;
                   }};
       world.setup.gravity = {0, -g, 3};
       world.setup.model.pins.push_back({1, {7, 0, 0}, {}, 6});
       return world;
     }},
    {"a pin of one coordinate that moves",
     [](bool) {
       // Falls along y while the pin leads it along x.
       World world{falling(), [](const Simulation& s) {
                     const double t = s.state().time;
                     return norm(s.state().x[0] - Vec3{3 * t, 2 * t - g / 2 * t * t, 0}) +
                            0.1 * norm(velocity_of(s, 0) - Vec3{3, 2 - g * t, 0});
                   }};
       world.setup.model.pins.push_back({0, {}, {.keys = {{0, {}}, {1, {3, 0, 0}}}}, 1});
       world.setup.velocity[0].x = 3;
       return world;
     }},
    {"a pin that lets go",
     [](bool) {
       World world{falling(), [](const Simulation& s) {
                     const double t = s.state().time - 0.1;
                     return norm(s.state().x[0] - Vec3{0, -g / 2 * t * t, 0}) +
                            0.1 * norm(velocity_of(s, 0) - Vec3{0, -g * t, 0});
                   }};
       world.setup.velocity.clear();
       world.setup.model.pins.push_back({0, {}});
       world.setup.schedule.push_back({0.1, UnpinVertex{0}});
       return world;
     }},
    {"a pin that catches",
     [](bool) {
       World world{falling(), [](const Simulation& s) {
                     return norm(s.state().x[0] - Vec3{0.1, 0.2 - g / 2 * 0.01, 0}) + norm(velocity_of(s, 0));
                   }};
       world.setup.schedule.push_back({0.1, PinVertex{0}});
       return world;
     }},
    {"pins that come and go elsewhere",
     [](bool is_on) {
       World world{witnesses(), known_fall};
       add_pair(world.setup, 1.2, true);
       if (is_on)
         world.setup.schedule = {{0.0612, UnpinVertex{3}}, {0.1234, PinVertex{4}}, {0.3, UnpinVertex{4}}};
       return world;
     },
     true},
    {"contact elsewhere",
     [](bool is_on) {
       World world{witnesses(), known_fall};
       add(world.setup, {0, 0.01, 90}, 1);
       world.setup.colliders.push_back({.shape = Sphere{{0, is_on ? -1.0 : -1000.0, 90}, 1}});
       return world;
     },
     true},
    {"surfaces that touch elsewhere", [](bool is_on) { return touching_triangles(is_on); }, true},
    {"a skin that touches elsewhere",
     [](bool is_on) {
       World world = touching_triangles(is_on);
       const std::size_t end = world.setup.model.vertex_count();
       const auto v = static_cast<VertexId>(end - 3);
       Skin skin{.vertex_begin = end - 3, .vertex_end = end, .triangles = {{0, 1, 2}}};
       for (const auto& weight : {std::array{0.8, 0.1, 0.1}, {0.1, 0.8, 0.1}, {0.1, 0.1, 0.8}})
         skin.points.push_back({{v, v + 1, v + 2}, {weight[0], weight[1], weight[2]}});
       world.setup.model.skins.push_back(skin);
       return world;
     },
     true},
    {"a free ball elsewhere",
     [](bool is_on) {
       World world{witnesses(), known_fall};
       add(world.setup, Vec3{0, 0, 90}, 0.1);  // that the ball lands on, if it is on its way
       world.setup.colliders = {
           {.shape = Sphere{{is_on ? 0.0 : 1000, 0.2, 90}, 0.1}, .mass = 0.2, .velocity = {0, -1, 0}}};
       return world;
     },
     true},
    {"surfaces that start tangled elsewhere",
     [](bool is_on) {
       World world{witnesses(), known_fall};
       const auto add_triangle = [&](const Vec3& place, const Vec3& a, const Vec3& b) {
         world.setup.model.triangles.push_back({add(world.setup, place, 0.1),
                                                add(world.setup, place + a, 0.1),
                                                add(world.setup, place + b, 0.1)});
       };
       add_triangle({0, 0, 90}, {1, 0, 0}, {0, 0, 1});
       add_triangle({0.2, is_on ? -0.05 : 1000, 90.2}, {0, 0.3, 0}, {0.1, 0.3, 0.1});
       world.setup.contact = {.method = ContactMethod::planes, .thickness = 0.003};
       return world;
     },
     true},
    {"a strain limit elsewhere",
     [](bool is_on) {
       World world{witnesses(), known_fall};
       add_pair(world.setup, is_on ? 1.5 : 1, true);
       world.setup.strain_limit.limit = 0.3;
       return world;
     },
     true},
    {"plasticity elsewhere",
     [](bool is_on) {
       World world{witnesses(), known_fall};
       add_pair(world.setup, is_on ? 1.5 : 1, false);
       world.setup.plasticity.yield = 0.3;
       return world;
     },
     true},
    {"a tear elsewhere",
     [](bool is_on) {
       World world{witnesses(), known_fall};
       add_pair(world.setup, is_on ? 1.5 : 1, false);
       world.setup.tear_strain = 0.3;
       return world;
     },
     true},
    {"a moving pin elsewhere",
     [](bool is_on) {
       World world{witnesses(), known_fall};
       add_pair(world.setup, 1, true);
       if (is_on)
         world.setup.model.pins.back().path.keys = {{0, {}}, {0.2, {0, 0.3, 0}}, {0.4, {0, 0.1, 0.2}}};
       return world;
     },
     true},
    {"an edit elsewhere",
     [](bool is_on) {
       World world{witnesses(), known_fall};
       add_pair(world.setup, 1, false);
       if (is_on)
         world.act = [](Simulation& s, int frame) {
           if (frame == 5) s.request(PinVertex{4});
           if (frame == 12) s.request(UnpinVertex{4});
         };
       return world;
     },
     true},
    {"a hand elsewhere",
     [](bool is_on) {
       World world{witnesses(), known_fall};
       add_pair(world.setup, 1, false);
       if (is_on)
         world.act = [](Simulation& s, int frame) {
           if (frame == 5)
             s.request(GrabPoint{
                 {.id = 1, .point = {{4, 4, 4}, {1, 0, 0}}, .stiffness = 100, .target = {0, 0, 90}}});
           if (frame > 5) s.move_grab(1, {0, 0.01 * frame, 90});
           if (frame == 15) s.request(Release{1});
         };
       return world;
     },
     true},
    {"a snapshot and its return",
     [](bool is_on) {
       World world{witnesses(), known_fall};
       if (is_on)
         world.act = [](Simulation& s, int frame) {
           if (frame != 7) return;
           const Snapshot moment = s.snapshot();
           (void)s.advance_frame();
           s.restore(moment);
         };
       return world;
     },
     true},
    {"an energy budget",
     [](bool) {
       World world{oscillating(), oscillator_error(0)};
       world.setup.damping.energy_budget = true;
       return world;
     },
     false, 1},
    {"accounts of energy",
     [](bool is_on) {
       World world{witnesses(), known_fall};
       if (is_on)
         world.act = [](Simulation& s, int frame) {
           if (frame == 3) s.track_energy(true);
         };
       return world;
     },
     true},
    {"substeps",
     [](bool) {
       World world{oscillating(), oscillator_error(0)};
       world.setup.substeps = 4;
       return world;
     }},
    {"adaptive steps",
     [](bool) {
       World world{oscillating(), oscillator_error(0)};
       world.setup.adaptive = {.is_on = true, .tolerance = 1e-7, .max_stretch = 1e-4};
       return world;
     },
     false, 2, 2e-4},
};

}  // namespace tensio
