#pragma once

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "tensio/export.h"

namespace tensio TENSIO_API {

/// Why a call failed: one sentence that says where (file, field), what is wrong and what to do.
struct Error {
  std::string message;
};

/// What a function returns instead of a value: `return fail("grid: columns is 1; use at least 2");`
class Failure {
 public:
  explicit Failure(Error error) : error_(std::move(error)) {}
  Error take() && { return std::move(error_); }

 private:
  Error error_;
};
inline Failure fail(std::string message) {
  return Failure(Error{std::move(message)});
}
/// Passes an error on: `if (!mesh) return fail(mesh.error());`
inline Failure fail(Error error) {
  return Failure(std::move(error));
}

/// A value or an Error. The library throws nothing: test a result before you use it.
///
///     auto cloth = tensio::make_grid({.columns = 41, .rows = 41});
///     if (!cloth) return std::puts(cloth.error().message.c_str()), 1;
///     use(*cloth);
///
/// Reading the value of a failed result is undefined, as is reading the error of a good one.
template <class T>
class [[nodiscard]] Result {
 public:
  Result() requires std::is_default_constructible_v<T> : content_(std::in_place_index<0>) {}
  template <class U = T>
  requires(std::is_convertible_v<U&&, T> && !std::is_same_v<std::remove_cvref_t<U>, Result> &&
           !std::is_same_v<std::remove_cvref_t<U>, Failure>) Result(U&& value)
      : content_(std::in_place_index<0>, std::forward<U>(value)) {}
  Result(Failure failure) : content_(std::in_place_index<1>, std::move(failure).take()) {}

  bool has_value() const { return content_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  T& operator*() & { return *std::get_if<0>(&content_); }
  const T& operator*() const& { return *std::get_if<0>(&content_); }
  T&& operator*() && { return std::move(**this); }
  T* operator->() { return std::get_if<0>(&content_); }
  const T* operator->() const { return std::get_if<0>(&content_); }
  T& value() & { return **this; }
  const T& value() const& { return **this; }
  T&& value() && { return std::move(**this); }
  template <class U>
  T value_or(U&& other) const& {
    return has_value() ? **this : static_cast<T>(std::forward<U>(other));
  }

  Error& error() { return *std::get_if<1>(&content_); }
  const Error& error() const { return *std::get_if<1>(&content_); }

 private:
  std::variant<T, Error> content_;
};

/// Success without a value, or an Error.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Failure failure) : error_(std::move(failure).take()) {}

  bool has_value() const { return !error_; }
  explicit operator bool() const { return has_value(); }
  Error& error() { return *error_; }
  const Error& error() const { return *error_; }

 private:
  std::optional<Error> error_;
};

}  // namespace tensio
