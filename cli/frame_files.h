#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/mesh_format.h"

namespace tensio::cli {

/// Extension of frames for NumPy, the one format of frames that is no mesh.
inline constexpr std::string_view numpy_extension = "npz";
/// Extensions of all formats that a run can write; the first is the default.
std::vector<std::string> frame_extensions();

/// Writes one file per frame to a folder: frame_00000.obj, frame_00001.obj, …
class FrameFiles {
 public:
  FrameFiles(std::string folder, std::string extension)
      : folder_(std::move(folder)), extension_(std::move(extension)) {}

  /// Writes the next frame.
  Result<void> add(std::string_view bytes);
  /// Frames that an earlier run left in the folder.
  struct Leftovers {
    int removed = 0;  // of this format, after the last one
    int kept = 0;     // of other formats
  };
  Leftovers remove_old_frames() const;

  const std::string& extension() const { return extension_; }
  int count() const { return count_; }

 private:
  std::string folder_, extension_;
  int count_ = 0;
};

}  // namespace tensio::cli
