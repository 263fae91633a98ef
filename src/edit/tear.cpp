#include "edit/tear.h"

#include <algorithm>
#include <optional>

namespace tensio::detail {
namespace {

struct Stretched {
  double strain;
  std::uint32_t spring;
};

std::vector<Stretched> find_stretched(const Model& model, Positions x, double limit) {
  std::vector<Stretched> found;
  for (std::uint32_t s = 0; s < model.springs.size(); ++s) {
    const double rest = model.springs.rest_length[s];
    if (!(rest > 0) || model.springs.family[s] == SpringFamily::bend) continue;
    const auto [a, b] = model.springs.ends[s];
    if (const double strain = norm(x[a] - x[b]) / rest - 1; strain > limit) found.push_back({strain, s});
  }
  std::ranges::stable_sort(found, std::ranges::greater{}, &Stretched::strain);
  return found;
}

class Tearing {
 public:
  Tearing(const Model& model, Positions x)
      : model_(model),
        x_(x),
        incidence_(model),
        is_held_(model.vertex_count(), false),
        is_spent_(model.vertex_count(), false) {
    for (const Pin& pin : model.pins) is_held_[pin.vertex] = true;
  }

  void add(std::uint32_t spring) {
    const auto [a, b] = model_.springs.ends[spring];
    if (is_spent_[a] || is_spent_[b]) return;
    if (is_rope(model_.springs, spring, incidence_, model_.triangles)) {
      incision_.springs.push_back(spring);
      spend(a), spend(b);
      return;
    }
    if (!is_edge(a, b)) return;
    // Where fewer triangles hold, as at the end of a slit, first.
    const bool a_first = incidence_.triangles_at(a).size() <= incidence_.triangles_at(b).size();
    const VertexId first = a_first ? a : b, second = a_first ? b : a;
    if (!part(first, second)) part(second, first);
  }
  Incision finish() {
    std::ranges::sort(incision_.springs);
    return std::move(incision_);
  }

 private:
  bool is_edge(VertexId a, VertexId b) const {
    return std::ranges::any_of(incidence_.triangles_at(a),
                               [&](std::uint32_t t) { return has_corner(model_.triangles[t], b); });
  }

  /// Cuts the edges at v between the triangles that are pulled towards `to` and the others. False when all
  /// are on one side, or v is held.
  bool part(VertexId v, VertexId to) {
    if (is_held_[v]) return false;
    const Vec3 pull = x_[to] - x_[v];
    struct Side {
      VertexId spoke;
      bool is_ahead;
    };
    std::vector<Side> sides;
    for (const std::uint32_t t : incidence_.triangles_at(v)) {
      Vec3 middle;
      for (const VertexId corner : model_.triangles[t]) middle += x_[corner] - x_[v];
      for (const VertexId corner : model_.triangles[t])
        if (corner != v)
          sides.push_back({corner, dot(middle, pull) > 0 || has_corner(model_.triangles[t], to)});
    }
    const std::size_t ahead = static_cast<std::size_t>(std::ranges::count_if(sides, &Side::is_ahead));
    if (ahead == 0 || ahead == sides.size()) return false;
    std::ranges::sort(sides, {}, [](const Side& s) { return std::pair(s.spoke, s.is_ahead); });
    for (std::size_t i = 1; i < sides.size(); ++i)
      if (sides[i].spoke == sides[i - 1].spoke && sides[i].is_ahead != sides[i - 1].is_ahead)
        incision_.edges.push_back(pair_of(v, sides[i].spoke));
    spend(v);
    return true;
  }

  void spend(VertexId v) {
    is_spent_[v] = true;
    for (const std::uint32_t t : incidence_.triangles_at(v))
      for (const VertexId corner : model_.triangles[t]) is_spent_[corner] = true;
  }

  const Model& model_;
  Positions x_;
  Incidence incidence_;
  std::vector<bool> is_held_, is_spent_;
  Incision incision_;
};

}  // namespace

Incision tear(const Model& model, Positions x, double strain) {
  const std::vector<Stretched> stretched = find_stretched(model, x, strain);
  if (stretched.empty()) return {};
  Tearing tearing(model, x);
  for (const Stretched& one : stretched) tearing.add(one.spring);
  return tearing.finish();
}

}  // namespace tensio::detail
