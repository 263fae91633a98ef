#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "tensio/result.h"

namespace tensio::render {

/// What a screen shows: 8 bits a channel, sRGB, rows from top to bottom.
struct Image {
  int width = 0, height = 0;      // pixels
  std::vector<std::uint8_t> rgb;  // 3·width·height

  std::array<std::uint8_t, 3> pixel(int column, int row) const {
    const auto at = 3 * (static_cast<std::size_t>(row) * static_cast<std::size_t>(width) +
                         static_cast<std::size_t>(column));
    return {rgb[at], rgb[at + 1], rgb[at + 2]};
  }
};

/// The bytes of a PNG file.
Result<std::string> encode_png(const Image& image);

/// Writes to a temporary file beside `path` and renames it: there is the whole picture or none.
Result<void> write_png(const Image& image, const std::filesystem::path& path);

}  // namespace tensio::render
