#include <algorithm>
#include <functional>
#include <utility>

#include "edit/incidence.h"
#include "tensio/edit.h"

namespace tensio {
namespace {

/// Distance and weights where the ray meets a triangle. Möller and Trumbore, "Fast, minimum storage
/// ray–triangle intersection", J. Graphics Tools 2 (1997).
std::optional<Hit> meet(const Ray& ray, Positions x, const std::array<VertexId, 3>& triangle) {
  const Vec3 &a = x[triangle[0]], ab = x[triangle[1]] - a, ac = x[triangle[2]] - a;
  const Vec3 p = cross(ray.direction, ac);
  const double volume = dot(ab, p);
  if (volume == 0) return {};
  const Vec3 from_a = ray.origin - a;
  const double u = dot(from_a, p) / volume;
  const Vec3 q = cross(from_a, ab);
  const double v = dot(ray.direction, q) / volume;
  const double t = dot(ac, q) / volume;
  if (!(u >= 0 && v >= 0 && u + v <= 1 && t > 0)) return {};
  return Hit{.point = {triangle, {1 - u - v, u, v}}, .position = {}, .distance = t};
}

/// The nearest approach of the ray to a segment: how far along the ray, how far along the segment, and the
/// gap.
struct Approach {
  double along_ray, along_segment, gap;
};
Approach approach(const Ray& ray, const Vec3& a, const Vec3& b) {
  // Minimises |o + t d − a − s e|² over 0 ≤ s ≤ 1 and t ≥ 0; d has length 1.
  const Vec3 e = b - a, w = ray.origin - a;
  const double de = dot(ray.direction, e), ee = dot(e, e), determinant = ee - de * de;
  double s = determinant > 1e-12 * ee ? (dot(w, e) - de * dot(w, ray.direction)) / determinant : 0;
  s = std::clamp(s, 0.0, 1.0);
  const double t = std::max(0.0, dot(a + s * e - ray.origin, ray.direction));
  return {t, s, norm(ray.origin + t * ray.direction - a - s * e)};
}

/// A body is held by three vertices, those that have most to say where the ray meets its skin.
BodyPoint below(const Skin& skin, const BodyPoint& at) {
  std::vector<std::pair<double, VertexId>> heard;
  for (std::size_t corner = 0; corner < 3; ++corner) {
    const SkinPoint& point = skin.points[at.vertices[corner]];
    for (std::size_t i = 0; i < point.vertex.size(); ++i) {
      const double weight = at.weights[corner] * point.weight[i];
      const auto known = std::ranges::find(heard, point.vertex[i], &std::pair<double, VertexId>::second);
      if (known != heard.end())
        known->first += weight;
      else
        heard.push_back({weight, point.vertex[i]});
    }
  }
  std::ranges::sort(heard, std::greater{});
  BodyPoint point{.vertices = {heard[0].second, heard[0].second, heard[0].second}, .weights = {1, 0, 0}};
  double sum = 0;
  for (std::size_t i = 0; i < 3 && i < heard.size(); ++i) sum += std::max(0.0, heard[i].first);
  for (std::size_t i = 0; i < 3 && i < heard.size() && sum > 0; ++i) {
    point.vertices[i] = heard[i].second;
    point.weights[i] = std::max(0.0, heard[i].first) / sum;
  }
  return point;
}

std::optional<Hit> pick_skin(const Skin& skin, Positions x, const Ray& ray) {
  std::vector<Vec3> points;
  for (const SkinPoint& point : skin.points) points.push_back(point.of(x));
  std::optional<Hit> first;
  for (const auto& triangle : skin.triangles)
    if (const auto hit = meet(ray, points, triangle); hit && (!first || hit->distance < first->distance))
      first = hit;
  if (first) first->point = below(skin, first->point);
  return first;
}

std::optional<Hit> pick_spring(const Model& model, Positions x, const Ray& ray, double spread) {
  const detail::Incidence incidence(model);
  std::optional<Hit> nearest;
  double least = spread;
  for (std::uint32_t s = 0; s < model.springs.size(); ++s) {
    const auto [a, b] = model.springs.ends[s];
    if (!detail::is_rope(model.springs, s, incidence, model.triangles)) continue;
    const auto [along_ray, along_segment, gap] = approach(ray, x[a], x[b]);
    if (!(gap < least * along_ray)) continue;
    least = gap / along_ray;
    nearest = Hit{
        .point = {{a, b, b}, {1 - along_segment, along_segment, 0}}, .position = {}, .distance = along_ray};
  }
  return nearest;
}

}  // namespace

VertexId Hit::vertex() const {
  const auto heaviest = std::ranges::max_element(point.weights) - point.weights.begin();
  return point.vertices[static_cast<std::size_t>(heaviest)];
}

std::optional<Hit> pick(const Model& model, Positions x, const Ray& ray, double spread) {
  const Ray unit{ray.origin, normalized(ray.direction)};
  if (!is_finite(unit.origin) || !is_finite(unit.direction) || unit.direction == Vec3{}) return {};
  std::optional<Hit> first;
  for (const auto& triangle : model.triangles) {
    if (!model.skins.empty() && is_covered(model, triangle[0])) continue;
    if (const auto hit = meet(unit, x, triangle); hit && (!first || hit->distance < first->distance))
      first = hit;
  }
  for (const Skin& skin : model.skins)
    if (const auto hit = pick_skin(skin, x, unit); hit && (!first || hit->distance < first->distance))
      first = hit;
  if (!first) first = pick_spring(model, x, unit, spread);
  if (first) first->position = first->point.position(x);
  return first;
}

}  // namespace tensio
