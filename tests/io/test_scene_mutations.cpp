#include <random>

#include "io/scene_fixture.h"

namespace tensio {
namespace {

const std::string& good_scene() {
  static const std::string text = R"(name = "x"
frames = 9
gravity = [0, -9.81, 0]
[time]
frame = 0.033
[minimiser]
method = "newton"
linear = { method = "pcg", tolerance = 1e-8 }
[[body]]
kind = "grid"
vertices = [4, 4]
stiffness = { structural = 80, bend = 20 }
rotation = { axis = [1, 0, 0], degrees = 90 }
[[body.pin]]
edge = "left"
path = { keys = [[0, 0, 0, 0], [1, 0.5, 0, 0], [2, 0, 0, 0]], smooth = true, repeat = true }
[[body]]
kind = "mesh"
file = "two.obj"
[[collider]]
kind = "box"
size = [1, 1, 1]
[view]
colour = "#ff8000"
)";
  return text;
}

/// Replaces, removes, doubles or inserts a few stretches of the text.
std::string mutate(std::string text, std::mt19937& random) {
  static const std::string alphabet = "0123456789.,=[]{}\"'-+eE#\n abcxyz_\\\xff";
  const auto pick = [&](std::size_t count) { return static_cast<std::size_t>(random() % count); };
  for (std::size_t edits = 1 + pick(3); edits-- > 0 && !text.empty();) {
    const std::size_t at = pick(text.size()), length = 1 + pick(8);
    switch (pick(4)) {
      case 0:
        text[at] = alphabet[pick(alphabet.size())];
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(at, text.substr(pick(text.size()), 4 * length));
        break;
      default:
        text.insert(at, 1, alphabet[pick(alphabet.size())]);
    }
  }
  return text;
}

TEST(SceneMutations, AreReadOrRefusedWithOneLineButNeverCrash) {
  ASSERT_EQ(error_of(good_scene()), "");
  std::mt19937 random(1678);
  int refused = 0;
  for (int i = 0; i < 2000; ++i) {
    const std::string text = mutate(good_scene(), random);
    const std::string message = error_of(text);
    refused += !message.empty();
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  }
  EXPECT_GT(refused, 500);
  EXPECT_LT(refused, 2000);
}

TEST(SceneMutations, OfJsonAreReadOrRefusedToo) {
  const std::string good = parse_toml(good_scene())->dump();
  std::mt19937 random(1660);
  for (int i = 0; i < 2000; ++i) {
    const auto document = parse_json(mutate(good, random));
    if (document) (void)read_scene(*document, test_files);
  }
}

}  // namespace
}  // namespace tensio
