#include <cmath>
#include <filesystem>
#include <gtest/gtest.h>
#include <limits>
#include <random>

#include "io/cache_samples.h"
#include "io/frame_cache.h"
#include "io/point_cache.h"
#include "io/read_file.h"

namespace tensio {
namespace {

/// The bytes of a frame cache with these frames, of nothing but points.
std::string written_tfc(const std::vector<std::vector<Vec3>>& frames) {
  const std::string path = (std::filesystem::path(testing::TempDir()) / "tensio_point_cache.tfc").string();
  auto writer = FrameCacheWriter::create(path, 0.25);
  for (const auto& points : frames) EXPECT_TRUE(writer->add({.points = points.size()}, points));
  return *read_file(path, 1'000'000);
}

std::vector<std::pair<std::string, std::string>> good_caches() {
  return {{"a.pc2", rising_pc2(3)},
          {"a.mdd", rising_mdd({0, 0.5f, 2})},
          {"a.tfc", written_tfc({risen_points(0), risen_points(1), risen_points(2)})}};
}

TEST(PointCache, HasTheFramesThatEachFormatStores) {
  for (const auto& [name, bytes] : good_caches()) {
    const auto cache = parse_point_cache(bytes, name);
    ASSERT_TRUE(cache) << cache.error().message;
    ASSERT_EQ(cache->frames.size(), 3u) << name;
    for (int i = 0; i < 3; ++i)
      EXPECT_EQ(cache->frames[static_cast<std::size_t>(i)].points, risen_points(i)) << name;
  }
}

TEST(PointCache, HasTheTimesThatEachFormatStores) {
  const auto pc2 = parse_point_cache(rising_pc2(3, 10, 0.5), "a.pc2");
  EXPECT_TRUE(pc2->counts_frames);
  EXPECT_EQ(pc2->frames[0].time, 10);
  EXPECT_EQ(pc2->frames[2].time, 11);
  const auto mdd = parse_point_cache(rising_mdd({0.25, 0.5, 2}), "A.MDD");
  EXPECT_FALSE(mdd->counts_frames);
  EXPECT_EQ(mdd->frames[0].time, 0.25);
  EXPECT_EQ(mdd->frames[2].time, 2);
  const auto tfc = parse_point_cache(written_tfc({risen_points(0), risen_points(1)}), "a.tfc");
  EXPECT_FALSE(tfc->counts_frames);
  EXPECT_EQ(tfc->frames[1].time, 0.25);
}

TEST(PointCache, IsKnownByItsFirstBytesUnderAnyName) {
  EXPECT_TRUE(parse_point_cache(rising_pc2(1), "cache.bin"));
  EXPECT_TRUE(parse_point_cache(written_tfc({risen_points(0)}), "cache.bin"));
}

TEST(PointCache, RefusesEachFaultWithOneSentenceThatNamesIt) {
  const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
  const std::uint32_t minus_five = static_cast<std::uint32_t>(-5), huge = 0x7fffffff;
  std::vector<Vec3> odd = risen_points(0);
  odd[2].z = nan;
  const auto mdd = [](std::uint32_t frames, std::uint32_t points) {
    return CacheBytes{.is_big = true}.whole(frames).whole(points).number(0).frame(risen_points(0)).bytes;
  };
  std::string version = rising_pc2(1), wrong_tfc = written_tfc({risen_points(0)});
  version[12] = 2;
  wrong_tfc[8] = 1;
  struct Case {
    const char* name;
    std::string bytes;
    const char* says;
  };
  for (const auto& [name, bytes, says] : std::vector<Case>{
           {"a.abc", "Ogawa", "a.abc is not a supported cache; use a .pc2, .mdd or .tfc file"},
           {"a.pc2", "", "does not begin with POINTCACHE2"},
           {"a.pc2", std::string("POINTCACHE2\0\1\0", 14), "ends within its header"},
           {"a.pc2", version, "version 2; only version 1"},
           {"a.pc2", pc2_header(minus_five, 1).frame(risen_points(0)).bytes, "declares -5 points"},
           {"a.pc2", pc2_header(4, minus_five).frame(risen_points(0)).bytes, "declares -5 frames"},
           {"a.pc2", pc2_header(4, 0).bytes, "declares 0 frames"},
           {"a.pc2", pc2_header(huge, huge).bytes, "declares 2147483647 frames; the limit is 1000000"},
           {"a.pc2", pc2_header(huge, 1).frame(risen_points(0)).bytes, "holds only 0; the file is truncated"},
           {"a.pc2", pc2_header(4, 3).frame(risen_points(0)).bytes,
            "declares 3 frames of 4 points, but holds only 1"},
           {"a.pc2", rising_pc2(2) + "xyz", "has 3 bytes after its last frame"},
           {"a.pc2", rising_pc2(2, nan), "starts at frame nan"},
           {"a.pc2", rising_pc2(2, 0, 0), "with 0 frames per sample"},
           {"a.pc2", rising_pc2(2, 0, inf), "with inf frames per sample"},
           {"a.pc2", pc2_header(4, 1).frame(odd).bytes, "point 2 of frame 0 is not a finite place"},
           {"a.mdd", "", "ends within its header"},
           {"a.mdd", mdd(minus_five, 4), "declares -5 frames"},
           {"a.mdd", mdd(1, 0), "declares 0 points"},
           {"a.mdd", mdd(2, 4), "declares 2 frames of 4 points, but holds only 1"},
           {"a.mdd", mdd(1, 3), "has 12 bytes after its last frame"},
           {"a.mdd", mdd(1, huge), "the file is truncated"},
           {"a.tfc", "TENSIOFC", "ends within its header"},
           {"a.tfc", "TENSIO", "does not begin with TENSIOFC"},
           {"a.tfc", wrong_tfc, "version 1; colliders can use version 2"},
           {"a.tfc", written_tfc({}), "has no frames"},
           {"a.tfc", written_tfc({risen_points(0), {{0, 0, 0}}}),
            "frame 1 has 1 points, but frame 0 has 4"}}) {
    const auto cache = parse_point_cache(bytes, name);
    ASSERT_FALSE(cache) << says;
    const std::string& message = cache.error().message;
    EXPECT_EQ(message.find(name), 0u) << message;
    EXPECT_NE(message.find(says), std::string::npos) << message << "\n  lacks: " << says;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  }
}

/// Either a sentence, or frames that can be trusted.
void check(const std::string& bytes, const std::string& name) {
  const auto cache = parse_point_cache(bytes, name);
  if (!cache) {
    EXPECT_FALSE(cache.error().message.empty());
    return;
  }
  ASSERT_FALSE(cache->frames.empty());
  for (const ColliderMesh::Frame& frame : cache->frames) {
    EXPECT_EQ(frame.points.size(), cache->frames[0].points.size());
    EXPECT_FALSE(frame.points.empty());
    EXPECT_TRUE(is_finite(frame.points));
  }
}

TEST(PointCache, SurvivesTruncationEveryFlippedBitAndRandomBytes) {
  for (const auto& [name, good] : good_caches()) {
    for (std::size_t size = 0; size < good.size(); ++size) {
      check(good.substr(0, size), name);
      EXPECT_TRUE(name == "a.tfc" || !parse_point_cache(good.substr(0, size), name)) << name << size;
    }
    for (std::size_t at = 0; at < good.size(); ++at)
      for (int bit = 0; bit < 8; ++bit) {
        std::string bytes = good;
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << bit));
        check(bytes, name);
      }
    std::mt19937 random(17);
    for (int i = 0; i < 2000; ++i) {
      std::string bytes = good;
      for (int edits = 0; edits < 4; ++edits) bytes[random() % bytes.size()] = static_cast<char>(random());
      check(bytes, name);
    }
  }
}

}  // namespace
}  // namespace tensio
