#pragma once

#include <string>
#include <string_view>

namespace tensio {

/// "hash <16 hex digits>" of the last state of the document's simulation, or "error <message>": one line that
/// must be the same in every build.
std::string answer(std::string_view document);

/// "ms <number>", the median time of a frame of that simulation, or "error <message>".
std::string measure(std::string_view document);

}  // namespace tensio
