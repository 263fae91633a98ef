#pragma once

#include <string>

#include "model/seen.h"

namespace tensio::cli {

/// Writes one mesh per frame to a folder: frame_00000.obj, frame_00001.obj, …
class FrameFiles {
 public:
  /// `format`: obj or ply.
  FrameFiles(std::string folder, std::string format)
      : folder_(std::move(folder)), format_(std::move(format)) {}

  /// Writes the next frame, with the topology that it has.
  Result<void> add(const Seen& seen, Positions points);
  /// Removes frames of the same format after the last one, left over from an earlier run, and returns their
  /// number.
  int remove_later_frames() const;

  int count() const { return count_; }

 private:
  std::string folder_, format_;
  int count_ = 0;
};

}  // namespace tensio::cli
