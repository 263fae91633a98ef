#pragma once

#include <functional>
#include <limits>
#include <vector>

namespace tensio::lab {

/// Processor time of the calling thread, which other programs do not lengthen.
class ThreadClock {
 public:
  double seconds() const { return now() - start_; }

 private:
  static double now();
  double start_ = now();
};

/// One side of a comparison.
struct Contender {
  std::function<void()> prepare;  // before every run, not timed; may be empty
  std::function<void()> work;
  double seconds = std::numeric_limits<double>::infinity();  // the least of all runs
  int runs = 0;
};

/// Runs the contenders in turns, A B C A B C …, for `seconds`, and keeps the least time of each. A
/// disturbance then affects all of them. Takes at least three rounds, unless those need eight times as long.
/// A turn is three runs, so that the later ones find warm caches: fewer if a run takes half a second, more if
/// a millisecond.
void interleave(std::vector<Contender>& contenders, double seconds);

}  // namespace tensio::lab
