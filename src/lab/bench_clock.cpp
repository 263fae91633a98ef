#include "lab/bench_clock.h"

#include <algorithm>
#include <ctime>

#include "math/stopwatch.h"

namespace tensio::lab {

double ThreadClock::now() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

void interleave(std::vector<Contender>& contenders, double seconds) {
  if (contenders.empty()) return;
  constexpr int least_rounds = 3;
  constexpr int turn_runs = 3;
  constexpr double short_turn = 4e-3, long_turn = 0.5, patience = 8;  // s, s, –
  const Stopwatch all;
  for (int round = 0; all.seconds() < (round < least_rounds ? patience : 1) * seconds; ++round)
    for (Contender& contender : contenders) {
      const Stopwatch turn;
      int runs = 0;
      do {
        if (contender.prepare) contender.prepare();
        const Stopwatch watch;
        contender.work();
        contender.seconds = std::min(contender.seconds, watch.seconds());
        ++contender.runs;
      } while (turn.seconds() < (++runs < turn_runs ? long_turn : short_turn));
    }
}

}  // namespace tensio::lab
