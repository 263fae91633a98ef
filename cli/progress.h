#pragma once

#include <string>

#include "math/stopwatch.h"

namespace tensio::cli {

/// How far a loop has come, on stderr: a bar with the time left on a terminal; elsewhere a line every tenth,
/// unless it is done within seconds.
class Progress {
 public:
  Progress(std::string what, int total, bool quiet);
  void show(int done);
  /// Clears the bar. Nothing else may be printed before.
  void finish();

 private:
  /// Fits into a line of so many columns.
  std::string bar(int done, double seconds_left, int columns) const;

  std::string what_;
  int total_;
  bool quiet_, on_terminal_;
  int last_tenth_ = 0;
  double last_shown_ = -1;  // s
  Stopwatch clock_;
};

}  // namespace tensio::cli
