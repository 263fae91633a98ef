#include "capi/handle.h"

using namespace tensio::capi;

tensio_simulation* tensio_create_from_file(const char* path, char* error, size_t error_size) {
  if (!path) return refuse("the path of the scene is NULL", error, error_size);
  return create([&] { return tensio::read_scene_file(path); }, error, error_size);
}
