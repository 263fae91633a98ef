#pragma once

#include "lab/bench.h"

namespace tensio::lab {

using Ratio = std::optional<double>;
using PointOf = std::optional<BenchMethod::Point> BenchMethod::*;

/// Returns the time of the naive row over that of another in the same comparison.
Ratio frame_ratio(const BenchSize& size, std::string_view row);

/// Returns the fastest of the methods whose key has one of the prefixes and the suffix.
const BenchMethod* fastest(const BenchFrame& frame, PointOf point,
                           std::initializer_list<std::string_view> prefixes, std::string_view ending = {});
/// The engine's methods on one thread.
const BenchMethod* fastest_of_engine(const BenchFrame& frame, PointOf point);
const BenchMethod* fastest_newton(const BenchFrame& frame, PointOf point);
const BenchMethod* naive_of(const BenchFrame& frame, PointOf point);

Ratio ratio_of(const BenchMethod* slow, const BenchMethod* fast, PointOf point);

/// Returns the read bandwidth of the solve over that of a plain read.
Ratio roofline_fraction(const BenchSize& size);

}  // namespace tensio::lab
