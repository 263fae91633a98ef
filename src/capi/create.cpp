#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "capi/handle.h"

namespace tensio::capi {

tensio_simulation* refuse(const char* sentence, char* error, std::size_t error_size) {
  if (error && error_size > 0) {
    const std::size_t length = std::min(std::strlen(sentence), error_size - 1);
    std::memcpy(error, sentence, length);
    error[length] = '\0';
  }
  return nullptr;
}

tensio_simulation* make_handle(Result<Scene> scene, char* error, std::size_t error_size) {
  if (!scene) return refuse(scene.error().message.c_str(), error, error_size);
  Setup settings = scene->setup;
  settings.model = {};
  settings.colliders.clear();
  auto simulation = Simulation::make(std::move(scene->setup));
  if (!simulation) return refuse(simulation.error().message.c_str(), error, error_size);
  Snapshot start = simulation->snapshot();
  refuse("", error, error_size);
  return new tensio_simulation{std::move(*simulation),
                               std::move(start),
                               std::move(settings),
                               std::move(scene->warnings),
                               {},
                               {},
                               nullptr};
}

}  // namespace tensio::capi

using namespace tensio::capi;

const char* tensio_version(void) {
  return tensio::version();
}

tensio_simulation* tensio_create(const char* text, size_t length, tensio_file_reader read_file, void* user,
                                 char* error, size_t error_size) {
  if (!text) return refuse("the scene's text is NULL", error, error_size);
  const auto files = [&](const std::string& name) -> tensio::Result<std::string> {
    const char* bytes = nullptr;
    size_t size = 0;
    if (!read_file)
      return tensio::fail("the scene names the file " + name + "; pass a function that reads it");
    if (!read_file(user, name.c_str(), &bytes, &size) || (!bytes && size > 0))
      return tensio::fail("there is no file " + name);
    return std::string(bytes ? bytes : "", size);
  };
  return create([&] { return tensio::parse_scene({text, length}, files); }, error, error_size);
}

void tensio_destroy(tensio_simulation* simulation) {
  delete simulation;
}
