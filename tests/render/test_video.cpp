#include <array>
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <limits>

#include "render/folder.h"
#include "render/video.h"

namespace tensio::render {

namespace {

Image plain(int width, int height, std::uint8_t grey) {
  return {width, height, std::vector<std::uint8_t>(static_cast<std::size_t>(3 * width * height), grey)};
}

std::string output_of(const std::string& command) {
  std::FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return {};
  std::string text;
  std::array<char, 256> buffer{};
  while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr) text += buffer.data();
  ::pclose(pipe);
  return text;
}

bool has_ffmpeg() {
  return !output_of("command -v ffmpeg").empty() && !output_of("command -v ffprobe").empty();
}

/// Lets nothing be found on the PATH for as long as it lives.
class EmptyPath {
 public:
  EmptyPath() : saved_(std::getenv("PATH")) { ::setenv("PATH", "/nonexistent", 1); }
  ~EmptyPath() { ::setenv("PATH", saved_.c_str(), 1); }

 private:
  std::string saved_;
};

}  // namespace

TEST(Video, HasAllFramesAndPlaysEverywhere) {
  if (!has_ffmpeg()) GTEST_SKIP() << "ffmpeg is not installed";
  const TemporaryFolder folder;
  const auto path = folder / "film 'one'.mp4";
  auto film = VideoWriter::open(path, 64, 48, 25);
  ASSERT_TRUE(film) << film.error().message;
  for (int i = 0; i < 7; ++i) ASSERT_TRUE(film->add(plain(64, 48, static_cast<std::uint8_t>(30 * i))));
  EXPECT_FALSE(std::filesystem::exists(path));
  const auto closed = film->close();
  ASSERT_TRUE(closed) << closed.error().message;
  std::filesystem::rename(path, folder / "film.mp4");
  const std::string facts = output_of(
      "ffprobe -v error -count_frames -show_entries stream=codec_name,pix_fmt,nb_read_frames,r_frame_rate "
      "-of default=noprint_wrappers=1 " +
      (folder / "film.mp4").string());
  for (const char* fact : {"codec_name=h264", "pix_fmt=yuv420p", "nb_read_frames=7", "r_frame_rate=25/1"})
    EXPECT_NE(facts.find(fact), std::string::npos) << fact << " is not in\n" << facts;
  EXPECT_EQ(folder.file_count(), 1);
  EXPECT_FALSE(film->add(plain(64, 48, 0)));
  EXPECT_FALSE(film->close());
}

TEST(Video, AbandonedLeavesNothingBehind) {
  if (!has_ffmpeg()) GTEST_SKIP() << "ffmpeg is not installed";
  const TemporaryFolder folder;
  {
    auto film = VideoWriter::open(folder / "film.mp4", 64, 48, 25);
    ASSERT_TRUE(film) << film.error().message;
    EXPECT_TRUE(film->add(plain(64, 48, 9)));
  }
  EXPECT_EQ(folder.file_count(), 0);
}

TEST(Video, WithoutFramesIsRefused) {
  if (!has_ffmpeg()) GTEST_SKIP() << "ffmpeg is not installed";
  const TemporaryFolder folder;
  auto film = VideoWriter::open(folder / "film.mp4", 64, 48, 25);
  ASSERT_TRUE(film) << film.error().message;
  EXPECT_FALSE(film->close());
  EXPECT_EQ(folder.file_count(), 0);
}

TEST(Video, RefusesAFrameOfAnotherSize) {
  if (!has_ffmpeg()) GTEST_SKIP() << "ffmpeg is not installed";
  const TemporaryFolder folder;
  auto film = VideoWriter::open(folder / "film.mp4", 64, 48, 25);
  ASSERT_TRUE(film) << film.error().message;
  EXPECT_FALSE(film->add(plain(48, 64, 9)));
  EXPECT_TRUE(film->add(plain(64, 48, 9)));
}

TEST(Video, SaysWhenFfmpegIsMissing) {
  const TemporaryFolder folder;
  const EmptyPath nothing;
  const auto film = VideoWriter::open(folder / "film.mp4", 64, 48, 25);
  ASSERT_FALSE(film);
  EXPECT_NE(film.error().message.find("ffmpeg was not found; install it"), std::string::npos)
      << film.error().message;
  EXPECT_EQ(folder.file_count(), 0);
}

TEST(Video, ReportsAnFfmpegThatDies) {
  const TemporaryFolder folder;
  const auto fake = folder / "ffmpeg";
  std::FILE* script = std::fopen(fake.c_str(), "w");
  ASSERT_NE(script, nullptr);
  std::fputs("#!/bin/sh\necho no room on the disk >&2\nexit 1\n", script);
  std::fclose(script);
  std::filesystem::permissions(fake, std::filesystem::perms::owner_all);
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", (fake.parent_path().string() + ":" + path).c_str(), 1);
  auto film = VideoWriter::open(folder / "film.mp4", 640, 480, 25);
  ::setenv("PATH", path.c_str(), 1);
  ASSERT_TRUE(film) << film.error().message;
  Result<void> result;
  for (int i = 0; i < 3 && result; ++i) result = film->add(plain(640, 480, 9));
  if (result) result = film->close();
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find("no room on the disk"), std::string::npos) << result.error().message;
  EXPECT_EQ(folder.file_count(), 1);
}

TEST(Video, RefusesImpossibleFilms) {
  const TemporaryFolder folder;
  EXPECT_FALSE(VideoWriter::open(folder / "film.mp4", 63, 48, 25));
  EXPECT_FALSE(VideoWriter::open(folder / "film.mp4", 0, 0, 25));
  EXPECT_FALSE(VideoWriter::open(folder / "film.mp4", 64, 48, 0));
  EXPECT_FALSE(VideoWriter::open(folder / "film.mp4", 64, 48, std::numeric_limits<double>::quiet_NaN()));
  const auto nowhere = VideoWriter::open(folder / "missing/film.mp4", 64, 48, 25);
  ASSERT_FALSE(nowhere);
  EXPECT_NE(nowhere.error().message.find("film.mp4: cannot be written"), std::string::npos);
  EXPECT_EQ(folder.file_count(), 0);
}

}  // namespace tensio::render
