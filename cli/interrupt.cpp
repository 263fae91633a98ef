#include "cli/interrupt.h"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <future>

namespace tensio::cli {

namespace {

volatile std::sig_atomic_t interrupted = 0;
volatile std::sig_atomic_t last_signal = 0;

void on_signal(int signal) {
  interrupted = 1;
  last_signal = signal;
  std::signal(signal, SIG_DFL);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  last_signal = 0;
  rearm();
}

InterruptGuard::~InterruptGuard() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

bool InterruptGuard::requested() {
  return interrupted != 0;
}

void InterruptGuard::rearm() {
  interrupted = 0;
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
}

ExitCode InterruptGuard::exit_code() {
  if (last_signal == 0) return exit_ok;
  return last_signal == SIGTERM ? exit_terminated : exit_interrupted;
}

void work_or_leave(const std::function<void()>& work, const std::function<void()>& clean_up) {
  using namespace std::chrono_literals;
  constexpr auto look = 50ms;
  constexpr int patience = 10;  // looks
  auto done = std::async(std::launch::async, work);
  for (int ignored = 0; done.wait_for(look) != std::future_status::ready;) {
    if (!InterruptGuard::requested() || ++ignored < patience) continue;
    clean_up();
    std::_Exit(InterruptGuard::exit_code());
  }
  done.get();
}

}  // namespace tensio::cli
