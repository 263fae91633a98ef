#pragma once

#include <string>
#include <vector>

#include "render/image.h"
#include "tensio/setup.h"

namespace tensio::lab {

struct StatePicture {
  render::Image image;
  std::string png;  // bytes of the file
};
struct StatePictures {
  std::vector<StatePicture> states;
  render::Image empty;  // without the bodies
};
/// Draws several states of one setup with one camera that shows all of them. Fails if the program was built
/// without the renderer.
Result<StatePictures> picture_states(const Setup& setup, const std::vector<std::vector<Vec3>>& states,
                                     int width, int height);

/// Arranges pictures in rows, each with a title and a note, as a stand-alone SVG document.
struct PictureTile {
  std::string png, title, note;
};
struct PictureSheet {
  std::string title, subtitle;
  std::vector<PictureTile> tiles;
  int columns = 3, width = 400, height = 400;  // px, of a picture
};
std::string picture_sheet_svg(const PictureSheet& sheet);

}  // namespace tensio::lab
