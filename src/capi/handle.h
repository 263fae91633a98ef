#pragma once

#include <string>
#include <vector>

#include "tensio/scene.h"
#include "tensio/simulation.h"
#include "tensio/tensio_c.h"

/// What a handle of the C interface refers to.
struct tensio_simulation {
  tensio::Simulation simulation;
  tensio::Snapshot start;
  tensio::Setup settings;  // of the scene, without model and colliders
  std::vector<std::string> warnings;
  std::string error;
  std::string summary;
  bool is_out_of_memory = false;  // in the last call that failed: there is none left for a sentence
};

namespace tensio::capi {

/// The handle for a scene; on an error NULL, and the sentence in `error`.
tensio_simulation* make_handle(Result<Scene> scene, char* error, std::size_t error_size);
/// Copies a sentence, cut to the size. Returns NULL.
tensio_simulation* refuse(const char* sentence, char* error, std::size_t error_size);
/// Clears `error` if there is a handle. Returns the handle.
tensio_simulation* succeed(tensio_simulation* handle, char* error, std::size_t error_size);

}  // namespace tensio::capi
