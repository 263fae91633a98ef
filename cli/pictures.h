#pragma once

#include <string>
#include <vector>

#include "io/scene.h"
#include "sim/simulation.h"

namespace tensio::cli {

/// What to draw after a run.
struct PictureJob {
  const Scene& scene;
  const Simulation& simulation;
  int width = 0, height = 0;    // pixels
  std::string image;            // PNG file; "": none
  std::vector<Vec3> image_x{};  // m, the frame that it shows
  double image_time = 0;        // s
  std::string video;            // MP4 file; "": none
  std::string cache;            // frame cache with the video's frames
  bool quiet = false;
};

/// Whether this program was built with the renderer.
bool can_take_pictures();

Result<void> take_pictures(const PictureJob& job);

}  // namespace tensio::cli
