#pragma once

#include <optional>

#include "edit/take_apart.h"

namespace tensio::detail {

/// The triangles of a model before and after it was taken apart, by the same indices.
struct PartedMesh {
  const Model& before;
  std::vector<std::array<VertexId, 3>> triangles;  // before; then the patches
  std::vector<std::array<VertexId, 3>> parted;     // with the copies of vertices
  std::vector<bool> is_gone;                       // of each triangle; patches are never
  std::vector<bool> is_broken;                     // of each spring
  std::vector<VertexPair> cut;                     // sorted
  Incidence incidence;                             // of `triangles` and the springs

  PartedMesh(const Model& model, const Incision& incision);
  bool is_cut(VertexId a, VertexId b) const;
  bool was_there(std::uint32_t triangle) const { return triangle < before.triangles.size(); }
  /// The copy of v, a corner of the triangle, that the triangle has now.
  VertexId corner(std::uint32_t triangle, VertexId v) const;
  /// Whether each vertex is at what was cut or broken, or a neighbour of one that is.
  std::vector<bool> near() const;
};

/// Finds what carries a spring, and where its ends went.
class Carriers {
 public:
  explicit Carriers(const PartedMesh& mesh) : mesh_(mesh) {}

  /// The ends of the spring afterwards: none when it is gone, several when copies of its carriers share it.
  std::vector<std::array<VertexId, 2>> ends_after(std::uint32_t spring) const;

 private:
  using Ends = std::vector<std::array<VertexId, 2>>;

  bool is_rope(std::uint32_t spring) const;
  bool were_linked(VertexId a, VertexId b) const;
  std::vector<VertexId> neighbours(VertexId v) const;
  bool is_hinge(VertexId a, VertexId b) const;
  std::vector<VertexId> find_way(VertexId a, VertexId b) const;
  Ends links_after(VertexId a, VertexId b) const;
  Ends hinges_after(VertexId a, VertexId b) const;

  const PartedMesh& mesh_;
};

}  // namespace tensio::detail
