#include <cmath>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <limits>

#include "io/mesh_file.h"
#include "io/mesh_format.h"
#include "io/mesh_samples.h"
#include "io/write_file.h"
#include "tensio/cloth.h"

namespace tensio {
namespace {

namespace fs = std::filesystem;

/// An empty folder, gone at the end of the test.
class MeshFile : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) /
              (std::string("tensio_") + testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const char* name) const { return (folder_ / name).string(); }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  static std::string contents(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  fs::path folder_;
};

Model bumpy_grid() {
  Model model = *make_grid({.columns = 12, .rows = 9});
  for (Vec3& p : model.rest_position) p.y = std::sin(3 * p.x) / 3e5 - 100 * std::cos(p.z);
  return model;
}

TEST(MeshWrite, ObjComesBackToNineDigits) {
  const Model model = bumpy_grid();
  const auto mesh = parse_mesh(obj_format.write(model.rest_position, see(model)), "a.obj");
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_EQ(mesh->triangles, model.triangles);
  ASSERT_EQ(mesh->points.size(), model.vertex_count());
  for (std::size_t i = 0; i < mesh->points.size(); ++i) {
    EXPECT_NEAR(mesh->points[i].x, model.rest_position[i].x, 1e-8);
    EXPECT_NEAR(mesh->points[i].y, model.rest_position[i].y, 1e-6);
  }
}

TEST(MeshWrite, PlyComesBackAsFloats) {
  const Model model = bumpy_grid();
  const auto mesh = parse_mesh(ply_format.write(model.rest_position, see(model)), "a.ply");
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_EQ(mesh->triangles, model.triangles);
  ASSERT_EQ(mesh->points.size(), model.vertex_count());
  for (std::size_t i = 0; i < mesh->points.size(); ++i) {
    EXPECT_EQ(mesh->points[i].x, static_cast<float>(model.rest_position[i].x));
    EXPECT_EQ(mesh->points[i].y, static_cast<float>(model.rest_position[i].y));
    EXPECT_EQ(mesh->points[i].z, static_cast<float>(model.rest_position[i].z));
  }
}

TEST(MeshWrite, PlyKeepsHugePointsFinite) {
  const std::vector<Vec3> points = {{1e300, 0, 0}, {0, -1e300, 0}, {0, 0, 1}};
  EXPECT_TRUE(parse_mesh(ply_format.write(points, {.points = 3, .triangles = {{0, 1, 2}}}), "a.ply"));
}

TEST(MeshWrite, RopesAreLinesAndEdgesThatReadersOfMeshesSkip) {
  Model model = *make_grid({.columns = 3, .rows = 3});
  const std::size_t cloth = model.vertex_count();
  EXPECT_TRUE(see(model).segments.empty());
  const auto first = static_cast<VertexId>(cloth);
  model.rest_position.insert(model.rest_position.end(), {{5, 0, 0}, {6, 0, 0}, {7, 0, 0}});
  model.mass.insert(model.mass.end(), 3, 1.0);
  model.springs.add(first, first + 1, SpringFamily::structural, 1, 1);
  model.springs.add(first + 1, first + 2, SpringFamily::structural, 1, 1);
  model.springs.add(first, first + 2, SpringFamily::bend, 2, 1);
  model.parts.push_back({"rope", cloth, cloth + 3, model.triangles.size(), model.triangles.size()});
  model.parts[0].name = "two\nlines";
  const Seen seen = see(model);
  ASSERT_EQ(seen.segments.size(), 2u);
  const std::string obj = obj_format.write(model.rest_position, seen);
  EXPECT_NE(obj.find("\no two_lines\nf 1 "), std::string::npos) << obj;
  EXPECT_NE(obj.find("\no rope\nl 10 11\nl 11 12\n"), std::string::npos) << obj;
  const std::string ply = ply_format.write(model.rest_position, seen);
  EXPECT_NE(ply.find("element edge 2\nproperty int vertex1\nproperty int vertex2\n"), std::string::npos);
  for (const auto& mesh : {parse_mesh(obj, "a.obj"), parse_mesh(ply, "a.ply")}) {
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->triangles, model.triangles);
  }
}

TEST(MeshWrite, SecondRoundTripChangesNothing) {
  const Model model = bumpy_grid();
  const std::string first = obj_format.write(model.rest_position, see(model));
  const auto mesh = parse_mesh(first, "a.obj");
  ASSERT_TRUE(mesh);
  EXPECT_EQ(obj_format.write(mesh->points, see(model)), first);
}

TEST_F(MeshFile, ReadsWhatWriteFileWrote) {
  ASSERT_TRUE(write_file(path("square.stl"), binary_square_stl()));
  const auto mesh = read_mesh_file(path("square.stl"));
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_EQ(mesh->triangles.size(), 2u);
}

TEST_F(MeshFile, SaysWhyItCannotBeRead) {
  const auto refusal = [](const std::string& file) {
    const auto mesh = read_mesh_file(file);
    return mesh ? std::string() : mesh.error().message;
  };
  EXPECT_NE(refusal(path("missing.obj")).find("missing.obj"), std::string::npos);
  EXPECT_NE(refusal(folder_.string()).find("is a folder"), std::string::npos);
  EXPECT_NE(refusal("/dev/null").find("is a pipe or a device"), std::string::npos);
  EXPECT_FALSE(refusal("").empty());
  EXPECT_FALSE(refusal(path("missing/too.obj")).empty());
  EXPECT_FALSE(refusal(std::string(100000, 'x')).empty());
  ASSERT_TRUE(write_file(path("empty.obj"), ""));
  EXPECT_NE(refusal(path("empty.obj")).find("is empty"), std::string::npos);
  ASSERT_TRUE(write_file(path("bad.obj"), "v 1 2\n"));
  EXPECT_NE(refusal(path("bad.obj")).find("bad.obj, line 1"), std::string::npos);
}

TEST_F(MeshFile, WritingReplacesAndLeavesNoTemporaryBehind) {
  ASSERT_TRUE(write_file(path("a"), "first"));
  ASSERT_TRUE(write_file(path("a"), std::string("second\0", 7)));
  EXPECT_EQ(contents(path("a")), std::string("second\0", 7));
  EXPECT_EQ(files(), 1u);
}

TEST_F(MeshFile, WritingAvoidsATemporaryThatIsAlreadyThere) {
  ASSERT_TRUE(write_file(path("a.0.partial"), "someone else's"));
  ASSERT_TRUE(write_file(path("a"), "mine"));
  EXPECT_EQ(contents(path("a.0.partial")), "someone else's");
  EXPECT_EQ(contents(path("a")), "mine");
  EXPECT_EQ(files(), 2u);
}

TEST_F(MeshFile, WritingGoesThroughALink) {
  ASSERT_TRUE(write_file(path("target"), "old"));
  fs::create_symlink(path("target"), path("link"));
  ASSERT_TRUE(write_file(path("link"), "new"));
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(contents(path("target")), "new");
}

TEST_F(MeshFile, SaysWhyItCannotBeWritten) {
  const auto refusal = [](const std::string& file) {
    const auto done = write_file(file, "x");
    return done ? std::string() : done.error().message;
  };
  EXPECT_NE(refusal(folder_.string()).find("folder"), std::string::npos);
  EXPECT_NE(refusal(path("missing/a")).find("missing/a cannot be written"), std::string::npos);
  EXPECT_FALSE(refusal("").empty());
  EXPECT_TRUE(write_file("/dev/null", "x"));
  EXPECT_EQ(files(), 0u);
}

TEST_F(MeshFile, AFullDiskIsAnErrorNotASilentLoss) {
  if (!fs::exists("/dev/full")) GTEST_SKIP();
  const auto done = write_file("/dev/full", std::string(100000, 'x'));
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().message.find("/dev/full"), std::string::npos);
}

}  // namespace
}  // namespace tensio
