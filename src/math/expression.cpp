#include "math/expression.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "math/elementary.h"
#include "math/format.h"

namespace tensio {
namespace {

SineCosine any_sine_cosine(double angle) {
  if (!std::isfinite(angle)) return {NAN, NAN};
  return sine_cosine(std::abs(angle) <= 1e6 ? angle : std::fmod(angle, 2 * std::numbers::pi));
}

double natural_log(double x) {
  if (x == 0) return -INFINITY;
  if (!(x > 0)) return NAN;
  return std::isinf(x) ? x : logarithm(x);
}

/// Whole powers by repeated squaring, so that x^2 is x · x to the last bit.
double whole_power(double base, double exponent) {
  double result = 1;
  for (auto n = static_cast<std::uint64_t>(std::abs(exponent)); n > 0; n >>= 1, base *= base)
    if ((n & 1) != 0) result *= base;
  return exponent < 0 ? 1 / result : result;
}

double any_power(double base, double exponent) {
  if (exponent == std::floor(exponent) && std::abs(exponent) <= 1024) return whole_power(base, exponent);
  if (!(base >= 0) || !std::isfinite(base) || !std::isfinite(exponent)) return NAN;
  if (base == 0) return exponent < 0 ? INFINITY : 0;
  return exponential(exponent * logarithm(base));
}

/// A number of [0, 1) that looks random, the same for the same seed (splitmix64).
double random_of(double seed) {
  std::uint64_t z = std::bit_cast<std::uint64_t>(seed + 0.0) + 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return static_cast<double>(z >> 11) * 0x1p-53;
}

struct Function {
  std::string_view name;
  double (*one)(double);
  double (*two)(double, double) = nullptr;

  int arguments() const { return one ? 1 : 2; }
};

double sign_of(double x) {
  if (x > 0) return 1;
  return x < 0 ? -1 : 0;
}

double any_tangent(double x) {
  const auto [sine, cosine] = any_sine_cosine(x);
  return sine / cosine;
}

double hyperbolic_sine(double x) {
  if (std::abs(x) < 1e-3) return x * (1 + x * x / 6);
  return 0.5 * (exponential(x) - exponential(-x));
}

double hyperbolic_tangent(double x) {
  if (std::abs(x) < 1e-3) return x * (1 - x * x / 3);
  return sign_of(x) * (1 - 2 / (exponential(2 * std::abs(x)) + 1));
}

constexpr Function function_rows[] = {
    {"pow", nullptr, any_power},
    {"min", nullptr, [](double a, double b) { return b < a ? b : a; }},
    {"max", nullptr, [](double a, double b) { return a < b ? b : a; }},
    {"mod", nullptr,
     [](double a, double b) {
       const double rest = b == 0 ? NAN : std::fmod(a, b);
       return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
     }},
    {"atan2", nullptr, arc_tangent},
    {"hypot", nullptr, [](double a, double b) { return std::sqrt(a * a + b * b); }},
    {"sqrt", [](double x) { return std::sqrt(x); }},
    {"abs", [](double x) { return std::abs(x); }},
    {"sign", sign_of},
    {"step", [](double x) { return x >= 0 ? 1.0 : 0.0; }},
    {"floor", [](double x) { return std::floor(x); }},
    {"ceil", [](double x) { return std::ceil(x); }},
    {"round", [](double x) { return std::floor(x + 0.5); }},
    {"sin", [](double x) { return any_sine_cosine(x).sine; }},
    {"cos", [](double x) { return any_sine_cosine(x).cosine; }},
    {"tan", any_tangent},
    {"asin", [](double x) { return arc_tangent(x, std::sqrt((1 - x) * (1 + x))); }},
    {"acos", [](double x) { return arc_tangent(std::sqrt((1 - x) * (1 + x)), x); }},
    {"atan", [](double x) { return arc_tangent(x, 1); }},
    {"exp", exponential},
    {"log", natural_log},
    {"sinh", hyperbolic_sine},
    {"cosh", [](double x) { return 0.5 * (exponential(x) + exponential(-x)); }},
    {"tanh", hyperbolic_tangent},
    {"random", random_of},
};

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

/// Reads sum := product {±product}, product := sign {*/ sign}, sign := ± sign | value [^ sign].
class ExpressionParser {
 public:
  ExpressionParser(std::string_view text, std::span<const std::string_view> variables)
      : text_(text), variables_(variables) {}

  Result<Expression> parse() {
    skip_space();
    if (at_ == text_.size()) return fail("column 1: the expression is empty; write a number or a formula");
    if (!sum() || !end()) return fail(fmt::format("column {}: {}", column_, message_));
    return std::move(made_);
  }

 private:
  using Op = Expression::Op;

  bool sum() {
    if (!product()) return false;
    for (;;) {
      if (take('+')) {
        if (!product() || !add(Op::add)) return false;
      } else if (take('-')) {
        if (!product() || !add(Op::subtract)) return false;
      } else {
        return true;
      }
    }
  }
  bool product() {
    if (!sign()) return false;
    for (;;) {
      if (take('*')) {
        if (!sign() || !add(Op::multiply)) return false;
      } else if (take('/')) {
        if (!sign() || !add(Op::divide)) return false;
      } else {
        return true;
      }
    }
  }
  bool sign() {
    if (depth_ == Expression::max_depth)
      return refuse("it is nested too deeply; write it with fewer brackets");
    ++depth_;
    const bool ok = take('-') ? sign() && add(Op::negate) : take('+') ? sign() : power();
    --depth_;
    return ok;
  }
  bool power() {
    if (!value()) return false;
    if (take("**") || take('^')) return sign() && call(0);
    return true;
  }

  bool value() {
    skip_space();
    if (at_ == text_.size()) return refuse("something is missing at the end; add a number or a name");
    const char c = text_[at_];
    if (is_digit(c) || c == '.') return number();
    if (is_letter(c)) return name();
    if (take('(')) return sum() && close();
    return refuse(fmt::format("'{}' is not expected here; write a number, a name or a bracket", shown(c)));
  }
  bool close() {
    if (take(')')) return true;
    return refuse("a closing bracket ) is missing; add it");
  }
  bool end() {
    skip_space();
    if (at_ == text_.size()) return true;
    return refuse(fmt::format("'{}' is not expected here; write an operator + - * / ^ or remove it",
                              shown(text_[at_])));
  }

  bool number() {
    const std::size_t begin = at_;
    const auto digits = [&] {
      while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
    };
    digits();
    if (at_ < text_.size() && text_[at_] == '.') ++at_;
    digits();
    if (at_ < text_.size() && (text_[at_] == 'e' || text_[at_] == 'E')) {
      std::size_t after = at_ + 1;
      if (after < text_.size() && (text_[after] == '+' || text_[after] == '-')) ++after;
      if (after < text_.size() && is_digit(text_[after])) at_ = after, digits();
    }
    const std::string word(text_.substr(begin, at_ - begin));
    const double value = word == "." ? NAN : std::strtod(word.c_str(), nullptr);
    if (!std::isfinite(value)) {
      at_ = begin;
      return refuse(fmt::format("{} is not a number; write one like 0.5 or 1e-3", word.substr(0, 30)));
    }
    return add(Op::number, {.number = value});
  }

  bool name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    const auto variable = std::find(variables_.begin(), variables_.end(), word);
    if (variable != variables_.end())
      return add(Op::variable, {.variable = static_cast<std::uint16_t>(variable - variables_.begin())});
    if (word == "pi") return add(Op::number, {.number = std::numbers::pi});
    if (word == "e") return add(Op::number, {.number = std::numbers::e});
    for (std::size_t f = 0; f < std::size(function_rows); ++f)
      if (function_rows[f].name == word) return arguments(f);
    at_ = begin;
    const std::string known =
        variables_.empty() ? std::string() : fmt::format("{}, ", joined(variables_, ", "));
    return refuse(fmt::format("there is no \"{}\"; use {}pi, e or one of the functions {}",
                              word.substr(0, 30), known, Expression::functions()));
  }

  bool arguments(std::size_t function) {
    const std::string_view name = function_rows[function].name;
    const int wanted = function_rows[function].arguments();
    if (!take('(')) return refuse(fmt::format("a bracket ( is missing after {}; write {}(…)", name, name));
    const bool takes_more = name == "min" || name == "max";
    int count = 0;
    do {
      if (!sum()) return false;
      ++count;
      if (count > wanted && !takes_more) break;
      if (count >= 2 && !call(function)) return false;
    } while (take(','));
    if (count != wanted && !(takes_more && count > wanted))
      return refuse(fmt::format("{} takes {}; pass as many", name,
                                wanted == 1 ? "1 number" : fmt::format("{} numbers", wanted)));
    return close() && (wanted == 2 || call(function));
  }

  bool call(std::size_t function) { return add(Op::call, {.function = static_cast<std::uint8_t>(function)}); }

  bool add(Op op, Expression::Step step = {}) {
    step.op = op;
    if (op == Op::number || op == Op::variable)
      ++stack_;
    else if (op != Op::negate && !(op == Op::call && function_rows[step.function].arguments() == 1))
      --stack_;
    if (made_.steps_.size() == Expression::max_operations)
      return refuse(fmt::format("it has more than {} operations; shorten it", Expression::max_operations));
    if (stack_ > Expression::max_stack)
      return refuse("it is nested too deeply; write it with fewer brackets");
    made_.steps_.push_back(step);
    return true;
  }

  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n')) ++at_;
  }
  bool take(char c) {
    skip_space();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool take(std::string_view word) {
    skip_space();
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }
  static char shown(char c) { return c >= ' ' && c <= '~' ? c : '?'; }
  bool refuse(std::string message) {
    message_ = std::move(message);
    column_ = at_ + 1;
    return false;
  }

  std::string_view text_;
  std::span<const std::string_view> variables_;
  std::size_t at_ = 0, depth_ = 0, stack_ = 0, column_ = 1;
  std::string message_;
  Expression made_;
};

Result<Expression> Expression::parse(std::string_view text, std::span<const std::string_view> variables) {
  return ExpressionParser(text, variables).parse();
}

double Expression::operator()(std::span<const double> values) const {
  std::array<double, max_stack> stack;
  std::size_t top = 0;  // behind the last number
  for (const Step& step : steps_) {
    const bool is_pair =
        step.op >= Op::add && !(step.op == Op::call && function_rows[step.function].arguments() == 1);
    if (is_pair) --top;
    double& a = stack[step.op <= Op::variable ? top++ : top - 1];
    const double b = is_pair ? stack[top] : 0;
    switch (step.op) {
      case Op::number:
        a = step.number;
        break;
      case Op::variable:
        a = values[step.variable];
        break;
      case Op::negate:
        a = -a;
        break;
      case Op::add:
        a += b;
        break;
      case Op::subtract:
        a -= b;
        break;
      case Op::multiply:
        a *= b;
        break;
      case Op::divide:
        a /= b;
        break;
      case Op::call:
        a = is_pair ? function_rows[step.function].two(a, b) : function_rows[step.function].one(a);
        break;
    }
  }
  return stack[0];
}

std::string Expression::functions() {
  std::string names;
  for (const Function& function : function_rows) {
    if (!names.empty()) names += ", ";
    names += function.name;
  }
  return names;
}

}  // namespace tensio
