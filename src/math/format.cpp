// Compiles fmt's formatting for the whole library, once: with every source that formats a message it took
// three seconds.

#define FMT_HEADER_ONLY
#include <fmt/format.h>

namespace {

/// Keeps what fmt::format calls.
[[maybe_unused, gnu::used]] constexpr auto vformat =
    static_cast<std::string (*)(fmt::string_view, fmt::format_args)>(&fmt::vformat);

}  // namespace
