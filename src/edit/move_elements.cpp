#include "edit/move_elements.h"

#include <algorithm>

#include "model/elements.h"

namespace tensio::detail {
namespace {

class ElementMover {
 public:
  ElementMover(const PartedMesh& mesh, std::span<const VertexId> parted)
      : mesh_(mesh), is_parted_(mesh.before.vertex_count(), false) {
    for (const VertexId v : parted) is_parted_[v] = true;
    for (std::uint32_t s = 0; s < mesh.is_broken.size(); ++s)
      if (mesh.is_broken[s]) {
        const auto [a, b] = mesh.before.springs.ends[s];
        broken_.push_back(pair_of(a, b));
      }
    std::ranges::sort(broken_);
  }

  /// False when the element is gone.
  template <class Element>
  bool move(Element& element) const {
    if constexpr (Element::role == ElementRole::sheet)
      if (const auto triangle = find(element.vertex)) return move_triangle(*triangle, element.vertex);
    return move_whole(element.vertex);
  }
  bool move(Hinge& hinge) const { return move_fold(hinge.vertex); }
  bool move(Stencil& stencil) const {
    const auto [a, b, c, d] = stencil.vertex;
    const bool has_four = std::ranges::none_of(stencil.coefficient, [](double w) { return w == 0; });
    if (has_four || (d != a && find({a, b, c}) && find({a, b, d}))) return move_fold(stencil.vertex);
    if (c == a && d == a) return true;  // see move_bounds
    if (const auto triangle = d == a ? find({a, b, c}) : std::nullopt)
      return move_triangle(*triangle, stencil.vertex);
    std::vector<VertexId> used;
    for (std::size_t i = 0; i < 4; ++i)
      if (stencil.coefficient[i] != 0) used.push_back(stencil.vertex[i]);
    return move_whole(used);
  }
  bool move(Plate& plate) const {
    const auto [a, b, c, d, e, f] = plate.vertex;
    const auto triangle = find({a, b, c});
    if (!triangle) return move_whole(plate.vertex);
    if (mesh_.is_gone[*triangle]) return false;
    const std::array corner{a, b, c}, across{d, e, f};
    for (std::size_t k = 0; k < 3; ++k) {
      if (across[k] == a) continue;
      const VertexId p = corner[(k + 1) % 3], q = corner[(k + 2) % 3];
      const auto other = find({across[k], p, q});
      if (other && !mesh_.is_gone[*other] && !mesh_.is_cut(p, q) && is_shared(*triangle, *other, p) &&
          is_shared(*triangle, *other, q))
        plate.vertex[3 + k] = mesh_.corner(*other, across[k]);
      else
        free_edge(plate, k);
    }
    for (std::size_t k = 0; k < 3; ++k) {
      plate.vertex[k] = mesh_.corner(*triangle, corner[k]);
      if (plate.vertex[3 + k] == a) plate.vertex[3 + k] = mesh_.corner(*triangle, a);
    }
    return plate.stiffness_scale() > 0;
  }

  bool is_opened(const Pressure& pressure) const {
    for (std::size_t t = pressure.triangle_begin; t < pressure.triangle_end; ++t) {
      const auto& [a, b, c] = mesh_.triangles[t];
      if (mesh_.is_gone[t] || mesh_.is_cut(a, b) || mesh_.is_cut(b, c) || mesh_.is_cut(c, a)) return true;
    }
    return false;
  }

 private:
  /// The triangle with these corners, in any order.
  std::optional<std::uint32_t> find(const std::array<VertexId, 3>& corners) const {
    for (const std::uint32_t t : mesh_.incidence.triangles_at(corners[0]))
      if (mesh_.was_there(t) && has_corner(mesh_.triangles[t], corners[1]) &&
          has_corner(mesh_.triangles[t], corners[2]))
        return t;
    return {};
  }

  bool move_triangle(std::uint32_t triangle, std::span<VertexId> vertices) const {
    if (mesh_.is_gone[triangle]) return false;
    for (VertexId& v : vertices) v = mesh_.corner(triangle, v);
    return true;
  }

  /// Two triangles (0, 1, 2) and (1, 0, 3).
  bool move_fold(std::array<VertexId, 4>& vertex) const {
    const auto [a, b, c, d] = vertex;
    const auto first = find({a, b, c}), second = find({a, b, d});
    if (!first || !second) return move_whole(vertex);
    if (mesh_.is_gone[*first] || mesh_.is_gone[*second] || mesh_.is_cut(a, b)) return false;
    vertex = {mesh_.corner(*first, a), mesh_.corner(*first, b), mesh_.corner(*first, c),
              mesh_.corner(*second, d)};
    return is_shared(*first, *second, a) && is_shared(*first, *second, b);
  }
  /// Whether two triangles still have the same copy of a corner.
  bool is_shared(std::uint32_t first, std::uint32_t second, VertexId corner) const {
    return mesh_.corner(first, corner) == mesh_.corner(second, corner);
  }

  bool move_whole(std::span<const VertexId> vertices) const {
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      if (is_parted_[vertices[i]]) return false;
      for (std::size_t j = 0; j < i && !broken_.empty(); ++j)
        if (std::ranges::binary_search(broken_, pair_of(vertices[i], vertices[j]))) return false;
    }
    return true;
  }

  const PartedMesh& mesh_;
  std::vector<bool> is_parted_;
  std::vector<VertexPair> broken_;  // springs, sorted
};

/// What bounds a spring goes where the spring goes, in parts where that has several copies.
std::size_t move_bounds(std::vector<Stencil>& stencils, const PartedMesh& mesh) {
  const Carriers carriers(mesh);
  const std::vector<bool> is_near = mesh.near();
  std::vector<Stencil> more;
  const std::size_t gone = std::erase_if(stencils, [&](Stencil& stencil) {
    const auto [a, b, c, d] = stencil.vertex;
    if (c != a || d != a || a >= is_near.size() || !(is_near[a] || is_near[b])) return false;
    for (const std::uint32_t s : mesh.incidence.springs_at(a)) {
      const auto& ends = mesh.before.springs.ends[s];
      if (ends[0] != b && ends[1] != b) continue;
      const auto after = carriers.ends_after(s);
      if (after.empty()) return true;
      stencil.weight /= static_cast<double>(after.size());
      for (std::size_t i = 0; i < after.size(); ++i) {
        Stencil& to = i == 0 ? stencil : more.emplace_back(stencil);
        to.vertex = {after[i][0], after[i][1], after[i][0], after[i][0]};
      }
      return false;
    }
    return false;
  });
  stencils.insert(stencils.end(), more.begin(), more.end());
  return gone;
}

}  // namespace

std::size_t move_elements(Model& model, const PartedMesh& mesh, std::span<const VertexId> parted) {
  const ElementMover mover(mesh, parted);
  std::size_t gone = 0;
  for_each_table(model, [&](auto& table) {
    gone += std::erase_if(table, [&](auto& element) { return !mover.move(element); });
  });
  gone += move_bounds(model.stencils, mesh);
  return gone + std::erase_if(model.pressures, [&](const Pressure& p) { return mover.is_opened(p); });
}

}  // namespace tensio::detail
