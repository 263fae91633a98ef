#include <algorithm>
#include <fmt/format.h>

#include "lab/base64.h"
#include "lab/state_pictures.h"
#include "lab/svg_text.h"

namespace tensio::lab {

std::string picture_sheet_svg(const PictureSheet& sheet) {
  constexpr double margin = 24, gap = 16, title_size = 18, font_size = 13, caption_space = 50;
  const int count = static_cast<int>(sheet.tiles.size());
  const int columns = std::clamp(sheet.columns, 1, std::max(1, count)),
            rows = (count + columns - 1) / columns;
  const double top = margin + title_size + 22 + 18, cell_height = sheet.height + caption_space;
  const double width = 2 * margin + columns * sheet.width + (columns - 1) * gap;
  const double height = top + rows * cell_height + margin / 2;
  std::string body =
      text_at(margin, margin + title_size, sheet.title, title_size, "start", ink, " font-weight=\"bold\"") +
      text_at(margin, margin + title_size + 22, sheet.subtitle, font_size, "start", faint);
  for (int i = 0; i < count; ++i) {
    const PictureTile& tile = sheet.tiles[static_cast<std::size_t>(i)];
    const double x = margin + i % columns * (sheet.width + gap), y = top + i / columns * cell_height;
    body += fmt::format(
        "<image x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"{}\" href=\"data:image/png;base64,{}\"/>\n",
        x, y, sheet.width, sheet.height, base64(tile.png));
    body +=
        text_at(x, y + sheet.height + 18, tile.title, font_size + 1, "start", ink, " font-weight=\"bold\"");
    body += text_at(x, y + sheet.height + 36, tile.note, font_size - 1, "start", faint);
  }
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} "
      "{1:.0f}\" font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\">\n<title>{2}</title>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n{3}</svg>\n",
      width, height, escape(sheet.title), body);
}

}  // namespace tensio::lab
