#pragma once

#include <chrono>

namespace tensio {

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

/// Adds the time that it lives to a sum, s.
class TimeShare {
 public:
  explicit TimeShare(double& sum) : sum_(sum) {}
  ~TimeShare() { sum_ += watch_.seconds(); }
  TimeShare(const TimeShare&) = delete;
  TimeShare& operator=(const TimeShare&) = delete;

 private:
  double& sum_;
  Stopwatch watch_;
};

}  // namespace tensio
