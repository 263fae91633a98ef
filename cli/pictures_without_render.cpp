#include "cli/pictures.h"

namespace tensio::cli {

namespace {

constexpr const char* reason = "this program was built without the renderer; rebuild with TENSIO_RENDER=ON";

}  // namespace

bool can_take_pictures() {
  return false;
}

Result<void> check_video(const VideoJob&) {
  return fail(reason);
}

Result<void> take_picture(const PictureJob&) {
  return fail(reason);
}

Result<VideoLength> make_video(const VideoJob&) {
  return fail(reason);
}

}  // namespace tensio::cli
