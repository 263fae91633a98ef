#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "math/aligned.h"

namespace tensio::lab {

/// Machine that produced the numbers.
struct Machine {
  std::string processor{};     // as the system names it
  int cores = 0;               // available to this process
  std::string instructions{};  // the best that the kernels use here
  std::string compiler{};
  double load = 0;     // system load before the run
  std::string blas{};  // the library that serves CHOLMOD; "" for none
};
Machine describe_machine();

/// Returns the load average over the last minute; 0 if unknown.
double system_load();

/// Reads a buffer from end to end, as fast as one core can.
class BandwidthProbe {
 public:
  explicit BandwidthProbe(std::size_t bytes);
  std::size_t bytes() const { return buffer_.size() * sizeof(std::uint64_t); }
  void read();

 private:
  AlignedVector<std::uint64_t> buffer_;
  volatile std::uint64_t sum_ = 0;
};

/// Returns the peak memory of this process since the start or the last `reset_peak_memory`, bytes; 0 if
/// unknown.
std::size_t peak_memory();
void reset_peak_memory();

}  // namespace tensio::lab
