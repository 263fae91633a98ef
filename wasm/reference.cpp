// The native answer to the document on standard input.
#include <cstdio>
#include <string>

#include "smoke.h"

int main() {
  std::string document;
  for (int c = std::getchar(); c != EOF; c = std::getchar()) document.push_back(static_cast<char>(c));
  std::puts(tensio::answer(document).c_str());
}
