#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include "io/frame_cache.h"
#include "io/mesh_file.h"
#include "io/read_file.h"
#include "io/scene_file.h"

namespace tensio {
namespace {

namespace fs = std::filesystem;

/// An empty folder, gone at the end of the test. A test that waits on a pipe is killed instead of waiting for
/// ever.
class ReadFile : public testing::Test {
 protected:
  void SetUp() override {
    alarm(60);
    folder_ = fs::path(testing::TempDir()) /
              (std::string("tensio_read_") + testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override {
    fs::remove_all(folder_);
    alarm(0);
  }

  std::string path(const char* name) const { return (folder_ / name).string(); }

  fs::path folder_;
};

TEST_F(ReadFile, GivesEveryByteUpToTheLimit) {
  const std::string bytes("a\0b\r\n\xff", 6);
  std::ofstream(path("a"), std::ios::binary) << bytes;
  const auto read = read_file(path("a"), 6);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, bytes);
  const auto refused = read_file(path("a"), 5);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, path("a") + " has 6 bytes; the limit is 5");
}

TEST_F(ReadFile, EveryReaderRefusesAPipeInsteadOfWaitingForIt) {
  const std::string pipe = path("pipe.toml");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const auto refuses = [](const auto& result) {
    return !result && result.error().message.find("is a pipe or a device") != std::string::npos;
  };
  EXPECT_TRUE(refuses(read_file(pipe, 100)));
  EXPECT_TRUE(refuses(read_document_file(pipe)));
  EXPECT_TRUE(refuses(read_mesh_file(pipe)));
  EXPECT_TRUE(refuses(FrameCacheReader::open(pipe)));
  EXPECT_TRUE(refuses(files_beside(path("scene.toml"))("pipe.toml")));
  EXPECT_TRUE(refuses(read_file("/dev/zero", 100)));
}

TEST_F(ReadFile, AFolderAndAForbiddenFileAreRefused) {
  const auto folder = read_file(folder_.string(), 100);
  ASSERT_FALSE(folder);
  EXPECT_NE(folder.error().message.find("is a folder"), std::string::npos);
  if (geteuid() == 0) GTEST_SKIP() << "nothing is forbidden to root";
  std::ofstream(path("secret")) << "x";
  fs::permissions(path("secret"), fs::perms::none);
  const auto secret = read_file(path("secret"), 100);
  ASSERT_FALSE(secret);
  EXPECT_NE(secret.error().message.find("secret cannot be opened"), std::string::npos);
}

}  // namespace
}  // namespace tensio
