#include "edit/cut.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tensio {
namespace detail {
namespace {

/// A point of the picture plane.
struct Point {
  double x = 0, y = 0;
};
/// Whether c lies to the left of the line from a to b; a point on it counts as one to the left, always.
bool is_left(const Point& a, const Point& b, const Point& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) >= 0;
}

struct Bounds {
  Point low{1e300, 1e300}, high{-1e300, -1e300};
  void add(const Point& p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  bool meets(const Bounds& b) const {
    return low.x <= b.high.x && b.low.x <= high.x && low.y <= b.high.y && b.low.y <= high.y;
  }
};
Bounds bounds_of(const Point& a, const Point& b) {
  Bounds bounds;
  bounds.add(a), bounds.add(b);
  return bounds;
}

/// Where the stroke crosses an edge.
struct Crossing {
  double along;     // the stroke: segment + fraction
  VertexId vertex;  // the end of the edge that it is nearer to
};

/// The mean direction of a stroke.
Vec3 ahead_of(const Stroke& stroke) {
  Vec3 ahead;
  for (const Vec3& direction : stroke.directions) ahead += normalized(direction);
  return normalized(ahead);
}

/// A valid stroke and the vertices, seen from the eye.
class Picture {
 public:
  Picture(Positions x, const Stroke& stroke) {
    ahead_ = ahead_of(stroke);
    const Vec3 up = std::abs(ahead_.y) < 0.9 ? Vec3{0, 1, 0} : Vec3{1, 0, 0};
    right_ = normalized(cross(ahead_, up));
    up_ = cross(right_, ahead_);
    for (const Vec3& direction : stroke.directions) {
      stroke_.push_back(project(normalized(direction), dot(normalized(direction), ahead_)));
      whole_.add(stroke_.back());
    }
    for (std::size_t i = 0; i + 1 < stroke_.size(); ++i)
      segments_.push_back(bounds_of(stroke_[i], stroke_[i + 1]));
    at_.resize(x.size());
    is_visible_.resize(x.size());
    for (std::size_t v = 0; v < x.size(); ++v) {
      const Vec3 from_eye = x[v] - stroke.eye;
      const double depth = dot(from_eye, ahead_);
      is_visible_[v] = depth > 1e-9;
      if (is_visible_[v]) at_[v] = project(from_eye, depth);
    }
  }

  bool may_cross(const std::array<VertexId, 3>& triangle) const {
    Bounds bounds;
    for (const VertexId v : triangle) {
      if (!is_visible_[v]) return false;
      bounds.add(at_[v]);
    }
    return bounds.meets(whole_);
  }

  /// Appends the crossings of the stroke with the edge from a to b, whichever way round the same.
  void add_crossings(VertexId a, VertexId b, std::vector<Crossing>& crossings) const {
    if (a > b) std::swap(a, b);
    if (!is_visible_[a] || !is_visible_[b]) return;
    const Point &p = at_[a], &q = at_[b];
    const Bounds bounds = bounds_of(p, q);
    if (!bounds.meets(whole_)) return;
    for (std::size_t i = 0; i < segments_.size(); ++i) {
      if (!bounds.meets(segments_[i])) continue;
      const Point &s = stroke_[i], &t = stroke_[i + 1];
      if (is_left(s, t, p) == is_left(s, t, q) || is_left(p, q, s) == is_left(p, q, t)) continue;
      const double to_p = std::abs(area(s, t, p)), to_q = std::abs(area(s, t, q));
      const double to_s = std::abs(area(p, q, s)), to_t = std::abs(area(p, q, t));
      const double fraction = to_s + to_t > 0 ? to_s / (to_s + to_t) : 0.5;
      crossings.push_back({static_cast<double>(i) + fraction, to_p <= to_q ? a : b});
    }
  }

  bool starts_inside(const std::array<VertexId, 3>& triangle) const {
    const Point &a = at_[triangle[0]], &b = at_[triangle[1]], &c = at_[triangle[2]], &s = stroke_[0];
    return is_left(a, b, s) == is_left(b, c, s) && is_left(b, c, s) == is_left(c, a, s);
  }

 private:
  Point project(const Vec3& from_eye, double depth) const {
    return {dot(from_eye, right_) / depth, dot(from_eye, up_) / depth};
  }
  static double area(const Point& a, const Point& b, const Point& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  }

  Vec3 ahead_, right_, up_;
  std::vector<Point> stroke_, at_;
  std::vector<Bounds> segments_;
  Bounds whole_;
  std::vector<bool> is_visible_;
};

}  // namespace

Incision cut_along(const Model& model, Positions x, const Stroke& stroke) {
  Incision incision;
  const Picture picture(x, stroke);
  std::vector<Crossing> crossings;
  for (const auto& triangle : model.triangles) {
    if (!picture.may_cross(triangle)) continue;
    crossings.clear();
    for (int corner = 0; corner < 3; ++corner)
      picture.add_crossings(triangle[corner], triangle[(corner + 1) % 3], crossings);
    std::ranges::sort(crossings, {}, &Crossing::along);
    // In at one, out at the next.
    for (std::size_t in = picture.starts_inside(triangle) ? 1 : 0; in + 1 < crossings.size(); in += 2)
      if (crossings[in].vertex != crossings[in + 1].vertex)
        incision.edges.push_back(pair_of(crossings[in].vertex, crossings[in + 1].vertex));
  }
  std::ranges::sort(incision.edges);
  incision.edges.erase(std::unique(incision.edges.begin(), incision.edges.end()), incision.edges.end());

  const Incidence incidence(model);
  for (std::uint32_t s = 0; s < model.springs.size(); ++s) {
    if (!is_rope(model.springs, s, incidence, model.triangles)) continue;  // triangles decide on others
    crossings.clear();
    picture.add_crossings(model.springs.ends[s][0], model.springs.ends[s][1], crossings);
    if (!crossings.empty()) incision.springs.push_back(s);
  }
  return incision;
}

}  // namespace detail

Result<void> validate(const Stroke& stroke) {
  if (stroke.directions.size() < 2) return fail("a stroke needs at least two points; draw a longer one");
  if (stroke.directions.size() > max_stroke_points)
    return fail(fmt::format("a stroke has {} points; at most {} are taken", stroke.directions.size(),
                            max_stroke_points));
  if (!is_finite(stroke.eye) || !is_finite(stroke.directions)) return fail("the stroke is not finite");
  const Vec3 ahead = detail::ahead_of(stroke);
  for (const Vec3& direction : stroke.directions)
    if (!(dot(normalized(direction), ahead) > 1e-3))
      return fail(
          "a stroke's directions must not be zero and must lie within 90° of their mean; draw it in one "
          "view");
  return {};
}

}  // namespace tensio
