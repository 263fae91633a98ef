#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tensio/result.h"

namespace tensio {

/// A formula such as "0.1*sin(2*pi*x)": numbers, variables, the constants pi and e, + − * / ^ (or **),
/// brackets, and the functions that `functions()` lists. It is computed by +, −, ×, ÷, √ and
/// math/elementary.h alone, so it gives the same bits on every machine.
class Expression {
 public:
  /// Reads a formula in these variables. An error begins with the column: "column 3: …".
  static Result<Expression> parse(std::string_view text, std::span<const std::string_view> variables);

  /// Evaluates the formula. `values` are those of the variables, in their order. The result may not be
  /// finite: 1/0, log(−1), …
  double operator()(std::span<const double> values) const;

  /// Number of operations of an evaluation.
  std::size_t operations() const { return steps_.size(); }

  /// Names of all functions, for messages.
  static std::string functions();

  static constexpr std::size_t max_operations = 1000;
  static constexpr std::size_t max_depth = 100;  // of brackets, signs and powers within each other

 private:
  friend class ExpressionParser;

  enum class Op : std::uint8_t { number, variable, negate, add, subtract, multiply, divide, call };
  /// An operation on a stack of numbers.
  struct Step {
    Op op = Op::number;
    std::uint8_t function = 0;
    std::uint16_t variable = 0;
    double number = 0;
  };
  static constexpr std::size_t max_stack = 4 * max_depth;

  std::vector<Step> steps_;
};

}  // namespace tensio
