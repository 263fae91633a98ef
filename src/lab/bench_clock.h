#pragma once

#include <functional>
#include <limits>
#include <vector>

namespace tensio::lab {

/// One side of a comparison.
struct Contender {
  std::function<void()> prepare;  // before every run, not timed; may be empty
  std::function<void()> work;
  double seconds = std::numeric_limits<double>::infinity();  // the least of all runs
  int runs = 0;
};

/// Runs the contenders in turns, A B C A B C …, for so many seconds, and keeps the
/// least time of each; three rounds at least, unless those take eight times as long: what disturbs the
/// machine for a while disturbs all of them. A turn is three runs, so that the later ones find their caches
/// as they left them: fewer of a work that takes half a second, more of one that takes a millisecond.
void interleave(std::vector<Contender>& contenders, double seconds);

}  // namespace tensio::lab
