#pragma once

#include <string>
#include <tl/expected.hpp>

namespace tensio {

/// One sentence for the user: where (file, field), what is wrong, what to do.
struct Error {
  std::string message;
};

/// A value, or the reason why there is none. The core throws nothing.
template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(std::string message) {
  return tl::unexpected<Error>(Error{std::move(message)});
}

}  // namespace tensio
