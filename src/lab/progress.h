#pragma once

#include <algorithm>
#include <functional>
#include <string_view>

namespace tensio::lab {

/// Receives the finished fraction of an experiment and its current task; returns false to stop it.
using Progress = std::function<bool(double done, std::string_view now)>;

/// Adds up the weighted parts of an experiment.
class ProgressMeter {
 public:
  ProgressMeter(const Progress& progress, double total) : progress_(progress), total_(total) {}
  /// Reports further progress. Returns false, from then on, to stop.
  bool advance(double weight, std::string_view now) {
    done_ += weight;
    if (progress_ && goes_on_) goes_on_ = progress_(std::min(done_ / total_, 1.0), now);
    return goes_on_;
  }
  bool goes_on() const { return goes_on_; }

 private:
  const Progress& progress_;
  double total_, done_ = 0;
  bool goes_on_ = true;
};

/// Error of an experiment that was stopped.
inline constexpr const char* stopped_message = "the experiment was stopped";

}  // namespace tensio::lab
