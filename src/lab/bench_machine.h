#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "math/aligned.h"

namespace tensio::lab {

/// Where the numbers come from.
struct Machine {
  std::string processor{};     // as the system names it
  int cores = 0;               // that this process may use
  std::string instructions{};  // the best that the kernels use here
  std::string compiler{};
  double load = 0;     // before the run: programs that were running or wanted to
  std::string blas{};  // the library that serves CHOLMOD; "" for none
};
Machine describe_machine();

/// How many programs ran or wanted to, on average over the last minute; 0 where the system does not tell.
double system_load();

/// Reads a buffer from one end to the other, as fast as one core can.
class BandwidthProbe {
 public:
  explicit BandwidthProbe(std::size_t bytes);
  std::size_t bytes() const { return buffer_.size() * sizeof(std::uint64_t); }
  void read();

 private:
  AlignedVector<std::uint64_t> buffer_;
  volatile std::uint64_t sum_ = 0;
};

/// The most memory that this process has held, since the start or the last `reset_peak_memory`, bytes; 0
/// where the system does not tell.
std::size_t peak_memory();
void reset_peak_memory();

}  // namespace tensio::lab
