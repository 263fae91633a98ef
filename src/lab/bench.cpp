#include "lab/bench.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "lab/bench_size.h"

namespace tensio::lab {
namespace {

constexpr std::size_t least_side = 3, most_side = 2000;
constexpr std::size_t least_fitted_vertices = 10'000;  // smaller ones live in the nearest cache

/// How long a size takes, roughly, in units of its own.
double weight_of(std::size_t side) {
  return 1 + std::pow(static_cast<double>(side) / 81, 2.4);
}

Result<void> validate(const BenchOptions& options) {
  if (options.sides.empty()) return fail("there is no size to measure; give the vertices along a side");
  for (const std::size_t side : options.sides)
    if (side < least_side || side > most_side)
      return fail(
          fmt::format("the cloth has {} vertices per side; choose {} to {}", side, least_side, most_side));
  if (!(options.seconds > 0)) return fail("the time of a comparison must be above 0 s");
  if (options.soft_frames < 0 || options.stiff_frames < 0)
    return fail("the number of frames before a recorded step must be at least 0");
  if (options.most_iterations < 1) return fail("the methods need at least one iteration");
  return {};
}

template <class List>
auto* find_key(const List& list, std::string_view key) {
  const auto found = std::ranges::find(list, key, [](const auto& e) { return std::string_view(e.key); });
  return found == list.end() ? nullptr : &*found;
}

}  // namespace

const BenchMethod* BenchFrame::find(std::string_view method) const {
  return find_key(methods, method);
}

const BenchRow* BenchSize::find(std::string_view row) const {
  return find_key(rows, row);
}

std::optional<double> BenchReport::exponent(std::size_t most_vertices) const {
  std::vector<std::array<double, 2>> points;
  for (const BenchSize& size : sizes) {
    const BenchRow* row = size.find("mixed_1t");
    if (row != nullptr && row->global && size.vertices >= least_fitted_vertices &&
        size.vertices <= most_vertices)
      points.push_back({std::log(static_cast<double>(size.vertices)), std::log(*row->global)});
  }
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (const auto& [px, py] : points) n += 1, x += px, y += py, xx += px * px, xy += px * py;
  const double spread = n * xx - x * x;
  if (points.size() < 2 || !(spread > 0)) return std::nullopt;
  return (n * xy - x * y) / spread;
}

Result<BenchReport> measure_bench(const BenchOptions& options, const BenchProgress& progress) {
  if (auto ok = validate(options); !ok) return fail(ok.error());
  BenchReport report{describe_machine(), options};
  std::ranges::sort(report.options.sides);
  const auto [again, last] = std::ranges::unique(report.options.sides);
  report.options.sides.erase(again, last);
  double total = 0.1, before = 0;
  for (const std::size_t side : report.options.sides) total += weight_of(side);
  const auto stopped = fail("stopped");
  for (const std::size_t side : report.options.sides) {
    const double weight = weight_of(side);
    const auto progress_of = [&](double from, double share) {
      return [&, from, share](double done) {
        return !progress ||
               progress((before + weight * (from + share * done)) / total, fmt::format("{0} x {0}", side));
      };
    };
    BenchSize size;
    size.side = side;
    // Large cloths: the kernels do not care where they stand, and races take long.
    const bool has_races = side * side <= (options.is_quick ? most_direct_vertices : most_baseline_vertices);
    for (const BenchCloth cloth : {BenchCloth::soft, BenchCloth::stiff}) {
      const int frames = cloth == BenchCloth::soft ? options.soft_frames : options.stiff_frames;
      const auto recorded = record_frame(cloth, side, has_races ? frames : 1);
      if (!recorded) return fail(recorded.error());
      size.vertices = recorded->setup.model.vertex_count();
      size.springs = recorded->setup.model.springs.size();
      const bool is_first = cloth == BenchCloth::soft;
      if (is_first && !measure_rows(*recorded, options, progress_of(0, 0.4), size)) return stopped;
      if (!has_races) break;
      if (!measure_frame(*recorded, options, progress_of(is_first ? 0.4 : 0.7, 0.3), size)) return stopped;
    }
    before += weight;
    report.sizes.push_back(std::move(size));
  }
  if (options.has_peers) report.bullet = measure_bullet(report.options.sides.front(), options);
  return report;
}

}  // namespace tensio::lab
