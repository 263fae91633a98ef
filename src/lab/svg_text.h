#pragma once

#include <string>

namespace tensio::lab {

inline constexpr const char* ink = "#222222";
inline constexpr const char* faint = "#666666";

/// Text as XML can hold it.
std::string escape(const std::string& text);

/// A <text> element; nothing for no text. `anchor` is start, middle or end, `more` further attributes.
std::string text_at(double x, double y, const std::string& text, double size, const char* anchor,
                    const char* colour = ink, const std::string& more = {});

}  // namespace tensio::lab
