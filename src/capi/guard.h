#pragma once

#include "tensio/tensio_c.h"

namespace tensio::capi {

/// Calls a function; where memory runs out, returns `otherwise`. In builds without exceptions that ends the
/// program.
template <class Function, class Value>
Value guarded(const Function& function, Value otherwise) {
#ifdef __cpp_exceptions
  try {
    return function();
  } catch (...) {
    return otherwise;
  }
#else
  static_cast<void>(otherwise);
  return function();
#endif
}

}  // namespace tensio::capi
