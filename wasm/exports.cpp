// What JavaScript calls: reserve(size), write the document there, answer() or measure(), read length() bytes.
#include <string>

#include "smoke.h"

#define EXPORT(name) __attribute__((export_name(name)))

namespace {
std::string document, line;
}

extern "C" {
EXPORT("reserve") char* export_reserve(std::size_t size) {
  document.assign(size, '\0');
  return document.data();
}
EXPORT("answer") const char* export_answer() {
  line = tensio::answer(document);
  return line.data();
}
EXPORT("measure") const char* export_measure() {
  line = tensio::measure(document);
  return line.data();
}
EXPORT("length") std::size_t export_length() {
  return line.size();
}
}
