#pragma once

#include <atomic>
#include <system_error>
#include <thread>
#include <vector>

namespace tensio::render::detail {

/// work(row) for every row, shared among threads. Rows must not depend on each other.
template <class Work>
void for_each_row(int rows, int threads, const Work& work) {
  std::atomic<int> next{0};
  const auto run = [&] {
    for (int row = next++; row < rows; row = next++) work(row);
  };
  std::vector<std::jthread> helpers;
  try {
    for (int i = 1; i < threads; ++i) helpers.emplace_back(run);
  } catch (const std::system_error&) {
    // The machine gives no more threads: those that run do the work.
  }
  run();
}

}  // namespace tensio::render::detail
