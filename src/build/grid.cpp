#include <fmt/format.h>

#include "build/bending.h"
#include "build/coarse_grid.h"
#include "build/material.h"
#include "build/weave.h"
#include "tensio/cloth.h"

namespace tensio {
namespace {

Result<void> check(const GridOptions& options) {
  if (options.columns < 2 || options.rows < 2)
    return fail(
        fmt::format("the grid has {} × {} vertices; it needs at least 2 × 2", options.columns, options.rows));
  if (options.columns > max_vertices / options.rows)
    return fail(fmt::format("the grid has {} × {} vertices; the limit is {} in total", options.columns,
                            options.rows, max_vertices));
  if (options.coarsening < 1) return fail("coarsening is 0; it must be at least 1");
  if (options.coarsening > 1 && options.cells == GridCells::staggered)
    return fail("coarsening does not work with staggered cells; choose cells = \"same\" or \"alternating\"");
  if (options.bend_reach != 2 && options.bend_reach != 3)
    return fail(fmt::format("bend_reach is {}; it must be 2 or 3", options.bend_reach));
  if (auto ok = detail::check_length("width", options.width); !ok) return ok;
  if (auto ok = detail::check_length("depth", options.depth); !ok) return ok;
  if (auto ok = detail::check_positive("mass", options.mass, "kg"); !ok) return ok;
  if (auto ok = detail::check_not_negative("spring_damping", options.spring_damping, "N·s/m"); !ok) return ok;
  if (auto ok = check(options.membrane); !ok) return ok;
  if (auto ok = check(options.bending); !ok) return ok;
  if (auto ok = check(options.stiffening); !ok) return ok;
  if (auto ok = check(options.strain_bounds); !ok) return ok;
  if (auto ok = detail::check_not_negative("area_density", options.area_density, "kg/m²"); !ok) return ok;
  if (options.membrane.model == MembraneModel::woven)
    if (auto ok = check_woven_triangles(options.membrane); !ok) return ok;
  return detail::check_stiffness(options.stiffness);
}

/// Fills the tables of a grid whose options have been checked.
class GridBuilder {
 public:
  explicit GridBuilder(const GridOptions& options) : options_(options) {
    options_.membrane.warp_direction = warp;
    if (options_.area_density > 0)
      options_.mass =
          options_.area_density * options_.depth * step_x() * static_cast<double>(options_.columns - 1);
  }

  Result<Model> build() {
    add_vertices();
    const bool is_woven = options_.membrane.model == MembraneModel::woven;
    const bool has_woven_springs = is_woven && !is_staggered() &&
                                   add_woven_grid(model_, 0, options_.columns, options_.rows,
                                                  options_.membrane, options_.spring_damping);
    if (!is_woven) add_all_springs();
    add_triangles();
    if (options_.lumping == Lumping::area) lump_by_area();
    if (!has_woven_springs) add_membranes(model_, options_.membrane);
    if (auto ok = add_stiffening(model_, options_.stiffening); !ok) return fail(ok.error().message);
    if (auto ok = add_strain_bounds(model_, options_.strain_bounds); !ok) return fail(ok.error().message);
    add_bending(model_, options_.bending, warp);
    const std::size_t columns = is_staggered() ? 0 : options_.columns,
                      rows = is_staggered() ? 0 : options_.rows;
    model_.parts.push_back(
        {"grid", 0, model_.vertex_count(), 0, model_.triangles.size(), columns, rows, warp});
    return std::move(model_);
  }

 private:
  static constexpr Vec3 warp{0, 0, 1};

  VertexId vertex(std::size_t column, std::size_t row) const {
    return static_cast<VertexId>(row * options_.columns + column);
  }

  /// From −length/2 to +length/2; the odd numerator makes the two halves mirror images to the last bit.
  static double coordinate(std::size_t i, std::size_t count, double length) {
    const auto last = static_cast<double>(count - 1);
    return length * ((2 * static_cast<double>(i) - last) / (2 * last));
  }

  void add_vertices() {
    const std::size_t count = options_.columns * options_.rows;
    model_.rest_position.reserve(count);
    model_.mass.reserve(count);
    model_.force.reserve(count);
    const double share = options_.mass / static_cast<double>(count);
    for (std::size_t row = 0; row < options_.rows; ++row) {
      const double z = coordinate(row, options_.rows, options_.depth);
      const double shift = !is_staggered() ? 0 : row % 2 == 0 ? -0.25 * step_x() : 0.25 * step_x();
      const double width = step_x() * static_cast<double>(options_.columns - 1);
      for (std::size_t column = 0; column < options_.columns; ++column)
        model_.add_vertex(
            {coordinate(column, options_.columns, is_staggered() ? width : options_.width) + shift, 0, z},
            share);
    }
  }

  bool is_staggered() const { return options_.cells == GridCells::staggered; }
  double step_x() const {
    return options_.width / (static_cast<double>(options_.columns - 1) + (is_staggered() ? 0.5 : 0));
  }
  double step_z() const { return options_.depth / static_cast<double>(options_.rows - 1); }

  void add_all_springs() {
    FamilyStiffness k = options_.stiffness;
    if (options_.membrane.model != MembraneModel::springs) k.structural = k.shear = 0;
    if (options_.bending.model != BendingModel::springs) k.bend = 0;
    if (is_staggered()) return add_staggered_springs(k);
    const auto reach = static_cast<std::size_t>(options_.bend_reach);
    add_springs(1, 0, SpringFamily::structural, k.structural);
    add_springs(0, 1, SpringFamily::structural, k.structural);
    const bool is_alternating =
        options_.cells == GridCells::alternating && options_.layout != GridLayout::full;
    if (is_alternating)
      add_alternating_springs(k.shear);
    else
      add_springs(1, 1, SpringFamily::shear, k.shear);
    if (options_.layout == GridLayout::full) add_springs(1, 1, SpringFamily::shear, k.shear, true);
    if (options_.layout == GridLayout::simplified) return;
    add_springs(reach, 0, SpringFamily::bend, k.bend);
    add_springs(0, reach, SpringFamily::bend, k.bend);
  }

  /// Adds all springs that span this number of columns and rows; mirrored: those from right to left.
  void add_springs(std::size_t columns, std::size_t rows, SpringFamily family, double stiffness,
                   bool mirrored = false) {
    if (stiffness == 0) return;
    const double rest =
        norm(Vec3{static_cast<double>(columns) * step_x(), 0, static_cast<double>(rows) * step_z()});
    for (std::size_t row = 0; row + rows < options_.rows; ++row)
      for (std::size_t column = 0; column + columns < options_.columns; ++column) {
        const std::size_t from = mirrored ? column + columns : column;
        const std::size_t to = mirrored ? column : column + columns;
        const bool halved =
            options_.half_boundary && family == SpringFamily::structural && on_boundary(column, row, columns);
        model_.springs.add(vertex(from, row), vertex(to, row + rows), family, rest,
                           halved ? stiffness / 2 : stiffness, options_.spring_damping);
      }
  }

  /// Whether a cell's diagonal runs from its back right corner to its front left one.
  bool is_mirrored(std::size_t column, std::size_t row) const {
    if (is_staggered()) return row % 2 == 0;
    return options_.cells == GridCells::alternating && (column + row) % 2 == 1;
  }

  void add_alternating_springs(double stiffness) {
    if (stiffness == 0) return;
    const double rest = norm(Vec3{step_x(), 0, step_z()});
    for (std::size_t row = 0; row + 1 < options_.rows; ++row)
      for (std::size_t column = 0; column + 1 < options_.columns; ++column) {
        const std::size_t turn = is_mirrored(column, row) ? 1 : 0;
        model_.springs.add(vertex(column + turn, row), vertex(column + 1 - turn, row + 1),
                           SpringFamily::shear, rest, stiffness, options_.spring_damping);
      }
  }

  /// Along every edge; bending springs over one vertex along the three directions of the edges.
  void add_staggered_springs(const FamilyStiffness& k) {
    const auto add = [&](long column, std::size_t row, long to_column, std::size_t to_row,
                         SpringFamily family, double stiffness) {
      const auto last = static_cast<long>(options_.columns);
      if (stiffness == 0 || to_column < 0 || to_column >= last || to_row >= options_.rows) return;
      const VertexId a = vertex(static_cast<std::size_t>(column), row);
      const VertexId b = vertex(static_cast<std::size_t>(to_column), to_row);
      const bool is_side = row == to_row ? row == 0 || row + 1 == options_.rows
                                         : column == to_column && (column == 0 || column + 1 == last);
      const bool is_halved = options_.half_boundary && family == SpringFamily::structural && is_side;
      model_.springs.add(a, b, family, norm(model_.rest_position[a] - model_.rest_position[b]),
                         is_halved ? stiffness / 2 : stiffness, options_.spring_damping);
    };
    const bool bends = options_.layout != GridLayout::simplified;
    for (std::size_t row = 0; row < options_.rows; ++row)
      for (long column = 0; column < static_cast<long>(options_.columns); ++column) {
        const long left = row % 2 == 0 ? column - 1 : column;
        add(column, row, column + 1, row, SpringFamily::structural, k.structural);
        add(column, row, left, row + 1, SpringFamily::structural, k.structural);
        add(column, row, left + 1, row + 1, SpringFamily::structural, k.structural);
        if (!bends) continue;
        add(column, row, column + 2, row, SpringFamily::bend, k.bend);
        add(column, row, column - 1, row + 2, SpringFamily::bend, k.bend);
        add(column, row, column + 1, row + 2, SpringFamily::bend, k.bend);
      }
  }

  /// Whether a structural spring from (column, row), along its row when columns is 1, lies on the boundary.
  bool on_boundary(std::size_t column, std::size_t row, std::size_t columns) const {
    return columns == 1 ? row == 0 || row + 1 == options_.rows
                        : column == 0 || column + 1 == options_.columns;
  }

  void add_triangles() {
    model_.triangles.reserve(2 * (options_.columns - 1) * (options_.rows - 1));
    for (std::size_t row = 0; row + 1 < options_.rows; ++row)
      for (std::size_t column = 0; column + 1 < options_.columns; ++column) {
        const VertexId back_left = vertex(column, row), back_right = vertex(column + 1, row);
        const VertexId front_left = vertex(column, row + 1), front_right = vertex(column + 1, row + 1);
        if (is_mirrored(column, row)) {
          model_.triangles.push_back({back_left, front_left, back_right});
          model_.triangles.push_back({back_right, front_left, front_right});
        } else {
          model_.triangles.push_back({back_left, front_left, front_right});
          model_.triangles.push_back({back_left, front_right, back_right});
        }
      }
  }

  void lump_by_area() {
    // All triangles have one area, so that counting them weighs them.
    const double third = options_.mass / (3 * static_cast<double>(model_.triangles.size()));
    std::vector<int> triangles(model_.vertex_count(), 0);
    for (const auto& triangle : model_.triangles)
      for (const VertexId v : triangle) ++triangles[v];
    for (std::size_t v = 0; v < triangles.size(); ++v) model_.mass[v] = triangles[v] * third;
  }

  GridOptions options_;
  Model model_;
};

}  // namespace

Result<Model> make_grid(const GridOptions& options) {
  if (auto ok = check(options); !ok) return fail(ok.error().message);
  if (options.coarsening > 1) return detail::make_coarse_grid(options);
  auto model = GridBuilder(options).build();
  if (!model) return model;
  if (auto ok = validate(*model); !ok) return fail(ok.error().message);
  return model;
}

}  // namespace tensio
