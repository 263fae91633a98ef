#pragma once

#include <algorithm>
#include <functional>
#include <string_view>

namespace tensio::lab {

/// `done` of an experiment, 0 … 1, and what it is at; false stops it.
using Progress = std::function<bool(double done, std::string_view now)>;

/// Adds up the parts of an experiment, each of the weight that it has in the whole.
class ProgressMeter {
 public:
  ProgressMeter(const Progress& progress, double total) : progress_(progress), total_(total) {}
  /// So much more is done. False: stop, now and for good.
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

/// What an experiment returns that was told to stop.
inline constexpr const char* stopped_message = "the experiment was stopped";

}  // namespace tensio::lab
