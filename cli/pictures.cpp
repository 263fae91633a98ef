#include "cli/pictures.h"

#include "cli/interrupt.h"
#include "cli/photographer.h"
#include "cli/progress.h"
#include "io/frame_cache.h"
#include "render/video.h"

namespace tensio::cli {

namespace {

Result<render::VideoWriter> open_video(const VideoJob& job) {
  return render::VideoWriter::open(job.file, job.size.width, job.size.height,
                                   1 / job.simulation.setup().frame_time);
}

}  // namespace

bool can_take_pictures() {
  return true;
}

Result<void> check_video(const VideoJob& job) {
  const auto video = open_video(job);  // and abandon it, which leaves nothing behind
  return video ? Result<void>{} : fail(video.error());
}

Result<void> take_picture(const PictureJob& job) {
  Photographer photographer(job.scene, job.simulation.model(), job.colliders,
                            {.width = job.size.width, .height = job.size.height});
  photographer.show(job.seen, job.points, job.time);
  const auto image = photographer.picture(job.seen, job.points, job.time);
  if (!image) return fail(job.file + ": " + image.error().message);
  return render::write_png(*image, job.file);
}

Result<VideoLength> make_video(const VideoJob& job) {
  const auto cache = FrameCacheReader::open(job.cache);
  if (!cache) return fail(cache.error());
  Photographer photographer(job.scene, job.simulation.model(), job.colliders,
                            {.width = job.size.width,
                             .height = job.size.height,
                             .samples_per_pixel = render::film_samples_per_pixel});
  for (std::size_t frame = 0; frame < cache->frame_count(); ++frame)
    if (const auto shown = cache->read(frame))
      photographer.show(*shown->seen, shown->points, static_cast<double>(frame) * cache->frame_time());

  VideoLength length{.of = static_cast<int>(cache->frame_count())};
  auto video = open_video(job);
  if (!video) return fail(video.error());
  Progress progress("video", length.of, job.quiet);
  while (length.frames < length.of && !(length.frames > 0 && InterruptGuard::requested())) {
    const auto shown = cache->read(static_cast<std::size_t>(length.frames));
    if (!shown) return fail(shown.error());
    const auto image = photographer.picture(*shown->seen, shown->points, length.frames * cache->frame_time());
    if (!image) return fail(job.file + ": " + image.error().message);
    if (auto ok = video->add(*image); !ok) return fail(ok.error());
    progress.show(++length.frames);
  }
  progress.finish();
  if (auto ok = video->close(); !ok) return fail(ok.error());
  return length;
}

}  // namespace tensio::cli
