#pragma once

#include <cstdint>

namespace tensio {

/// While it lives, numbers too small for full precision count as zero on this thread: they slow most
/// processors down by a factor of a hundred. The mode before is restored.
class FlushDenormals {
 public:
#if defined(__SSE2__)
  // Writing the mode waits for all that is under way: not where it is right already.
  FlushDenormals() : before_(__builtin_ia32_stmxcsr()) {
    if ((before_ & mode) != mode) __builtin_ia32_ldmxcsr(before_ | mode);
  }
  ~FlushDenormals() {
    if ((before_ & mode) != mode) __builtin_ia32_ldmxcsr(before_);
  }
#elif defined(__aarch64__)
  FlushDenormals() {
    asm volatile("mrs %0, fpcr" : "=r"(before_));
    asm volatile("msr fpcr, %0" : : "r"(before_ | std::uint64_t{1} << 24));
  }
  ~FlushDenormals() {
    asm volatile("msr fpcr, %0" : : "r"(before_));
  }
#else
  FlushDenormals() {}
  ~FlushDenormals() {}
#endif
  FlushDenormals(const FlushDenormals&) = delete;
  FlushDenormals& operator=(const FlushDenormals&) = delete;

 private:
#if defined(__SSE2__)
  static constexpr unsigned mode = 0x8040;  // results and operands
  unsigned before_;
#elif defined(__aarch64__)
  std::uint64_t before_;
#endif
};

/// The mode of kernels: denormals cost time in single precision; double precision keeps them, for the same
/// bits everywhere.
template <class Real>
struct KernelMode {};
template <>
struct KernelMode<float> {
  FlushDenormals flush;
};

}  // namespace tensio
