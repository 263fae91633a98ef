#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "tensio/result.h"

namespace tensio {

/// Limits on documents, checked before they cost memory or stack.
inline constexpr std::size_t max_document_bytes = std::size_t{16} << 20;
inline constexpr int max_document_depth = 64;

/// Parses JSON. Errors contain line and column; a repeated key in an object is an error.
Result<nlohmann::json> parse_json(std::string_view text);

/// Translates TOML into the same document. An error names line and column. Where TENSIO_TOML is off, every
/// text is an error.
Result<nlohmann::json> parse_toml(std::string_view text);

/// Changes one field: "minimiser.iterations=20", "body.0.stiffness.structural=100", "body[0].name=left".
/// The value is a JSON literal, otherwise a plain string. Creates missing tables; an index one past the end
/// of a list adds an item. Does not check that the field exists: reading the scene does.
Result<void> set_field(nlohmann::json& document, std::string_view assignment);

}  // namespace tensio
