#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/library.h"

namespace tensio::cli {

struct RunOptions : SceneOptions {
  std::string scene;               // a file or the name of a built-in scene
  std::optional<int> frames;       // overrides the scene's
  std::optional<int> threads;      // overrides the scene's
  std::string substeps;            // a number or "auto"; "": the scene's
  bool strict = false;             // treat warnings as errors
  std::string precision;           // double, mixed; "": the scene's
  std::string out;                 // folder for frames and the frame cache; "": none
  std::string format;              // extension of the frames; "": the default
  bool balance = false;            // account for energy
  std::string image;               // PNG file; "": none
  std::optional<int> image_frame;  // 0: the start; unset: the last one
  std::string video;               // MP4 file; "": none
  std::string size = "1280x720";   // pixels of the image
  std::string video_size;          // pixels; "": half the width and height of the image
  std::string json;                // report; "-": stdout; "": none
  bool quiet = false;              // print only errors
  bool verbose = false;            // print a line per frame, and all about one that failed
};

/// Simulates a scene and writes the requested files.
ExitCode run(const RunOptions& options);

}  // namespace tensio::cli
