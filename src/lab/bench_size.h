#pragma once

#include "lab/bench.h"
#include "lab/bench_scene.h"

namespace tensio::lab {

/// `done` of this part, 0 … 1; false: stop.
using PartProgress = std::function<bool(double done)>;

/// Rows of one size: every step by itself and the frame of ten iterations after the recorded state.
bool measure_rows(const RecordedFrame& recorded, const BenchOptions& options, const PartProgress& progress,
                  BenchSize& size);

/// Errors against time on a recorded frame.
bool measure_frame(const RecordedFrame& recorded, const BenchOptions& options, const PartProgress& progress,
                   BenchSize& size);

/// The stiff cloth from rest, beside Bullet; nothing where the program was built without it.
std::optional<BenchPeer> measure_bullet(std::size_t side, const BenchOptions& options);

}  // namespace tensio::lab
