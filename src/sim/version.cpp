#include "tensio/version.h"

namespace tensio {

#define TENSIO_TEXT_OF(number) #number
#define TENSIO_TEXT(number) TENSIO_TEXT_OF(number)

const char* version() {
  return TENSIO_TEXT(TENSIO_VERSION_MAJOR) "." TENSIO_TEXT(TENSIO_VERSION_MINOR) "." TENSIO_TEXT(
      TENSIO_VERSION_PATCH);
}

}  // namespace tensio
