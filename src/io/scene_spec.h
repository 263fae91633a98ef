#pragma once

#include <cstdint>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "io/body_kinds.h"
#include "io/scene.h"
#include "io/vertex_data.h"
#include "tensio/collider.h"
#include "tensio/setup.h"

namespace tensio {

/// Parts of a scene document without an equivalent engine type. scene_format.h declares their fields.

struct RotationSpec {
  Vec3 axis{0, 1, 0};
  double degrees = 0;

  Mat3 turn() const { return rotation(axis, degrees * std::numbers::pi / 180); }
};

/// A number or "auto"; neither if unset.
struct SubstepsSpec {
  std::optional<int> count;
  bool is_automatic = false;
};

struct TimeSpec {
  double frame = Setup{}.frame_time;  // s
  SubstepsSpec substeps;
  AdaptiveOptions adaptive;
};

struct IntegratorSpec {
  Scheme scheme = Setup{}.scheme;
  SchemeOptions options{};
};

/// A choice of vertices; exactly one member is set.
struct SelectionSpec {
  std::vector<std::size_t> vertices;
  std::string corner, edge, end;
  SelectBox box;
  SelectSphere sphere;
  bool all = false;
  std::string given;  // name of that member
};

/// Where pinned vertices are as time goes on.
struct MotionSpec {
  VectorFormulaField place;
  double duration = 0;  // s
};

struct PinSpec : SelectionSpec {
  Axes axes = all_axes;
  std::optional<double> from, until;  // s
  Path path;
  MotionSpec motion;
  std::string paths;  // file with a path per vertex; empty: none
};
struct AttachmentSpec : SelectionSpec {
  double stiffness = 1000;  // N/m
  Path path;
};
struct ForceSpec : SelectionSpec {
  Vec3 force;      // N, on each vertex
  Path over_time;  // N, added to it
};

struct BodySpec {
  AnyBody kind;
  std::string name;
  std::optional<Rgb> colour;
  Vec3 position;  // m
  RotationSpec rotation;
  Vec3 velocity;          // m/s
  Vec3 angular_velocity;  // rad/s
  VertexSpec vertex;
  double gravity = Part{}.gravity;
  std::optional<double> thickness, friction;  // m; μ
  std::vector<PinSpec> pins;
  std::vector<AttachmentSpec> attachments;
  std::vector<ForceSpec> forces;
};

/// A collider whose triangles, and their motion, are in files.
struct MeshColliderSpec {
  std::string file;
  double scale = 1;  // factor on the coordinates in the files
  Vec3 position;     // m
  RotationSpec rotation;
  int sides = Mesh{}.sides;
  std::string cache;                     // empty: it is not animated
  std::optional<double> cache_fps{};     // 1/s
  std::optional<double> cache_start{};   // s
  std::optional<double> cache_repeat{};  // s after the first frame
};

struct ColliderSpec {
  std::variant<Plane, Sphere, Box, Capsule, Cylinder, MeshColliderSpec> shape;
  std::string name;
  double friction = Collider{}.friction, thickness = Collider{}.thickness;
  Path path;
  double mass = Collider{}.mass;  // kg
  Vec3 velocity;                  // m/s
};

/// A cut along what a line hides from an eye.
struct CutSpec {
  double time = 0;  // s
  Vec3 eye;         // m
  std::vector<Vec3> points;
};

/// A whole scene document.
struct SceneSpec {
  std::string name, description;
  int frames = 150;
  std::string start;               // "rest", the name of a saved state, or empty
  Vec3 gravity = Setup{}.gravity;  // m/s²
  TimeSpec time;
  IntegratorSpec integrator;
  MinimiseOptions minimiser;
  Damping damping;
  Air air;
  PlasticityOptions plasticity;
  StrainLimitOptions strain_limit;
  ContactOptions contact;
  double tear_strain = Setup{}.tear_strain;
  std::vector<BodySpec> bodies;
  std::vector<ColliderSpec> colliders;
  std::vector<CutSpec> cuts;
  View view;
};

}  // namespace tensio
