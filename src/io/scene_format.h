#pragma once

// Declares every field of a scene document once: name, documentation, unit, range. Visitors walk these
// declarations to read a document (scene_reader.h) or write the schema (scene_schema.cpp). A visitor offers
//   value(field, x)             a number, flag, string, vector, colour or list of those
//   pair(field, a, b)           two numbers in a list
//   direction(field, v)         a vector that is not zero
//   choice(field, x, words)     one of several words
//   table(field, x)             a table with its own fields
//   list(field, xs)             a list of tables
//   kind(field, variant)        a word that selects further fields of the table (scene_kind)
//   exactly_one_of(names, x)    exactly one of these fields is set; x becomes its name

#include "io/collider_format.h"
#include "io/scene_choices.h"
#include "io/scene_field.h"
#include "io/scene_spec.h"
#include "sim/step_limits.h"

namespace tensio {

template <class Visitor>
void describe(Visitor& v, RotationSpec& s) {
  v.direction({"axis", "Axis of rotation; only its direction matters."}, s.axis);
  v.value({"degrees", "Angle, counter-clockwise when looking against the axis.", "°", {-36000, 36000}},
          s.degrees);
}

template <class Visitor>
void describe(Visitor& v, TimeSpec& s) {
  v.value({"frame", "Simulated time between two frames.", "s", {1e-6, 10}}, s.frame);
  v.value(
      {"substeps",
       "Steps per frame; each step is frame / substeps long. Unset: 5 in a scene with colliders or "
       "contact.method = \"planes\" (contact needs short steps), otherwise 1. \"auto\": the same, or twice "
       "as many as an explicit scheme needs to be stable.",
       "",
       {1, max_substeps}},
      s.substeps);
  v.value({"adaptive",
           "Divide each step further as the motion requires: explicit schemes by their estimated error, "
           "implicit ones by halving steps that fail or stretch too far."},
          s.adaptive.is_on);
  v.value({"tolerance", "Largest estimated error of an adaptive explicit step.", "m", {1e-15, 1}},
          s.adaptive.tolerance);
  v.value({"max_stretch",
           "Largest stretch of a spring in one adaptive implicit step, relative to its rest length.",
           "",
           {1e-6, 1e6}},
          s.adaptive.max_stretch);
  v.value({"max_steps",
           "Largest number of adaptive steps within one of the `substeps`; a frame that needs more fails.",
           "",
           {1, 1e8}},
          s.adaptive.max_steps);
}

template <class Visitor>
void describe(Visitor& v, IntegratorSpec& s) {
  v.choice({"scheme", "Time integration scheme."}, s.scheme, scheme_choices());
  v.value({"newmark_beta", "β of Newmark's scheme.", "", {0.001, 1}}, s.options.newmark_beta);
  v.value({"newmark_gamma", "γ of Newmark's scheme.", "", {0.001, 1}}, s.options.newmark_gamma);
  v.value({"imex_threshold",
           "imex treats springs with h·ω above this implicitly, where ω² = k (1/m₁ + 1/m₂) for the masses of "
           "its ends; 0: all springs.",
           "",
           {0, 1e12}},
          s.options.imex_threshold);
  v.value({"verlet_drag", "Fraction of the velocity that position Verlet loses per step.", "", {0, 1}},
          s.options.verlet_drag);
}

template <class Visitor>
void describe(Visitor& v, LinearOptions& s) {
  v.choice({"method", "Method for linear systems."}, s.method, linear_choices());
  v.value({"iterations", "Largest number of iterations of the iterative methods.", "", {1, 1e6}},
          s.iterations);
  v.value({"tolerance", "Relative residual at which the iterative methods stop.", "", {0, 0.99}},
          s.tolerance);
  v.value({"alpha", "Damping of Jacobi and Chebyshev; 0 estimates the largest safe value.", "", {0, 2}},
          s.alpha);
}

template <class Visitor>
void describe(Visitor& v, MinimiseOptions& s) {
  v.choice({"method", "Method that minimises each step's objective."}, s.method, method_choices());
  v.value({"iterations", "Largest number of iterations per step.", "", {1, 1e6}}, s.iterations);
  v.value({"tolerance",
           "Stop when the gradient has shrunk by this factor; 0: always run all iterations.",
           "",
           {0, 0.99}},
          s.tolerance);
  v.value({"warm_iterations", "Local/global iterations before Newton in local-global-newton.", "", {0, 1e6}},
          s.warm_iterations);
  v.value({"history", "Number of iterates that lbfgs and anderson store.", "", {1, max_history}}, s.history);
  v.choice({"precision",
            "Precision of explicit schemes and of all methods except newton and local-global-newton."},
           s.precision, precision_choices());
  v.value({"threads",
           "Number of threads; 0: one per core. The result does not depend on it.",
           "",
           {0, max_threads}},
          s.threads);
  v.choice({"start", "Start point of the iterations of a step."}, s.start, start_choices());
  v.choice({"hessian", "How Newton makes its Hessian positive definite."}, s.hessian, hessian_choices());
  v.table({"linear", "Linear solver inside the minimiser."}, s.linear);
}

template <class Visitor>
void describe(Visitor& v, Damping& s) {
  v.value({"ether", "Fraction of the velocity left after one second of drag.", "", {0, 1}}, s.ether);
  v.value({"point", "Drag on every vertex, force per velocity.", "N·s/m", {0, 1e9}}, s.point);
  v.value({"rayleigh_mass", "Rayleigh damping by mass: drag on every vertex, per mass.", "1/s", {0, 1e9}},
          s.rayleigh_mass);
  v.value({"rayleigh_stiffness",
           "Rayleigh damping by stiffness, of springs and all other elements: a mode of frequency ω decays "
           "by exp(−½ rayleigh_stiffness ω² t). It does not slow rigid motions such as falls and spins.",
           "s",
           {0, 1e6}},
          s.rayleigh_stiffness);
  v.value({"rigid",
           "Fraction left after one second of the velocities relative to the best-fitting rigid motion of "
           "each connected piece. Preserves momentum and angular momentum.",
           "",
           {0, 1}},
          s.rigid);
  v.value({"energy_budget",
           "Remove energy above the initial energy plus the work of moving pins, anchors and contact, by "
           "slowing motion relative to the rigid motion of each free piece."},
          s.energy_budget);
}

template <class Visitor>
void describe(Visitor& v, Path& s) {
  v.value({.name = "keys",
           .doc = "Keyframes [time, x, y, z]: seconds, and what is added to the place (m), force (N) or "
                  "wind (m/s).",
           .required = true},
          s.keys);
  v.value({"smooth", "Ease in and out of every keyframe instead of moving linearly."}, s.smooth);
  v.value({"repeat", "Repeat after the last keyframe."}, s.repeat);
}

template <class Visitor>
void describe(Visitor& v, Air& s) {
  v.value({"density", "Density of the air; 0: no air. 1.2 at sea level.", "kg/m³", {0, 1e4}}, s.density);
  v.value({"drag",
           "Drag coefficient C of the force ½ ρ A C u² against the part u of the velocity along a triangle's "
           "normal; 1.2 for flat plates.",
           "",
           {0, 1e3}},
          s.drag);
  v.value({"friction", "The same for the part of the velocity along a triangle's surface.", "", {0, 1e3}},
          s.friction);
  v.value({"wind", "Mean velocity of the wind.", "m/s", {-1e3, 1e3}}, s.wind);
  v.table({"over_time", "Wind that is added to `wind` as time goes on. Unset: the mean is constant."},
          s.change);
  v.value({"gust", "Fraction of the wind speed that gusts add and subtract.", "", {0, 1}}, s.gust);
  v.value({"gust_period", "Period of the slowest gusts.", "s", {1e-3, 1e6}}, s.gust_period);
}

template <class Visitor>
void describe(Visitor& v, PlasticityOptions& s) {
  v.value({"yield",
           "Elastic strain beyond which springs deform permanently. Unset: springs are elastic.",
           "",
           {0, 1e3, true}},
          s.yield);
  v.value({"hardening", "Increase of the yield strain per plastic strain.", "", {0, 1e6}}, s.hardening);
  v.value({"time", "Time in which the strain beyond yield falls to 1/e; 0: immediately.", "s", {0, 1e6}},
          s.time);
  v.value({"most", "Largest plastic strain in either direction.", "", {0, 0.99}}, s.most);
}

template <class Visitor>
void describe(Visitor& v, ContactOptions& s) {
  v.choice({"method", "How contact is resolved; all below concerns \"planes\" alone."}, s.method,
           contact_choices());
  v.value({"self", "Whether parts of one body meet."}, s.self);
  v.value({"bodies", "Whether bodies meet each other."}, s.bodies);
  v.value(
      {"ignore",
       "Pairs of names of bodies and colliders that do not meet, such as [[\"shirt\", \"trousers\"]]. The "
       "same name twice: the body does not meet itself."},
      s.ignore);
  v.value({"thickness",
           "Thickness of bodies without their own: the distance that surfaces keep. 0: 3 mm, or a quarter of "
           "the shortest edge where that is less.",
           "m",
           {0, 1}},
          s.thickness);
  v.value(
      {"friction", "Coulomb's μ of bodies without their own; two surfaces meet with √(μ₁ μ₂).", "", {0, 100}},
      s.friction);
  v.value({"least_gap", "Planes leave at least half of this between surfaces.", "m", {1e-7, 0.01}},
          s.least_gap);
  v.value({"rounds",
           "How many rounds the iterations of a step are divided into; contact forces are corrected between "
           "them. At most as many as iterations.",
           "",
           {1, 1000}},
          s.rounds);
  v.value({"sweeps", "Passes over all contacts in each round.", "", {1, 1000}}, s.sweeps);
  v.choice({"verify", "How often to check that no surfaces pass through each other."}, s.verify,
           verify_choices());
  v.choice({"when_forced", "What pins and obstacles do that press surfaces thinner than they are."},
           s.when_forced, when_forced_choices());
}

template <class Visitor>
void describe(Visitor& v, StrainLimitOptions& s) {
  v.value({"limit",
           "Largest strain: each step ends by shortening springs to at most 1 + limit rest lengths. Unset: "
           "no limit.",
           "",
           {0, 1000}},
          s.limit);
  v.value({"sweeps", "Largest number of passes over all springs, outwards from the pins.", "", {1, 10000}},
          s.sweeps);
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
           "Vertex indices. A grid is numbered row by row from its back left corner.",
           "",
           {0, static_cast<double>(max_vertices)}},
          s.vertices);
  v.choice({"corner", "One corner of a grid."}, s.corner, corner_choices());
  v.choice({"edge", "One edge of a grid."}, s.edge, edge_choices());
  v.choice({"end", "One end of a chain."}, s.end, end_choices());
  v.table({"box", "All vertices in a box, after the body is placed."}, s.box);
  v.table({"sphere", "All vertices in a sphere, after the body is placed."}, s.sphere);
  v.value({"all", "Select the whole body."}, s.all);
}

template <class Visitor>
void describe(Visitor& v, MotionSpec& s) {
  v.value(
      {.name = "place",
       .doc = "Place of a vertex, as formulas in the time t (s), the place x, y, z where the vertex starts, "
              "its index i and the number n of vertices of the body.",
       .unit = "m",
       .required = true},
      s.place);
  v.value({"duration",
           "Time from the start after which the vertices stay where they are.",
           "s",
           {0, 1e6, true},
           true},
          s.duration);
}

template <class Visitor>
void describe(Visitor& v, PinSpec& s) {
  describe_selection(v, s);
  v.choice({"axes", "Coordinates held; the vertices slide along the others."}, s.axes, axes_choices());
  v.value(
      {"from", "Time at which the vertices are caught where they are then. Unset: the start.", "s", any_time},
      s.from);
  v.value({"until", "Time at which the vertices are released. Unset: never.", "s", any_time}, s.until);
  v.table({"path", "Common motion of the pinned vertices. Unset: fixed."}, s.path);
  v.table({"motion", "Motion of each pinned vertex by formulas, instead of a path."}, s.motion);
  v.value({"paths",
           "File with a motion for each vertex instead: a table with the columns time (s), vertex, x, y and "
           "z (m, "
           "offset from where the vertex starts), a row per keyframe."},
          s.paths);
}

template <class Visitor>
void describe(Visitor& v, AttachmentSpec& s) {
  describe_selection(v, s);
  v.value({"stiffness", "Stiffness of the spring from each vertex to its anchor.", "N/m", any_stiffness},
          s.stiffness);
  v.table({"path", "Common motion of the anchors. Unset: fixed."}, s.path);
}

template <class Visitor>
void describe(Visitor& v, ForceSpec& s) {
  describe_selection(v, s);
  v.value({"force", "Force on each selected vertex.", "N", {-1e9, 1e9}}, s.force);
  v.table({"over_time", "Force that is added as time goes on. Unset: the force is constant."}, s.over_time);
}

template <class Visitor>
void describe(Visitor& v, BodySpec& s) {
  v.kind({"kind", "Kind of body."}, s.kind);
  v.value({"name", "Name, unique among the bodies; empty: kind and number."}, s.name);
  v.value(
      {"colour",
       "Colour of surfaces and ropes, as \"#rrggbb\". Unset: `view.colour`, for ropes `view.rope_colour`."},
      s.colour);
  v.value({"position", "Position of the body's origin, after rotation.", "m", any_place}, s.position);
  v.table({"rotation", "Rotation about the body's origin."}, s.rotation);
  v.value({"velocity", "Initial velocity of every vertex that is not pinned.", "m/s", {-1e4, 1e4}},
          s.velocity);
  v.value(
      {"angular_velocity",
       "Initial rotation about the body's centre of mass, added to `velocity`: the direction is the axis, "
       "the length the angle per time, counter-clockwise when looking against the axis.",
       "rad/s",
       {-1e6, 1e6}},
      s.angular_velocity);
  v.table({"vertex", "Start positions, velocities and masses of single vertices."}, s.vertex);
  v.value({"gravity", "Factor on the gravity of the scene for this body; 0: weightless.", "", {-1e3, 1e3}},
          s.gravity);
  v.value(
      {"thickness",
       "Thickness in contact with contact.method = \"planes\"; two surfaces keep the mean of theirs. Unset: "
       "`contact.thickness`.",
       "m",
       {1e-6, 1}},
      s.thickness);
  v.value(
      {"friction", "Coulomb's μ with contact.method = \"planes\". Unset: `contact.friction`.", "", {0, 100}},
      s.friction);
  v.list({"pin", "Vertices held exactly."}, s.pins);
  v.list({"attachment", "Vertices tied to points in space by springs."}, s.attachments);
  v.list({"force", "Forces on single vertices."}, s.forces);
}

template <class Visitor>
void describe(Visitor& v, View& s) {
  v.value({"eye", "Position of the camera. Unset: chosen to show all bodies.", "m", any_place}, s.eye);
  v.value({"target", "Point that the camera looks at.", "m", any_place}, s.target);
  v.value({"field_of_view", "Vertical field of view of the camera.", "°", {1, 170}}, s.field_of_view);
  v.value({"colour", "Colour of bodies without a colour of their own, as \"#rrggbb\"."}, s.colour);
  v.value({"rope_radius", "Radius of drawn ropes and hair without a radius of their own.", "m", {1e-6, 1e3}},
          s.rope_radius);
  v.value({"rope_colour",
           "Colour of ropes, hair and branches of bodies without a colour of their own. Unset: `colour`."},
          s.rope_colour);
  v.value({"floor", "Height of the drawn floor. Unset: a horizontal plane collider is drawn as the floor.",
           "m", any_place},
          s.floor);
}

template <class Visitor>
void describe(Visitor& v, CutSpec& s) {
  v.value({"time", "Time of the cut.", "s", any_time}, s.time);
  v.value({"eye", "Point from which the line of the cut is seen.", "m", any_place, true}, s.eye);
  v.value({"points",
           "Line whose view from the eye is cut: everything that it runs across, nearer or farther, along "
           "edges of the mesh.",
           "m", any_place, true},
          s.points);
}

template <class Visitor>
void describe(Visitor& v, SceneSpec& s) {
  v.value({"name", "Short name of the scene."}, s.name);
  v.value({"description", "One-line description of what happens."}, s.description);
  v.value({"frames", "Number of frames in a run.", "", {0, 1e6}}, s.frames);
  v.value({"start",
           "\"rest\": start where all forces balance, with the velocities that the bodies say. A file: start "
           "from the positions and velocities in an .npz "
           "archive, such as a frame of `tensio run --out DIR --format npz`. Unset: as the bodies say."},
          s.start);
  v.value({"gravity", "Acceleration due to gravity.", "m/s²", {-1e4, 1e4}}, s.gravity);
  v.table({"time", "Frames and steps."}, s.time);
  v.table({"integrator", "Time integration."}, s.integrator);
  v.table({"minimiser", "Solver of each step."}, s.minimiser);
  v.table({"damping", "Damping."}, s.damping);
  v.table({"air", "Drag and wind on all triangles."}, s.air);
  v.table({"plasticity", "Permanent deformation of springs."}, s.plasticity);
  v.table({"strain_limit", "Provot's rigid cloth: limits the stretch of every spring, with any scheme."},
          s.strain_limit);
  v.table({"contact", "What touches what, and how."}, s.contact);
  v.value({"tear_strain",
           "Springs stretched by more than this fraction of their length break; 0: never.",
           "",
           {0, 1e6}},
          s.tear_strain);
  v.list({.name = "body",
          .doc = "Moving bodies: cloths, ropes, meshes, soft bodies, hair, plants.",
          .required = true},
         s.bodies);
  v.list({"collider", "Rigid obstacles."}, s.colliders);
  v.list({"cut", "Cuts through bodies, each at a time."}, s.cuts);
  v.table({"view", "Camera and colours of pictures."}, s.view);
}

}  // namespace tensio
