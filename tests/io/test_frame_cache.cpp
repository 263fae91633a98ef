#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <limits>

#include "io/frame_cache.h"

namespace tensio {
namespace {

class FrameCache : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    path_ = (std::filesystem::temp_directory_path() / (std::string("tensio_cache_") + test->name())).string();
    model_.add_vertex({0, 0, 0}, 1);
    model_.add_vertex({1, 0, 0}, 1);
    model_.add_vertex({0, 0.1, 0}, 1);
    model_.triangles = {{0, 1, 2}};
  }
  void TearDown() override { std::filesystem::remove(path_); }

  /// Frame f has every vertex moved by f along z.
  std::vector<Vec3> frame(int f) const {
    std::vector<Vec3> x = model_.rest_position;
    for (Vec3& p : x) p.z += f;
    return x;
  }
  void write(int frames) const {
    auto writer = FrameCacheWriter::create(path_, model_, 0.04);
    ASSERT_TRUE(writer) << writer.error().message;
    for (int f = 0; f < frames; ++f) ASSERT_TRUE(writer->add(frame(f)));
  }

  std::string path_;
  Model model_;
};

TEST_F(FrameCache, ReadsBackWhatWasWrittenAsFloats) {
  write(3);
  const auto reader = FrameCacheReader::open(path_);
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_EQ(reader->vertex_count(), 3u);
  EXPECT_EQ(reader->frame_count(), 3u);
  EXPECT_EQ(reader->frame_time(), 0.04);
  EXPECT_EQ(reader->triangles(), model_.triangles);
  EXPECT_FALSE(reader->truncated());
  for (const int f : {2, 0, 1}) {
    const auto x = reader->read(static_cast<std::size_t>(f));
    ASSERT_TRUE(x);
    EXPECT_EQ((*x)[1], (Vec3{1, 0, double(f)}));
    EXPECT_EQ((*x)[2].y, double(0.1f));
  }
  EXPECT_FALSE(reader->read(3));
}

TEST_F(FrameCache, PointsBeyondTheRangeOfFloatStayFinite) {
  auto writer = FrameCacheWriter::create(path_, model_, 0.04);
  ASSERT_TRUE(writer && writer->add(std::vector<Vec3>{{1e300, 0, 0}, {0, -1e39, 0}, {0, 0, 3.5e38}}));
  const auto reader = FrameCacheReader::open(path_);
  ASSERT_TRUE(reader);
  const auto x = reader->read(0);
  ASSERT_TRUE(x) << x.error().message;
  EXPECT_EQ((*x)[0].x, double(std::numeric_limits<float>::max()));
  EXPECT_EQ((*x)[1].y, -double(std::numeric_limits<float>::max()));
}

TEST_F(FrameCache, AFrameIsReadableAsSoonAsItIsAdded) {
  auto writer = FrameCacheWriter::create(path_, model_, 0.04);
  ASSERT_TRUE(writer && writer->add(frame(0)));
  const auto reader = FrameCacheReader::open(path_);
  ASSERT_TRUE(reader);
  EXPECT_EQ(reader->frame_count(), 1u);
}

TEST_F(FrameCache, ATruncatedFileKeepsItsWholeFrames) {
  write(3);
  const auto size = std::filesystem::file_size(path_);
  std::filesystem::resize_file(path_, size - 1);
  const auto reader = FrameCacheReader::open(path_);
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_EQ(reader->frame_count(), 2u);
  EXPECT_TRUE(reader->truncated());
  EXPECT_TRUE(reader->read(1));
  EXPECT_FALSE(reader->read(2));
}

TEST_F(FrameCache, EveryLengthOfAFileIsReadOrRefusedWithASentence) {
  write(2);
  for (auto size = std::filesystem::file_size(path_); size-- > 0;) {
    std::filesystem::resize_file(path_, size);
    const auto reader = FrameCacheReader::open(path_);
    if (reader)
      EXPECT_LE(reader->frame_count(), 1u);
    else
      EXPECT_NE(reader.error().message.find(path_), std::string::npos);
  }
}

TEST_F(FrameCache, DamagedBytesNeverCrash) {
  write(1);
  const auto size = static_cast<std::streamoff>(std::filesystem::file_size(path_));
  for (std::streamoff at = 0; at < size; ++at)
    for (const char byte : {'\xff', '\x7f', '\0'}) {
      write(1);
      std::fstream file(path_, std::ios::binary | std::ios::in | std::ios::out);
      file.seekp(at);
      file.put(byte);
      file.close();
      const auto reader = FrameCacheReader::open(path_);
      if (!reader) continue;
      for (std::size_t f = 0; f < reader->frame_count(); ++f) (void)reader->read(f);
    }
}

TEST_F(FrameCache, RefusesAFrameOfAnotherSizeAndAFileOfAnotherKind) {
  auto writer = FrameCacheWriter::create(path_, model_, 0.04);
  ASSERT_TRUE(writer);
  EXPECT_FALSE(writer->add(std::vector<Vec3>(2)));
  EXPECT_FALSE(FrameCacheWriter::create("no/such/folder/x.tfc", model_, 0.04));
  EXPECT_FALSE(FrameCacheReader::open(TENSIO_SOURCE_DIR "/LICENSE"));
  EXPECT_FALSE(FrameCacheReader::open("no/such/file"));
}

}  // namespace
}  // namespace tensio
