#pragma once

#include "tensio/export.h"

// The version of these headers. Before 1.0, a new minor version may change the interface.
#define TENSIO_VERSION_MAJOR 0
#define TENSIO_VERSION_MINOR 1
#define TENSIO_VERSION_PATCH 0

#ifdef __cplusplus  // tensio_c.h includes this from C
namespace tensio TENSIO_API {

/// The version of the library that is linked: "0.1.0".
const char* version();

}  // namespace tensio
#endif
