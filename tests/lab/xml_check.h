#pragma once

#include <cctype>
#include <string>
#include <vector>

/// What keeps a text from being well-formed XML (tags nested and closed, attributes quoted, no bare & or <),
/// or
/// "" when nothing does.
inline std::string xml_problem(const std::string& text) {
  std::vector<std::string> open;
  bool has_root = false;
  std::size_t i = 0;
  while (i < text.size()) {
    if (text[i] == '&') {
      const std::size_t end = text.find(';', i);
      if (end == std::string::npos || end - i > 6) return "bare & at " + std::to_string(i);
      i = end + 1;
      continue;
    }
    if (text[i] != '<') {
      if (open.empty() && !std::isspace(static_cast<unsigned char>(text[i]))) return "text outside the root";
      ++i;
      continue;
    }
    const std::size_t begin = i + 1;
    char quote = 0;
    for (++i; i < text.size() && (quote != 0 || text[i] != '>'); ++i) {
      if (text[i] == '<') return "< within a tag at " + std::to_string(i);
      if (quote == 0 && (text[i] == '"' || text[i] == '\''))
        quote = text[i];
      else if (text[i] == quote)
        quote = 0;
    }
    if (i >= text.size()) return "a tag is not closed";
    const std::string tag = text.substr(begin, i - begin);
    ++i;
    const std::string name = tag.substr(0, tag.find_first_of(" /", 1));
    if (tag[0] == '/') {
      if (open.empty() || "/" + open.back() != tag) return "unexpected <" + tag + ">";
      open.pop_back();
    } else {
      if (open.empty() && has_root) return "two roots";
      has_root = true;
      if (tag.back() != '/') open.push_back(name);
    }
  }
  return !has_root ? "no root" : open.empty() ? "" : open.back() + " is left open";
}
