#pragma once

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
};

}  // namespace tensio::cli
