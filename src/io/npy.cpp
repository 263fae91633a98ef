#include "io/npy.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "io/bytes.h"
#include "io/mesh_scan.h"
#include "math/format.h"

namespace tensio {
namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t max_dimensions = 32;

/// How one number is stored.
struct NumberType {
  char kind = 'f';  // f: floating, i: signed, u: unsigned, b: flag
  std::size_t size = 8;
  detail::ByteOrder order = detail::ByteOrder::little;

  double read(std::string_view bytes) const {
    if (kind == 'f') return size == 4 ? detail::read_float(bytes, order) : detail::read_double(bytes, order);
    const std::uint64_t value = detail::read_unsigned(bytes, order);
    if (kind != 'i') return static_cast<double>(value);
    const int unused = 64 - 8 * static_cast<int>(size);
    return static_cast<double>(static_cast<std::int64_t>(value << unused) >> unused);
  }
};

/// Reads "<f8" and the like.
std::optional<NumberType> to_number_type(std::string_view word) {
  if (word.size() != 3) return {};
  NumberType type{word[1], static_cast<std::size_t>(word[2] - '0'),
                  word[0] == '>' ? detail::ByteOrder::big : detail::ByteOrder::little};
  const std::string_view sizes = type.kind == 'f'                       ? "48"
                                 : type.kind == 'b'                     ? "1"
                                 : type.kind == 'i' || type.kind == 'u' ? "1248"
                                                                        : "";
  const bool has_order = word[0] == '<' || word[0] == '>' || word[0] == '|';
  if (!has_order || sizes.find(word[2]) == std::string_view::npos) return {};
  return type;
}

struct NpyHeader {
  NumberType type;
  bool fortran_order = false;
  std::vector<std::size_t> shape;
};

/// Reads the header, a Python literal such as {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }.
class HeaderParser {
 public:
  HeaderParser(std::string_view text, std::string_view name) : rest_(text), name_(name) {}

  Result<NpyHeader> parse() {
    if (!take('{')) return bad();
    bool has_type = false, has_order = false, has_shape = false;
    while (!take('}')) {
      const auto key = take_string();
      if (!key || !take(':')) return bad();
      if (*key == "descr") {
        skip_space();
        if (rest_.starts_with('['))
          return fail(fmt::format("{} has fields with names; save a plain array of numbers", name_));
        const auto word = take_string();
        if (!word) return bad();
        const auto type = to_number_type(*word);
        if (!type)
          return fail(fmt::format("{} holds numbers of type {}; save it as float64, float32 or integers",
                                  name_, detail::quoted(*word)));
        header_.type = *type;
        has_type = true;
      } else if (*key == "fortran_order") {
        skip_space();
        header_.fortran_order = rest_.starts_with("True");
        if (!header_.fortran_order && !rest_.starts_with("False")) return bad();
        rest_.remove_prefix(header_.fortran_order ? 4 : 5);
        has_order = true;
      } else if (*key == "shape") {
        if (!take_shape()) return bad();
        has_shape = true;
      } else {
        return bad();
      }
      if (!take(',') && !next_is('}')) return bad();
    }
    if (!has_type || !has_order || !has_shape) return bad();
    return std::move(header_);
  }

 private:
  Failure bad() const {
    return fail(fmt::format("the header of {} is damaged near {}; save the array again", name_,
                            detail::quoted(rest_.substr(0, 20))));
  }

  void skip_space() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \n"), rest_.size())); }
  bool next_is(char c) {
    skip_space();
    return rest_.starts_with(c);
  }
  bool take(char c) {
    if (!next_is(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  std::optional<std::string_view> take_string() {
    skip_space();
    if (rest_.empty() || (rest_[0] != '\'' && rest_[0] != '"')) return {};
    const std::size_t end = rest_.find(rest_[0], 1);
    if (end == std::string_view::npos) return {};
    const std::string_view text = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    return text;
  }
  bool take_shape() {
    if (!take('(')) return false;
    header_.shape.clear();
    while (!take(')')) {
      skip_space();
      const std::size_t digits = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
      const auto length = detail::to_integer(rest_.substr(0, digits));
      if (!length || static_cast<std::uint64_t>(*length) > SIZE_MAX || header_.shape.size() == max_dimensions)
        return false;
      rest_.remove_prefix(digits);
      header_.shape.push_back(static_cast<std::size_t>(*length));
      if (!take(',') && !next_is(')')) return false;
    }
    return true;
  }

  std::string_view rest_, name_;
  NpyHeader header_;
};

/// Returns the product of the lengths, unless it exceeds the limit.
std::optional<std::size_t> count_of(std::span<const std::size_t> shape, std::size_t limit) {
  if (std::find(shape.begin(), shape.end(), std::size_t{0}) != shape.end()) return 0;
  std::size_t count = 1;
  for (const std::size_t length : shape) {
    if (length > limit / count) return {};
    count *= length;
  }
  if (count > limit) return {};
  return count;
}

/// Reorders numbers whose first index changes fastest, so that the last does.
std::vector<double> to_c_order(const std::vector<double>& values, std::span<const std::size_t> shape) {
  std::vector<std::size_t> strides(shape.size()), index(shape.size());
  std::size_t stride = 1;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    strides[axis] = stride;
    stride *= shape[axis];
  }
  std::vector<double> ordered;
  ordered.reserve(values.size());
  std::size_t from = 0;
  while (ordered.size() < values.size()) {
    ordered.push_back(values[from]);
    for (std::size_t axis = shape.size(); axis-- > 0;) {
      from += strides[axis];
      if (++index[axis] < shape[axis]) break;
      from -= strides[axis] * shape[axis];
      index[axis] = 0;
    }
  }
  return ordered;
}

template <class T>
constexpr std::string_view type_word = std::same_as<T, double>          ? "<f8"
                                       : std::same_as<T, float>         ? "<f4"
                                       : std::same_as<T, std::int32_t>  ? "<i4"
                                       : std::same_as<T, std::uint32_t> ? "<u4"
                                                                        : "<i8";

}  // namespace

Result<NpyArray> parse_npy(std::string_view bytes, std::string_view name) {
  if (!bytes.starts_with(magic) || bytes.size() < 10)
    return fail(fmt::format("{} is not a NumPy array; save it with numpy.save", name));
  const int version = static_cast<unsigned char>(bytes[6]);
  if (version < 1 || version > 3)
    return fail(fmt::format("{} has version {} of the format; versions 1 to 3 are known", name, version));
  const std::size_t length_size = version == 1 ? 2 : 4, header_begin = 8 + length_size;
  const std::uint64_t length = detail::read_unsigned(bytes.substr(8, length_size), detail::ByteOrder::little);
  if (bytes.size() < header_begin || length > bytes.size() - header_begin)
    return fail(fmt::format("{} ends within its header; the file is truncated", name));
  auto header = HeaderParser(bytes.substr(header_begin, length), name).parse();
  if (!header) return fail(header.error());

  const std::string_view data = bytes.substr(header_begin + length);
  const NumberType type = header->type;
  const auto count = count_of(header->shape, data.size() / type.size);
  if (!count || *count * type.size != data.size())
    return fail(
        fmt::format("{} has {} bytes of numbers, which is not what its shape ({}) needs; save it again", name,
                    data.size(), joined(header->shape, ", ")));
  NpyArray array;
  array.values.resize(*count);
  for (std::size_t i = 0; i < *count; ++i) array.values[i] = type.read(data.substr(i * type.size, type.size));
  if (header->fortran_order && header->shape.size() > 1)
    array.values = to_c_order(array.values, header->shape);
  array.shape = std::move(header->shape);
  return array;
}

template <NpyNumber T>
Result<std::string> write_npy(std::span<const std::size_t> shape, std::span<const T> values) {
  const auto count = count_of(shape, values.size());
  if (!count || *count != values.size() || shape.size() > max_dimensions)
    return fail(fmt::format("the shape ({}) does not hold {} numbers; pass one that does",
                            joined(shape, ", "), values.size()));
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}), }}",
                                   type_word<T>, joined(shape, ", "), shape.size() == 1 ? "," : "");
  constexpr std::size_t before = 10, alignment = 64;
  header.append(alignment - 1 - (before + header.size()) % alignment, ' ');
  header += '\n';
  std::string bytes(magic);
  bytes += '\1';
  bytes += '\0';
  detail::append_little(bytes, static_cast<std::uint16_t>(header.size()));
  bytes += header;
  if constexpr (std::endian::native == std::endian::little) {
    const auto raw = std::as_bytes(values);
    bytes.append(reinterpret_cast<const char*>(raw.data()), raw.size());
  } else {
    using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    for (const T value : values) detail::append_little(bytes, std::bit_cast<Bits>(value));
  }
  return bytes;
}

template Result<std::string> write_npy(std::span<const std::size_t>, std::span<const double>);
template Result<std::string> write_npy(std::span<const std::size_t>, std::span<const float>);
template Result<std::string> write_npy(std::span<const std::size_t>, std::span<const std::int32_t>);
template Result<std::string> write_npy(std::span<const std::size_t>, std::span<const std::uint32_t>);
template Result<std::string> write_npy(std::span<const std::size_t>, std::span<const std::int64_t>);

}  // namespace tensio
