#pragma once

#include <string>
#include <vector>

#include "capi/guard.h"
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
  const char* last_resort = nullptr;  // instead of `error`, if there is no memory for a sentence
};

namespace tensio::capi {

/// Copies a sentence, cut to the size. Returns NULL.
tensio_simulation* refuse(const char* sentence, char* error, std::size_t error_size);
/// The handle for a scene and "" in `error`; on an error NULL and the sentence.
tensio_simulation* make_handle(Result<Scene> scene, char* error, std::size_t error_size);

/// The handle for the scene that read() returns.
template <class Read>
tensio_simulation* create(const Read& read, char* error, std::size_t error_size) {
  return guarded([&] { return make_handle(read(), error, error_size); },
                 [&](tensio_result, const char* sentence) { return refuse(sentence, error, error_size); });
}

}  // namespace tensio::capi
