#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <png.h>

#include "render/image.h"
#include "render/partial_file.h"

namespace tensio {

Result<void> write_png(const Image& image, const std::filesystem::path& path) {
  const bool is_whole =
      image.width > 0 && image.height > 0 &&
      image.rgb.size() == 3 * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
  if (!is_whole) return fail(fmt::format("{}: the picture is empty; render one first", path.string()));

  detail::PartialFile partial(path);
  std::FILE* file = std::fopen(partial.path().c_str(), "wb");
  if (file == nullptr)
    return fail(fmt::format("{}: cannot be written ({}); choose a folder that exists and is writable",
                            path.string(), std::strerror(errno)));
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  png.width = static_cast<png_uint_32>(image.width);
  png.height = static_cast<png_uint_32>(image.height);
  png.format = PNG_FORMAT_RGB;
  const int written = png_image_write_to_stdio(&png, file, 0, image.rgb.data(), 0, nullptr);
  const bool closed = std::fclose(file) == 0;
  if (written == 0) return fail(fmt::format("{}: cannot be written ({})", path.string(), png.message));
  if (!closed) return fail(fmt::format("{}: cannot be written ({})", path.string(), std::strerror(errno)));
  return partial.keep();
}

}  // namespace tensio
