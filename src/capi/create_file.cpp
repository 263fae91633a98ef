#include "capi/guard.h"
#include "capi/handle.h"

using namespace tensio::capi;

tensio_simulation* tensio_create_from_file(const char* path, char* error, size_t error_size) {
  if (!path) return refuse("the path of the scene is NULL", error, error_size);
  refuse("there is not enough memory for the scene", error, error_size);
  const auto make = [&] { return make_handle(tensio::read_scene_file(path), error, error_size); };
  return succeed(guarded(make, static_cast<tensio_simulation*>(nullptr)), error, error_size);
}
