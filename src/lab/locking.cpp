#include "lab/locking.h"

#include <numbers>

namespace tensio::lab {
namespace {

constexpr BendingModel models[] = {BendingModel::hinges,    BendingModel::sine_hinges,
                                   BendingModel::quadratic, BendingModel::projective,
                                   BendingModel::plate,     BendingModel::springs};
constexpr GridCells layouts[] = {GridCells::same, GridCells::alternating, GridCells::staggered};

std::vector<Cantilever> cantilevers(bool is_quick) {
  std::vector<Cantilever> strips;
  for (const BendingModel model : models)
    for (const ElasticaPoint& point : heavy_elastica)
      if (!is_quick || point.gamma == 1 || point.gamma == 10 || point.gamma == 100)
        // Plates need no guides.
        strips.push_back({.model = model, .is_guided = model != BendingModel::plate, .gamma = point.gamma});
  return strips;
}

std::vector<Cantilever> strips(bool is_quick) {
  std::vector<Cantilever> all;
  for (const GridCells cells : layouts)
    for (const bool is_guided : {true, false})
      for (const std::size_t segments : {20u, 40u, 80u})
        if ((!is_quick || segments == 20) && !(is_guided && cells == GridCells::staggered))
          all.push_back({.cells = cells, .is_guided = is_guided, .segments = segments, .gamma = 0.1});
  for (const GridCells cells : {GridCells::same, GridCells::staggered})
    for (const std::size_t segments : {20u, 40u, 80u})
      if (!is_quick || segments == 20)
        all.push_back({.model = BendingModel::plate,
                       .cells = cells,
                       .is_guided = false,
                       .segments = segments,
                       .gamma = 0.1});
  return all;
}

std::vector<RolledSheet> rolled(bool is_quick) {
  constexpr double quarter = std::numbers::pi / 4;
  std::vector<RolledSheet> kinds;
  for (const GridCells cells : layouts) kinds.push_back({.cells = cells});
  kinds.push_back({.cells = GridCells::alternating, .shear = 0.01});
  kinds.push_back({.model = BendingModel::plate});
  for (const GridCells cells : {GridCells::alternating, GridCells::staggered})
    kinds.push_back({.membrane = MembraneModel::corotated, .cells = cells});
  std::vector<RolledSheet> all;
  for (const double axis : {0.0, quarter / 2, quarter})
    for (RolledSheet kind : kinds)
      for (const std::size_t resolution : {8u, 12u, 16u, 24u, 32u, 48u}) {
        if (is_quick && (resolution > 12 || axis == quarter / 2)) continue;
        kind.axis = axis;
        kind.resolution = resolution;
        all.push_back(kind);
      }
  return all;
}

}  // namespace

Result<LockingReport> measure_locking(const LockingOptions& options, const Progress& progress) {
  const bool is_quick = options.is_quick;
  const std::vector<Cantilever> guided = cantilevers(is_quick), free = strips(is_quick);
  const std::vector<RolledSheet> sheets = rolled(is_quick);
  std::vector<double> gammas;
  for (double gamma = 1e-3; gamma < 2e3; gamma *= is_quick ? 100 : std::sqrt(10.0)) gammas.push_back(gamma);
  const std::vector<std::size_t> rings =
      is_quick ? std::vector<std::size_t>{5} : std::vector<std::size_t>{9, 13};
  // By how long they take.
  const auto weight = [](const RolledSheet& sheet) {
    return 1e-4 * static_cast<double>(sheet.resolution * sheet.resolution);
  };
  const auto drape_weight = [](std::size_t count, double gamma) {
    return (gamma > 1 ? 0.15 : 0.01) * static_cast<double>(count * count);
  };
  double total = 0.05 * static_cast<double>(guided.size() + free.size()) + 0.6;
  for (const RolledSheet& sheet : sheets) total += weight(sheet);
  for (const std::size_t count : rings)
    for (const double gamma : gammas) total += drape_weight(count, gamma);
  ProgressMeter meter(progress, total);

  LockingReport report;
  for (const Cantilever& strip : guided) {
    report.cantilevers.push_back({strip, drop_over_reach(strip)});
    if (!meter.advance(0.05, "a heavy cantilever")) return fail(stopped_message);
  }
  for (const Cantilever& strip : free) {
    report.strips.push_back({strip, drop_over_reach(strip)});
    if (!meter.advance(0.05, "strips that are free to twist")) return fail(stopped_message);
  }
  for (const RolledSheet& sheet : sheets) {
    report.rolled.push_back({sheet, rolled_energy(sheet)});
    if (!meter.advance(weight(sheet), "rolled sheets")) return fail(stopped_message);
  }
  for (const BendingModel model : {BendingModel::hinges, BendingModel::quadratic, BendingModel::plate})
    for (const std::size_t rows : {5u, 9u})
      if (!is_quick || rows == 5) {
        report.buckling.push_back({model, rows, lateral_buckling(model, rows)});
        if (!meter.advance(0.1, "lateral buckling")) return fail(stopped_message);
      }
  for (const std::size_t count : rings) {
    DrapeTest fabric(count);
    for (const double gamma : gammas) {
      report.drapes.push_back({{count, gamma}, fabric.shape(gamma)});
      if (!meter.advance(drape_weight(count, gamma), "drape")) return fail(stopped_message);
    }
  }
  return report;
}

}  // namespace tensio::lab
