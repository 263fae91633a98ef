#pragma once

#include <string>

#include "math/stopwatch.h"

namespace tensio::cli {

/// Shows the progress of a loop on stderr: a bar with the time left on a terminal, elsewhere a line per
/// tenth, unless the loop takes only seconds.
class Progress {
 public:
  Progress(std::string what, int total, bool quiet);
  void show(int done);
  /// Clears the bar. Call it before printing anything else.
  void finish();

 private:
  /// Formats the bar for a line of `columns` columns.
  std::string bar(int done, double seconds_left, int columns) const;

  std::string what_;
  int total_;
  bool quiet_, on_terminal_;
  int last_tenth_ = 0;
  double last_shown_ = -1;  // s
  Stopwatch clock_;
};

}  // namespace tensio::cli
