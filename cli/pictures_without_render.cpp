#include "cli/pictures.h"

namespace tensio::cli {

bool can_take_pictures() {
  return false;
}

Result<void> take_pictures(const PictureJob&) {
  return fail("this program was built without the renderer; build it with TENSIO_RENDER=ON");
}

}  // namespace tensio::cli
