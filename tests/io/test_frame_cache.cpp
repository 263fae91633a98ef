#include <bit>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <limits>

#include "io/bytes.h"
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
    seen_ = see(model_);
  }
  void TearDown() override { std::filesystem::remove(path_); }

  /// Frame f has every vertex moved by f along z.
  std::vector<Vec3> frame(int f) const {
    std::vector<Vec3> x = model_.rest_position;
    for (Vec3& p : x) p.z += f;
    return x;
  }
  void write(int frames) const {
    auto writer = FrameCacheWriter::create(path_, 0.04);
    ASSERT_TRUE(writer) << writer.error().message;
    for (int f = 0; f < frames; ++f) ASSERT_TRUE(writer->add(seen_, frame(f)));
  }

  std::string path_;
  Model model_;
  Seen seen_;
};

TEST_F(FrameCache, ReadsBackWhatWasWrittenAsFloats) {
  write(3);
  const auto reader = FrameCacheReader::open(path_);
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_EQ(reader->frame_count(), 3u);
  EXPECT_EQ(reader->frame_time(), 0.04);
  EXPECT_FALSE(reader->truncated());
  for (const int f : {2, 0, 1}) {
    const auto read = reader->read(static_cast<std::size_t>(f));
    ASSERT_TRUE(read);
    EXPECT_EQ(*read->seen, seen_);
    EXPECT_EQ(read->points[1], (Vec3{1, 0, double(f)}));
    EXPECT_EQ(read->points[2].y, double(0.1f));
  }
  EXPECT_FALSE(reader->read(3));
}

TEST_F(FrameCache, EveryFrameHasTheTopologyItWasWrittenWith) {
  Model parted = model_;  // one triangle more, a strand, and names
  for (const Vec3& p : {Vec3{1, 1, 0}, Vec3{2, 0, 0}, Vec3{3, 0, 0}}) parted.add_vertex(p, 1);
  parted.triangles.push_back({1, 3, 2});
  parted.springs.add(4, 5, SpringFamily::structural, 1, 1);
  parted.parts = {{.name = "cloth", .vertex_end = 4, .triangle_end = 2},
                  {.name = "a rope", .vertex_begin = 4, .vertex_end = 6, .colour = Rgb{0x123456}}};
  parted.radius = {0, 0, 0, 0, 0.25, 0.5};
  const Seen after = see(parted, {.colour = {0x010203}, .rope_radius = 0.125});
  {
    auto writer = FrameCacheWriter::create(path_, 0.04);
    ASSERT_TRUE(writer && writer->add(seen_, frame(0)) && writer->add(seen_, frame(1)));
    ASSERT_TRUE(writer->add(after, parted.rest_position));
    ASSERT_TRUE(writer->add(seen_, frame(3)));
  }
  const auto reader = FrameCacheReader::open(path_);
  ASSERT_TRUE(reader) << reader.error().message;
  ASSERT_EQ(reader->frame_count(), 4u);
  for (const std::size_t f : {2u, 0u, 3u, 1u}) {
    const auto read = reader->read(f);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read->seen, f == 2 ? after : seen_) << f;
    EXPECT_EQ(read->points.size(), f == 2 ? 6u : 3u);
  }
  EXPECT_EQ(reader->read(0)->seen, reader->read(1)->seen) << "stored once";
}

TEST_F(FrameCache, ReadsVersion1) {
  std::string bytes("TENSIOFC");
  for (const std::uint32_t number : {1u, 3u, 1u, 0u}) detail::append_little(bytes, number);
  detail::append_little(bytes, std::bit_cast<std::uint64_t>(0.04));
  for (const std::uint32_t corner : {0u, 1u, 2u}) detail::append_little(bytes, corner);
  for (int f = 0; f < 2; ++f)
    for (int i = 0; i < 9; ++i) detail::append_little_float(bytes, 10 * f + i);
  std::ofstream(path_, std::ios::binary) << bytes << "tail";
  const auto reader = FrameCacheReader::open(path_);
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_EQ(reader->frame_count(), 2u);
  EXPECT_EQ(reader->frame_time(), 0.04);
  EXPECT_TRUE(reader->truncated());
  const auto read = reader->read(1);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->seen->triangles, model_.triangles);
  EXPECT_EQ(read->seen->bodies.size(), 1u);
  EXPECT_EQ(read->points[2], (Vec3{16, 17, 18}));
}

TEST_F(FrameCache, PointsBeyondTheRangeOfFloatStayFinite) {
  auto writer = FrameCacheWriter::create(path_, 0.04);
  ASSERT_TRUE(writer && writer->add(seen_, std::vector<Vec3>{{1e300, 0, 0}, {0, -1e39, 0}, {0, 0, 3.5e38}}));
  const auto reader = FrameCacheReader::open(path_);
  ASSERT_TRUE(reader);
  const auto read = reader->read(0);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->points[0].x, double(std::numeric_limits<float>::max()));
  EXPECT_EQ(read->points[1].y, -double(std::numeric_limits<float>::max()));
}

TEST_F(FrameCache, AFrameIsReadableAsSoonAsItIsAdded) {
  auto writer = FrameCacheWriter::create(path_, 0.04);
  ASSERT_TRUE(writer && writer->add(seen_, frame(0)));
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
  auto writer = FrameCacheWriter::create(path_, 0.04);
  ASSERT_TRUE(writer);
  EXPECT_FALSE(writer->add(seen_, std::vector<Vec3>(2)));
  EXPECT_FALSE(FrameCacheWriter::create("no/such/folder/x.tfc", 0.04));
  EXPECT_FALSE(FrameCacheReader::open(TENSIO_SOURCE_DIR "/LICENSE"));
  EXPECT_FALSE(FrameCacheReader::open("no/such/file"));
}

}  // namespace
}  // namespace tensio
