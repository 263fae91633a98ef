#include "lab/bench_ratios.h"

#include <algorithm>

namespace tensio::lab {

Ratio frame_ratio(const BenchSize& size, std::string_view row) {
  const BenchRow *naive = size.find("naive"), *ours = size.find(row);
  if (naive == nullptr || ours == nullptr || !naive->frame10 || !ours->frame10) return std::nullopt;
  return *naive->frame10 / *ours->frame10;
}

const BenchMethod* fastest(const BenchFrame& frame, PointOf point,
                           std::initializer_list<std::string_view> prefixes, std::string_view ending) {
  const BenchMethod* best = nullptr;
  for (const BenchMethod& method : frame.methods) {
    const bool is_meant = method.key.ends_with(ending) &&
                          std::ranges::any_of(prefixes, [&](auto p) { return method.key.starts_with(p); });
    if (is_meant && method.*point && (best == nullptr || (method.*point)->seconds < (best->*point)->seconds))
      best = &method;
  }
  return best;
}

const BenchMethod* fastest_of_engine(const BenchFrame& frame, PointOf point) {
  return fastest(frame, point, {"local_global_", "ncg_", "auto_", "newton_cg_"}, "_1t");
}

const BenchMethod* fastest_newton(const BenchFrame& frame, PointOf point) {
  return fastest(frame, point, {"newton_direct", "newton_cholmod"});
}

const BenchMethod* naive_of(const BenchFrame& frame, PointOf point) {
  return fastest(frame, point, {"naive"});
}

Ratio ratio_of(const BenchMethod* slow, const BenchMethod* fast, PointOf point) {
  if (slow == nullptr || fast == nullptr) return std::nullopt;
  return (slow->*point)->seconds / (fast->*point)->seconds;
}

Ratio roofline_fraction(const BenchSize& size) {
  const BenchRow* row = size.find("mixed_1t");
  if (row == nullptr || !row->global || !(size.read_bandwidth > 0)) return std::nullopt;
  return static_cast<double>(row->solve_bytes) / *row->global / size.read_bandwidth;
}

}  // namespace tensio::lab
