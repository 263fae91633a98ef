#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "math/workers.h"

namespace tensio {

/// Tasks of which some wait for others. They are begun in the order of falling rank, and who waits has a
/// lower rank than what it waits for: so whoever waits, waits for a task that some thread is at, and all ends
/// whatever the number of threads. With the work on the longest chain that begins with a task as its rank,
/// threads are seldom idle (Hu, "Parallel sequencing and assembly line problems", Operations Research 9,
/// 1961).
class TaskGraph {
 public:
  TaskGraph() = default;
  /// `before` has what each task waits for.
  TaskGraph(std::vector<std::vector<std::uint32_t>> before, std::span<const double> rank);

  std::size_t size() const { return order_.size(); }
  /// Calls work(task) once for every task. Not at the same time on two threads. Allocates nothing.
  template <class Work>
  void run(Workers& workers, const Work& work) {
    if (workers.count() == 1) {
      for (const std::uint32_t task : order_) work(task);
      return;
    }
    ++round_;
    workers.run(order_.size(), [&](std::size_t i) {
      const std::uint32_t task = order_[i];
      for (const std::uint32_t other : before_[task]) wait_for(other);
      work(task);
      finished_[task].round.store(round_, std::memory_order_release);
    });
  }

 private:
  /// In a cache line of its own, for others look at it again and again.
  struct alignas(64) Finished {
    std::atomic<std::uint32_t> round = 0;
  };
  void wait_for(std::uint32_t task) const;

  std::vector<std::vector<std::uint32_t>> before_;
  std::vector<std::uint32_t> order_;
  std::unique_ptr<Finished[]> finished_;
  std::uint32_t round_ = 0;
};

}  // namespace tensio
