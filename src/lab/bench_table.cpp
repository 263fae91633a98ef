#include <cmath>
#include <fmt/format.h>

#include "lab/bench_ratios.h"
#include "lab/text_table.h"

namespace tensio::lab {
namespace {

/// Three digits that count.
std::string digits(const std::optional<double>& value, double unit = 1, const char* ending = "") {
  if (!value || !std::isfinite(*value)) return absent;
  const double number = *value * unit;
  const int decimals = number >= 100 ? 0 : number >= 10 ? 1 : number >= 1 ? 2 : 3;
  return fmt::format("{:.{}f}{}", number, decimals, ending);
}

std::string rows_table(const BenchSize& size) {
  TextTable table;
  table.add({"", "analyse ms", "factor ms", "update ms", "local us", "global us", "frame of 10, ms",
             "x naive", "off by m"});
  for (const BenchRow& row : size.rows)
    table.add({row.name, digits(row.analyse, 1e3), digits(row.factor, 1e3), digits(row.update, 1e3),
               digits(row.local, 1e6), digits(row.global, 1e6), digits(row.frame10, 1e3),
               digits(frame_ratio(size, row.key)),
               row.difference ? fmt::format("{:.0e}", *row.difference) : absent});
  return table.text();
}

std::string cell(const std::optional<BenchMethod::Point>& point) {
  return point ? fmt::format("{} ({})", digits(point->seconds, 1e3), point->iteration) : absent;
}

std::string frame_table(const BenchFrame& frame) {
  TextTable table;
  table.add({fmt::format("frame {}: {}, after {} frames", frame.key, frame.name, frame.frames), "to 1e-1",
             "to 1e-2", "to 1e-4"});
  for (const BenchMethod& method : frame.methods)
    table.add({"  " + method.name, cell(method.to_1e1), cell(method.to_1e2), cell(method.to_1e4)});
  return table.text();
}

std::string ratio_lines(const BenchFrame& frame) {
  std::string text;
  const auto line = [&](const char* to, PointOf point, const BenchMethod* theirs) {
    const BenchMethod* ours = fastest_of_engine(frame, point);
    const Ratio ratio = ratio_of(theirs, ours, point);
    if (ratio)
      text +=
          fmt::format("  to {}: {} is {} times as fast as {}\n", to, ours->name, digits(ratio), theirs->name);
  };
  line("1e-2", &BenchMethod::to_1e2, naive_of(frame, &BenchMethod::to_1e2));
  line("1e-4", &BenchMethod::to_1e4, fastest_newton(frame, &BenchMethod::to_1e4));
  return text;
}

std::string size_text(const BenchSize& size) {
  const BenchRow* mixed = size.find("mixed_1t");
  std::string text = fmt::format("\n{0} x {0} cloth: {1} vertices, {2} springs\n{3}", size.side,
                                 size.vertices, size.springs, rows_table(size));
  if (mixed != nullptr)
    text += fmt::format(
        "the mixed solve reads {:.2f} MB in {} us: {} of the {:.0f} GB/s of a plain read of that size; "
        "set-up {} s, peak memory {:.0f} MB\n",
        1e-6 * static_cast<double>(mixed->solve_bytes), digits(mixed->global, 1e6),
        digits(roofline_fraction(size)), 1e-9 * size.read_bandwidth, digits(size.setup),
        1e-6 * static_cast<double>(size.peak_memory));
  for (const BenchFrame& frame : size.frames)
    text += "\nms (iterations) to a relative error\n" + frame_table(frame) + ratio_lines(frame);
  return text;
}

}  // namespace

std::string bench_table(const BenchReport& report) {
  const Machine& machine = report.machine;
  std::string text = fmt::format(
      "{}, {} core{}, {}; {}\nThe sides of every comparison ran in turns within this run; each time is the "
      "least of "
      "many repetitions.\n",
      machine.processor.empty() ? "unknown processor" : machine.processor, machine.cores,
      machine.cores == 1 ? "" : "s", machine.instructions, machine.compiler);
  if (machine.load > 0.5)
    text += fmt::format(
        "Other programs were running (load {:.1f} at the start), which slows long runs most: ratios are not "
        "to be trusted.\n",
        machine.load);
  for (const BenchSize& size : report.sizes) text += size_text(size);
  if (const auto exponent = report.exponent(~std::size_t{0}))
    text += fmt::format("\nsolve time grows as vertices^{:.2f} from 10 000 vertices on\n", *exponent);
  if (const auto& bullet = report.bullet)
    text += fmt::format(
        "\n{}, the stiff cloth from rest, 10 position iterations a frame: {} ms a frame, mean stretch {:.2f} "
        "% after {} frames\n  tensio, 10 local/global iterations per frame: {} ms, {:.2f} %; fully solved: "
        "{:.2f} %\n",
        bullet->name, digits(bullet->frame_seconds, 1e3), 100 * bullet->mean_stretch, bullet->frames,
        digits(bullet->engine_frame_seconds, 1e3), 100 * bullet->engine_stretch,
        100 * bullet->converged_stretch);
  return text;
}

}  // namespace tensio::lab
