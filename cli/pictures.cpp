#include "cli/pictures.h"

#include "cli/interrupt.h"
#include "cli/photographer.h"
#include "cli/progress.h"
#include "io/frame_cache.h"
#include "render/video.h"

namespace tensio::cli {

namespace {

Result<void> take_image(const PictureJob& job, const Photographer& photographer) {
  const auto image = photographer.picture(job.image_x, job.image_time);
  if (!image) return fail(job.image + ": " + image.error().message);
  return write_png(*image, job.image);
}

Result<void> make_video(const PictureJob& job, const FrameCacheReader& cache,
                        const Photographer& photographer) {
  const int frames = static_cast<int>(cache.frame_count());
  auto video = VideoWriter::open(job.video, job.width, job.height, 1 / cache.frame_time());
  if (!video) return tl::unexpected(video.error());
  InterruptGuard guard;
  Progress progress("video", frames, job.quiet);
  for (int frame = 0; frame < frames && !InterruptGuard::requested(); ++frame) {
    const auto x = cache.read(static_cast<std::size_t>(frame));
    if (!x) return tl::unexpected(x.error());
    const auto image = photographer.picture(*x, frame * cache.frame_time());
    if (!image) return fail(job.video + ": " + image.error().message);
    if (auto ok = video->add(*image); !ok) return ok;
    progress.show(frame + 1);
  }
  progress.finish();
  return video->close();
}

}  // namespace

bool can_take_pictures() {
  return true;
}

Result<void> take_pictures(const PictureJob& job) {
  Photographer photographer(job.scene, job.simulation.model(), job.simulation.setup().colliders, job.width,
                            job.height);
  if (!job.image.empty()) {
    photographer.show(job.image_x, job.image_time);
    if (auto ok = take_image(job, photographer); !ok) return ok;
  }
  if (job.video.empty()) return {};
  const auto cache = FrameCacheReader::open(job.cache);
  if (!cache) return tl::unexpected(cache.error());
  for (std::size_t frame = 0; frame < cache->frame_count(); ++frame)
    if (const auto x = cache->read(frame))
      photographer.show(*x, static_cast<double>(frame) * cache->frame_time());
  return make_video(job, *cache, photographer);
}

}  // namespace tensio::cli
