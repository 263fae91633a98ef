#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "tensio/result.h"

namespace tensio {

/// Larger documents, and documents nested deeper, are refused before they cost memory or stack.
inline constexpr std::size_t max_document_bytes = std::size_t{16} << 20;
inline constexpr int max_document_depth = 64;

/// Reads JSON. An error names line and column; a key that appears twice in one object is an error.
Result<nlohmann::json> parse_json(std::string_view text);

/// Translates TOML into the same document. An error names line and column. Where TENSIO_TOML is off, every
/// text is an error.
Result<nlohmann::json> parse_toml(std::string_view text);

/// Changes one field: "minimiser.iterations=20", "body.0.stiffness.structural=100", "body[0].name=left".
/// The value is a JSON literal, or else a plain string. Missing tables are created, and an index one past
/// the end of a list adds an item; whether the field exists is found out by reading the scene.
Result<void> set_field(nlohmann::json& document, std::string_view assignment);

}  // namespace tensio
