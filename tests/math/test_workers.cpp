#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <thread>
#include <vector>

#include "math/field.h"
#include "math/workers.h"

namespace tensio {
namespace {

TEST(Workers, RunEveryTaskOnce) {
  for (const int threads : {-1, 1, 2, 3, 8}) {
    Workers workers(threads);
    EXPECT_EQ(workers.count(), std::max(1, threads));
    for (const std::size_t tasks : {0, 1, 2, 7, 1000}) {
      for (int repetition = 0; repetition < 200; ++repetition) {
        std::vector<int> runs(tasks, 0);
        workers.run(tasks, [&](std::size_t i) { ++runs[i]; });
        ASSERT_EQ(runs, std::vector<int>(tasks, 1)) << threads << " threads";
      }
    }
  }
}

TEST(Workers, TaskSeesWhatTheOneBeforeWrote) {
  Workers workers(4);
  std::vector<long> cell(64, 0);
  for (int round = 0; round < 5000; ++round) workers.run(cell.size(), [&](std::size_t i) { cell[i] += 1; });
  for (const long value : cell) EXPECT_EQ(value, 5000);
}

TEST(Workers, CanBeMovedAndSleep) {
  Workers workers(3);
  Workers moved(std::move(workers));
  std::atomic<int> count = 0;
  std::this_thread::sleep_for(std::chrono::milliseconds(20));  // they fall asleep
  moved.run(10, [&](std::size_t) { ++count; });
  workers = std::move(moved);
  workers.run(10, [&](std::size_t) { ++count; });
  EXPECT_EQ(count, 20);
}

TEST(Field, DotHasTheSameBitsForEveryNumberOfThreads) {
  Field<double> a(100'003), b(100'003);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (int axis = 0; axis < 3; ++axis) {
      a.component(axis)[i] = 1.0 / static_cast<double>(i + 1 + static_cast<std::size_t>(axis));
      b.component(axis)[i] = static_cast<double>(i % 17) - 8.1;
    }
  Workers one(1);
  const double expected = dot(a, b, one);
  for (const int threads : {2, 3, 4, 8}) {
    Workers workers(threads);
    EXPECT_EQ(dot(a, b, workers), expected) << threads << " threads";
  }
}

TEST(Field, ReturnsWhatItWasGiven) {
  const std::vector<Vec3> from{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  Field<float> field;
  field.set(from, {1, 1, 1});
  EXPECT_EQ(field.stride() % Field<float>::padding, 0u);
  EXPECT_EQ(field.component(2)[1], 5);
  std::vector<Vec3> to(3);
  field.get(to, {1, 1, 1});
  EXPECT_EQ(to, from);
}

}  // namespace
}  // namespace tensio
