#pragma once

#include "contact/pair_list.h"
#include "geometry/crossings.h"
#include "support/random_system.h"

namespace tensio {

/// Triangles that are apart, each a body of its own, in a cube of this edge.
struct Soup {
  ContactSurface surface;
  std::vector<Vec3> x;
};

inline std::size_t count_crossings(const ContactSurface& surface, Positions x) {
  return CrossingFinder().find({x, surface.triangles}, true).size();
}

/// Leaves out triangles that would touch those before.
inline Soup make_soup(Random& random, int triangles, double cube, double size, double thickness) {
  Soup soup;
  while (static_cast<int>(soup.surface.triangles.size()) < triangles) {
    Soup more = soup;
    const Vec3 middle = random.vec3(0.5 * cube);
    const VertexId a = more.surface.add_points(3, thickness, 0.3);
    for (int k = 0; k < 3; ++k) more.x.push_back(middle + random.vec3(size));
    more.surface.triangles.push_back({a, a + 1, a + 2});
    if (count_crossings(more.surface, more.x) == 0) soup = std::move(more);
  }
  soup.surface.vertices = soup.x.size();
  soup.surface.connect({});
  return soup;
}

/// Homes for all points at time 0.
inline std::shared_ptr<const PairOrigin> make_origin(const std::vector<Vec3>& x, const std::vector<Vec3>& v,
                                                     const std::vector<double>& slack, double seconds) {
  auto origin = std::make_shared<PairOrigin>();
  origin->count = x.size(), origin->end = seconds;
  for (VertexId p = 0; p < x.size(); ++p) origin->points.push_back(p);
  origin->home = x, origin->velocity = v, origin->slack = slack;
  return origin;
}

/// The pairs that can come within their thickness in so many seconds.
inline PairList make_list(const ContactSurface& surface, const std::vector<Vec3>& x,
                          const std::vector<Vec3>& v, const std::vector<double>& slack, double seconds,
                          const PairRules& rules = {}) {
  Workers workers;
  PairList list;
  list.build(surface, rules, make_origin(x, v, slack, seconds), workers);
  return list;
}

}  // namespace tensio
