#pragma once

// Arrays as NumPy saves them: one in an .npy file, several with names in an .npz archive. Bytes in, bytes
// out.

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tensio/result.h"

namespace tensio {

/// An array of numbers in C order: the last index changes fastest. Integers beyond 2^53 are rounded.
struct NpyArray {
  std::vector<std::size_t> shape;  // empty: a single number
  std::vector<double> values;      // may not be finite
};

/// Reads an .npy file: versions 1 to 3; integers, flags, float32 and float64 of either byte order; in C or
/// Fortran order. `name` is the file in errors.
Result<NpyArray> parse_npy(std::string_view bytes, std::string_view name);

/// Reads an .npz archive as numpy.savez writes it, without compression. Keys are names without ".npy"; other
/// members are skipped.
Result<std::map<std::string, NpyArray>> parse_npz(std::string_view bytes, std::string_view name);

/// Numbers that arrays are written of.
template <class T>
concept NpyNumber = std::same_as<T, double> || std::same_as<T, float> || std::same_as<T, std::int32_t> ||
    std::same_as<T, std::uint32_t> || std::same_as<T, std::int64_t>;

/// Writes an .npy file (version 1, C order, little-endian). The shape must hold as many numbers as there are.
template <NpyNumber T>
Result<std::string> write_npy(std::span<const std::size_t> shape, std::span<const T> values);

/// Collects arrays for an .npz archive without compression, of at most 4 GiB. Equal arrays give equal bytes.
class NpzWriter {
 public:
  template <NpyNumber T>
  void add(std::string_view name, std::span<const std::size_t> shape, std::span<const T> values) {
    auto array = write_npy<T>(shape, values);
    if (array)
      append(name, *array);
    else
      fail_once(std::string(name) + ": " + array.error().message);
  }
  template <NpyNumber T>
  void add(std::string_view name, std::initializer_list<std::size_t> shape, std::span<const T> values) {
    add<T>(name, std::span(shape.begin(), shape.size()), values);
  }

  /// Returns the archive, or the first thing that went wrong. The writer is empty afterwards.
  Result<std::string> finish();

 private:
  struct Member {
    std::string name;
    std::uint32_t crc = 0, size = 0, offset = 0;
  };

  void append(std::string_view name, std::string_view array);
  void fail_once(std::string message) {
    if (failure_.empty()) failure_ = std::move(message);
  }

  std::string bytes_, failure_;
  std::vector<Member> members_;
  std::set<std::string> names_;
  std::size_t directory_size_ = 0;  // bytes, of the central records
};

}  // namespace tensio
