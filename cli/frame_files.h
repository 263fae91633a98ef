#pragma once

#include <string>

#include "tensio/result.h"
#include "tensio/simulation.h"

namespace tensio::cli {

/// The meshes of a run in a folder: frame_00000.obj, frame_00001.obj, …
class FrameFiles {
 public:
  /// `format`: obj or ply.
  FrameFiles(std::string folder, std::string format, const Model& model);

  /// Writes the next frame, of seen_points().
  Result<void> add(const Model& model, Positions seen);
  /// Frames of the same format after the last one written must be of an earlier run. How many there were.
  int remove_later_frames() const;

  int count() const { return count_; }

 private:
  std::string folder_, format_;
  std::vector<std::array<VertexId, 2>> strands_;
  int count_ = 0;
};

}  // namespace tensio::cli
