#include <gtest/gtest.h>

#include "build/mesh.h"
#include "io/mesh_format.h"
#include "io/mesh_samples.h"

namespace tensio {
namespace {

struct Sample {
  const char* name;
  std::string bytes;
};

const std::vector<Sample>& samples() {
  static const std::vector<Sample> all = {{"a.obj", square_obj},
                                          {"b.obj", "v 0 0 0\nv 0 0 1\nv 1 0 \\\n1\nf -1 \\\n-2/1 -3//2\n"},
                                          {"a.ply", square_ply},
                                          {"b.ply", binary_square_ply(false)},
                                          {"c.ply", binary_square_ply(true, "\r\n")},
                                          {"a.stl", square_stl},
                                          {"b.stl", binary_square_stl()},
                                          {"c.stl", binary_square_stl("solid square")}};
  return all;
}

/// Either a sentence, or a mesh that can be trusted; and what can be built of it is valid.
void check(const std::string& bytes, const char* name) {
  const auto mesh = parse_mesh(bytes, name);
  if (!mesh) {
    EXPECT_FALSE(mesh.error().message.empty());
    return;
  }
  EXPECT_FALSE(mesh->triangles.empty());
  EXPECT_TRUE(is_finite(mesh->points));
  for (const auto& triangle : mesh->triangles)
    for (const VertexId v : triangle) ASSERT_LT(v, mesh->points.size()) << name;
  const auto made = make_mesh_model(*mesh, {.lumping = Lumping::area});
  EXPECT_TRUE(!made || validate(made->model)) << name;
}

TEST(MeshFuzz, SurvivesTruncationAtEveryByte) {
  for (const Sample& sample : samples())
    for (std::size_t size = 0; size <= sample.bytes.size(); ++size)
      check(sample.bytes.substr(0, size), sample.name);
}

TEST(MeshFuzz, SurvivesEveryBitFlippedAndManyBytesReplaced) {
  for (const Sample& sample : samples())
    for (std::size_t at = 0; at < sample.bytes.size(); ++at) {
      std::string bytes = sample.bytes;
      for (int bit = 0; bit < 8; ++bit) {
        bytes[at] = static_cast<char>(sample.bytes[at] ^ (1 << bit));
        check(bytes, sample.name);
      }
      for (const char c : {'\0', '\n', ' ', '-', '9', '\\', '\x7f', '\xff'}) {
        bytes[at] = c;
        check(bytes, sample.name);
      }
    }
}

TEST(MeshFuzz, SurvivesDeletedAndRepeatedStretches) {
  std::uint32_t seed = 7;
  const auto random = [&](std::size_t below) {
    return ((seed = seed * 1664525u + 1013904223u) >> 8) % below;
  };
  for (const Sample& sample : samples())
    for (int round = 0; round < 2000; ++round) {
      std::string bytes = sample.bytes;
      for (std::size_t edits = 1 + random(3); edits > 0 && !bytes.empty(); --edits) {
        const std::size_t at = random(bytes.size()), size = 1 + random(12);
        if (random(2) == 0)
          bytes.erase(at, size);
        else
          bytes.insert(random(bytes.size()), bytes.substr(at, size));
      }
      check(bytes, sample.name);
    }
}

TEST(MeshFuzz, SurvivesTheWrongExtension) {
  for (const Sample& sample : samples())
    for (const char* name : {"x.obj", "x.ply", "x.stl", "x", ""}) {
      check(sample.bytes, name);
      static_cast<void>(obj_format.parse(sample.bytes, name));
      static_cast<void>(ply_format.parse(sample.bytes, name));
      static_cast<void>(stl_format.parse(sample.bytes, name));
    }
}

}  // namespace
}  // namespace tensio
