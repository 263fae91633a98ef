#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/bench_machine.h"
#include "tensio/result.h"

namespace tensio::lab {

/// Options of `tensio bench`, which compares the engine with other solvers in one process and one run.
struct BenchOptions {
  std::vector<std::size_t> sides = {81, 100, 316};  // vertices along a side of the square cloth
  double seconds = 2;                               // least time of a comparison, s
  bool has_peers = true;                            // CHOLMOD and Bullet, if built in
  bool is_quick = false;                            // fewer methods on the recorded frames of small cloths
  int soft_frames = 25, stiff_frames = 30;          // simulated before the two recorded steps, A and B
  int most_iterations = 400;                        // of the methods on the recorded frames
};

/// Above this many vertices only the engine is measured: the naive matrix would take minutes and more memory
/// than most machines have.
inline constexpr std::size_t most_baseline_vertices = 150'000;
/// Larger cloths race without Newton, and not at all when quick.
inline constexpr std::size_t most_direct_vertices = 20'000;

using BenchTime = std::optional<double>;  // s; none: not measured

/// One implementation at one size.
struct BenchRow {
  std::string key, name;
  BenchTime analyse;                   // ordering and pattern of the factor
  BenchTime factor;                    // numeric factorisation with a known pattern
  BenchTime update;                    // of the factor, after one spring is cut
  BenchTime local, global;             // one step each
  BenchTime frame10;                   // a frame of ten local/global iterations, from state to state
  std::size_t factor_entries = 0;      // 0: unknown
  std::size_t solve_bytes = 0;         // read by one global step; 0: unknown
  std::optional<double> difference{};  // m, the largest against naive after that frame
};

/// One method on a recorded frame.
struct BenchMethod {
  struct Point {
    int iteration = 0;
    double seconds = 0, error = 0;
  };
  std::string key, name;
  std::vector<Point> points{};  // every iterate: the least time of a few traced runs
  /// First iterate with an error of at most 1e-1, 1e-2, 1e-4, timed without a trace, in turns with the other
  /// methods. Empty: not reached.
  std::optional<Point> to_1e1{}, to_1e2{}, to_1e4{};
};

/// Errors are (g(x) − g*) / (g(x₀) − g*), Liu et al. 2013, eq. 15, with g* the minimum next to the end of the
/// method: buckled cloth has many, and each of them solves the step.
struct BenchFrame {
  std::string key, name;
  int frames = 0;  // simulated before this one
  std::vector<BenchMethod> methods{};

  const BenchMethod* find(std::string_view method) const;
};

struct BenchSize {
  std::size_t side = 0, vertices = 0, springs = 0;
  std::vector<BenchRow> rows{};
  std::vector<BenchFrame> frames{};
  double read_bandwidth = 0;    // bytes/s, for a buffer as large as the solve reads
  std::size_t peak_memory = 0;  // bytes, of the process while the engine's mixed solver was set up and run
  BenchTime setup;              // total set-up time of that solver

  const BenchRow* find(std::string_view row) const;
};

/// Another engine with the stiff cloth, from rest.
struct BenchPeer {
  std::string name;
  int frames = 0;
  double frame_seconds = 0;
  double mean_stretch = 0;          // |length − rest| / rest over all springs, after these frames
  double engine_stretch = 0;        // the same for ten local/global iterations per frame
  double converged_stretch = 0;     // the same for fully solved steps
  double engine_frame_seconds = 0;  // of ten local/global iterations, timed in turns with the peer
};

struct BenchReport {
  Machine machine;
  BenchOptions options;
  std::vector<BenchSize> sizes{};
  std::optional<BenchPeer> bullet{};

  /// Exponent p in t ~ verticesᵖ, fitted to the solve times of sizes from 10,000 to this many vertices.
  std::optional<double> exponent(std::size_t most_vertices) const;
};

/// Receives the finished fraction of the work; returns false to stop it.
using BenchProgress = std::function<bool(double done, std::string_view now)>;

Result<BenchReport> measure_bench(const BenchOptions& options, const BenchProgress& progress = {});

std::string bench_table(const BenchReport& report);
/// docs/performance.md explains every key.
nlohmann::ordered_json bench_json(const BenchReport& report);

struct BenchPlot {
  std::string name;  // of the file
  std::string svg;
};
std::vector<BenchPlot> bench_plots(const BenchReport& report);

}  // namespace tensio::lab
