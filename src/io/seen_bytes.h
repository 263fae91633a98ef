#pragma once

#include <string>
#include <string_view>

#include "model/seen.h"
#include "tensio/result.h"

namespace tensio {

// Seen as the bytes of frame caches and of the viewer's topology messages; docs/frame-cache.md has the
// layout.

/// Appends a multiple of four bytes.
void append_seen(std::string& bytes, const Seen& seen);

/// Reads what append_seen wrote. Fails if a number makes no sense.
Result<Seen> read_seen(std::string_view bytes);

}  // namespace tensio
