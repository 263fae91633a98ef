#include "model/seen.h"

#include <algorithm>

namespace tensio {
namespace {

/// Sorts what is seen of a model by body.
class Viewing {
 public:
  Viewing(const Model& model, const Look& look) : model_(model), look_(look) {
    find_bodies();
    find_vertices();
  }

  Seen see() {
    add_triangles();
    add_segments();
    seen_.points = seen_count(model_);
    seen_.normals = smooth_parts(seen_points(model_, model_.rest_position), seen_.triangles);
    return std::move(seen_);
  }

 private:
  /// A thing and the body that it belongs to.
  template <class Thing>
  struct Owned {
    std::size_t body;
    Thing thing;
  };

  /// Body of each part, and a last one for what is in no part.
  void find_bodies() {
    for (const Part& part : model_.parts) {
      if (seen_.bodies.empty() || seen_.bodies.back().name != part.name) add_body(part.name, part.colour);
      body_of_part_.push_back(seen_.bodies.size() - 1);
    }
    add_body("", {});
  }
  void add_body(const std::string& name, const std::optional<Rgb>& colour) {
    const Rgb own = colour.value_or(look_.colour);
    seen_.bodies.push_back(
        {.name = name, .colour = own, .rope_colour = colour ? own : look_.rope_colour.value_or(own)});
  }
  std::size_t no_body() const { return seen_.bodies.size() - 1; }

  void find_vertices() {
    body_of_vertex_.assign(model_.vertex_count(), no_body());
    is_strand_.assign(model_.vertex_count(), true);
    for (std::size_t p = 0; p < model_.parts.size(); ++p) {
      const Part& part = model_.parts[p];
      for (std::size_t v = part.vertex_begin; v < part.vertex_end; ++v) {
        body_of_vertex_[v] = body_of_part_[p];
        is_strand_[v] = part.triangle_begin == part.triangle_end;
      }
    }
    for (const auto& [copy, original] : model_.copies) {
      body_of_vertex_[copy] = body_of_vertex_[original];
      is_strand_[copy] = is_strand_[original];
    }
  }

  void add_triangles() {
    std::vector<std::size_t> body(model_.triangles.size(), no_body());
    for (std::size_t p = 0; p < model_.parts.size(); ++p)
      for (std::size_t t = model_.parts[p].triangle_begin; t < model_.parts[p].triangle_end; ++t)
        body[t] = body_of_part_[p];
    std::vector<bool> covered(model_.vertex_count(), false);
    for (const Skin& skin : model_.skins)
      for (std::size_t v = skin.vertex_begin; v < skin.vertex_end; ++v) covered[v] = true;

    std::vector<Owned<std::array<VertexId, 3>>> found;
    for (std::size_t t = 0; t < model_.triangles.size(); ++t) {
      const auto& triangle = model_.triangles[t];
      if (std::ranges::none_of(triangle, [&](VertexId v) { return covered[v]; }))
        found.push_back({body[t], triangle});
    }
    std::size_t first = model_.vertex_count();
    for (const Skin& skin : model_.skins) {
      for (auto triangle : skin.triangles) {
        for (VertexId& point : triangle) point += static_cast<VertexId>(first);
        found.push_back({body_of_vertex_[skin.vertex_begin], triangle});
      }
      first += skin.points.size();
    }
    sort_out(found, seen_.triangles, &SeenBody::triangle_begin, &SeenBody::triangle_end);
  }

  void add_segments() {
    const bool is_surface = has_loose_triangles();
    std::vector<Owned<std::array<VertexId, 2>>> found;
    for (std::size_t s = 0; s < model_.springs.size(); ++s) {
      if (model_.springs.family[s] != SpringFamily::structural) continue;
      const auto& ends = model_.springs.ends[s];
      const std::size_t body = body_of_vertex_[ends[0]];
      if (is_strand_[ends[0]] && !(body == no_body() && is_surface)) found.push_back({body, ends});
    }
    sort_out(found, seen_.segments, &SeenBody::segment_begin, &SeenBody::segment_end);

    std::vector<double> radius(model_.vertex_count(), 0);
    std::ranges::copy(model_.radius, radius.begin());
    for (const auto& [copy, original] : model_.copies) radius[copy] = radius[original];
    for (double& r : radius)
      if (r == 0) r = look_.rope_radius;
    // A twig that grows out of a branch is as thin at its root as at its first vertex.
    for (const auto& [a, b] : seen_.segments)
      seen_.radii.push_back({std::min(radius[a], 1.6 * radius[b]), radius[b]});
  }

  /// Whether there are triangles in no part.
  bool has_loose_triangles() const { return seen_.bodies.back().triangle_begin < seen_.triangles.size(); }

  template <class Thing>
  void sort_out(std::vector<Owned<Thing>>& found, std::vector<Thing>& into, std::size_t SeenBody::*begin,
                std::size_t SeenBody::*end) {
    if (!std::ranges::is_sorted(found, {}, &Owned<Thing>::body))
      std::ranges::stable_sort(found, {}, &Owned<Thing>::body);
    for (const auto& [body, thing] : found) {
      ++(seen_.bodies[body].*end);
      into.push_back(thing);
    }
    std::size_t so_far = 0;
    for (SeenBody& body : seen_.bodies) {
      body.*begin = so_far;
      body.*end += so_far;
      so_far = body.*end;
    }
  }

  const Model& model_;
  const Look& look_;
  std::vector<std::size_t> body_of_part_, body_of_vertex_;
  std::vector<bool> is_strand_;  // whether a vertex is in a part without triangles
  Seen seen_;
};

}  // namespace

Seen see(const Model& model, const Look& look) {
  Seen seen = Viewing(model, look).see();
  const SeenBody& rest = seen.bodies.back();
  if (rest.triangle_begin == rest.triangle_end && rest.segment_begin == rest.segment_end)
    seen.bodies.pop_back();
  return seen;
}

std::size_t seen_count(const Model& model) {
  std::size_t count = model.vertex_count();
  for (const Skin& skin : model.skins) count += skin.points.size();
  return count;
}

std::vector<Vec3> seen_points(const Model& model, Positions x) {
  std::vector<Vec3> points(x.begin(), x.end());
  points.reserve(seen_count(model));
  for (const Skin& skin : model.skins)
    for (const SkinPoint& point : skin.points) points.push_back(point.of(x));
  return points;
}

}  // namespace tensio
