#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fmt/format.h>

#include "build/material.h"
#include "build/solid.h"
#include "build/surface.h"
#include "tensio/solids.h"

namespace tensio {
namespace {

constexpr int axes = 3;
using Offset = std::array<int, axes>;
using Place = std::array<std::size_t, axes>;

// Kuhn's tetrahedra share the diagonal from the lowest corner of a cell to the highest.
constexpr Offset edge_offsets[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
constexpr Offset diagonals[] = {{1, 1, 0}, {0, 1, 1}, {1, 0, 1}, {1, 1, 1}};
constexpr Offset other_diagonals[] = {{1, -1, 0}, {0, 1, -1}, {1, 0, -1}, {1, 1, -1}, {1, -1, 1}, {-1, 1, 1}};

Result<void> check(const LatticeOptions& options) {
  std::size_t room = max_vertices;
  for (const std::size_t cells : options.cells) {
    if (cells < 1) return fail("cells must be at least 1 along every axis");
    if (cells >= room)
      return fail(fmt::format(
          "cells makes more than {} vertices, the limit; use fewer cells or split the body", max_vertices));
    room /= cells + 1;
  }
  for (const double length : {options.size.x, options.size.y, options.size.z})
    if (auto ok = detail::check_length("size", length); !ok) return ok;
  if (auto ok = detail::check_positive("mass", options.mass, "kg"); !ok) return ok;
  if (auto ok = detail::check_not_negative("spring_damping", options.spring_damping, "N·s/m"); !ok) return ok;
  if (auto ok = detail::check_not_negative("density", options.density, "kg/m³"); !ok) return ok;
  if (auto ok = check(options.solid); !ok) return ok;
  return detail::check_stiffness({options.stiffness.structural, options.stiffness.shear, 0});
}

/// Fills the tables of a lattice whose options have been checked.
class LatticeBuilder {
 public:
  explicit LatticeBuilder(const LatticeOptions& options) : options_(options) {}

  Result<Model> build() {
    if (options_.surface.triangles.empty())
      keep_cells();
    else if (auto ok = fill_surface(); !ok)
      return fail(ok.error().message);
    for (const double share : share_) matter_ += share;
    if (matter_ == 0) return fail("no cell of the lattice lies inside its shape; use smaller cells");
    add_vertices();
    if (options_.solid.model == SolidModel::springs)
      add_all_springs();
    else if (options_.solid.model == SolidModel::shape_matching)
      add_clusters();
    if (options_.solid.needs_tetrahedra()) add_tetrahedra();
    add_surface();
    if (!options_.surface.triangles.empty()) add_skin();
    model_.parts.push_back({"lattice", 0, model_.vertex_count(), 0, model_.triangles.size()});
    return std::move(model_);
  }

 private:
  static constexpr VertexId none = ~VertexId{0};

  double spacing(int axis) const {
    const double size[] = {options_.size.x, options_.size.y, options_.size.z};
    return size[axis] / static_cast<double>(options_.cells[axis]);
  }
  /// A place in halves of a cell, from the lowest corner of the box; mirror images to the last bit.
  Vec3 position(const Place& halves) const {
    const auto along = [&](int axis) {
      return spacing(axis) / 2 *
             (static_cast<double>(halves[axis]) - static_cast<double>(options_.cells[axis]));
    };
    return options_.center + Vec3{along(0), along(1), along(2)};
  }

  /// Visits every place of a box of cells (or corners), x fastest.
  template <class Work>
  void for_each(std::size_t more, const Work& work) const {
    for (std::size_t z = 0; z < options_.cells[2] + more; ++z)
      for (std::size_t y = 0; y < options_.cells[1] + more; ++y)
        for (std::size_t x = 0; x < options_.cells[0] + more; ++x) work(Place{x, y, z});
  }
  std::size_t index(const Place& at, std::size_t more) const {
    return (at[2] * (options_.cells[1] + more) + at[1]) * (options_.cells[0] + more) + at[0];
  }

  void keep_cells() {
    share_.assign(options_.cells[0] * options_.cells[1] * options_.cells[2], 0);
    for_each(0, [&](const Place& cell) {
      const bool is_kept = !options_.contains ||
                           options_.contains(position({2 * cell[0] + 1, 2 * cell[1] + 1, 2 * cell[2] + 1}));
      share_[index(cell, 0)] = is_kept ? 1 : 0;
    });
  }

  /// All cells that have a part of the inside or a point of the surface. Slivers count a little more than
  /// they are, so that no vertex is without mass and stiffness.
  Result<void> fill_surface() {
    constexpr double least = 0.05;
    const CellGrid grid{position({0, 0, 0}), {spacing(0), spacing(1), spacing(2)}, options_.cells};
    auto share = fill_cells(options_.surface, grid);
    if (!share) return fail(share.error().message);
    share_ = std::move(*share);
    for (double& value : share_)
      if (value > 0) value = std::max(value, least);
    for (const Vec3& point : options_.surface.points) {
      double& value = share_[index(cell_at(point), 0)];
      value = std::max(value, least);
    }
    return {};
  }
  /// The cell that a point lies in, or the nearest to one outside.
  Place cell_at(const Vec3& point) const {
    const Vec3 from = point - position({0, 0, 0});
    Place cell{};
    for (int axis = 0; axis < axes; ++axis)
      cell[axis] = static_cast<std::size_t>(
          std::clamp(from[axis] / spacing(axis), 0.0, static_cast<double>(options_.cells[axis] - 1)));
    return cell;
  }

  /// Of the cell at a place that may lie outside.
  double share_of(const std::array<long, axes>& cell) const {
    Place at{};
    for (int axis = 0; axis < axes; ++axis) {
      if (cell[axis] < 0 || cell[axis] >= static_cast<long>(options_.cells[axis])) return 0;
      at[axis] = static_cast<std::size_t>(cell[axis]);
    }
    return share_[index(at, 0)];
  }

  /// How many kept cells, with their shares, have both the corner and the one that lies an offset further.
  double count_cells(const Place& corner, const Offset& offset) const {
    double count = 0;
    for (int choice = 0; choice < 8; ++choice) {
      std::array<long, axes> cell{};
      bool is_possible = true;
      for (int axis = 0; axis < axes; ++axis) {
        const int below = choice >> axis & 1;  // whether the cell lies below the corner
        is_possible = is_possible && offset[axis] != (below == 1 ? 1 : -1);
        cell[axis] = static_cast<long>(corner[axis]) - below;
      }
      if (is_possible) count += share_of(cell);
    }
    return count;
  }

  void add_vertices() {
    vertex_.assign((options_.cells[0] + 1) * (options_.cells[1] + 1) * (options_.cells[2] + 1), none);
    const double volume = options_.surface.triangles.empty() ? matter_ * spacing(0) * spacing(1) * spacing(2)
                                                             : enclosed_volume(options_.surface);
    const double mass = options_.density > 0 ? options_.density * volume : options_.mass;
    const double eighth = mass / (8 * matter_);
    for_each(1, [&](const Place& corner) {
      const double cells = count_cells(corner, {0, 0, 0});
      if (cells > 0)
        vertex_[index(corner, 1)] =
            model_.add_vertex(position({2 * corner[0], 2 * corner[1], 2 * corner[2]}), cells * eighth);
    });
  }

  void add_all_springs() {
    const LatticeStiffness& k = options_.stiffness;
    const auto is_wanted = [&](const Offset& offset) {
      const bool is_through = std::abs(offset[0]) + std::abs(offset[1]) + std::abs(offset[2]) == 3;
      return options_.layout != LatticeLayout::faces || !is_through;
    };
    for (const Offset& offset : edge_offsets) add_springs(offset, SpringFamily::structural, k.structural);
    for (const Offset& offset : diagonals)
      if (is_wanted(offset)) add_springs(offset, SpringFamily::shear, k.shear);
    if (options_.layout == LatticeLayout::tetrahedra) return;
    for (const Offset& offset : other_diagonals)
      if (is_wanted(offset)) add_springs(offset, SpringFamily::shear, k.shear);
  }

  void add_tetrahedra() {
    for_each(0, [&](const Place& cell) {
      const double share = share_[index(cell, 0)];
      if (share > 0) add_cell_tetrahedra(model_, corners_of(cell), options_.solid, share);
    });
  }
  /// In binary order: x, then y, then z.
  std::array<VertexId, 8> corners_of(const Place& cell) const {
    std::array<VertexId, 8> corner{};
    for (std::size_t c = 0; c < 8; ++c)
      corner[c] = vertex_[index({cell[0] + (c & 1), cell[1] + (c >> 1 & 1), cell[2] + (c >> 2)}, 1)];
    return corner;
  }

  void add_skin() {
    Skin skin{0, model_.vertex_count(), {}, options_.surface.triangles};
    for (const Vec3& point : options_.surface.points) {
      const Place cell = cell_at(point);
      SkinPoint embedded{.vertex = corners_of(cell)};
      const Vec3 from = point - position({2 * cell[0], 2 * cell[1], 2 * cell[2]});
      for (std::size_t c = 0; c < 8; ++c) {
        embedded.weight[c] = 1;
        for (int axis = 0; axis < axes; ++axis) {
          const double t = from[axis] / spacing(axis);
          embedded.weight[c] *= (c >> axis & 1) == 1 ? t : 1 - t;
        }
      }
      skin.points.push_back(embedded);
    }
    model_.skins.push_back(std::move(skin));
  }

  /// One about every vertex, of those around it, up to 27.
  void add_clusters() {
    const double edge = (spacing(0) + spacing(1) + spacing(2)) / 3;
    for_each(1, [&](const Place& centre) {
      if (vertex_[index(centre, 1)] == none) return;
      std::vector<VertexId> members;
      std::vector<Vec3> rest;
      std::vector<double> weight;
      for (std::size_t c = 0; c < 27; ++c) {
        Place at = centre;
        const std::size_t shift[] = {c % 3, c / 3 % 3, c / 9};
        bool is_inside = true;
        for (int axis = 0; axis < axes; ++axis) {
          at[axis] += shift[axis];
          is_inside = is_inside && at[axis] >= 1 && at[axis] <= options_.cells[axis] + 1;
          --at[axis];
        }
        if (!is_inside || vertex_[index(at, 1)] == none) continue;
        const VertexId v = vertex_[index(at, 1)];
        members.push_back(v);
        rest.push_back(model_.rest_position[v]);
        weight.push_back(model_.mass[v]);
      }
      model_.clusters.push_back(make_cluster(std::move(members), rest, std::move(weight),
                                             options_.solid.young * edge, options_.solid.linear));
    });
  }

  void add_springs(const Offset& offset, SpringFamily family, double stiffness) {
    if (stiffness == 0) return;
    const bool is_shared = options_.half_boundary || !options_.surface.triangles.empty();
    int most = 8;  // cells that share the spring, inside
    for (const int step : offset)
      if (step != 0) most /= 2;
    const double rest = norm(Vec3{offset[0] * spacing(0), offset[1] * spacing(1), offset[2] * spacing(2)});
    for_each(1, [&](const Place& corner) {
      const double cells = count_cells(corner, offset);
      if (cells == 0) return;
      Place other = corner;
      for (int axis = 0; axis < axes; ++axis) other[axis] += static_cast<std::size_t>(offset[axis]);
      model_.springs.add(vertex_[index(corner, 1)], vertex_[index(other, 1)], family, rest,
                         is_shared ? stiffness * cells / most : stiffness, options_.spring_damping);
    });
  }

  /// Two triangles for each face of a kept cell without a neighbour, along the diagonal that is a spring.
  void add_surface() {
    for_each(0, [&](const Place& cell) {
      if (share_[index(cell, 0)] == 0) return;
      for (int axis = 0; axis < axes; ++axis)
        for (const long side : {-1L, 1L}) {
          std::array<long, axes> neighbour{static_cast<long>(cell[0]), static_cast<long>(cell[1]),
                                           static_cast<long>(cell[2])};
          neighbour[axis] += side;
          if (share_of(neighbour) == 0) add_face(cell, axis, side > 0);
        }
    });
  }
  void add_face(const Place& cell, int axis, bool is_upper) {
    const auto corner = [&](std::size_t u, std::size_t v) {
      Place at = cell;
      at[axis] += is_upper ? 1 : 0;
      at[(axis + 1) % axes] += u;
      at[(axis + 2) % axes] += v;
      return vertex_[index(at, 1)];
    };
    // Along the axis, (u, v) turn counter-clockwise.
    const VertexId low = corner(0, 0), high = corner(1, 1), u = corner(1, 0), v = corner(0, 1);
    if (is_upper) {
      model_.triangles.push_back({low, u, high});
      model_.triangles.push_back({low, high, v});
    } else {
      model_.triangles.push_back({low, high, u});
      model_.triangles.push_back({low, v, high});
    }
  }

  const LatticeOptions& options_;
  std::vector<double> share_;     // that is matter, by cell
  double matter_ = 0;             // sum of these
  std::vector<VertexId> vertex_;  // by corner
  Model model_;
};

}  // namespace

void LatticeOptions::fit_surface(std::size_t resolution) {
  const auto [low, high] = bounds_of(surface.points);
  const Vec3 extent = high - low;
  const double cell = std::max({extent.x, extent.y, extent.z}) / static_cast<double>(resolution);
  center = 0.5 * (low + high);
  for (int axis = 0; axis < axes; ++axis) {
    const double count = std::max(1.0, std::ceil(extent[axis] / cell - 1e-9));
    cells[static_cast<std::size_t>(axis)] = static_cast<std::size_t>(count);
    size[axis] = count * cell;
  }
}

Result<Model> make_lattice(const LatticeOptions& options) {
  if (auto ok = check(options); !ok) return fail(ok.error().message);
  auto model = LatticeBuilder(options).build();
  if (!model) return model;
  if (auto ok = validate(*model); !ok) return fail(ok.error().message);
  return model;
}

}  // namespace tensio
