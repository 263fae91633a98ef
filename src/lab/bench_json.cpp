#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lab/bench_ratios.h"

namespace tensio::lab {
namespace {

using json = nlohmann::ordered_json;

json number(const std::optional<double>& value, double unit = 1) {
  return value ? json(*value * unit) : json(nullptr);
}

/// Returns null for 0, which means unknown.
json count(std::size_t value) {
  return value > 0 ? json(value) : json(nullptr);
}

json row_json(const BenchRow& row) {
  return {{"name", row.name},
          {"analyse_ms", number(row.analyse, 1e3)},
          {"factor_ms", number(row.factor, 1e3)},
          {"update_ms", number(row.update, 1e3)},
          {"local_us", number(row.local, 1e6)},
          {"global_us", number(row.global, 1e6)},
          {"frame10_ms", number(row.frame10, 1e3)},
          {"factor_entries", count(row.factor_entries)},
          {"solve_bytes", count(row.solve_bytes)},
          {"difference_m", number(row.difference)}};
}

json point_json(const std::optional<BenchMethod::Point>& point) {
  if (!point) return nullptr;
  return {{"ms", 1e3 * point->seconds}, {"iterations", point->iteration}, {"error", point->error}};
}

/// The ratio of times to an error on each frame and the smaller one; ours and theirs by name.
void add_error_ratios(const std::string& key, const BenchSize& size, PointOf point,
                      const BenchMethod* (*theirs)(const BenchFrame&, PointOf), json& to) {
  Ratio least;
  bool is_whole = !size.frames.empty();
  json of_frames = json::object();
  for (const BenchFrame& frame : size.frames) {
    const BenchMethod *ours = fastest_of_engine(frame, point), *other = theirs(frame, point);
    const Ratio ratio = ratio_of(other, ours, point);
    of_frames[frame.key] = {{"ratio", number(ratio)},
                            {"ours", ours == nullptr ? json(nullptr) : json(ours->key)},
                            {"theirs", other == nullptr ? json(nullptr) : json(other->key)}};
    if (!ratio) is_whole = false;
    if (ratio) least = least ? std::min(*least, *ratio) : *ratio;
  }
  to[key] = is_whole ? number(least) : json(nullptr);
  to[key + "_frames"] = std::move(of_frames);
}

json frames_json(const BenchSize& size) {
  json frames = json::object();
  for (const BenchFrame& frame : size.frames) {
    json methods = json::object();
    for (const BenchMethod& method : frame.methods) {
      json curve = json::array();
      for (const auto& point : method.points)
        curve.push_back({point.iteration, 1e3 * point.seconds, point.error});
      methods[method.key] = {{"name", method.name},
                             {"to_1e1", point_json(method.to_1e1)},
                             {"to_1e2", point_json(method.to_1e2)},
                             {"to_1e4", point_json(method.to_1e4)},
                             {"curve", std::move(curve)}};
    }
    frames[frame.key] = {
        {"name", frame.name}, {"frames_before", frame.frames}, {"methods", std::move(methods)}};
  }
  return frames;
}

json size_json(const BenchReport& report, const BenchSize& size) {
  const BenchRow* mixed = size.find("mixed_1t");
  const auto of_mixed = [&](BenchTime BenchRow::*time, double unit) {
    return mixed == nullptr ? json(nullptr) : number(mixed->*time, unit);
  };
  json out;
  out["vertices"] = size.vertices;
  out["springs"] = size.springs;
  for (const char* row : {"1t", "2t", "double_1t", "double_2t", "sse2_1t"}) {
    const std::string of = std::string(row).starts_with("double") ? row : std::string("mixed_") + row;
    out[std::string("ratio_frame10_") + row] = number(frame_ratio(size, of));
  }
  add_error_ratios("ratio_to_1e2_1t", size, &BenchMethod::to_1e2, naive_of, out);
  add_error_ratios("ratio_to_1e4_vs_newton", size, &BenchMethod::to_1e4, fastest_newton, out);
  out["solve_us"] = of_mixed(&BenchRow::global, 1e6);
  out["solve_bytes"] = count(mixed == nullptr ? 0 : mixed->solve_bytes);
  out["read_gb_per_s"] = 1e-9 * size.read_bandwidth;
  out["roofline_fraction"] = number(roofline_fraction(size));
  out["exponent"] = number(report.exponent(size.vertices));
  out["refactor_ms"] = of_mixed(&BenchRow::factor, 1e3);
  out["update_ms"] = of_mixed(&BenchRow::update, 1e3);
  out["iteration_ms"] = of_mixed(&BenchRow::frame10, 1e2);
  out["setup_s"] = number(size.setup);
  out["peak_memory_mb"] = 1e-6 * static_cast<double>(size.peak_memory);
  json rows = json::object();
  for (const BenchRow& row : size.rows) rows[row.key] = row_json(row);
  out["rows"] = std::move(rows);
  out["frames"] = frames_json(size);
  return out;
}

}  // namespace

nlohmann::ordered_json bench_json(const BenchReport& report) {
  const Machine& machine = report.machine;
  json out{{"experiment", "bench"},
           {"timing", "in turns within one run, the fastest of many repetitions each"},
           {"seconds_per_comparison", report.options.seconds},
           {"machine",
            {{"processor", machine.processor},
             {"cores", machine.cores},
             {"instructions", machine.instructions},
             {"compiler", machine.compiler},
             {"blas", machine.blas},
             {"load", machine.load}}}};
  json sizes = json::object();
  for (const BenchSize& size : report.sizes) sizes[fmt::format("{}", size.side)] = size_json(report, size);
  out["sizes"] = std::move(sizes);
  out["exponent"] = number(report.exponent(~std::size_t{0}));
  out["bullet"] = nullptr;
  if (const auto& bullet = report.bullet)
    out["bullet"] = {{"frames", bullet->frames},
                     {"frame_ms", 1e3 * bullet->frame_seconds},
                     {"mean_stretch", bullet->mean_stretch},
                     {"converged_stretch", bullet->converged_stretch},
                     {"engine_frame_ms", 1e3 * bullet->engine_frame_seconds},
                     {"engine_stretch", bullet->engine_stretch}};
  return out;
}

}  // namespace tensio::lab
