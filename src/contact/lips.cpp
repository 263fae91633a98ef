#include "contact/lips.h"

#include <algorithm>

#include "math/sets.h"

namespace tensio {
namespace {

/// One of the vertices that were one.
struct Lip {
  VertexId root, vertex;  // the least vertex that it was one with, and its own
  Vec3 place{};           // m, where it was
  Vec3 inward{};          // from there towards what it is part of
  bool is_held = false;
};

/// All lips, those of one place next to each other.
std::vector<Lip> find_lips(const ContactSurface& surface, std::span<const std::array<VertexId, 2>> copies,
                           std::span<const Axes> pinned, Positions x) {
  Sets groups(x.size());
  for (const auto& [copy, original] : copies) groups.join(copy, original);
  std::vector<Lip> lips;
  for (const auto& pair : copies)
    for (const VertexId v : pair) lips.push_back({groups.find(v), v});
  const auto key = [](const Lip& lip) { return std::array{lip.root, lip.vertex}; };
  std::ranges::sort(lips, {}, key);
  const auto [first, last] = std::ranges::unique(lips, {}, key);
  lips.erase(first, last);
  for (Lip& lip : lips) {
    const auto neighbours = surface.neighbours(lip.vertex);
    lip.place = x[lip.vertex];
    for (const VertexId b : neighbours)
      lip.inward += normalized(x[b] - lip.place) / static_cast<double>(neighbours.size());
    lip.is_held = pinned[lip.vertex] != 0 || neighbours.empty();
  }
  return lips;
}

/// The lips of one place, and how they part.
class Parting {
 public:
  Parting(std::span<const Lip> lips, const Vec3& normal, double distance)
      : lips_(lips), normal_(normal), distance_(distance) {
    for (const Lip& lip : lips) mean_ += lip.inward / static_cast<double>(lips.size());
  }

  void place(std::span<Vec3> points) const {
    for (std::size_t i = 0; i < lips_.size(); ++i)
      points[lips_[i].vertex] = lips_[i].place + (lips_[i].is_held ? Vec3{} : distance_ * way(i));
  }
  /// How many of these points are among the lips.
  std::size_t count(std::span<const VertexId> points) const {
    std::size_t sum = 0;
    for (const Lip& lip : lips_) sum += std::ranges::find(points, lip.vertex) != points.end();
    return sum;
  }
  /// Goes another way where lips cross each other, or else less far. Stays in the end.
  void yield(bool is_among_lips) {
    if (is_among_lips ? ++turns_ == ways : (distance_ /= 8) < least) distance_ = 0;
  }
  bool stays() const { return distance_ == 0; }

 private:
  /// At first into what each lip kept, away from what the others did; then into it whatever the others do,
  /// which leaves a lip of one triangle within itself. In a crumpled sheet neither need part them: other ways
  /// are those to the faces, edges and corners of a cube.
  Vec3 way(std::size_t i) const {
    const Vec3 apart = normalized(lips_[i].inward - mean_);
    if (turns_ == 0) return apart;
    if (turns_ == 1) return normalized(lips_[i].inward);
    const Vec3 along = normalized(lips_[0].inward - mean_),
               up = normalized(normal_ - dot(normal_, along) * along);
    const int corner = turns_ <= 14 ? turns_ - 2 : turns_ - 1;  // but for the middle of the cube, 13
    const Vec3 direction = normalized((corner % 3 - 1.0) * along + (corner / 3 % 3 - 1.0) * up +
                                      (corner / 9 - 1.0) * cross(along, up));
    return (2 * static_cast<double>(i) / static_cast<double>(lips_.size() - 1) - 1) * direction;
  }

  static constexpr int ways = 28;
  static constexpr double least = 1e-8;  // m; nearer, directions between points are rounding
  std::span<const Lip> lips_;
  Vec3 normal_, mean_;
  double distance_;  // m
  int turns_ = 0;
};

std::vector<Parting> find_partings(const ContactSurface& surface, std::span<const Lip> lips, double distance,
                                   Positions x) {
  std::vector<Parting> partings;
  for (std::size_t first = 0, end = 0; first < lips.size(); first = end) {
    Vec3 normal;
    for (; end < lips.size() && lips[end].root == lips[first].root; ++end)
      for (const std::uint32_t t : surface.triangles_at(lips[end].vertex)) {
        const auto& [a, b, c] = surface.triangles[t];
        normal += cross(x[b] - x[a], x[c] - x[a]);
      }
    partings.emplace_back(lips.subspan(first, end - first), normal, distance);
  }
  return partings;
}

}  // namespace

void part_lips(const ContactSurface& surface, std::span<const std::array<VertexId, 2>> copies,
               std::span<const Axes> pinned, double distance, Untangler& untangler, std::span<Vec3> points) {
  const std::vector<Lip> lips = find_lips(surface, copies, pinned, points);
  std::vector<Parting> partings = find_partings(surface, lips, distance, points);
  const auto name = [](const Crossing& crossing) { return std::pair(crossing.triangle, crossing.edge); };
  std::vector<Crossing> before = untangler.find(points);
  std::ranges::sort(before, {}, name);
  for (const Parting& parting : partings) parting.place(points);
  for (bool is_done = false; !is_done;) {
    enum Fault : std::uint8_t { none, too_far, among_lips };
    std::vector<Fault> fault(partings.size(), none);
    for (const Crossing& crossing : untangler.find(points)) {
      if (std::ranges::binary_search(before, name(crossing), {}, name)) continue;
      const auto& [a, b, c] = surface.triangles[crossing.triangle];
      const std::array around{crossing.edge[0], crossing.edge[1], a, b, c};
      // Of two places whose lips cross each other, one turns at a time.
      const auto turning = std::ranges::find_if(
          partings, [&](const Parting& parting) { return !parting.stays() && parting.count(around) > 1; });
      if (turning != partings.end()) {
        fault[static_cast<std::size_t>(turning - partings.begin())] = among_lips;
        continue;
      }
      for (std::size_t i = 0; i < partings.size(); ++i)
        if (fault[i] == none && partings[i].count(around) > 0) fault[i] = too_far;
    }
    is_done = true;
    for (std::size_t i = 0; i < partings.size(); ++i) {
      if (fault[i] == none || partings[i].stays()) continue;
      partings[i].yield(fault[i] == among_lips);
      partings[i].place(points);
      is_done = false;
    }
  }
}

}  // namespace tensio
