#include "math/task_graph.h"

#include <gtest/gtest.h>

#include <numeric>

namespace tensio {
namespace {

/// Each task waits for the two before it and adds what they have made; the ranks say so.
TEST(TaskGraph, TasksFindWhatTheyWaitedForAtEveryNumberOfThreads) {
  constexpr std::uint32_t count = 60;
  std::vector<std::vector<std::uint32_t>> before(count);
  std::vector<double> rank(count);
  for (std::uint32_t task = 0; task < count; ++task) {
    rank[task] = count - task;
    for (std::uint32_t back = 1; back <= std::min(task, 2u); ++back) before[task].push_back(task - back);
  }
  for (const int threads : {1, 2, 3, 8}) {
    Workers workers(threads);
    TaskGraph graph(before, rank);
    for (std::uint64_t first = 1; first <= 50; ++first) {
      std::vector<std::uint64_t> value(count, 0);
      graph.run(workers, [&](std::uint32_t task) {
        value[task] = task == 0 ? first : value[task - 1] + (task > 1 ? value[task - 2] : 0);
      });
      std::uint64_t last = 0, next = first;
      for (std::uint32_t task = 0; task < count; ++task) {
        ASSERT_EQ(value[task], next) << task;
        next += std::exchange(last, next);
      }
    }
  }
}

TEST(TaskGraph, BeginsTheTasksOfTheHighestRankFirst) {
  Workers workers;
  TaskGraph graph(std::vector<std::vector<std::uint32_t>>(4), std::vector<double>{1, 3, 2, 3});
  std::vector<std::uint32_t> order;
  graph.run(workers, [&](std::uint32_t task) { order.push_back(task); });
  EXPECT_EQ(order, (std::vector<std::uint32_t>{1, 3, 2, 0}));
}

TEST(TaskGraph, MayBeEmpty) {
  Workers workers(2);
  TaskGraph().run(workers, [](std::uint32_t) { FAIL(); });
}

}  // namespace
}  // namespace tensio
