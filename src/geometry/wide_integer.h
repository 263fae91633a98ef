#pragma once

#include <cstdint>
#include <vector>

namespace tensio {

/// A whole number of any size: slow, for what is too small or too large for expansions.
class WideInteger {
 public:
  WideInteger() = default;
  /// mantissa · 2^shift
  WideInteger(std::int64_t mantissa, unsigned shift);

  int sign() const { return digit_.empty() ? 0 : is_negative_ ? -1 : 1; }

  friend WideInteger operator-(WideInteger a) {
    a.is_negative_ = !a.is_negative_;
    return a;
  }
  friend WideInteger operator+(const WideInteger& a, const WideInteger& b);
  friend WideInteger operator-(const WideInteger& a, const WideInteger& b) { return a + -b; }
  friend WideInteger operator*(const WideInteger& a, const WideInteger& b);

 private:
  using Digits = std::vector<std::uint32_t>;  // the lowest first, the highest not zero

  static bool is_less(const Digits& a, const Digits& b);

  bool is_negative_ = false;
  Digits digit_;
};

}  // namespace tensio
