#include "lab/state_pictures.h"

namespace tensio::lab {

Result<StatePictures> picture_states(const Setup&, const std::vector<std::vector<Vec3>>&, int, int) {
  return fail("this program was built without the renderer; rebuild with TENSIO_RENDER=ON");
}

}  // namespace tensio::lab
