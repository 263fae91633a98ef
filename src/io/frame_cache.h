#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/seen.h"

namespace tensio {

/// All frames of a run in one file; the layout is documented in docs/frame-cache.md.
inline constexpr char frame_cache_magic[8] = {'T', 'E', 'N', 'S', 'I', 'O', 'F', 'C'};
inline constexpr std::uint32_t frame_cache_version = 2;  // version 1 is read as well

/// Writes a cache frame by frame; an interrupted run keeps every added frame.
class FrameCacheWriter {
 public:
  /// Replaces the file at `path`. `frame_time` is the simulated time between two frames, s.
  static Result<FrameCacheWriter> create(const std::string& path, double frame_time);

  /// Appends one frame and hands it over to the operating system: what is seen, if that has changed, and the
  /// points (seen_points), rounded to float and no further than its range.
  Result<void> add(const Seen& seen, Positions points);

  std::size_t frame_count() const { return frames_; }

 private:
  FrameCacheWriter(std::FILE* file, std::string path) : file_(file, std::fclose), path_(std::move(path)) {}

  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
  std::string path_;
  std::size_t frames_ = 0;
  std::optional<Seen> seen_;  // of the last frame
  std::string bytes_;         // scratch of one frame
};

/// A frame of a cache.
struct CachedFrame {
  std::shared_ptr<const Seen> seen;  // shared by frames between which nothing was edited
  std::vector<Vec3> points;          // m
};

/// Reads the frames of a cache in any order. Ignores an incomplete last frame.
class FrameCacheReader {
 public:
  static Result<FrameCacheReader> open(const std::string& path);

  std::size_t frame_count() const { return frames_.size(); }
  double frame_time() const { return frame_time_; }  // s
  bool truncated() const { return truncated_; }      // the file ends within a frame

  /// In a cache of version 1 there are no strands, and all triangles are one body of the default colour.
  Result<CachedFrame> read(std::size_t frame) const;

 private:
  struct Range {
    std::size_t begin = 0, bytes = 0;
  };
  struct Frame {
    Range points;
    std::size_t seen = 0;  // its place among seen_
  };

  FrameCacheReader(std::FILE* file, std::string path) : file_(file, std::fclose), path_(std::move(path)) {}
  Result<void> find_frames_of_version_1(std::size_t size);
  Result<void> find_frames(std::size_t size);
  Result<std::string> bytes_of(const Range& range) const;
  Result<std::shared_ptr<const Seen>> read_seen_at(std::size_t place) const;

  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
  std::string path_;
  double frame_time_ = 0;
  std::vector<Range> seen_;  // empty in version 1, where last_seen_ is all there is
  std::vector<Frame> frames_;
  bool truncated_ = false;
  mutable std::shared_ptr<const Seen> last_seen_;  // that was read, and its place
  mutable std::size_t last_place_ = 0;
};

}  // namespace tensio
