#pragma once

#include <string>
#include <vector>

#include "io/scene.h"
#include "model/seen.h"
#include "tensio/simulation.h"

namespace tensio::cli {

struct PixelSize {
  int width = 0, height = 0;
};

/// One frame to draw.
struct PictureJob {
  const Scene& scene;
  const Simulation& simulation;
  std::vector<Collider> colliders{};
  PixelSize size;
  std::string file;  // PNG
  const Seen& seen;
  Positions points;  // m
  double time = 0;   // s
};

/// A video of a whole run.
struct VideoJob {
  const Scene& scene;
  const Simulation& simulation;
  std::vector<Collider> colliders{};
  PixelSize size;     // both even
  std::string file;   // MP4
  std::string cache;  // frame cache with the frames
  bool quiet = false;
};

/// Returns whether this program was built with the renderer.
bool can_take_pictures();

/// Fails if a video like this could not be written: no ffmpeg, no such frame rate, a folder that is not
/// writable.
Result<void> check_video(const VideoJob& job);
Result<void> take_picture(const PictureJob& job);

/// Number of frames in the video: all, unless interrupted.
struct VideoLength {
  int frames = 0, of = 0;
};
Result<VideoLength> make_video(const VideoJob& job);

}  // namespace tensio::cli
