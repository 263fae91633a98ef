#include "build/chain.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

#include "build/material.h"

namespace tensio {
namespace {

bool is_along_line(const ChainOptions& options) {
  return options.curve || !options.points.empty();
}

/// Checks the line that the chain follows, except for the points of a curve.
Result<void> check_line(const ChainOptions& options) {
  if (!is_along_line(options)) {
    if (options.closed) return fail("a closed chain needs a line; set points or curve");
    if (auto ok = detail::check_position("start", options.start); !ok) return ok;
    if (auto ok = detail::check_position("end", options.end); !ok) return ok;
    if (!(norm(options.end - options.start) > 0))
      return fail("start and end of the chain are the same point; move one");
    return {};
  }
  if (options.curve && !options.points.empty())
    return fail("the chain has both points and a curve; set only one of them");
  if (!options.curve && options.points.size() < 2)
    return fail("the chain has 1 point; a line needs at least 2");
  for (std::size_t i = 0; i < options.points.size(); ++i)
    if (!detail::check_position("", options.points[i]))
      return detail::check_position(fmt::format("points[{}]", i).c_str(), options.points[i]);
  if (options.torsional_rigidity > 0)
    return fail("torsional_rigidity needs a straight chain; set it to 0, or use start and end");
  const std::size_t least = options.bend_stiffness > 0 ? 5 : 3;
  if (options.closed && options.segments < least)
    return fail(fmt::format("a closed chain{} needs at least {} segments, not {}",
                            options.bend_stiffness > 0 ? " with bend_stiffness" : "", least,
                            options.segments));
  return {};
}

Result<void> check(const ChainOptions& options) {
  if (options.segments < 1) return fail("the chain has 0 segments; it needs at least 1");
  if (options.segments >= max_vertices)
    return fail(
        fmt::format("the chain has {} segments; the limit is {}", options.segments, max_vertices - 1));
  if (auto ok = check_line(options); !ok) return ok;
  if (options.rest_length != 0)
    if (auto ok = detail::check_length("rest_length", options.rest_length); !ok) return ok;
  if (auto ok = detail::check_not_negative("stiffness", options.stiffness, "N/m"); !ok) return ok;
  if (auto ok = detail::check_not_negative("bend_stiffness", options.bend_stiffness, "N/m"); !ok) return ok;
  if (auto ok = detail::check_not_negative("spring_damping", options.spring_damping, "N·s/m"); !ok) return ok;
  if (auto ok = detail::check_not_negative("flexural_rigidity", options.flexural_rigidity, "N·m²"); !ok)
    return ok;
  if (auto ok = check(options.stiffening); !ok) return ok;
  if (auto ok = check(options.strain_bounds); !ok) return ok;
  if (auto ok = detail::check_not_negative("torsional_rigidity", options.torsional_rigidity, "N·m²"); !ok)
    return ok;
  if (auto ok = detail::check_not_negative("altitude_stiffness", options.altitude_stiffness, "N/m"); !ok)
    return ok;
  if (options.torsional_rigidity > 0 && 2 * options.segments + 1 > max_vertices)
    return fail(fmt::format(
        "a chain of {} segments with torsion has more than {} vertices, the limit; use fewer segments",
        options.segments, max_vertices));
  return detail::check_positive("mass", options.mass, "kg");
}

/// Where the vertices of a chain stand, and how long its segments are at rest.
struct ChainShape {
  std::vector<Vec3> position;  // m
  std::vector<double> length;  // m, at rest
  double scale = 1;            // of lengths at rest, relative to the positions
};

/// A line that knows how long it is up to each of its points.
class MeasuredLine {
 public:
  explicit MeasuredLine(std::vector<Vec3> points) : points_(std::move(points)), upto_(points_.size()) {
    for (std::size_t i = 1; i < points_.size(); ++i)
      upto_[i] = upto_[i - 1] + norm(points_[i] - points_[i - 1]);
  }
  double length() const { return upto_.back(); }
  /// The number of the point at this length, with a fraction between two points.
  double at(double wanted) const {
    const auto above = std::upper_bound(upto_.begin(), upto_.end(), wanted);
    if (above == upto_.end()) return static_cast<double>(points_.size() - 1);
    const auto i = static_cast<std::size_t>(above - upto_.begin());
    return static_cast<double>(i - 1) + (wanted - upto_[i - 1]) / (upto_[i] - upto_[i - 1]);
  }
  Vec3 point(double number) const {
    const auto i = static_cast<std::size_t>(number);
    if (i + 1 >= points_.size()) return points_.back();
    const double part = number - static_cast<double>(i);
    return part == 0 ? points_[i] : (1 - part) * points_[i] + part * points_[i + 1];
  }

 private:
  std::vector<Vec3> points_;
  std::vector<double> upto_;  // m
};

/// Places vertices at equal distances along a line or a curve.
Result<std::vector<Vec3>> place_along(const ChainOptions& options) {
  std::vector<Vec3> points = options.points;
  if (options.curve) {
    constexpr std::size_t least = 4096, many = std::size_t{1} << 20;
    const std::size_t parts = std::max({least, options.segments, std::min(8 * options.segments, many)});
    points.resize(parts + 1);
    for (std::size_t i = 0; i <= parts; ++i) {
      const double s = static_cast<double>(i) / static_cast<double>(parts);
      points[i] = options.curve(s);
      if (!is_finite(points[i]) || !(norm(points[i]) <= max_length))
        return fail(fmt::format("the curve has no point within {:g} m at s = {}; change it", max_length, s));
    }
  } else if (options.closed) {
    points.push_back(points.front());
  }
  const MeasuredLine line(std::move(points));
  if (!(line.length() > 0)) return fail("the line of the chain has no length; move its points apart");
  if (options.curve && options.closed && !(norm(options.curve(1) - options.curve(0)) <= 1e-9 * line.length()))
    return fail("the curve does not end where it begins; let it, or remove closed");
  const std::size_t vertices = options.segments + (options.closed ? 0 : 1);
  const double last = line.at(line.length());
  std::vector<Vec3> placed(vertices);
  for (std::size_t i = 0; i < vertices; ++i) {
    const double part = static_cast<double>(i) / static_cast<double>(options.segments);
    const double number = i == options.segments ? last : line.at(part * line.length());
    placed[i] = options.curve ? options.curve(number / last) : line.point(number);
  }
  return placed;
}

Result<ChainShape> make_shape(const ChainOptions& options) {
  const std::size_t segments = options.segments;
  const auto count = static_cast<double>(segments);
  ChainShape shape;
  if (!is_along_line(options)) {
    const Vec3 span = options.end - options.start;
    shape.length.assign(segments, (options.rest_length > 0 ? options.rest_length : norm(span)) / count);
    for (std::size_t i = 0; i < segments; ++i)
      shape.position.push_back(options.start + (static_cast<double>(i) / count) * span);
    shape.position.push_back(options.end);
    return shape;
  }
  auto placed = place_along(options);
  if (!placed) return fail(placed.error());
  shape.position = std::move(*placed);
  double whole = 0;
  for (std::size_t i = 0; i < segments; ++i) {
    shape.length.push_back(norm(shape.position[(i + 1) % shape.position.size()] - shape.position[i]));
    if (!(shape.length[i] > 0))
      return fail(fmt::format("vertices {} and {} of the chain are at the same point; use more segments", i,
                              (i + 1) % shape.position.size()));
    whole += shape.length[i];
  }
  if (options.rest_length > 0) shape.scale = options.rest_length / whole;
  for (double& l : shape.length) l *= shape.scale;
  return shape;
}

}  // namespace

Vec3 unit_across(const Vec3& direction) {
  const Vec3 d = normalized(direction);
  return normalized(cross(d, std::abs(d.y) < 0.9 ? Vec3{0, 1, 0} : Vec3{1, 0, 0}));
}

void add_frame(Model& model, std::span<const VertexId> strand, const Vec3& across,
               const FrameOptions& options) {
  const double l = options.segment_length, r = l / 4;
  const double weight = 2 * options.torsional_rigidity / (l * r * r);
  const double edge_stiffness = std::max(options.edge_stiffness, 20 * weight);
  const auto begin = static_cast<VertexId>(model.vertex_count());
  const auto segments = static_cast<VertexId>(strand.size() - 1);
  for (VertexId i = 0; i < segments; ++i) {
    const Vec3 a = model.rest_position[strand[i]], b = model.rest_position[strand[i + 1]];
    const Vec3 side = i % 2 == 0 ? across : cross(normalized(b - a), across);
    model.add_vertex(0.5 * (a + b) + r * side, options.vertex_mass);
    for (const VertexId end : {strand[i], strand[i + 1]})
      model.springs.add(begin + i, end, SpringFamily::bend, std::sqrt(l * l / 4 + r * r), edge_stiffness);
  }
  const auto add_altitude = [&](const std::array<VertexId, 4>& v) {
    const std::vector<Vec3>& x = model.rest_position;
    if (const auto made = make_altitude(v, {x[v[0]], x[v[1]], x[v[2]], x[v[3]]}, options.altitude_stiffness))
      model.altitudes.push_back(*made);
  };
  for (VertexId i = 0; i + 1 < segments; ++i) {
    model.stencils.push_back({.vertex = {begin + i + 1, begin + i, strand[i], strand[i + 2]},
                              .coefficient = {1, -1, 0.5, -0.5},
                              .rest_length = std::sqrt(2.0) * r,
                              .weight = weight});
    if (options.altitude_stiffness == 0) continue;
    add_altitude({strand[i], begin + i, strand[i + 1], begin + i + 1});
    add_altitude({begin + i, strand[i + 1], begin + i + 1, strand[i + 2]});
  }
}

Result<Model> make_chain(const ChainOptions& options) {
  if (auto ok = check(options); !ok) return fail(ok.error().message);
  auto shape = make_shape(options);
  if (!shape) return fail(shape.error());
  const std::vector<double>& length = shape->length;
  const std::size_t segments = options.segments, vertices = segments + (options.closed ? 0 : 1);
  const auto count = static_cast<double>(segments);
  const bool halve_ends = options.lumping == Lumping::area && !options.closed;
  const bool has_frame = options.torsional_rigidity > 0;
  const double mass = (has_frame ? 1 - frame_mass : 1) * options.mass;
  const double share = mass / (halve_ends ? count : static_cast<double>(vertices));

  Model model;
  for (std::size_t i = 0; i < vertices; ++i) {
    const bool is_end = i == 0 || i == segments;
    model.add_vertex(shape->position[i], halve_ends && is_end ? share / 2 : share);
  }
  const std::vector<Vec3>& x = model.rest_position;
  const auto wrapped = [&](std::size_t i) { return static_cast<VertexId>(i < vertices ? i : i - vertices); };
  if (options.stiffness > 0)
    for (std::size_t i = 0; i < segments; ++i)
      model.springs.add(wrapped(i), wrapped(i + 1), SpringFamily::structural, length[i], options.stiffness,
                        options.spring_damping);
  // Each inner vertex, all of a closed chain, lies between two segments.
  const std::size_t first = options.closed ? 0 : 1;
  const auto before = [&](std::size_t i) { return i == 0 ? segments - 1 : i - 1; };
  if (options.bend_stiffness > 0)
    for (std::size_t i = first; i < segments; ++i) {
      const VertexId a = wrapped(i + vertices - 1), b = wrapped(i + 1);
      const double rest =
          options.is_curved ? shape->scale * norm(x[b] - x[a]) : length[before(i)] + length[i];
      model.springs.add(a, b, SpringFamily::bend, rest, options.bend_stiffness, options.spring_damping);
    }
  if (auto ok = add_stiffening(model, options.stiffening); !ok) return fail(ok.error().message);
  if (auto ok = add_strain_bounds(model, options.strain_bounds); !ok) return fail(ok.error().message);
  if (options.flexural_rigidity > 0)
    for (std::size_t i = first; i < segments; ++i) {
      const VertexId a = wrapped(i + vertices - 1), middle = wrapped(i), b = wrapped(i + 1);
      const double l = 0.5 * (length[before(i)] + length[i]);
      const double back = l / length[before(i)], ahead = l / length[i];
      const Vec3 bend = back * x[a] - (back + ahead) * x[middle] + ahead * x[b];
      model.stencils.push_back({.vertex = {a, middle, b, a},
                                .coefficient = {back, -(back + ahead), ahead, 0},
                                .rest_length = options.is_curved ? shape->scale * norm(bend) : 0,
                                .weight = options.flexural_rigidity / (l * l * l)});
    }
  model.parts.push_back({"chain", 0, vertices, 0, 0});
  if (has_frame) {
    std::vector<VertexId> strand(vertices);
    std::iota(strand.begin(), strand.end(), VertexId{0});
    add_frame(model, strand, unit_across(options.end - options.start),
              {.segment_length = length[0],
               .torsional_rigidity = options.torsional_rigidity,
               .edge_stiffness = options.stiffness,
               .altitude_stiffness = options.altitude_stiffness,
               .vertex_mass = frame_mass * options.mass / count});
    model.parts.push_back({"frame", vertices, model.vertex_count(), 0, 0});
  }
  if (auto ok = validate(model); !ok) return fail(ok.error().message);
  return model;
}

}  // namespace tensio
