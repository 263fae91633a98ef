#pragma once

#include <functional>

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

/// Does work that looks for an interruption now and then. When it does not heed one within half a second,
/// cleans up and ends the program. A guard must live.
void work_or_leave(const std::function<void()>& work, const std::function<void()>& clean_up);

}  // namespace tensio::cli
