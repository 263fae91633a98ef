#include "edit/move_elements.h"

#include <algorithm>

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
  bool move(Membrane& membrane) const {
    const auto triangle = find(membrane.vertex);
    if (!triangle) return move_whole(membrane.vertex);
    if (mesh_.is_gone[*triangle]) return false;
    for (VertexId& v : membrane.vertex) v = mesh_.corner(*triangle, v);
    return true;
  }
  bool move(Hinge& hinge) const { return move_fold(hinge.vertex); }
  bool move(Stencil& stencil) const {
    const bool has_four = std::ranges::none_of(stencil.coefficient, [](double c) { return c == 0; });
    if (has_four) return move_fold(stencil.vertex);
    std::vector<VertexId> used;
    for (std::size_t i = 0; i < 4; ++i)
      if (stencil.coefficient[i] != 0) used.push_back(stencil.vertex[i]);
    return move_whole(used);
  }
  bool move(const Tetrahedron& tetrahedron) const { return move_whole(tetrahedron.vertex); }
  bool move(const Altitude& altitude) const { return move_whole(altitude.vertex); }
  bool move(const Cluster& cluster) const { return move_whole(cluster.vertex); }

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

  /// Two triangles (0, 1, 2) and (1, 0, 3).
  bool move_fold(std::array<VertexId, 4>& vertex) const {
    const auto [a, b, c, d] = vertex;
    const auto first = find({a, b, c}), second = find({a, b, d});
    if (!first || !second) return move_whole(vertex);
    if (mesh_.is_gone[*first] || mesh_.is_gone[*second] || mesh_.is_cut(a, b)) return false;
    vertex = {mesh_.corner(*first, a), mesh_.corner(*first, b), mesh_.corner(*first, c),
              mesh_.corner(*second, d)};
    return vertex[0] == mesh_.corner(*second, a) && vertex[1] == mesh_.corner(*second, b);
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

}  // namespace

std::size_t move_elements(Model& model, const PartedMesh& mesh, std::span<const VertexId> parted) {
  const ElementMover mover(mesh, parted);
  const auto move_all = [&](auto& elements) {
    return std::erase_if(elements, [&](auto& element) { return !mover.move(element); });
  };
  const std::size_t gone = move_all(model.stencils) + move_all(model.hinges) + move_all(model.membranes) +
                           move_all(model.tetrahedra) + move_all(model.altitudes) + move_all(model.clusters);
  return gone + std::erase_if(model.pressures, [&](const Pressure& p) { return mover.is_opened(p); });
}

}  // namespace tensio::detail
