#include "build/coarse_grid.h"

#include <algorithm>

namespace tensio::detail {
namespace {

/// All lines along one axis of a grid, hung between the few that are simulated.
class Lines {
 public:
  Lines(std::size_t count, std::size_t coarsening)
      : count_(count), few_(simulated_lines(count, coarsening)) {}

  std::size_t few() const { return few_; }

  struct Place {
    std::size_t before;  // of the few
    double share;        // of the next one
  };
  Place place(std::size_t line) const {
    const double at = static_cast<double>(line * (few_ - 1)) / static_cast<double>(count_ - 1);
    const std::size_t before = std::min(line * (few_ - 1) / (count_ - 1), few_ - 2);
    return {before, at - static_cast<double>(before)};
  }
  /// The part of all lines that each of the few carries.
  std::vector<double> carried() const {
    std::vector<double> parts(few_);
    for (std::size_t line = 0; line < count_; ++line) {
      const auto [before, share] = place(line);
      parts[before] += (1 - share) / static_cast<double>(count_);
      parts[before + 1] += share / static_cast<double>(count_);
    }
    return parts;
  }
  /// Cells of all lines to one of the few.
  double ratio() const { return static_cast<double>(count_ - 1) / static_cast<double>(few_ - 1); }
  /// Stiffness of springs along the first and last of the few over that along others: with it, all together
  /// are as stiff as all lines.
  double edge() const { return (static_cast<double>(count_) / ratio() - static_cast<double>(few_ - 2)) / 2; }
  bool is_end(std::size_t line) const { return line == 0 || line + 1 == few_; }

 private:
  std::size_t count_, few_;
};

void share_mass(const Lines& columns, const Lines& rows, double mass, Model& model) {
  const std::vector<double> across = columns.carried(), along = rows.carried();
  for (std::size_t v = 0; v < model.vertex_count(); ++v)
    model.mass[v] = mass * across[v % columns.few()] * along[v / columns.few()];
}

/// A longer spring of the same stiffness pulls harder, and there are fewer: with as many rows as columns left
/// out, the tension stays but for the edges.
void match_tension(const Lines& columns, const Lines& rows, bool has_light_edges, Springs& springs) {
  const std::size_t width = columns.few();
  const auto change = [&](double& stiffness, const Lines& side_by_side, const Lines& crossed,
                          std::size_t line) {
    stiffness *= side_by_side.ratio() / crossed.ratio();
    if (side_by_side.is_end(line) && !has_light_edges) stiffness *= side_by_side.edge();
  };
  for (std::size_t s = 0; s < springs.size(); ++s) {
    const auto [a, b] = springs.ends[s];
    if (a % width == b % width) change(springs.stiffness[s], columns, rows, a % width);
    if (a / width == b / width) change(springs.stiffness[s], rows, columns, a / width);
  }
}

Skin make_skin(const Lines& columns, const Lines& rows, const GridOptions& whole, const Model& fine) {
  Skin skin{0, columns.few() * rows.few(), {}, fine.triangles};
  for (std::size_t v = 0; v < fine.vertex_count(); ++v) {
    const auto [column, right] = columns.place(v % whole.columns);
    const auto [row, front] = rows.place(v / whole.columns);
    SkinPoint& point = skin.points.emplace_back();
    for (std::size_t corner = 0; corner < 4; ++corner) {
      const std::size_t x = corner & 1, z = corner >> 1;
      point.vertex[corner] = static_cast<VertexId>((row + z) * columns.few() + column + x);
      point.weight[corner] = (x == 1 ? right : 1 - right) * (z == 1 ? front : 1 - front);
    }
  }
  return skin;
}

}  // namespace

Result<Model> make_coarse_grid(const GridOptions& options) {
  GridOptions whole = options;
  whole.coarsening = 1;
  const Lines columns(options.columns, options.coarsening), rows(options.rows, options.coarsening);
  GridOptions few = whole;
  few.columns = columns.few(), few.rows = rows.few();
  const auto fine = make_grid(whole);
  auto model = make_grid(few);
  if (!fine || !model) return fail(!fine ? fine.error().message : model.error().message);
  if (options.lumping == Lumping::uniform) {
    double mass = 0;
    for (const double m : fine->mass) mass += m;
    share_mass(columns, rows, mass, *model);
  }
  if (options.membrane.model == MembraneModel::springs)
    match_tension(columns, rows, options.half_boundary, model->springs);
  model->skins.push_back(make_skin(columns, rows, whole, *fine));
  return model;
}

}  // namespace tensio::detail
