#pragma once

#include <filesystem>
#include <memory>

#include "render/image.h"
#include "tensio/result.h"

namespace tensio::render {

/// Pipes frames into an ffmpeg process that writes an H.264 film (mp4), playable everywhere. The file
/// appears, whole, when close() succeeds; a film that fails or is abandoned leaves nothing behind.
class VideoWriter {
 public:
  /// width and height must be even: the colours of such films have half the resolution.
  static Result<VideoWriter> open(const std::filesystem::path& path, int width, int height,
                                  double frames_per_second);
  VideoWriter(VideoWriter&&) noexcept;
  VideoWriter& operator=(VideoWriter&&) noexcept;
  ~VideoWriter();

  Result<void> add(const Image& frame);
  Result<void> close();

 private:
  struct Encoder;
  explicit VideoWriter(std::unique_ptr<Encoder> encoder);
  std::unique_ptr<Encoder> encoder_;  // none once closed or failed
};

}  // namespace tensio::render
