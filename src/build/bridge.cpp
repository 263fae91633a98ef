#include <algorithm>
#include <fmt/format.h>

#include "build/material.h"
#include "build/sizes.h"

namespace tensio {
namespace {

constexpr std::size_t most_boards = 100'000;

Result<void> check(const BridgeOptions& o) {
  if (o.boards < 1 || o.boards > most_boards)
    return fail(fmt::format("boards is {}; it must be between 1 and {}", o.boards, most_boards));
  if (!(o.gap >= 0.02) || !(o.gap <= 0.9))
    return fail(fmt::format("gap is {}; it must be between 0.02 and 0.9", o.gap));
  if (auto ok = detail::check_length("span", o.span); !ok) return ok;
  if (auto ok = detail::check_length("width", o.width); !ok) return ok;
  if (auto ok = detail::check_not_negative("sag", o.sag, "m"); !ok) return ok;
  if (auto ok = detail::check_not_negative("rail_height", o.rail_height, "m"); !ok) return ok;
  if (auto ok = detail::check_positive("stiffness", o.stiffness, "N/m"); !ok) return ok;
  if (auto ok = detail::check_not_negative("board_stiffness", o.board_stiffness, "N/m"); !ok) return ok;
  if (auto ok = detail::check_not_negative("board_rigidity", o.board_rigidity, "N·m²"); !ok) return ok;
  if (auto ok = detail::check_positive("board_mass", o.board_mass, "kg"); !ok) return ok;
  if (auto ok = detail::check_positive("rope_mass", o.rope_mass, "kg/m"); !ok) return ok;
  return detail::check_not_negative("rope_radius", o.rope_radius, "m");
}

class Builder {
 public:
  Builder(const BridgeOptions& options, Model& model) : o_(options), model_(model) {}

  void build() {
    // Both edges of every board, and an end on either side.
    std::vector<double> along{-0.5};
    const double pitch = 1 / static_cast<double>(o_.boards);
    for (std::size_t b = 0; b < o_.boards; ++b)
      for (const double edge : {0.5 * o_.gap, 1 - 0.5 * o_.gap})
        along.push_back(-0.5 + pitch * (static_cast<double>(b) + edge));
    along.push_back(0.5);
    const double half = 0.5 * o_.width;
    const auto left = add_line(along, 0, -half, o_.rope_radius, true);
    const auto right = add_line(along, 0, half, o_.rope_radius, true);
    const auto middle = add_line({along.begin() + 1, along.end() - 1}, 0, 0, 0, false);
    for (std::size_t b = 0; b < o_.boards; ++b)
      add_board({left[2 * b + 1], left[2 * b + 2]}, {middle[2 * b], middle[2 * b + 1]},
                {right[2 * b + 1], right[2 * b + 2]});
    if (o_.rail_height > 0)
      for (const auto& rope : {left, right}) add_rail(along, rope);
    model_.parts.push_back({"bridge", 0, model_.vertex_count(), 0, 0});
    model_.parts.push_back(
        {"boards", model_.vertex_count(), model_.vertex_count(), 0, model_.triangles.size()});
  }

 private:
  using Pair = std::array<VertexId, 2>;

  double length(VertexId a, VertexId b) const {
    return norm(model_.rest_position[b] - model_.rest_position[a]);
  }
  void tie(VertexId a, VertexId b, double stiffness, SpringFamily family = SpringFamily::structural) {
    model_.springs.add(a, b, family, length(a, b), stiffness);
  }

  /// A row of vertices along a parabola, with a rope along it and its ends pinned, or without.
  std::vector<VertexId> add_line(const std::vector<double>& along, double height, double z, double radius,
                                 bool is_rope) {
    std::vector<VertexId> line;
    for (const double t : along) {
      line.push_back(model_.add_vertex({t * o_.span, height - o_.sag * (1 - 4 * t * t), z}, 1e-3));
      model_.radius.push_back(radius);
    }
    for (std::size_t i = 0; is_rope && i + 1 < line.size(); ++i) {
      tie(line[i], line[i + 1], o_.stiffness);
      for (const VertexId end : {line[i], line[i + 1]})
        model_.mass[end] += 0.5 * o_.rope_mass * length(line[i], line[i + 1]);
    }
    if (is_rope)
      for (const VertexId end : {line.front(), line.back()})
        model_.pins.push_back({end, model_.rest_position[end], {}});
    return line;
  }

  void add_board(const Pair& left, const Pair& middle, const Pair& right) {
    for (const auto& [a, b] : {std::array{left, middle}, {middle, right}}) {
      const double k = o_.board_stiffness;
      for (const auto& [p, q] : {Pair{a[0], b[0]}, {a[1], b[1]}, {a[0], b[1]}, {a[1], b[0]}})
        tie(p, q, k, SpringFamily::shear);
      model_.triangles.push_back({a[0], b[0], b[1]});
      model_.triangles.push_back({a[0], b[1], a[1]});
    }
    tie(middle[0], middle[1], o_.board_stiffness, SpringFamily::shear);
    for (std::size_t edge = 0; edge < 2; ++edge) {
      const double l = 0.5 * o_.width;
      model_.stencils.push_back({.vertex = {left[edge], middle[edge], right[edge], left[edge]},
                                 .coefficient = {1, -2, 1, 0},
                                 .weight = o_.board_rigidity / (l * l * l)});
    }
    for (const Pair& line : {left, middle, right})
      for (const VertexId v : line) model_.mass[v] += o_.board_mass / 6;
  }

  /// Above the rope, tied to it at every board.
  void add_rail(const std::vector<double>& along, const std::vector<VertexId>& rope) {
    std::vector<double> at{along.front()};
    for (std::size_t b = 0; b < o_.boards; ++b) at.push_back(0.5 * (along[2 * b + 1] + along[2 * b + 2]));
    at.push_back(along.back());
    const auto rail =
        add_line(at, o_.rail_height, model_.rest_position[rope[0]].z, 0.7 * o_.rope_radius, true);
    for (std::size_t b = 0; b < o_.boards; ++b) tie(rail[b + 1], rope[2 * b + 1], 0.3 * o_.stiffness);
  }

  const BridgeOptions& o_;
  Model& model_;
};

}  // namespace

std::size_t bridge_vertices(const BridgeOptions& o) {
  const std::size_t boards = std::min(o.boards, most_boards);
  return 2 * (2 * boards + 2) + 2 * boards + (o.rail_height > 0 ? 2 * (boards + 2) : 0);
}

Result<Model> make_bridge(const BridgeOptions& options) {
  if (auto ok = check(options); !ok) return fail(ok.error().message);
  Model model;
  Builder(options, model).build();
  if (auto ok = validate(model); !ok) return fail(ok.error().message);
  return model;
}

}  // namespace tensio
