#include "lab/sheets.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "build/mesh.h"
#include "energy/element_energies.h"
#include "energy/objective.h"
#include "tensio/simulation.h"

namespace tensio::lab {
namespace {

constexpr double good_enough = 1e-5;  // of the gradient at the start

void pin(Model& model, VertexId v) {
  model.pins.push_back({v, model.rest_position[v], {}});
}

/// At rest, or nothing. Where it buckles, or nearly, the exact Hessian is the one that knows.
std::optional<std::vector<Vec3>> settle(Model model, const Vec3& gravity, int iterations,
                                        HessianForm form = HessianForm::projected) {
  auto simulation = Simulation::make(
      {.model = std::move(model),
       .gravity = gravity,
       .scheme = Scheme::static_equilibrium,
       .minimise = {.method = Method::newton, .iterations = iterations, .tolerance = 1e-9, .hessian = form}});
  if (!simulation) return std::nullopt;
  const FrameReport report = simulation->advance_frame();
  if (!is_usable(report.status) || !(report.relative_gradient < good_enough)) return std::nullopt;
  return simulation->state().x;
}

/// The same by motion that implicit Euler damps: for what has no stiffness at the start, where Newton's steps
/// lead astray.
std::optional<std::vector<Vec3>> calm_down(Model model, const Vec3& gravity) {
  constexpr int frames = 3000;
  constexpr double slow = 1e-5;  // m per frame of 0.1 s
  auto simulation =
      Simulation::make({.model = std::move(model),
                        .gravity = gravity,
                        .minimise = {.method = Method::newton, .iterations = 30, .tolerance = 1e-8},
                        .frame_time = 0.1});
  for (int frame = 0; simulation && frame < frames; ++frame) {
    if (!is_usable(simulation->advance_frame().status)) return std::nullopt;
    double fastest = 0;
    for (const Vec3& v : simulation->state().v) fastest = std::max(fastest, 0.1 * norm(v));
    if (fastest < slow) return simulation->state().x;
  }
  return std::nullopt;
}

/// Keeps the edges along the rows of two rows parallel.
void add_guides(Model& model, VertexId columns, VertexId rows, double weight) {
  for (VertexId row = 0; row + 1 < rows; ++row)
    for (VertexId column = 0; column + 1 < columns; ++column) {
      const VertexId v = row * columns + column;
      model.stencils.push_back({.vertex = {v, v + 1, v + columns, v + columns + 1},
                                .coefficient = {1, -1, -1, 1},
                                .weight = weight});
    }
}

}  // namespace

std::optional<double> drop_over_reach(const Cantilever& strip) {
  constexpr VertexId rows = 3;
  const auto columns = static_cast<VertexId>(strip.segments + 1);
  const bool is_staggered = strip.cells == GridCells::staggered;
  const double a = 1 / (static_cast<double>(strip.segments) - 0.5), d = 1 / strip.gamma;
  const double depth = 2 * a * (is_staggered ? std::sqrt(0.75) : 1),
               width = a * static_cast<double>(strip.segments);
  const double springs = 16 * d * depth / (rows * std::pow(a, 5));
  const double stretch = strip.model == BendingModel::springs ? 30 * springs : 1e3;  // length must win
  auto made = make_grid({.columns = columns,
                         .rows = rows,
                         .width = is_staggered ? width + a / 2 : width,
                         .depth = depth,
                         .cells = strip.cells,
                         .stiffness = {.structural = stretch, .shear = stretch, .bend = springs},
                         .bending = {strip.model, d},
                         .mass = width * depth,
                         .lumping = Lumping::area});
  if (!made) return std::nullopt;
  Model& model = *made;
  double clamp = 0, tip = 0;
  for (VertexId row = 0; row < rows; ++row) {
    const VertexId first = row * columns;
    pin(model, first), pin(model, first + 1);
    clamp += 0.5 * (model.rest_position[first].x + model.rest_position[first + 1].x) / rows;
  }
  if (strip.is_guided) add_guides(model, columns, rows, 1e6 * d);
  const Vec3 down{0, -1, 0};
  const auto x = strip.model == BendingModel::springs ? calm_down(std::move(model), down)
                                                      : settle(std::move(model), down, 400);
  if (!x) return std::nullopt;
  double drop = 0;
  for (VertexId row = 0; row < rows; ++row) {
    tip += (*x)[row * columns + columns - 1].x / rows;
    drop -= (*x)[row * columns + columns - 1].y / rows;
  }
  return drop / (tip - clamp);
}

double predicted_stiffness(const Cantilever& strip) {
  if (strip.is_guided || strip.model == BendingModel::plate) return 1;
  // ½ D times this, per area. Same: κ_xx² + κ_zz² + 6 κ_xz² + 2 κ_xz (κ_xx + κ_zz). Alternating, with u by
  // how much the vertices without diagonals leave the curved surface, which lines that stay parallel forbid:
  // (κ_xx − 2u)² + (κ_zz − 2u)² + 4 κ_xz² + 16 u². Staggered: (4 κ:κ − (tr κ)²)/3.
  return strip.cells == GridCells::staggered ? 8.0 / 9 : 4.0 / 5;
}

std::optional<RolledEnergy> rolled_energy(const RolledSheet& sheet) {
  constexpr double radius = 0.5, d = 1;
  const std::size_t n = sheet.resolution + 1;
  const bool is_staggered = sheet.cells == GridCells::staggered;
  const double a = 1 / static_cast<double>(sheet.resolution), y = sheet.thinness * d;
  const auto rows = is_staggered ? static_cast<std::size_t>(std::lround(1 / (a * std::sqrt(0.75)))) + 1 : n;
  auto made = make_grid({.columns = n,
                         .rows = rows,
                         .width = is_staggered ? 1 + a / 2 : 1,
                         .depth = is_staggered ? static_cast<double>(rows - 1) * a * std::sqrt(0.75) : 1,
                         .cells = sheet.cells,
                         .stiffness = {.structural = y, .shear = sheet.shear * y, .bend = 0},
                         .membrane = {sheet.membrane, y, 0},
                         .bending = {sheet.model, d}});
  if (!made) return std::nullopt;
  Model& model = *made;
  const double c = std::cos(sheet.axis), s = std::sin(sheet.axis);
  double area = 0;
  for (const auto& [i, j, k] : model.triangles)
    area += 0.5 * norm(cross(model.rest_position[j] - model.rest_position[i],
                             model.rest_position[k] - model.rest_position[i]));
  for (Vec3& p : model.rest_position) {
    const double along = p.x * c + p.z * s, across = p.z * c - p.x * s;
    p = {radius * std::sin(along / radius), radius * (std::cos(along / radius) - 1), across};
  }
  for (VertexId row = 0; row < rows; ++row)
    for (VertexId column = 0; column < n; ++column)
      if (std::min(row, column) < 2 || row + 2 >= rows || column + 2 >= n)
        pin(model, row * static_cast<VertexId>(n) + column);
  const System system = make_system(model, {}, {});
  const auto x = settle(model, {}, 100);
  if (!x) return std::nullopt;
  RolledEnergy energy{};
  for (const auto& term : system.energies) {
    const bool bends = std::string_view(term->name()).find("bending") != std::string_view::npos;
    (bends ? energy.bending : energy.membrane) += term->value(*x) / (0.5 * d * area / (radius * radius));
  }
  return energy;
}

namespace {

constexpr double clamp_radius = 0.09, rim_radius = 0.15, density = 0.15;  // m, m, kg/m²

/// Rings of equally many vertices, each turned by half a step against the one before. The first two are held,
/// and the clamp is in the middle between them.
Model drape_model(std::size_t rings, double gamma, std::size_t& around) {
  const double a = (rim_radius - clamp_radius) / (static_cast<double>(rings) - 0.5);
  around = static_cast<std::size_t>(std::lround(2 * std::numbers::pi * 0.12 / (a / std::sqrt(0.75))));
  TriangleMesh mesh;
  for (std::size_t ring = 0; ring < rings + 1; ++ring)
    for (std::size_t i = 0; i < around; ++i) {
      const double r = clamp_radius + (static_cast<double>(ring) - 0.5) * a;
      const double angle = 2 * std::numbers::pi * (static_cast<double>(i) + 0.5 * static_cast<double>(ring)) /
                           static_cast<double>(around);
      mesh.points.push_back({r * std::cos(angle), 0, r * std::sin(angle)});
    }
  const auto at = [&](std::size_t ring, std::size_t i) {
    return static_cast<VertexId>(ring * around + i % around);
  };
  for (std::size_t ring = 0; ring < rings; ++ring)
    for (std::size_t i = 0; i < around; ++i) {
      mesh.triangles.push_back({at(ring, i), at(ring + 1, i), at(ring, i + 1)});
      mesh.triangles.push_back({at(ring, i + 1), at(ring + 1, i), at(ring + 1, i + 1)});
    }
  const double inner = clamp_radius - 0.5 * a, length = rim_radius - clamp_radius;
  auto made = make_mesh_model(
      std::move(mesh), {.stiffness = {.structural = 60, .bend = 0},
                        .bending = {BendingModel::hinges, density * 9.81 * length * length * length / gamma},
                        .mass = density * std::numbers::pi * (rim_radius * rim_radius - inner * inner),
                        .lumping = Lumping::area});
  if (!made) return {};
  for (VertexId v = 0; v < 2 * around; ++v) pin(made->model, v);
  return std::move(made->model);
}

/// The part of the ring between clamp and rim that the triangles cover, seen from above.
double shadow(const Model& model, const std::vector<Vec3>& x) {
  constexpr int side = 600;
  constexpr double cell = 2 * 1.02 * rim_radius / side;
  std::vector<bool> is_dark(static_cast<std::size_t>(side) * side);
  const auto place = [&](double p) { return (p + 1.02 * rim_radius) / cell - 0.5; };
  for (const auto& [i, j, k] : model.triangles) {
    const double ax = place(x[i].x), az = place(x[i].z), bx = place(x[j].x), bz = place(x[j].z),
                 cx = place(x[k].x), cz = place(x[k].z);
    const double area = (bx - ax) * (cz - az) - (cx - ax) * (bz - az);
    const auto clip = [](double p) { return std::clamp(static_cast<int>(p), 0, side - 1); };
    for (int v = clip(std::floor(std::min({az, bz, cz}))); v <= clip(std::ceil(std::max({az, bz, cz}))); ++v)
      for (int u = clip(std::floor(std::min({ax, bx, cx}))); u <= clip(std::ceil(std::max({ax, bx, cx})));
           ++u) {
        const double s = ((u - ax) * (cz - az) - (cx - ax) * (v - az)) / area,
                     t = ((bx - ax) * (v - az) - (u - ax) * (bz - az)) / area;
        if (s >= -1e-9 && t >= -1e-9 && s + t <= 1 + 1e-9)
          is_dark[static_cast<std::size_t>(v * side + u)] = true;
      }
  }
  double dark = 0;
  for (int v = 0; v < side; ++v)
    for (int u = 0; u < side; ++u) {
      const double px = (u + 0.5) * cell - 1.02 * rim_radius, pz = (v + 0.5) * cell - 1.02 * rim_radius;
      const bool is_ring = px * px + pz * pz > clamp_radius * clamp_radius;
      if (is_ring && is_dark[static_cast<std::size_t>(v * side + u)]) dark += cell * cell;
    }
  return dark;
}

/// How often the rim rises above its mean height, once around.
int count_nodes(const std::vector<Vec3>& x, std::size_t around) {
  double mean = 0;
  const auto height = [&](std::size_t i) { return x[x.size() - around + i % around].y; };
  for (std::size_t i = 0; i < around; ++i) mean += height(i) / static_cast<double>(around);
  int rises = 0;
  for (std::size_t i = 0; i < around; ++i)
    if (height(i) < mean - 1e-4 && height(i + 1) >= mean - 1e-4) ++rises;
  return rises;
}

}  // namespace

std::optional<DrapeShape> DrapeTest::shape(double gamma) {
  constexpr Vec3 gravity{0, -9.81, 0};
  constexpr int least_folds = 3, most_folds = 13;
  constexpr double stiff = 1;  // Γ below which nothing folds
  std::size_t around = 0;
  const Model model = drape_model(rings_, gamma, around);
  const std::vector<Vec3>& flat = model.rest_position;
  const auto pushed = [&](std::vector<Vec3> x, auto wave) {
    for (std::size_t v = 2 * around; v < flat.size(); ++v)
      x[v].y += (norm(flat[v]) - clamp_radius) * wave(std::atan2(flat[v].z, flat[v].x));
    return x;
  };
  // A push without symmetry, so that folds can start; then a number of folds.
  std::vector<std::vector<Vec3>> starts{pushed(before_.empty() ? flat : before_, [](double turn) {
    return 0.01 * (std::sin(5 * turn) + std::sin(7 * turn + 1) + std::sin(8 * turn + 2));
  })};
  for (int folds = least_folds; gamma > stiff && folds <= most_folds; ++folds)
    starts.push_back(pushed(flat, [&](double turn) { return 0.3 * std::sin(folds * turn) - 0.3; }));
  const System system = make_system(model, gravity, {});
  std::optional<std::vector<Vec3>> best;
  double least = 0;
  for (std::vector<Vec3>& start : starts) {
    Model from = model;
    from.rest_position = std::move(start);
    auto x = settle(std::move(from), gravity, 500, HessianForm::exact);
    if (!x) continue;
    double energy = 0;
    for (const auto& term : system.energies) energy += term->value(*x);
    if (best && energy >= least) continue;
    best = std::move(x), least = energy;
  }
  if (!best) return std::nullopt;
  before_ = *best;
  return DrapeShape{shadow(model, *best) / shadow(model, flat), count_nodes(*best, around)};
}

namespace {

/// How far the tip of a strip on edge moves aside under a small load, its length 1 m, ρgh = 1 N/m².
std::optional<double> sideways(BendingModel kind, std::size_t rows, double gamma) {
  constexpr double depth = 0.1;
  const double a = depth / (static_cast<double>(rows - 1) * std::sqrt(0.75));
  const auto segments = static_cast<std::size_t>(std::lround(1 / a));
  const double d = 1 / gamma, width = a * (static_cast<double>(segments) + 1);
  auto made = make_grid({.columns = segments + 2,
                         .rows = rows,
                         .width = width + a / 2,
                         .depth = depth,
                         .cells = GridCells::staggered,
                         .stiffness = {.structural = 3e4, .shear = 0, .bend = 0},
                         .bending = {kind, d * std::pow(a * (static_cast<double>(segments) + 0.5), 3)},
                         .mass = width * depth,
                         .lumping = Lumping::area});
  if (!made) return std::nullopt;
  Model& model = *made;
  const auto columns = static_cast<VertexId>(segments + 2);
  for (VertexId row = 0; row < rows; ++row) pin(model, row * columns), pin(model, row * columns + 1);
  const VertexId tip = static_cast<VertexId>(rows / 2 + 1) * columns - 1;
  constexpr double load = 1e-4;  // times D/L²: less would drown in the rounding of the stiff plane
  model.force[tip].y = load * d;
  const auto x = settle(std::move(model), {0, 0, 1}, 200, HessianForm::exact);
  if (!x) return std::nullopt;
  return (*x)[tip].y / load;
}

}  // namespace

std::optional<double> lateral_buckling(BendingModel model, std::size_t rows) {
  // One over the deflection falls to zero at the critical load, nearly in a straight line (Southwell 1932).
  double before = 0.7 * predicted_lateral_buckling(equilateral_poisson(model)), gamma = 0.85 * before / 0.7;
  auto last = sideways(model, rows, before);
  for (int step = 0; step < 3 && last; ++step) {
    const auto now = sideways(model, rows, gamma);
    if (!now) return std::nullopt;
    const double slope = (1 / *now - 1 / *last) / (gamma - before), root = gamma - 1 / *now / slope;
    before = gamma, last = now;
    gamma = gamma + 0.7 * (root - gamma);
    if (step == 2) return root;
  }
  return std::nullopt;
}

double equilateral_poisson(BendingModel model) {
  return model == BendingModel::plate ? 0 : -1.0 / 3;
}

double predicted_lateral_buckling(double poisson) {
  return 12.85376332 * (1 - poisson) * std::sqrt(2 * (1 + poisson));
}

}  // namespace tensio::lab
