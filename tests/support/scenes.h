#pragma once

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

#include "io/scene_file.h"

namespace tensio {

/// Reads a scene that warns of nothing. The folder is TENSIO_SOURCE_DIR "/scenes", which only sources know.
inline Scene read_shipped(const std::string& folder, const std::string& name) {
  const std::string path = folder + "/" + name + ".toml";
  const auto document = read_document_file(path);
  EXPECT_TRUE(document) << document.error().message;
  auto scene = read_scene(*document, files_beside(path));
  EXPECT_TRUE(scene) << scene.error().message;
  EXPECT_TRUE(scene->warnings.empty());
  return std::move(*scene);
}

}  // namespace tensio
