#pragma once

#include <string>

#include "io/mesh_format.h"

namespace tensio::cli {

/// Writes one mesh per frame to a folder: frame_00000.obj, frame_00001.obj, …
class FrameFiles {
 public:
  /// `format` can be written.
  FrameFiles(std::string folder, const MeshFormat& format) : folder_(std::move(folder)), format_(format) {}

  /// Writes the next frame, with the topology that it has.
  Result<void> add(const Seen& seen, Positions points);
  /// Frames that an earlier run left in the folder.
  struct Leftovers {
    int removed = 0;  // of this format, after the last one
    int kept = 0;     // of other formats
  };
  Leftovers remove_old_frames() const;

  int count() const { return count_; }

 private:
  std::string folder_;
  const MeshFormat& format_;
  int count_ = 0;
};

}  // namespace tensio::cli
