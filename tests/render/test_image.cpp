#include <fstream>
#include <gtest/gtest.h>
#include <png.h>

#include "render/folder.h"
#include "render/image.h"

namespace tensio::render {

namespace {

Image colourful(int width, int height) {
  Image image{width, height, {}};
  for (int i = 0; i < 3 * width * height; ++i) image.rgb.push_back(static_cast<std::uint8_t>((i * 37) % 256));
  return image;
}

Image read_png(const std::filesystem::path& path) {
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  EXPECT_NE(png_image_begin_read_from_file(&png, path.c_str()), 0) << png.message;
  png.format = PNG_FORMAT_RGB;
  Image image{static_cast<int>(png.width), static_cast<int>(png.height),
              std::vector<std::uint8_t>(PNG_IMAGE_SIZE(png))};
  EXPECT_NE(png_image_finish_read(&png, nullptr, image.rgb.data(), 0, nullptr), 0) << png.message;
  return image;
}

}  // namespace

TEST(Png, BytesInMemoryAreThoseOfTheFile) {
  const TemporaryFolder folder;
  const Image image = colourful(31, 17);
  ASSERT_TRUE(write_png(image, folder / "a.png"));
  std::ifstream file(folder / "a.png", std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(encode_png(image).value(), bytes);
  EXPECT_FALSE(encode_png({}));
}

TEST(Png, ReadsBackAsWritten) {
  const TemporaryFolder folder;
  const Image image = colourful(31, 17);
  ASSERT_TRUE(write_png(image, folder / "a.png"));
  const Image back = read_png(folder / "a.png");
  EXPECT_EQ(back.width, 31);
  EXPECT_EQ(back.height, 17);
  EXPECT_EQ(back.rgb, image.rgb);
  EXPECT_EQ(folder.file_count(), 1);
}

TEST(Png, ReplacesAnOlderPicture) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_png(colourful(4, 4), folder / "a.png"));
  ASSERT_TRUE(write_png(colourful(8, 2), folder / "a.png"));
  EXPECT_EQ(read_png(folder / "a.png").width, 8);
}

TEST(Png, RefusesAFolderThatDoesNotExist) {
  const TemporaryFolder folder;
  const auto result = write_png(colourful(4, 4), folder / "missing/a.png");
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find("a.png: cannot be written"), std::string::npos)
      << result.error().message;
}

TEST(Png, LeavesNothingBehindWhenTheNameIsTaken) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "a.png");
  EXPECT_FALSE(write_png(colourful(4, 4), folder / "a.png"));
  EXPECT_EQ(folder.file_count(), 1);
}

TEST(Png, RefusesAnEmptyOrTornPicture) {
  const TemporaryFolder folder;
  EXPECT_FALSE(write_png({}, folder / "a.png"));
  EXPECT_FALSE(write_png({4, 4, {1, 2, 3}}, folder / "a.png"));
  EXPECT_FALSE(write_png({-4, -4, std::vector<std::uint8_t>(48)}, folder / "a.png"));
  EXPECT_EQ(folder.file_count(), 0);
}

}  // namespace tensio::render
