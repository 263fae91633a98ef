#include "cli/pictures.h"

#include "cli/photographer.h"

namespace tensio::cli {

bool can_take_pictures() {
  return true;
}

Result<void> take_pictures(const PictureJob& job) {
  Photographer photographer(job.scene, job.simulation.model(), job.simulation.setup().colliders, job.width,
                            job.height);
  photographer.show(job.image_x, job.image_time);
  if (!job.image.empty()) {
    const auto image = photographer.picture(job.image_x, job.image_time);
    if (!image) return fail(job.image + ": " + image.error().message);
    if (auto ok = write_png(*image, job.image); !ok) return ok;
  }
  return {};
}

}  // namespace tensio::cli
