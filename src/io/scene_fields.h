#pragma once

// Every field of a scene document, declared once: name, one line of documentation, unit, range. A visitor
// that walks these declarations reads a document (scene_reader.h) or writes the schema (scene_schema.cpp).
// A visitor offers
//   value(field, x)             a number, flag, string, vector, colour or list of those
//   pair(field, a, b)           two numbers in a list
//   direction(field, v)         a vector that is not zero
//   choice(field, x, words)     one of some words
//   table(field, x)             a table with fields of its own
//   list(field, xs)             a list of tables
//   kind(field, variant, words) a word that decides which further fields the table has
//   exactly_one_of(names, x)    exactly one of these fields is there; x becomes its name

#include "io/scene_body_fields.h"
#include "io/scene_choices.h"
#include "io/scene_field.h"
#include "io/scene_spec.h"
#include "sim/step_limits.h"

namespace tensio {

template <class Visitor>
void describe(Visitor& v, RotationSpec& s) {
  v.direction({"axis", "Axis to turn about; only its direction counts."}, s.axis);
  v.value({"degrees", "Angle, counter-clockwise seen against the axis.", "°", {-36000, 36000}}, s.degrees);
}

template <class Visitor>
void describe(Visitor& v, TimeSpec& s) {
  v.value({"frame", "Simulated time from one frame to the next.", "s", {1e-6, 10}}, s.frame);
  v.value({"substeps",
           "Steps per frame: each step is frame / substeps long. Unless given: 5 in a scene with colliders "
           "(contact is resolved after each step and wants short ones), else 1. \"auto\": these, or as many "
           "as an explicit scheme needs to be stable.",
           "",
           {1, max_substeps}},
          s.substeps);
  v.value({"adaptive",
           "Divide each of these steps further, as the motion asks for: by the estimated error of explicit "
           "schemes, by halving what fails or stretches too far of implicit ones."},
          s.adaptive.is_on);
  v.value({"tolerance", "Estimated error of an adaptive explicit step.", "m", {1e-15, 1}},
          s.adaptive.tolerance);
  v.value({"max_stretch",
           "How far an adaptive implicit step may stretch a spring, over its rest length.",
           "",
           {1e-6, 1e6}},
          s.adaptive.max_stretch);
  v.value(
      {"max_steps", "Adaptive steps within one of `substeps`; a frame that needs more fails.", "", {1, 1e8}},
      s.adaptive.max_steps);
}

template <class Visitor>
void describe(Visitor& v, IntegratorSpec& s) {
  v.choice({"scheme", "How time advances."}, s.scheme, scheme_choices());
  v.value({"newmark_beta", "β of Newmark's scheme.", "", {0.001, 1}}, s.options.newmark_beta);
  v.value({"newmark_gamma", "γ of Newmark's scheme.", "", {0.001, 1}}, s.options.newmark_gamma);
  v.value({"imex_threshold",
           "h·ω of a spring above which imex takes it implicitly, ω² = k (1/m + 1/m) of its ends; 0: all.",
           "",
           {0, 1e12}},
          s.options.imex_threshold);
  v.value({"verlet_drag", "Fraction of the velocity that position Verlet loses per step.", "", {0, 1}},
          s.options.verlet_drag);
}

template <class Visitor>
void describe(Visitor& v, LinearOptions& s) {
  v.choice({"method", "How linear systems are solved."}, s.method, linear_choices());
  v.value({"iterations", "At most this many, of the iterative methods.", "", {1, 1e6}}, s.iterations);
  v.value({"tolerance", "Relative residual at which the iterative methods stop.", "", {0, 0.99}},
          s.tolerance);
  v.value({"alpha", "Damping of Jacobi and Chebyshev; 0 estimates the largest safe value.", "", {0, 2}},
          s.alpha);
}

template <class Visitor>
void describe(Visitor& v, MinimiseOptions& s) {
  v.choice({"method", "How each step's objective is minimised."}, s.method, method_choices());
  v.value({"iterations", "At most this many per step.", "", {1, 1e6}}, s.iterations);
  v.value({"tolerance",
           "Stop when the gradient has shrunk by this factor; 0 always does all iterations.",
           "",
           {0, 0.99}},
          s.tolerance);
  v.value(
      {"warm_iterations", "Local/global iterations before Newton, with local-global-newton.", "", {0, 1e6}},
      s.warm_iterations);
  v.value({"history", "Iterates that lbfgs and anderson remember.", "", {1, max_history}}, s.history);
  v.choice(
      {"precision",
       "In which numbers all methods but newton and local-global-newton, and all explicit schemes, compute."},
      s.precision, precision_choices());
  v.value({"threads",
           "Threads of those; 0: as many as the machine has. The result does not depend on it.",
           "",
           {0, max_threads}},
          s.threads);
  v.choice({"start", "Where the iterations of a step start."}, s.start, start_choices());
  v.choice({"hessian", "How Newton's Hessian is made positive definite."}, s.hessian, hessian_choices());
  v.table({"linear", "The linear solver inside the minimiser."}, s.linear);
}

template <class Visitor>
void describe(Visitor& v, Damping& s) {
  v.value({"ether", "Fraction of the velocity that is left after one second of drag.", "", {0, 1}}, s.ether);
  v.value({"point", "Drag on every vertex, force per velocity.", "N·s/m", {0, 1e9}}, s.point);
  v.value({"rayleigh_mass", "Rayleigh damping by mass: drag on every vertex over its mass.", "1/s", {0, 1e9}},
          s.rayleigh_mass);
  v.value({"rayleigh_stiffness",
           "Rayleigh damping by stiffness: a damper along every spring over its stiffness. Rigid motions, a "
           "fall and a spin among them, are left alone.",
           "s",
           {0, 1e6}},
          s.rayleigh_stiffness);
  v.value({"rigid",
           "Fraction that is left after one second of velocities relative to the best rigid motion of each "
           "connected piece; its momentum and angular momentum stay.",
           "",
           {0, 1}},
          s.rigid);
  v.value({"energy_budget",
           "Slow down, about the rigid motion of each free piece, whatever has more energy than there was at "
           "the start and than moving pins, anchors and contact have put in."},
          s.energy_budget);
}

template <class Visitor>
void describe(Visitor& v, Air& s) {
  v.value({"density", "Of the air; 0: there is none. At sea level 1.2.", "kg/m³", {0, 1e4}}, s.density);
  v.value(
      {"drag", "Coefficient against motion along a triangle's normal; flat plates have 1.2.", "", {0, 1e3}},
      s.drag);
  v.value({"friction", "Coefficient against motion along a triangle's surface.", "", {0, 1e3}}, s.friction);
  v.value({"wind", "Its mean velocity.", "m/s", {-1e3, 1e3}}, s.wind);
  v.value({"gust", "How much of its speed gusts add and take.", "", {0, 1}}, s.gust);
  v.value({"gust_period", "Of the slowest gusts.", "s", {1e-3, 1e6}}, s.gust_period);
}

template <class Visitor>
void describe(Visitor& v, PlasticityOptions& s) {
  v.value({"yield",
           "Elastic strain beyond which springs keep a set. Without it they are elastic.",
           "",
           {0, 1e3, true}},
          s.yield);
  v.value({"hardening", "Growth of the yield strain per plastic strain.", "", {0, 1e6}}, s.hardening);
  v.value({"time", "In which what is beyond the yield strain falls to 1/e; 0: at once.", "s", {0, 1e6}},
          s.time);
  v.value({"most", "The largest plastic strain either way.", "", {0, 0.99}}, s.most);
}

template <class Visitor>
void describe(Visitor& v, StrainLimitOptions& s) {
  v.value({"limit",
           "The largest strain: after each step, springs that are longer than 1 + limit rest lengths are "
           "shortened "
           "to that. Without it there is no limit.",
           "",
           {0, 1000}},
          s.limit);
  v.value({"sweeps", "At most this many over all springs, outwards from the pins.", "", {1, 10000}},
          s.sweeps);
}

template <class Visitor>
void describe(Visitor& v, Path& s) {
  v.value({.name = "keys",
           .doc = "Keyframes [time, x, y, z]: seconds, and metres away from the place of rest.",
           .required = true},
          s.keys);
  v.value({"smooth", "Ease in and out of every keyframe instead of moving in straight lines."}, s.smooth);
  v.value({"repeat", "Start over after the last keyframe."}, s.repeat);
}

template <class Visitor>
void describe(Visitor& v, SelectBox& s) {
  v.value({"min", "Lowest corner.", "m", any_place, true}, s.min);
  v.value({"max", "Highest corner.", "m", any_place, true}, s.max);
}

template <class Visitor>
void describe(Visitor& v, SelectSphere& s) {
  v.value({"center", "Centre.", "m", any_place, true}, s.center);
  v.value({"radius", "Radius.", "m", any_length, true}, s.radius);
}

template <class Visitor>
void describe_selection(Visitor& v, SelectionSpec& s) {
  v.exactly_one_of({"vertices", "corner", "edge", "end", "box", "sphere", "all"}, s.given);
  v.value({"vertices",
           "Vertices by number. A grid counts row by row from its back left corner.",
           "",
           {0, static_cast<double>(max_vertices)}},
          s.vertices);
  v.choice({"corner", "One corner of a grid."}, s.corner, corner_choices());
  v.choice({"edge", "One edge of a grid."}, s.edge, edge_choices());
  v.choice({"end", "One end of a chain."}, s.end, end_choices());
  v.table({"box", "All vertices in a box, after the body is placed."}, s.box);
  v.table({"sphere", "All vertices in a sphere, after the body is placed."}, s.sphere);
  v.value({"all", "true: the whole body."}, s.all);
}

template <class Visitor>
void describe(Visitor& v, PinSpec& s) {
  describe_selection(v, s);
  v.table({"path", "How the pinned vertices move together; without it they stand still."}, s.path);
}

template <class Visitor>
void describe(Visitor& v, AttachmentSpec& s) {
  describe_selection(v, s);
  v.value({"stiffness", "Of the spring from each vertex to its anchor.", "N/m", any_stiffness}, s.stiffness);
  v.table({"path", "How the anchors move together; without it they stand still."}, s.path);
}

template <class Visitor>
void describe(Visitor& v, ForceSpec& s) {
  describe_selection(v, s);
  v.value({"force", "Constant force on each of the vertices.", "N", {-1e9, 1e9}, true}, s.force);
}

template <class Visitor>
void describe(Visitor& v, BodySpec& s) {
  v.kind({"kind", "What the body is made as."}, s.kind,
         {"grid", "chain", "mesh", "lattice", "hair", "plant", "bridge", "tetrahedra"});
  v.value({"name", "Unique among the bodies; empty: its kind and number."}, s.name);
  v.value({"position", "Where the body's origin goes, after turning.", "m", any_place}, s.position);
  v.table({"rotation", "Turns the body about its origin."}, s.rotation);
  v.value({"velocity", "Of every vertex that is not pinned, at the start.", "m/s", {-1e4, 1e4}}, s.velocity);
  v.list({"pin", "Vertices that are held exactly."}, s.pins);
  v.list({"attachment", "Vertices that are tied to points in space by springs."}, s.attachments);
  v.list({"force", "Constant forces."}, s.forces);
}

template <class Visitor>
void describe(Visitor& v, Plane& s) {
  v.value({"point", "Any point of the plane.", "m", any_place}, s.point);
  v.direction({"normal", "Direction of the free side."}, s.normal);
}

template <class Visitor>
void describe(Visitor& v, Sphere& s) {
  v.value({"center", "Centre.", "m", any_place}, s.center);
  v.value({"radius", "Radius.", "m", some_length}, s.radius);
}

template <class Visitor>
void describe(Visitor& v, Box& s) {
  v.value({"center", "Centre.", "m", any_place}, s.center);
  Vec3 size = 2 * s.half_extent;
  v.value({"size", "Edge lengths.", "m", some_length}, size);
  s.half_extent = 0.5 * size;
  RotationSpec rotation;
  v.table({"rotation", "Turns the box about its centre."}, rotation);
  s.turn = rotation.turn();
}

template <class Visitor>
void describe(Visitor& v, Capsule& s) {
  v.value({"a", "One end of the axis.", "m", any_place, true}, s.a);
  v.value({"b", "The other end of the axis.", "m", any_place, true}, s.b);
  v.value({"radius", "Radius.", "m", some_length}, s.radius);
}

template <class Visitor>
void describe(Visitor& v, Collider& s) {
  v.kind({"kind", "Its shape."}, s.shape, {"plane", "sphere", "box", "capsule"});
  v.value({"friction", "Coulomb's coefficient μ.", "", {0, 100}}, s.friction);
  v.value({"thickness", "Distance kept between the surface and the vertices.", "m", any_length}, s.thickness);
  v.table({"path", "How the obstacle moves; without it, it stands still."}, s.path);
}

template <class Visitor>
void describe(Visitor& v, View& s) {
  v.value({"eye", "Where the camera stands; without it, it sees all bodies.", "m", any_place}, s.eye);
  v.value({"target", "The point the camera looks at.", "m", any_place}, s.target);
  v.value({"field_of_view", "Of the camera, from bottom to top.", "°", {1, 170}}, s.field_of_view);
  v.value({"colour", "Of the bodies, as \"#rrggbb\"."}, s.colour);
  v.value({"rope_radius", "Thickness of what has no triangles.", "m", {1e-6, 1e3}}, s.rope_radius);
  v.value({"rope_colour", "Of what has no triangles; without it, the colour of the bodies."}, s.rope_colour);
  v.value(
      {"floor", "Height of a drawn floor; without it, a horizontal plane is drawn as one.", "m", any_place},
      s.floor);
}

template <class Visitor>
void describe(Visitor& v, SceneSpec& s) {
  v.value({"name", "Short name of the scene."}, s.name);
  v.value({"description", "One line about what happens."}, s.description);
  v.value({"frames", "How many frames a run computes.", "", {0, 1e6}}, s.frames);
  v.value({"gravity", "Acceleration of everything.", "m/s²", {-1e4, 1e4}}, s.gravity);
  v.table({"time", "Frames and steps."}, s.time);
  v.table({"integrator", "The time integration scheme."}, s.integrator);
  v.table({"minimiser", "The solver of each step."}, s.minimiser);
  v.table({"damping", "What slows things down."}, s.damping);
  v.table({"air", "Drag and wind on all triangles."}, s.air);
  v.table({"plasticity", "How springs take a permanent set."}, s.plasticity);
  v.table({"strain_limit", "Provot's rigid cloth: no spring stretches beyond a limit, with any scheme."},
          s.strain_limit);
  v.value({"tear_strain",
           "Springs that are stretched beyond this fraction of their length break; 0: none do.",
           "",
           {0, 1e6}},
          s.tear_strain);
  v.list({.name = "body",
          .doc = "What moves: cloths, ropes, meshes, soft bodies, hair, plants.",
          .required = true},
         s.bodies);
  v.list({"collider", "Rigid obstacles."}, s.colliders);
  v.table({"view", "How pictures are taken."}, s.view);
}

}  // namespace tensio
