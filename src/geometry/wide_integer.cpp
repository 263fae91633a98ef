#include "geometry/wide_integer.h"

#include <algorithm>

namespace tensio {

WideInteger::WideInteger(std::int64_t mantissa, unsigned shift) : is_negative_(mantissa < 0) {
  const auto magnitude =
      is_negative_ ? ~static_cast<std::uint64_t>(mantissa) + 1 : static_cast<std::uint64_t>(mantissa);
  if (magnitude == 0) return;
  digit_.assign(shift / 32, 0);
  const unsigned rest = shift % 32;
  const std::uint64_t low = magnitude << rest, high = rest == 0 ? 0 : magnitude >> (64 - rest);
  for (const std::uint64_t part : {low, low >> 32, high}) digit_.push_back(static_cast<std::uint32_t>(part));
  while (digit_.back() == 0) digit_.pop_back();
}

bool WideInteger::is_less(const Digits& a, const Digits& b) {
  if (a.size() != b.size()) return a.size() < b.size();
  return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend());
}

WideInteger operator+(const WideInteger& a, const WideInteger& b) {
  const bool is_sum = a.is_negative_ == b.is_negative_;
  const bool b_leads = WideInteger::is_less(a.digit_, b.digit_);
  const WideInteger &big = b_leads ? b : a, &small = b_leads ? a : b;
  WideInteger result;
  result.is_negative_ = big.is_negative_;
  std::int64_t carry = 0;
  for (std::size_t i = 0; i < big.digit_.size(); ++i) {
    const std::int64_t other = i < small.digit_.size() ? small.digit_[i] : 0;
    carry += static_cast<std::int64_t>(big.digit_[i]) + (is_sum ? other : -other);
    result.digit_.push_back(static_cast<std::uint32_t>(carry & 0xffffffff));
    carry >>= 32;  // the floor, also of negative numbers
  }
  if (carry > 0) result.digit_.push_back(static_cast<std::uint32_t>(carry));
  while (!result.digit_.empty() && result.digit_.back() == 0) result.digit_.pop_back();
  return result;
}

WideInteger operator*(const WideInteger& a, const WideInteger& b) {
  WideInteger result;
  if (a.digit_.empty() || b.digit_.empty()) return result;
  result.is_negative_ = a.is_negative_ != b.is_negative_;
  result.digit_.assign(a.digit_.size() + b.digit_.size(), 0);
  for (std::size_t i = 0; i < a.digit_.size(); ++i) {
    std::uint64_t carry = 0;
    for (std::size_t j = 0; j < b.digit_.size(); ++j) {
      carry += std::uint64_t{a.digit_[i]} * b.digit_[j] + result.digit_[i + j];
      result.digit_[i + j] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    result.digit_[i + b.digit_.size()] = static_cast<std::uint32_t>(carry);
  }
  while (result.digit_.back() == 0) result.digit_.pop_back();
  return result;
}

}  // namespace tensio
