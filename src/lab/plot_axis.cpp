#include "lab/plot_axis.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tensio::lab {
namespace {

constexpr int most_ticks = 9;

/// 10ⁿ as people write it.
std::string power_of_ten(int exponent) {
  static constexpr std::array digits = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = exponent < 0 ? "10⁻" : "10";
  for (const char digit : std::to_string(std::abs(exponent)))
    text += digits[static_cast<std::size_t>(digit - '0')];
  return text;
}

}  // namespace

AxisMap::AxisMap(const PlotAxis& axis, const std::vector<double>& values, double from, double to)
    : logarithmic_(axis.scale == AxisScale::logarithmic), from_(from), to_(to) {
  const auto is_shown = [&](double v) { return std::isfinite(v) && (!logarithmic_ || v > 0); };
  if (axis.min < axis.max && is_shown(axis.min) && is_shown(axis.max)) {
    min_ = axis.min;
    max_ = axis.max;
    return;
  }
  bool is_empty = true;
  for (const double v : values) {
    if (!is_shown(v)) continue;
    min_ = is_empty ? v : std::min(min_, v);
    max_ = is_empty ? v : std::max(max_, v);
    is_empty = false;
  }
  if (is_empty) min_ = max_ = 1;
  if (logarithmic_) {
    // Whole decades would waste space when the data end just above one.
    const double margin = min_ < max_ ? std::pow(max_ / min_, 0.03) : 2;
    min_ = std::max(min_ / margin, 1e-300);
    max_ = std::min(max_ * margin, 1e300);
  } else {
    const double margin = min_ < max_ ? 0.03 * (max_ - min_) : std::max(1.0, std::abs(min_)) * 0.5;
    min_ -= margin;
    max_ += margin;
  }
}

double AxisMap::pixel(double value) const {
  const double u =
      logarithmic_ ? std::log(value / min_) / std::log(max_ / min_) : (value - min_) / (max_ - min_);
  return from_ + u * (to_ - from_);
}

std::vector<Tick> AxisMap::ticks() const {
  return logarithmic_ && max_ / min_ >= 10 ? logarithmic_ticks() : linear_ticks();
}

std::vector<Tick> AxisMap::linear_ticks() const {
  // The smallest of 1, 2, 5, 10 … that leaves few enough.
  const double raw = (max_ - min_) / most_ticks;
  const double decade = std::pow(10, std::floor(std::log10(raw)));
  double step = 10 * decade;
  for (const double factor : {5.0, 2.0, 1.0})
    if (factor * decade >= raw) step = factor * decade;
  std::vector<Tick> ticks;
  const double first = std::ceil(min_ / step);
  for (int i = 0; i <= 2 * most_ticks && (first + i) * step <= max_; ++i) {
    const double value = (first + i) * step;
    ticks.push_back({value, fmt::format("{:.6g}", value == 0 ? 0.0 : value)});
  }
  return ticks;
}

std::vector<Tick> AxisMap::logarithmic_ticks() const {
  const int first = static_cast<int>(std::floor(std::log10(min_)));
  const int last = static_cast<int>(std::ceil(std::log10(max_)));
  const int stride = 1 + (last - first) / most_ticks;
  const bool is_plain = first >= -3 && last <= 5;  // 0.01 and 1000 are easier to read than powers
  std::vector<Tick> ticks;
  for (int exponent = first; exponent <= last; ++exponent) {
    const double decade = std::pow(10, exponent);
    const bool has_text = exponent % stride == 0;
    for (int multiple = 1; multiple <= (stride == 1 ? 9 : 1); ++multiple) {
      const double value = multiple * decade;
      if (value < min_ * (1 - 1e-9) || value > max_ * (1 + 1e-9)) continue;
      std::string text;
      if (multiple == 1 && has_text) text = is_plain ? fmt::format("{:.6g}", value) : power_of_ten(exponent);
      ticks.push_back({value, std::move(text)});
    }
  }
  return ticks;
}

}  // namespace tensio::lab
