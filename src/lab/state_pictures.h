#pragma once

#include <string>
#include <vector>

#include "render/image.h"
#include "tensio/setup.h"

namespace tensio::lab {

struct StatePicture {
  render::Image image;
  std::string png;  // the bytes of a file
};
struct StatePictures {
  std::vector<StatePicture> states;
  render::Image empty;  // without the bodies
};
/// Pictures of several states of one setup, all from one place from which all of them are seen whole. Fails
/// where the program was built without the renderer.
Result<StatePictures> picture_states(const Setup& setup, const std::vector<std::vector<Vec3>>& states,
                                     int width, int height);

/// Pictures in rows, each with a title and a note below it: a stand-alone SVG document.
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
