#pragma once

#include <array>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "tensio/model.h"
#include "tensio/result.h"

namespace tensio {

/// Positions of all frames in one file; the layout is documented in docs/frame-cache.md.
inline constexpr char frame_cache_magic[8] = {'T', 'E', 'N', 'S', 'I', 'O', 'F', 'C'};
inline constexpr std::uint32_t frame_cache_version = 1;

/// Writes a cache frame by frame: an interrupted run keeps every frame that it added.
class FrameCacheWriter {
 public:
  /// Replaces the file at `path`. Its triangles are seen_triangles(). `frame_time` is the simulated time
  /// between two frames, s.
  static Result<FrameCacheWriter> create(const std::string& path, const Model& model, double frame_time);

  /// Appends one frame, of seen_points(), rounded to float (and no further than its range), and hands it over
  /// to the operating system.
  Result<void> add(Positions x);

  std::size_t frame_count() const { return frames_; }

 private:
  FrameCacheWriter(std::FILE* file, std::string path, std::size_t vertices)
      : file_(file, std::fclose), path_(std::move(path)), vertices_(vertices) {}

  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
  std::string path_;
  std::size_t vertices_ = 0;
  std::size_t frames_ = 0;
  std::string bytes_;  // scratch of one frame
};

/// Reads a cache, frame by frame in any order. A file that ends within a frame has the whole frames before
/// it.
class FrameCacheReader {
 public:
  static Result<FrameCacheReader> open(const std::string& path);

  std::size_t vertex_count() const { return vertices_; }
  std::size_t frame_count() const { return frames_; }
  double frame_time() const { return frame_time_; }  // s
  const std::vector<std::array<VertexId, 3>>& triangles() const { return triangles_; }
  bool truncated() const { return truncated_; }  // the file ends within a frame

  Result<std::vector<Vec3>> read(std::size_t frame) const;

 private:
  FrameCacheReader(std::FILE* file, std::string path) : file_(file, std::fclose), path_(std::move(path)) {}

  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
  std::string path_;
  std::size_t vertices_ = 0, frames_ = 0;
  std::size_t first_frame_ = 0;  // byte offset
  double frame_time_ = 0;
  std::vector<std::array<VertexId, 3>> triangles_;
  bool truncated_ = false;
};

}  // namespace tensio
