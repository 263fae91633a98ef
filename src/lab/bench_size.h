#pragma once

#include "lab/bench.h"
#include "lab/bench_scene.h"

namespace tensio::lab {

/// Receives the finished fraction of this part; returns false to stop.
using PartProgress = std::function<bool(double done)>;

/// Measures the rows of one size: every single step, and the frame of ten iterations after the recorded
/// state.
bool measure_rows(const RecordedFrame& recorded, const BenchOptions& options, const PartProgress& progress,
                  BenchSize& size);

/// Measures errors against time on a recorded frame.
bool measure_frame(const RecordedFrame& recorded, const BenchOptions& options, const PartProgress& progress,
                   BenchSize& size);

/// Compares the stiff cloth from rest with Bullet; empty if the program was built without it.
std::optional<BenchPeer> measure_bullet(std::size_t side, const BenchOptions& options);

}  // namespace tensio::lab
