#pragma once

#include <string>

namespace tensio::lab {

inline constexpr const char* ink = "#222222";
inline constexpr const char* faint = "#666666";

/// Escapes text for XML.
std::string escape(const std::string& text);

/// Returns a <text> element, or nothing for empty text. `anchor` is start, middle or end, `more` further
/// attributes.
std::string text_at(double x, double y, const std::string& text, double size, const char* anchor,
                    const char* colour = ink, const std::string& more = {});

}  // namespace tensio::lab
