// The native answer to the document on standard input; with an argument, its time on SSE2, as WebAssembly's
// vectors have the same width.
#include <cstdio>
#include <string>

#include "math/simd.h"
#include "smoke.h"

int main(int argument_count, char**) {
  std::string document;
  for (int c = std::getchar(); c != EOF; c = std::getchar()) document.push_back(static_cast<char>(c));
  if (argument_count > 1) {
    tensio::simd_level_limit() = tensio::SimdLevel::baseline;
    std::puts(tensio::measure(document).c_str());
  } else {
    std::puts(tensio::answer(document).c_str());
  }
}
