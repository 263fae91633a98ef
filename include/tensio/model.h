#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tensio/elements.h"
#include "tensio/export.h"
#include "tensio/result.h"
#include "tensio/vec3.h"

namespace tensio TENSIO_API {

/// A vector as a function of time, through keyframes: what is added to a place (m), a force (N) or a wind
/// (m/s). Constant before the first and after the last keyframe, unless it repeats.
struct Path {
  struct Key {
    double time = 0;  // s, strictly increasing
    Vec3 offset;      // m, N or m/s
  };
  std::vector<Key> keys;
  bool smooth = false;  // ease in and out of every keyframe (3u² − 2u³) instead of straight lines
  bool repeat = false;  // start over after the last keyframe

  Vec3 offset(double time) const;  // zero without keyframes
};

/// Lengths and coordinates beyond this are refused, so that no square or area overflows.
inline constexpr double max_length = 1e9;  // m

/// Checks that keyframes are in order, every number is finite, and a repeating path does not jump: it would
/// throw what it moves.
Result<void> validate(const Path& path);

/// What a spring is for. Edits scale, and cuts treat, each family differently.
enum class SpringFamily : std::uint8_t { structural, shear, bend };
inline constexpr std::array<const char*, 3> spring_family_names = {"structural", "shear", "bend"};

/// Hookean springs, ½ k (|a − b| − r)², as columns: one row per spring.
struct Springs {
  std::vector<std::array<VertexId, 2>> ends;
  std::vector<SpringFamily> family;
  std::vector<double> rest_length;  // m, ≥ 0
  std::vector<double> stiffness;    // N/m, ≥ 0
  std::vector<double> damping;      // N·s/m along the spring, ≥ 0

  std::size_t size() const { return ends.size(); }
  void add(VertexId a, VertexId b, SpringFamily kind, double rest, double k, double k_d = 0) {
    ends.push_back({a, b});
    family.push_back(kind);
    rest_length.push_back(rest);
    stiffness.push_back(k);
    damping.push_back(k_d);
  }
};

/// Some of the coordinates, a bit each: 1 x, 2 y, 4 z.
using Axes = std::uint8_t;
inline constexpr Axes all_axes = 7;
inline constexpr bool has_axis(Axes axes, int axis) {
  return (axes >> axis & 1) != 0;
}
inline constexpr Axes other_axes(Axes axes) {
  return static_cast<Axes>(all_axes & ~axes);
}
/// Gives `to` these coordinates of `from`, and leaves the others alone.
inline void copy_axes(Axes axes, const Vec3& from, Vec3& to) {
  for (int axis = 0; axis < 3; ++axis)
    if (has_axis(axes, axis)) to[axis] = from[axis];
}

/// Holds a vertex, or some of its coordinates, exactly at position + path(t). Move it with a path, or with
/// Simulation::move_pin.
struct Pin {
  VertexId vertex = 0;
  Vec3 position;  // m
  Path path{};
  Axes axes = all_axes;  // fewer: the vertex slides in a plane, or along a line

  Vec3 place(double time) const { return position + path.offset(time); }  // m
};

/// Pulls a vertex to anchor + path(t) by a zero-length spring: a soft pin.
struct Attachment {
  VertexId vertex = 0;
  Vec3 anchor;           // m
  double stiffness = 0;  // N/m; more: follows more closely
  Path path{};
};

/// Pushes a vertex with a force that changes with time.
struct Push {
  VertexId vertex = 0;
  Path force{};  // N
};

/// A point on a triangle or a spring: Σ weight · x over three vertices. On a spring the third weight is 0.
struct BodyPoint {
  std::array<VertexId, 3> vertices{};
  std::array<double, 3> weights{1, 0, 0};  // ≥ 0, sum 1

  Vec3 position(Positions x) const {
    return weights[0] * x[vertices[0]] + weights[1] * x[vertices[1]] + weights[2] * x[vertices[2]];
  }
};

/// A hand that pulls a point of a body to a target by a zero-length spring.
struct Grab {
  std::uint32_t id = 0;  // the hand's; choose any, one per hand
  BodyPoint point;
  double stiffness = 0;  // N/m; about that of the body's springs feels firm
  Vec3 target;           // m
};

/// A colour in the web's notation: 0xrrggbb.
struct Rgb {
  std::uint32_t code = 0;

  friend constexpr bool operator==(const Rgb&, const Rgb&) = default;
};

/// How to draw what does not choose for itself (Part::colour, Model::radius).
struct Look {
  Rgb colour{0xd8603a};
  std::optional<Rgb> rope_colour{};  // colour of strands; none: `colour`
  double rope_radius = 0.01;         // m, radius of strands
};

/// Half-open ranges of the model's tables that one builder made. Vertices added by edits lie behind all
/// parts.
struct Part {
  std::string name;
  std::size_t vertex_begin = 0, vertex_end = 0;
  std::size_t triangle_begin = 0, triangle_end = 0;
  std::size_t columns = 0, rows = 0;  // for a grid of rectangles; otherwise 0
  Vec3 warp{};                        // direction of a sheet's warp at rest; zero: not a sheet
  std::optional<Rgb> colour{};        // none: Look::colour or Look::rope_colour
  double gravity = 1;                 // factor on the gravity of Setup; 0: weightless
  std::optional<double> thickness{};  // m, > 0, in contact; none: that of ContactOptions
  std::optional<double> friction{};   // Coulomb's μ, ≥ 0, in contact; none: that of ContactOptions

  bool is_sheet() const { return warp != Vec3{} && triangle_begin != triangle_end; }
};

/// What is simulated: tables that stay constant but for edits. What moves is in State. Builders (build.h)
/// fill a model; so can you, row by row.
struct Model : ElementTables {
  std::vector<Vec3> rest_position;  // m; also where a simulation starts, without Setup::position
  std::vector<double> mass;         // kg, > 0
  std::vector<Vec3> force;          // N, constant external force per vertex
  Springs springs;
  std::vector<std::array<VertexId, 3>> triangles;  // counter-clockwise seen from the front
  std::vector<Pressure> pressures;
  std::vector<Skin> skins;
  std::vector<Pin> pins;  // at most one per vertex
  std::vector<Attachment> attachments;
  std::vector<Push> pushes;
  std::vector<Grab> grabs;  // at most one per id
  std::vector<Part> parts;
  /// Vertices that edits added, each with the vertex that it copies, oldest first.
  std::vector<std::array<VertexId, 2>> copies;
  /// m, how thick strands are drawn at their vertices. May be shorter than the other columns, or empty:
  /// without a number, or with 0, Look::rope_radius applies.
  std::vector<double> radius;

  std::size_t vertex_count() const { return mass.size(); }
  /// Adds a free vertex without external force.
  VertexId add_vertex(const Vec3& position, double vertex_mass);
  /// Appends another model's tables and shifts their indices.
  void append(const Model& other);
};

/// Larger models are refused.
inline constexpr std::size_t max_vertices = 4'000'000;

/// Checks that every index is in range, every number finite and of the right sign, and columns have equal
/// lengths.
Result<void> validate(const Model& model);
Result<void> validate(const BodyPoint& point, std::size_t vertices);
Result<void> validate(const Grab& grab, std::size_t vertices);

/// Whether a skin replaces the vertex wherever its body is seen or touched.
bool is_covered(const Model& model, VertexId vertex);

/// Index, from 0, of the connected piece of every vertex. Springs and elements of positive stiffness connect.
std::vector<std::uint32_t> connected_pieces(const Model& model);

/// What a multistep scheme carries over: the state one step of length h earlier (position Verlet: h alone).
/// Drop it after changing a state from outside; the scheme then restarts.
struct History {
  std::vector<Vec3> x;  // m
  std::vector<Vec3> v;  // m/s
  double h = 0;         // s

  void set(const std::vector<Vec3>& x_before, const std::vector<Vec3>& v_before, double step) {
    x = x_before;
    v = v_before;
    h = step;
  }
  void drop() { h = 0; }
};

/// Positions and velocities at a time.
struct State {
  std::vector<Vec3> x;  // m
  std::vector<Vec3> v;  // m/s
  double time = 0;      // s
  History history{};
};

/// The model's rest position, at rest, at time 0; pins where their paths begin.
State make_state(const Model& model);

/// Hash of every bit of positions, velocities and time: equal for equal states, whatever the machine.
std::uint64_t state_hash(const State& state);

}  // namespace TENSIO_API
