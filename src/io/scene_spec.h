#pragma once

#include <cstdint>
#include <numbers>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "build/chain.h"
#include "build/mesh.h"
#include "build/sizes.h"
#include "build/tetrahedra.h"
#include "io/scene.h"
#include "tensio/build.h"
#include "tensio/cloth.h"
#include "tensio/collider.h"
#include "tensio/setup.h"
#include "tensio/solids.h"

namespace tensio {

/// Parts of a scene document without an equivalent engine type. scene_fields.h declares their fields.

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

struct PinSpec : SelectionSpec {
  Path path;
};
struct AttachmentSpec : SelectionSpec {
  double stiffness = 1000;  // N/m
  Path path;
};
struct ForceSpec : SelectionSpec {
  Vec3 force;  // N, on each vertex
};

struct MeshSpec {
  std::string file;
  double scale = 1;
  MeshOptions options;
};

/// Shape that a lattice fills.
enum class LatticeShape { box, ellipsoid };

struct LatticeSpec {
  LatticeShape shape = LatticeShape::box;
  std::string file;            // closed surface to fill instead; empty: none
  double scale = 1;            // factor on the file's coordinates
  bool embed = true;           // carry the surface as a skin
  std::size_t resolution = 8;  // cells along the longest side
  LatticeOptions options;

  /// Returns the options with cells as close to cubes as whole numbers allow.
  LatticeOptions filled() const;
};

struct TetSpec {
  std::string file;  // tetrahedra, or a closed surface to fill; empty: an ellipsoid
  double scale = 1;  // factor on the file's coordinates
  Vec3 size{1, 1, 1};
  std::size_t resolution = 10;  // cubes along the longest side
  TetOptions options;
};

struct BodySpec {
  std::variant<GridOptions, ChainOptions, MeshSpec, LatticeSpec, HairOptions, PlantOptions, BridgeOptions,
               TetSpec>
      kind;
  std::string name;
  std::optional<Rgb> colour;
  Vec3 position;  // m
  RotationSpec rotation;
  Vec3 velocity;  // m/s
  std::vector<PinSpec> pins;
  std::vector<AttachmentSpec> attachments;
  std::vector<ForceSpec> forces;
};

/// A whole scene document.
struct SceneSpec {
  std::string name, description;
  int frames = 150;
  Vec3 gravity = Setup{}.gravity;  // m/s²
  TimeSpec time;
  IntegratorSpec integrator;
  MinimiseOptions minimiser;
  Damping damping;
  Air air;
  PlasticityOptions plasticity;
  StrainLimitOptions strain_limit;
  double tear_strain = Setup{}.tear_strain;
  std::vector<BodySpec> bodies;
  std::vector<Collider> colliders;
  View view;
};

}  // namespace tensio
