#include "lab/svg_text.h"

#include <fmt/format.h>

namespace tensio::lab {

std::string escape(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else if (static_cast<unsigned char>(c) >= 0x20)  // XML has no control characters
      out += c;
  }
  return out;
}

std::string text_at(double x, double y, const std::string& text, double size, const char* anchor,
                    const char* colour, const std::string& more) {
  if (text.empty()) return {};
  return fmt::format(
      "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.0f}\" text-anchor=\"{}\" fill=\"{}\"{}>{}</text>\n", x,
      y, size, anchor, colour, more, escape(text));
}

}  // namespace tensio::lab
