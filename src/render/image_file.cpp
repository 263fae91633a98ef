#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <png.h>

#include "render/image.h"
#include "render/partial_file.h"

namespace tensio::render {
namespace {

bool is_whole(const Image& image) {
  return image.width > 0 && image.height > 0 &&
         image.rgb.size() ==
             3 * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
}

png_image header_of(const Image& image) {
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  png.width = static_cast<png_uint_32>(image.width);
  png.height = static_cast<png_uint_32>(image.height);
  png.format = PNG_FORMAT_RGB;
  return png;
}

}  // namespace

Result<std::string> encode_png(const Image& image) {
  if (!is_whole(image)) return fail("the picture is empty; render one first");
  png_image png = header_of(image);
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(png);
  std::string bytes(size, '\0');
  if (png_image_write_to_memory(&png, bytes.data(), &size, 0, image.rgb.data(), 0, nullptr) == 0)
    return fail(fmt::format("the picture cannot be stored as PNG ({})", png.message));
  bytes.resize(size);
  return bytes;
}

Result<void> write_png(const Image& image, const std::filesystem::path& path) {
  if (!is_whole(image)) return fail(fmt::format("{}: the picture is empty; render one first", path.string()));

  detail::PartialFile partial(path);
  std::FILE* file = std::fopen(partial.path().c_str(), "wb");
  if (file == nullptr)
    return fail(fmt::format("{}: cannot be written ({}); choose a folder that exists and is writable",
                            path.string(), std::strerror(errno)));
  png_image png = header_of(image);
  const int written = png_image_write_to_stdio(&png, file, 0, image.rgb.data(), 0, nullptr);
  const bool closed = std::fclose(file) == 0;
  if (written == 0) return fail(fmt::format("{}: cannot be written ({})", path.string(), png.message));
  if (!closed) return fail(fmt::format("{}: cannot be written ({})", path.string(), std::strerror(errno)));
  return partial.keep();
}

}  // namespace tensio::render
