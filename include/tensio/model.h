#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tensio/elements.h"
#include "tensio/result.h"
#include "tensio/vec3.h"

namespace tensio {

/// A scripted motion: the displacement from the place of rest as a function of time, through keyframes.
/// Constant before the first and after the last keyframe, unless it repeats.
struct Path {
  struct Key {
    double time = 0;  // s, strictly increasing
    Vec3 offset;      // m
  };
  std::vector<Key> keys;
  bool smooth = false;  // ease in and out of every keyframe (3u² − 2u³) instead of straight lines
  bool repeat = false;  // start over after the last keyframe

  Vec3 offset(double time) const;  // m; zero without keyframes
};

/// Lengths and coordinates beyond this are refused, so that no square or area overflows.
inline constexpr double max_length = 1e9;  // m

/// Keyframes in order, every number finite, and no jump where the path repeats: it would throw what it moves.
Result<void> validate(const Path& path);

enum class SpringFamily : std::uint8_t { structural, shear, bend };
inline constexpr std::array<const char*, 3> spring_family_names = {"structural", "shear", "bend"};

/// Columns; one row per spring.
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

/// Holds a vertex exactly at position + path(t).
struct Pin {
  VertexId vertex = 0;
  Vec3 position;  // m
  Path path{};
};

/// A zero-length spring from a vertex to the point anchor + path(t).
struct Attachment {
  VertexId vertex = 0;
  Vec3 anchor;           // m
  double stiffness = 0;  // N/m
  Path path{};
};

/// A point of a body: Σ weight · x over three vertices. On a spring the third weighs nothing.
struct BodyPoint {
  std::array<VertexId, 3> vertices{};
  std::array<double, 3> weights{1, 0, 0};  // ≥ 0, sum 1

  Vec3 position(Positions x) const {
    return weights[0] * x[vertices[0]] + weights[1] * x[vertices[1]] + weights[2] * x[vertices[2]];
  }
};

/// A hand that pulls at a body: a zero-length spring from a point of it to a target.
struct Grab {
  std::uint32_t id = 0;  // of the hand
  BodyPoint point;
  double stiffness = 0;  // N/m
  Vec3 target;           // m
};

/// Half-open ranges of the model's tables that one builder made. Vertices that edits add lie behind all of
/// them.
struct Part {
  std::string name;
  std::size_t vertex_begin = 0, vertex_end = 0;
  std::size_t triangle_begin = 0, triangle_end = 0;
  std::size_t columns = 0, rows = 0;  // of a grid of rectangles; 0: of anything else
  Vec3 warp{};                        // of a sheet: the direction of its warp at rest; zero: it is no sheet

  bool is_sheet() const { return warp != Vec3{} && triangle_begin != triangle_end; }
};

/// What is simulated: constant tables, changed only by edits. What moves is in State.
struct Model : ElementTables {
  std::vector<Vec3> rest_position;  // m; also where a simulation starts
  std::vector<double> mass;         // kg, > 0
  std::vector<Vec3> force;          // N, constant external force on each vertex
  Springs springs;
  std::vector<std::array<VertexId, 3>> triangles;  // counter-clockwise seen from the front
  std::vector<Pressure> pressures;
  std::vector<Skin> skins;
  std::vector<Pin> pins;  // at most one per vertex
  std::vector<Attachment> attachments;
  std::vector<Grab> grabs;  // at most one per id
  std::vector<Part> parts;
  /// m, how thick strands are drawn at their vertices. It may be shorter than the tables of vertices, and
  /// empty: where it has no number, or 0, whoever draws chooses.
  std::vector<double> radius;

  std::size_t vertex_count() const { return mass.size(); }
  /// Adds a vertex at rest there, free and without external force.
  VertexId add_vertex(const Vec3& position, double vertex_mass);
  /// Appends another model's tables, indices shifted.
  void append(const Model& other);
};

/// More than this many vertices are refused: a direct factorisation would not fit into memory.
inline constexpr std::size_t max_vertices = 4'000'000;

/// Every index in range, every number finite and of the right sign, columns of equal length.
Result<void> validate(const Model& model);
Result<void> validate(const BodyPoint& point, std::size_t vertices);
Result<void> validate(const Grab& grab, std::size_t vertices);

// What is seen of a model: its vertices, and behind them the points of its skins in their order.
std::size_t seen_count(const Model& model);
std::vector<Vec3> seen_points(const Model& model, Positions x);
/// Those of the model but for the ones that skins stand for, and those of the skins.
std::vector<std::array<VertexId, 3>> seen_triangles(const Model& model);
/// Whether a skin stands for the vertex.
bool is_covered(const Model& model, VertexId vertex);

/// Index of the connected piece (through springs and elements of positive stiffness) of every vertex,
/// numbered from 0.
std::vector<std::uint32_t> connected_pieces(const Model& model);

/// What a scheme of several steps carries over: the state one step of length h before. Whoever changes a
/// state from outside drops it, and the scheme starts anew.
struct History {
  std::vector<Vec3> x;  // m
  std::vector<Vec3> v;  // m/s
  double h = 0;         // s

  bool fits(std::size_t vertices, double step) const { return h == step && x.size() == vertices; }
  void set(const std::vector<Vec3>& x_before, const std::vector<Vec3>& v_before, double step) {
    x = x_before;
    v = v_before;
    h = step;
  }
  void drop() { h = 0; }
};

/// What moves.
struct State {
  std::vector<Vec3> x;  // m
  std::vector<Vec3> v;  // m/s
  double time = 0;      // s
  History history{};
};

/// At rest in the model's rest position, at time 0.
State make_state(const Model& model);

/// Equal only for states that agree in every bit of positions, velocities and time.
std::uint64_t state_hash(const State& state);

}  // namespace tensio
