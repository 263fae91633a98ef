// How long a cut takes: the frame with it against the frames before and after.
//   bench_cut [side …]     vertices along a side of the cloth; 81 is the paper's

#include <algorithm>
#include <fmt/format.h>

#include "measure.h"
#include "tensio/simulation.h"

namespace tensio {
namespace {

double milliseconds(const FrameReport& report) {
  return 1e3 * report.seconds;
}

/// A stroke over the cloth at rest from above, at z = `at` of its half width, as long as that fraction of it.
Cut stroke(double at, double length) {
  return {{.eye = {0, 50, 0}, .directions = {{-1.2, -50, at}, {-1.2 + 2.4 * length, -50, at + 0.05}}}};
}

void measure(std::size_t side, Precision precision, double length) {  // with two threads, as the viewer has
  Setup setup{.model = make_cloth(side), .frame_time = 1.0 / 60};
  setup.minimise.precision = precision;
  setup.minimise.threads = 2;
  setup.gravity = {};  // it stays under the stroke
  auto simulation = Simulation::make(std::move(setup));
  if (!simulation) return;
  for (int frame = 0; frame < 20; ++frame) static_cast<void>(simulation->advance_frame());
  double plain = 1e300, worst = 0, sum = 0;
  std::size_t copies = 0;
  constexpr int cuts = 12;
  for (int cut = 0; cut < cuts; ++cut) {
    for (int frame = 0; frame < 5; ++frame)
      plain = std::min(plain, milliseconds(simulation->advance_frame()));
    simulation->request(stroke(-0.9 + 1.8 * cut / cuts, length));
    const FrameReport report = simulation->advance_frame();
    worst = std::max(worst, milliseconds(report));
    sum += milliseconds(report);
    copies += report.edits.vertices_added;
  }
  fmt::print("{:>6} {:>8} {:>8} {:>10.2f} {:>10.2f} {:>10.2f} {:>8}\n", side * side,
             precision == Precision::mixed ? "mixed" : "double", length, plain, sum / cuts, worst, copies);
}

}  // namespace
}  // namespace tensio

int main(int count, char** arguments) {
  fmt::print("{:>6} {:>8} {:>8} {:>10} {:>10} {:>10} {:>8}\n", "verts", "numbers", "length", "frame ms",
             "cut mean", "cut worst", "copies");
  for (const std::size_t side : tensio::sides_of(count, arguments, {81}))
    for (const auto precision : {tensio::Precision::double_, tensio::Precision::mixed})
      for (const double length : {0.1, 0.5, 1.0}) tensio::measure(side, precision, length);
}
