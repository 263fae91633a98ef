#pragma once

#include "cli/command.h"

namespace tensio::cli {

/// While one lives, Ctrl-C (and SIGTERM) only sets a flag, so that what was computed can be finished and
/// written. A second one ends the program at once.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  static bool requested();
  /// The interruption was obeyed: the next one is a first one again.
  static void rearm();
  /// Of the last signal since the guard was made; exit_ok when there was none.
  static ExitCode exit_code();
};

}  // namespace tensio::cli
