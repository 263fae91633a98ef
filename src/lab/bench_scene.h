#pragma once

#include <string>

#include "tensio/setup.h"

namespace tensio::lab {

/// The cloth of Table 1 in Liu et al. 2013 on a square grid: 2 × 2 m, 1 kg, two corners pinned, h = 0.033 s.
enum class BenchCloth {
  soft,   // 80, 80 and 20 N/m
  stiff,  // 1000 N/m, all springs: it buckles where it is compressed
};

/// A recorded step, made by simulating the frames before it, which gives the same bits everywhere.
struct RecordedFrame {
  std::string key, name;  // "A", "soft"
  Setup setup;
  State state;  // before the step
  int frames = 0;
};

Setup make_bench_setup(BenchCloth cloth, std::size_t side);
/// Records the step after `frames` frames; fails if they cannot be simulated.
Result<RecordedFrame> record_frame(BenchCloth cloth, std::size_t side, int frames);

}  // namespace tensio::lab
