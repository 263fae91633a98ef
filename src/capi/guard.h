#pragma once

#include <new>

#include "tensio/tensio_c.h"

namespace tensio::capi {

/// Calls a function; where it throws, returns otherwise(result, sentence) instead. In builds without
/// exceptions a lack of memory ends the program.
template <class Function, class Otherwise>
auto guarded(const Function& function, const Otherwise& otherwise) {
#ifdef __cpp_exceptions
  try {
    return function();
  } catch (const std::bad_alloc&) {
    return otherwise(TENSIO_OUT_OF_MEMORY, "there is not enough memory");
  } catch (...) {
    return otherwise(TENSIO_INTERNAL_ERROR, "the library, or a function passed to it, failed unexpectedly");
  }
#else
  static_cast<void>(otherwise);
  return function();
#endif
}

}  // namespace tensio::capi
