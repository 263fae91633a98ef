#include "edit/carriers.h"

#include <algorithm>
#include <limits>

namespace tensio::detail {
namespace {

void make_unique(std::vector<std::array<VertexId, 2>>& ends) {
  std::ranges::sort(ends);
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
}

std::vector<std::array<VertexId, 3>> joined(std::vector<std::array<VertexId, 3>> triangles,
                                            const std::vector<std::array<VertexId, 3>>& patches) {
  triangles.insert(triangles.end(), patches.begin(), patches.end());
  return triangles;
}

/// Whether some pair of triangles, one at `a` and one at `b`, shares the edge opposite to both.
/// visit(first, second, p, q) of each such pair; true ends the search.
template <class Visit>
bool any_hinge(const PartedMesh& mesh, VertexId a, VertexId b, const Visit& visit) {
  for (const std::uint32_t first : mesh.incidence.triangles_at(a)) {
    const auto& corners = mesh.triangles[first];
    if (has_corner(corners, b)) continue;
    const std::size_t at = corners[0] == a ? 0 : corners[1] == a ? 1 : 2;
    const VertexId p = corners[(at + 1) % 3], q = corners[(at + 2) % 3];
    for (const std::uint32_t second : mesh.incidence.triangles_at(b))
      if (has_corner(mesh.triangles[second], p) && has_corner(mesh.triangles[second], q) &&
          visit(first, second, p, q))
        return true;
  }
  return false;
}

}  // namespace

PartedMesh::PartedMesh(const Model& model, const Incision& incision)
    : before(model),
      triangles(joined(model.triangles, incision.patches)),
      parted(triangles),
      is_gone(triangles.size(), false),
      is_broken(model.springs.size(), false),
      cut(incision.edges),
      incidence(model.vertex_count(), triangles, model.springs.ends) {
  for (const std::uint32_t t : incision.triangles) is_gone[t] = true;
  for (const std::uint32_t s : incision.springs) is_broken[s] = true;
  std::ranges::sort(cut);
}

bool PartedMesh::is_cut(VertexId a, VertexId b) const {
  return std::ranges::binary_search(cut, pair_of(a, b));
}

VertexId PartedMesh::corner(std::uint32_t triangle, VertexId v) const {
  const auto& old = triangles[triangle];
  return parted[triangle][old[0] == v ? 0 : old[1] == v ? 1 : 2];
}

std::vector<bool> PartedMesh::near() const {
  std::vector<bool> is_near(before.vertex_count(), false);
  const auto mark = [&](std::span<const VertexId> vertices) {
    for (const VertexId v : vertices) {
      is_near[v] = true;
      for (const std::uint32_t t : incidence.triangles_at(v))
        for (const VertexId corner : triangles[t]) is_near[corner] = true;
    }
  };
  for (const VertexPair& edge : cut) mark(edge);
  for (std::uint32_t t = 0; t < triangles.size(); ++t)
    if (is_gone[t] || !was_there(t)) mark(triangles[t]);
  for (std::uint32_t s = 0; s < is_broken.size(); ++s) {
    if (!is_broken[s]) continue;
    mark(before.springs.ends[s]);
    for (const VertexId end : before.springs.ends[s])
      for (const std::uint32_t other : incidence.springs_at(end))
        for (const VertexId v : before.springs.ends[other]) is_near[v] = true;
  }
  return is_near;
}

bool Carriers::is_rope(std::uint32_t spring) const {
  return detail::is_rope(mesh_.before.springs, spring, mesh_.incidence, mesh_.triangles);
}

bool Carriers::were_linked(VertexId a, VertexId b) const {
  for (const std::uint32_t t : mesh_.incidence.triangles_at(a))
    if (mesh_.was_there(t) && has_corner(mesh_.triangles[t], b)) return true;
  for (const std::uint32_t s : mesh_.incidence.springs_at(a)) {
    const auto& ends = mesh_.before.springs.ends[s];
    if ((ends[0] == b || ends[1] == b) && is_rope(s)) return true;
  }
  return false;
}

std::vector<VertexId> Carriers::neighbours(VertexId v) const {
  std::vector<VertexId> found;
  for (const std::uint32_t t : mesh_.incidence.triangles_at(v))
    if (mesh_.was_there(t))
      for (const VertexId corner : mesh_.triangles[t])
        if (corner != v) found.push_back(corner);
  for (const std::uint32_t s : mesh_.incidence.springs_at(v)) {
    const auto [a, b] = mesh_.before.springs.ends[s];
    if (is_rope(s)) found.push_back(a == v ? b : a);
  }
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

bool Carriers::is_hinge(VertexId a, VertexId b) const {
  return any_hinge(mesh_, a, b, [&](std::uint32_t first, std::uint32_t second, VertexId, VertexId) {
    return mesh_.was_there(first) && mesh_.was_there(second);
  });
}

/// The shortest way at rest from a to b over one vertex in between, else over two; empty without any.
std::vector<VertexId> Carriers::find_way(VertexId a, VertexId b) const {
  const std::vector<Vec3>& rest = mesh_.before.rest_position;
  const auto length = [&](VertexId p, VertexId q) { return norm(rest[p] - rest[q]); };
  const std::vector<VertexId> near_a = neighbours(a), near_b = neighbours(b);
  std::vector<VertexId> way;
  double least = std::numeric_limits<double>::infinity();
  const auto offer = [&](double total, std::vector<VertexId> over) {
    if (total < least) least = total, way = std::move(over);
  };
  for (const VertexId m : near_a)
    if (std::ranges::binary_search(near_b, m)) offer(length(a, m) + length(m, b), {m});
  if (!way.empty()) return way;
  for (const VertexId m : near_a)
    for (const VertexId n : near_b)
      if (m != b && n != a && were_linked(m, n)) offer(length(a, m) + length(m, n) + length(n, b), {m, n});
  return way;
}

/// The copies of a and b that triangles or unbroken ropes still join.
Carriers::Ends Carriers::links_after(VertexId a, VertexId b) const {
  Ends ends;
  for (const std::uint32_t t : mesh_.incidence.triangles_at(a))
    if (!mesh_.is_gone[t] && has_corner(mesh_.triangles[t], b))
      ends.push_back({mesh_.corner(t, a), mesh_.corner(t, b)});
  for (const std::uint32_t s : mesh_.incidence.springs_at(a)) {
    const auto& old = mesh_.before.springs.ends[s];
    if ((old[0] == b || old[1] == b) && !mesh_.is_broken[s] && is_rope(s)) ends.push_back({a, b});
  }
  make_unique(ends);
  return ends;
}

Carriers::Ends Carriers::hinges_after(VertexId a, VertexId b) const {
  Ends ends;
  any_hinge(mesh_, a, b, [&](std::uint32_t first, std::uint32_t second, VertexId p, VertexId q) {
    if (!mesh_.is_gone[first] && !mesh_.is_gone[second] && !mesh_.is_cut(p, q))
      ends.push_back({mesh_.corner(first, a), mesh_.corner(second, b)});
    return false;
  });
  make_unique(ends);
  return ends;
}

Carriers::Ends Carriers::ends_after(std::uint32_t spring) const {
  if (mesh_.is_broken[spring]) return {};
  const auto [a, b] = mesh_.before.springs.ends[spring];
  const SpringFamily family = mesh_.before.springs.family[spring];
  // A patch carries the springs along its edges, whatever carried them before.
  Ends along = links_after(a, b);
  if (were_linked(a, b) || !along.empty()) return along;
  if (family != SpringFamily::structural && is_hinge(a, b)) return hinges_after(a, b);
  if (family != SpringFamily::bend) return {{a, b}};
  const std::vector<VertexId> way = find_way(a, b);
  if (way.empty()) return {{a, b}};
  // Follow the copies along the way.
  Ends reached = links_after(a, way[0]);
  for (std::size_t i = 0; i < way.size(); ++i) {
    const Ends next = links_after(way[i], i + 1 < way.size() ? way[i + 1] : b);
    Ends farther;
    for (const auto& [start, here] : reached)
      for (const auto& [from, to] : next)
        if (from == here) farther.push_back({start, to});
    reached = std::move(farther);
  }
  make_unique(reached);
  return reached;
}

}  // namespace tensio::detail
