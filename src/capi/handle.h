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
};

namespace tensio::capi {

/// The handle for a scene; on an error NULL, and the sentence in `error`.
tensio_simulation* make_handle(Result<Scene> scene, char* error, std::size_t error_size);
/// Copies a sentence, cut to the size. Returns NULL.
tensio_simulation* refuse(const char* sentence, char* error, std::size_t error_size);

}  // namespace tensio::capi
