#pragma once

// TENSIO_API marks what the library shows. In libtensio.so that is the public interface and nothing else; in
// libtensio.a nothing is, so that a plugin that contains it does not export it again.

#ifdef TENSIO_SHARED  // set for users of the shared library by CMake and pkg-config
#define TENSIO_API __attribute__((visibility("default")))
#else
#define TENSIO_API
#endif
