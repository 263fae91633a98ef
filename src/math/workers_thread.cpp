#include "math/workers.h"

#if defined(__wasm__)

namespace tensio {

struct Workers::Pool {};
Workers::Workers(int) {}
int Workers::count() const {
  return 1;
}
int Workers::hardware_count() {
  return 1;
}
void Workers::pass_time(int) {}
void Workers::run_on_pool(std::size_t, Task, const void*) {}

#else

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <system_error>
#include <thread>
#include <vector>

namespace tensio {
namespace {

/// How often a thread looks for work before it goes to sleep: some 50 µs, longer than the gaps within a step.
constexpr int patience = 2000;

void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

/// The state of a loop in one word: how many tasks it has and which is next to be taken. The serial number
/// only makes the word differ from the loop before, so that sleepers wake.
struct Ticket {
  static constexpr int bits = 24;
  static constexpr std::uint64_t mask = (std::uint64_t{1} << bits) - 1;

  static std::uint64_t make(std::uint64_t serial, std::uint64_t tasks) {
    return serial << (2 * bits) | tasks << bits;
  }
  static std::uint64_t next(std::uint64_t word) { return word & mask; }
  static std::uint64_t tasks(std::uint64_t word) { return word >> bits & mask; }
  static bool has_task(std::uint64_t word) { return next(word) < tasks(word); }
};

}  // namespace

struct Workers::Pool {
  std::atomic<std::uint64_t> ticket = 0;
  std::atomic<std::size_t> unfinished = 0;
  std::atomic<bool> is_closing = false;
  std::uint64_t serial = 0;
  // Read only by who has taken a task: until that task is finished the loop cannot end, nor the next begin.
  Task task = nullptr;
  const void* context = nullptr;
  std::vector<std::thread> threads;

  /// Takes and runs tasks until none is left.
  void work() {
    std::uint64_t word = ticket.load(std::memory_order_acquire);
    while (Ticket::has_task(word)) {
      if (!ticket.compare_exchange_weak(word, word + 1, std::memory_order_acq_rel, std::memory_order_acquire))
        continue;
      task(context, Ticket::next(word));
      unfinished.fetch_sub(1, std::memory_order_acq_rel);
      word = ticket.load(std::memory_order_acquire);
    }
  }

  void wait_and_work() {
    for (;;) {
      std::uint64_t word = ticket.load(std::memory_order_acquire);
      for (int look = 0; look < patience && !Ticket::has_task(word); ++look) {
        pause();
        word = ticket.load(std::memory_order_acquire);
      }
      // Asked after the ticket was read: whoever sees the last ticket sees this too, and does not sleep on
      // it.
      if (is_closing.load(std::memory_order_acquire)) return;
      if (Ticket::has_task(word))
        work();
      else
        ticket.wait(word, std::memory_order_acquire);
    }
  }

  ~Pool() {
    is_closing.store(true, std::memory_order_release);
    ticket.store(Ticket::make(++serial, 0), std::memory_order_release);
    ticket.notify_all();
    for (std::thread& thread : threads) thread.join();
  }
};

Workers::Workers(int threads) {
  if (threads < 2) return;
  pool_ = std::make_unique<Pool>();
  try {
    for (int i = 1; i < threads; ++i)
      pool_->threads.emplace_back([pool = pool_.get()] { pool->wait_and_work(); });
  } catch (const std::system_error&) {
    // The system gives no more threads: those that there are do the work.
  }
}

int Workers::count() const {
  return pool_ ? static_cast<int>(pool_->threads.size()) + 1 : 1;
}

int Workers::hardware_count() {
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void Workers::pass_time(int look) {
  if (look < patience)
    pause();
  else
    std::this_thread::yield();
}

void Workers::run_on_pool(std::size_t tasks, Task task, const void* context) {
  pool_->task = task;
  pool_->context = context;
  // A loop of more tasks than a ticket counts goes in several.
  for (std::size_t first = 0; first < tasks; first += Ticket::mask) {
    const std::size_t count = tasks - first < Ticket::mask ? tasks - first : Ticket::mask;
    struct Part {
      Task task;
      const void* context;
      std::size_t first;
    } part{task, context, first};
    if (tasks > Ticket::mask) {
      pool_->context = &part;
      pool_->task = [](const void* of, std::size_t i) {
        const Part& p = *static_cast<const Part*>(of);
        p.task(p.context, p.first + i);
      };
    }
    pool_->unfinished.store(count, std::memory_order_relaxed);
    pool_->ticket.store(Ticket::make(++pool_->serial, count), std::memory_order_release);
    pool_->ticket.notify_all();
    pool_->work();
    for (int look = 0; pool_->unfinished.load(std::memory_order_acquire) != 0; ++look) pass_time(look);
  }
}

#endif

Workers::Workers(Workers&&) noexcept = default;
Workers& Workers::operator=(Workers&&) noexcept = default;
Workers::~Workers() = default;

}  // namespace tensio
