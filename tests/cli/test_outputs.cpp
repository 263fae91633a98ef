// What a run writes of scenes that tear, and of runs that are cut short.

#include <fmt/format.h>
#include <map>

#include "cli/program.h"
#include "io/frame_cache.h"
#include "io/mesh_file.h"
#include "io/mesh_format.h"
#include "tensio/scene.h"
#include "tensio/simulation.h"

namespace tensio {
namespace {

using nlohmann::json;

/// A cloth that is pulled apart at its corners, and a rope that its own weight breaks.
constexpr const char* torn_scene = R"(
name = "torn"
frames = 8
tear_strain = 0.25
[[body]]
kind = "grid"
name = "cloth"
colour = "#2f6f8f"
vertices = [9, 9]
mass = 1
rotation = { axis = [1, 0, 0], degrees = 90 }
stiffness = { structural = 12, shear = 6 }
[[body.pin]]
corner = "back-left"
[[body.pin]]
corner = "back-right"
[body.pin.path]
keys = [[0, 0, 0, 0], [0.3, 0.8, 0, 0]]
[[body]]
kind = "chain"
name = "rope"
start = [0.7, 0, 0]
end = [0.7, -1, 0]
segments = 8
stiffness = 8
mass = 0.2
[[body.pin]]
end = "start"
)";

class Outputs : public Program {
 protected:
  void SetUp() override {
    Program::SetUp();
    write("torn.toml", torn_scene);
    auto scene = parse_scene(torn_scene, {});
    ASSERT_TRUE(scene) << scene.error().message;
    auto simulation = Simulation::make(std::move(scene->setup));
    ASSERT_TRUE(simulation) << simulation.error().message;
    for (int frame = 0; frame <= frames; ++frame) {
      seen_.push_back(see(simulation->model(), scene->view));
      x_.push_back(simulation->state().x);
      if (frame == frames) break;
      ASSERT_TRUE(is_usable(simulation->advance_frame().status));
    }
    ASSERT_GT(seen_.back().points, seen_.front().points) << "the cloth tears";
    ASSERT_LT(seen_.back().segments.size(), seen_.front().segments.size()) << "the rope tears";
  }
  bool runs(const std::string& arguments) const {
    const Outcome outcome = run("run torn.toml --quiet " + arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.code == 0;
  }

  static constexpr int frames = 8;
  std::vector<Seen> seen_;            // of every frame
  std::vector<std::vector<Vec3>> x_;  // m
};

TEST_F(Outputs, ATornClothComesBackFromTheCacheWithTheTopologyOfEachFrame) {
  ASSERT_TRUE(runs("--out out"));
  const auto cache = FrameCacheReader::open((folder_ / "out/frames.tfc").string());
  ASSERT_TRUE(cache) << cache.error().message;
  ASSERT_EQ(cache->frame_count(), std::size_t{frames} + 1);
  for (std::size_t frame = 0; frame <= frames; ++frame) {
    const auto read = cache->read(frame);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->seen->triangles, seen_[frame].triangles) << frame;
    EXPECT_EQ(read->seen->segments, seen_[frame].segments) << frame;
    EXPECT_EQ(read->seen->bodies, seen_[frame].bodies) << frame;
    ASSERT_EQ(read->points.size(), x_[frame].size());
    for (std::size_t i = 0; i < x_[frame].size(); ++i)
      EXPECT_LT(norm(read->points[i] - x_[frame][i]), 1e-5) << frame << " " << i;
  }
}

TEST_F(Outputs, ATornClothIsWrittenInEveryFormat) {
  for (const MeshFormat* each : mesh_formats()) {
    if (!each->write) continue;
    const std::string format(each->name);
    ASSERT_TRUE(runs("--out " + format + " --format " + format));
    for (std::size_t frame = 0; frame <= frames; ++frame) {
      const auto name = fmt::format("{}/frame_{:05}.{}", format, frame, format);
      const auto mesh = read_mesh_file((folder_ / name).string());
      ASSERT_TRUE(mesh) << mesh.error().message;
      EXPECT_EQ(mesh->points.size(), seen_[frame].points) << name;
      EXPECT_EQ(mesh->triangles, seen_[frame].triangles) << name;
    }
  }
  const std::string obj = read(folder_ / "obj/frame_00008.obj");
  EXPECT_NE(obj.find("\no cloth\nf "), std::string::npos);
  EXPECT_NE(obj.find("\no rope\nl "), std::string::npos);
}

TEST_F(Outputs, ATornClothIsDrawnAndFilmed) {
  if (std::system("ffprobe -version >/dev/null 2>&1") != 0) GTEST_SKIP() << "needs ffmpeg";
  const Outcome outcome = run("run torn.toml --image a.png --video a.mp4 --size 128x96");
  if (outcome.err.find("TENSIO_RENDER") != std::string::npos) GTEST_SKIP() << "built without the renderer";
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("  video    a.mp4, 9 frames\n"), std::string::npos) << outcome.out;
  EXPECT_TRUE(read(folder_ / "a.png").starts_with("\x89PNG"));
  EXPECT_EQ(read(folder_ / "a.mp4").substr(4, 4), "ftyp");
}

TEST_F(Outputs, BodiesAreDrawnInTheirColours) {
  if (std::system("ffmpeg -version >/dev/null 2>&1") != 0) GTEST_SKIP() << "needs ffmpeg to read a picture";
  write("three.toml", R"(
frames = 0
[[body]]
kind = "grid"
vertices = [3, 3]
colour = "#ff0000"
position = [-1.5, 0, 0]
[[body]]
kind = "grid"
vertices = [3, 3]
colour = "#00ff00"
[[body]]
kind = "grid"
vertices = [3, 3]
position = [1.5, 0, 0]
[[body]]
kind = "chain"
start = [-2, 0, 0.8]
end = [2, 0, 0.8]
segments = 2
[view]
colour = "#0000ff"
rope_colour = "#ffff00"
rope_radius = 0.1
eye = [0, 6, 0.1]
target = [0, 0, 0]
)");
  const Outcome outcome = run("run three.toml --image a.png --size 160x90 --quiet");
  if (outcome.err.find("TENSIO_RENDER") != std::string::npos) GTEST_SKIP() << "built without the renderer";
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::string decode =
      "cd '" + folder_.string() + "' && ffmpeg -y -loglevel error -i a.png -f rawvideo -pix_fmt rgb24 a.rgb";
  ASSERT_EQ(std::system(decode.c_str()), 0);
  const std::string rgb = read(folder_ / "a.rgb");
  std::map<std::string, double> column, count;  // of the pixels of each colour
  for (std::size_t i = 0; i + 2 < rgb.size(); i += 3) {
    const auto is_high = [&](std::size_t channel) {
      return static_cast<unsigned char>(rgb[i + channel]) > 120;
    };
    const std::string seen = {is_high(0) ? 'r' : '-', is_high(1) ? 'g' : '-', is_high(2) ? 'b' : '-'};
    ++count[seen];
    column[seen] += static_cast<double>(i / 3 % 160);
  }
  for (const char* colour : {"r--", "-g-", "--b", "rg-"}) ASSERT_GT(count[colour], 50) << colour;
  EXPECT_LT(column["r--"] / count["r--"], 60);
  EXPECT_NEAR(column["-g-"] / count["-g-"], 80, 10);
  EXPECT_GT(column["--b"] / count["--b"], 100);
  EXPECT_NEAR(column["rg-"] / count["rg-"], 80, 10);
}

TEST_F(Outputs, ARunThatFillsTheDiskSaysThatItWasCutShort) {
  // As on a full disk, no file may grow beyond 16 kB.
  write("full.sh", "trap '' XFSZ\nulimit -f 16\n'" TENSIO_PROGRAM
                   "' run torn.toml --frames 40 --out out --json out.json --image a.png --image-frame 30 "
                   "--size 32x32 >stdout.txt 2>stderr.txt\n");
  const int status = std::system(("cd '" + folder_.string() + "' && bash full.sh").c_str());
  EXPECT_EQ(WEXITSTATUS(status), 1);
  const json report = json::parse(read(folder_ / "out.json"), nullptr, false);
  ASSERT_TRUE(report.is_object());
  const int done = report["frames"];
  EXPECT_LT(done, 40);
  EXPECT_EQ(report["frames_requested"], 40);
  EXPECT_EQ(report["status"], "output-failed");
  EXPECT_NE(report["error"].get<std::string>().find("frames.tfc"), std::string::npos) << report["error"];
  const std::string out = read(folder_ / "stdout.txt");
  EXPECT_TRUE(out.starts_with(fmt::format("torn: stopped after {} of 40 frames (output-failed)", done)))
      << out;
  EXPECT_NE(out.find("the run ended before frame 30\n"), std::string::npos) << out;
  const std::string err = read(folder_ / "stderr.txt");
  EXPECT_NE(err.find("frames.tfc"), std::string::npos) << err;
  const auto cache = FrameCacheReader::open((folder_ / "out/frames.tfc").string());
  ASSERT_TRUE(cache) << cache.error().message;
  EXPECT_EQ(cache->frame_count(), static_cast<std::size_t>(done)) << "the frames before the last";
}

TEST_F(Outputs, AVideoWithoutFfmpegFailsBeforeTheFirstFrame) {
  write("empty.sh", "PATH= '" TENSIO_PROGRAM
                    "' run torn.toml --video a.mp4 --image a.png --json a.json >stdout.txt 2>stderr.txt\n");
  const int status = std::system(("cd '" + folder_.string() + "' && bash empty.sh").c_str());
  const std::string err = read(folder_ / "stderr.txt");
  if (err.find("TENSIO_RENDER") != std::string::npos) GTEST_SKIP() << "built without the renderer";
  EXPECT_EQ(WEXITSTATUS(status), 1);
  EXPECT_NE(err.find("ffmpeg was not found"), std::string::npos) << err;
  const json report = json::parse(read(folder_ / "a.json"), nullptr, false);
  ASSERT_TRUE(report.is_object());
  EXPECT_EQ(report["status"], "output-failed");
  EXPECT_EQ(report["frames"], 0);
  const std::string out = read(folder_ / "stdout.txt");
  EXPECT_NE(out.find("  picture  not written"), std::string::npos) << out;
  EXPECT_NE(out.find("  video    not written"), std::string::npos) << out;
  EXPECT_FALSE(std::filesystem::exists(folder_ / "a.mp4.frames.tfc"));
}

TEST_F(Outputs, AVideoOnAFullDiskLeavesNothingBehind) {
  write("full.sh", "trap '' XFSZ\nulimit -f 16\n'" TENSIO_PROGRAM
                   "' run torn.toml --frames 40 --video a.mp4 --size 64x48 >stdout.txt 2>stderr.txt\n");
  const int status = std::system(("cd '" + folder_.string() + "' && bash full.sh").c_str());
  const std::string err = read(folder_ / "stderr.txt");
  if (err.find("TENSIO_RENDER") != std::string::npos) GTEST_SKIP() << "built without the renderer";
  EXPECT_EQ(WEXITSTATUS(status), 1) << err;
  for (const auto& entry : std::filesystem::directory_iterator(folder_))
    EXPECT_EQ(entry.path().string().find(".frames.tfc"), std::string::npos) << entry.path();
}

TEST_F(Outputs, ACacheThatCannotBeWrittenIsAFailureWithAReport) {
  std::filesystem::create_directories(folder_ / "out/frames.tfc");
  const Outcome outcome = run("run torn.toml --out out --json a.json --image a.png --size 32x32");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.err.find("frames.tfc cannot be written"), std::string::npos) << outcome.err;
  const json report = json::parse(read(folder_ / "a.json"), nullptr, false);
  ASSERT_TRUE(report.is_object());
  EXPECT_EQ(report["status"], "output-failed");
  EXPECT_NE(outcome.out.find("  picture  not written"), std::string::npos) << outcome.out;
}

}  // namespace
}  // namespace tensio
