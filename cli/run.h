#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"

namespace tensio::cli {

struct RunOptions {
  std::string scene;                 // a file or the name of a built-in scene
  std::string preset;                // of scene_presets(); "": none
  std::vector<std::string> changes;  // field=value, after the preset's
  std::optional<int> frames;         // instead of the scene's
  std::optional<int> threads;        // instead of the scene's
  std::string substeps;              // a number or "auto"; "": the scene's
  bool strict = false;               // refuse what would only be warned of
  std::string precision;             // double, mixed; "": the scene's
  std::string out;                   // folder for meshes and the frame cache; "": none
  std::string format;                // of the meshes: obj, ply; "": obj
  std::string image;                 // PNG file; "": none
  std::optional<int> image_frame;    // 0: the start; without it the last one
  std::string video;                 // MP4 file; "": none
  std::string size = "1280x720";     // pixels of the image
  std::string video_size;            // pixels; "": half the width and height of the image
  std::string json;                  // report; "-": stdout; "": none
  bool quiet = false;
};

/// Simulates a scene and writes what was asked for.
ExitCode run(const RunOptions& options);

}  // namespace tensio::cli
