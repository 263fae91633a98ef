#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "io/scene_choices.h"
#include "io/scene_document.h"
#include "io/scene_file.h"
#include "lab/base64.h"
#include "serve/browser.h"

namespace tensio::serve {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const fs::path scenes = fs::path(TENSIO_SOURCE_DIR) / "scenes";

std::string read(const fs::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// A built-in scene as the page sends it.
json load_message(const fs::path& path) {
  const auto document = parse_toml(read(path));
  if (!document) throw std::runtime_error(document.error().message);
  json files = json::object();
  for (const auto& mesh : fs::directory_iterator(scenes / "meshes"))
    if (const std::string name = "meshes/" + mesh.path().filename().string();
        document->dump().find(name) != std::string::npos)
      files[name] = mesh.path().extension() == ".obj" ? json(read(mesh.path()))
                                                      : json{{"base64", lab::base64(read(mesh.path()))}};
  return {{"type", "load"}, {"name", path.stem().string()}, {"document", *document}, {"files", files}};
}

std::vector<fs::path> builtin_scenes() {
  std::vector<fs::path> paths;
  for (const auto& file : fs::directory_iterator(scenes))
    if (file.path().extension() == ".toml") paths.push_back(file.path());
  std::ranges::sort(paths);
  return paths;
}

/// Every pair takes minutes (scripts/test --long); else each scene is stepped with one method or two.
bool is_tried(const fs::path& scene, std::size_t method) {
  if (std::getenv("TENSIO_LONG_TESTS")) return true;
  const std::vector<fs::path> paths = builtin_scenes();
  const auto index = static_cast<std::size_t>(std::ranges::find(paths, scene) - paths.begin());
  const auto& methods = method_choices();
  return index % methods.size() == method ||
         (scene.stem() == "cape" && methods[method].value == Method::newton);
}

class EveryScene : public testing::TestWithParam<fs::path> {};

TEST_P(EveryScene, StepsWithEveryMethodWhilePaused) {
  const Running server;
  Browser browser(server.port());
  browser.send(load_message(GetParam()));
  ASSERT_TRUE(browser.settle());
  ASSERT_TRUE(browser.take("error").is_null());
  const auto scene = read_scene_file(GetParam().string());
  ASSERT_TRUE(scene) << scene.error().message;
  browser.send({{"type", "play"}, {"playing", false}});
  const auto& methods = method_choices();
  for (std::size_t i = 0; i < methods.size(); ++i) {
    if (!is_tried(GetParam(), i)) continue;
    SCOPED_TRACE(methods[i].name);
    browser.send(
        {{"type", "set"}, {"fields", {{"method", methods[i].name}, {"iterations", 2}, {"substeps", 1}}}});
    ASSERT_TRUE(browser.settle());
    tensio::Setup setup = scene->setup;
    setup.minimise.method = methods[i].value;
    setup.minimise.iterations = 2;
    setup.substeps = 1;
    if (const auto ok = validate(setup); !ok) {
      EXPECT_EQ(browser.take("error")["message"], ok.error().message);
      continue;
    }
    const int before = browser.frame();
    browser.send({{"type", "step"}});
    ASSERT_TRUE(browser.settle()) << "the server has gone";
    EXPECT_EQ(browser.take("error"), json());
    EXPECT_EQ(browser.frame(), before + 1);
  }
}

std::string name_of(const testing::TestParamInfo<fs::path>& scene) {
  std::string name = scene.param.stem();
  std::erase(name, '-');
  return name;
}

TEST(Server, AMalformedMessageEndsTheConnectionAndTheOthersGoOn) {
  const Running server;
  Browser good(server.port()), bad(server.port());
  good.send(load_message(scenes / "hanging-chain.toml"));
  ASSERT_TRUE(good.settle());
  bad.send({{"type", "format the disk"}});
  EXPECT_FALSE(bad.settle());
  EXPECT_TRUE(good.settle());
}

INSTANTIATE_TEST_SUITE_P(Server, EveryScene, testing::ValuesIn(builtin_scenes()), name_of);

}  // namespace
}  // namespace tensio::serve
