#pragma once

#include <cstddef>
#include <memory>

namespace tensio {

/// Threads that share the tasks of a loop. What a task computes must not depend on the thread that runs it
/// nor on the order: then results have the same bits for every number of threads. Tasks are begun in their
/// order. WebAssembly has one thread only.
class Workers {
 public:
  /// The caller counts as one of the threads; fewer than one means one.
  explicit Workers(int threads = 1);
  Workers(Workers&&) noexcept;
  Workers& operator=(Workers&&) noexcept;
  ~Workers();

  int count() const;
  /// How many threads the machine runs at once; 1 where it does not say.
  static int hardware_count();

  /// For a thread that looks for something again and again, for the look-th time now: it rests for a moment,
  /// and lets others run when it has looked for long.
  static void pass_time(int look);

  /// Calls work(i) once for every i < tasks, on any thread, begun in that order, and returns when all are
  /// done. Not to be called from within a task. Allocates nothing.
  template <class Work>
  void run(std::size_t tasks, const Work& work) {
    if (!pool_ || tasks < 2) {
      for (std::size_t i = 0; i < tasks; ++i) work(i);
      return;
    }
    run_on_pool(
        tasks, [](const void* context, std::size_t i) { (*static_cast<const Work*>(context))(i); }, &work);
  }

  /// The same in no order at all: when tasks are few, each thread takes a run of neighbouring ones, and the
  /// same in every such loop, so that it finds in its cache what it wrote in the loop before.
  template <class Work>
  void share(std::size_t tasks, const Work& work) {
    constexpr std::size_t few = 16;
    const auto threads = static_cast<std::size_t>(count());
    if (tasks > few * threads || tasks <= threads) return run(tasks, work);
    run(threads, [&](std::size_t thread) {
      for (std::size_t i = tasks * thread / threads; i < tasks * (thread + 1) / threads; ++i) work(i);
    });
  }

 private:
  using Task = void (*)(const void* context, std::size_t i);
  struct Pool;

  void run_on_pool(std::size_t tasks, Task task, const void* context);

  std::unique_ptr<Pool> pool_;  // none for one thread
};

}  // namespace tensio
