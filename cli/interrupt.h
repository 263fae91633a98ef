#pragma once

#include <functional>

#include "cli/command.h"

namespace tensio::cli {

/// Makes Ctrl-C and SIGTERM set a flag during its lifetime, so that results can still be written. A second
/// signal ends the program.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  static bool requested();
  /// Clears the flag and handles the next signal as a first one.
  static void rearm();
  /// Exit code of the last signal since construction; exit_ok without one.
  static ExitCode exit_code();
};

/// Runs work that polls for an interruption. If the work does not stop within half a second of a signal,
/// cleans up and ends the program. Needs a live guard.
void work_or_leave(const std::function<void()>& work, const std::function<void()>& clean_up);

}  // namespace tensio::cli
