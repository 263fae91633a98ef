#include <fmt/format.h>
#include <utility>

#include "io/mesh_ply.h"
#include "io/mesh_scan.h"

namespace tensio::detail {
namespace {

PlyType type_of(std::string_view word) {
  constexpr std::array<std::pair<std::string_view, PlyType>, 16> names{{{"char", PlyType::int8},
                                                                        {"int8", PlyType::int8},
                                                                        {"uchar", PlyType::uint8},
                                                                        {"uint8", PlyType::uint8},
                                                                        {"short", PlyType::int16},
                                                                        {"int16", PlyType::int16},
                                                                        {"ushort", PlyType::uint16},
                                                                        {"uint16", PlyType::uint16},
                                                                        {"int", PlyType::int32},
                                                                        {"int32", PlyType::int32},
                                                                        {"uint", PlyType::uint32},
                                                                        {"uint32", PlyType::uint32},
                                                                        {"float", PlyType::float32},
                                                                        {"float32", PlyType::float32},
                                                                        {"double", PlyType::float64},
                                                                        {"float64", PlyType::float64}}};
  for (const auto& [name, type] : names)
    if (name == word) return type;
  return PlyType::none;
}

bool is_integer(PlyType type) {
  return type != PlyType::none && type != PlyType::float32 && type != PlyType::float64;
}

/// Reads the header line by line.
class PlyHeaderParser {
 public:
  PlyHeaderParser(std::string_view bytes, std::string_view name) : lines_(bytes), name_(name) {}

  Result<PlyHeader> parse() {
    if (!lines_.next() || lines_.line() != "ply")
      return fail(fmt::format("{} is not a PLY file: it does not start with the line \"ply\"", name_));
    while (lines_.next()) {
      std::string_view rest = lines_.line();
      const std::string_view keyword = take_word(rest);
      if (keyword == "end_header") return finish();
      if (auto ok = read_line(keyword, rest); !ok) return fail(ok.error().message);
    }
    return fail(fmt::format("{} ends at line {} without \"end_header\"; the file is truncated", name_,
                            lines_.number()));
  }

 private:
  Result<PlyHeader> finish() {
    if (!has_format_) return error("the header has no \"format\" line");
    header_.lines = lines_.number();
    header_.body_begin = lines_.end_offset();
    return std::move(header_);
  }

  /// Limit on declarations, which keeps quadratic checks cheap. Real files have a dozen.
  static constexpr std::size_t max_declarations = 1000;

  Result<void> read_line(std::string_view keyword, std::string_view rest) {
    if (keyword == "comment" || keyword == "obj_info" || keyword.empty()) return {};
    if (keyword == "format") return read_format(rest);
    if ((keyword == "element" || keyword == "property") && ++declarations_ > max_declarations)
      return error(
          fmt::format("the header declares more than {} elements and properties, the limit; remove some",
                      max_declarations));
    if (keyword == "element") return read_element(rest);
    if (keyword == "property") return read_property(rest);
    return error(fmt::format("unknown keyword {} in the PLY header", quoted(keyword)));
  }

  Result<void> read_format(std::string_view rest) {
    const std::string_view format = take_word(rest), version = take_word(rest);
    if (version != "1.0")
      return error(fmt::format("unsupported version {}; save the file as version 1.0", quoted(version)));
    if (format != "ascii" && format != "binary_little_endian" && format != "binary_big_endian")
      return error(fmt::format(
          "the format is {}; it must be ascii, binary_little_endian or binary_big_endian", quoted(format)));
    header_.format = format == "ascii"                  ? PlyFormat::ascii
                     : format == "binary_little_endian" ? PlyFormat::binary_little
                                                        : PlyFormat::binary_big;
    has_format_ = true;
    return {};
  }

  Result<void> read_element(std::string_view rest) {
    const std::string_view name = take_word(rest);
    const auto count = to_integer(take_word(rest));
    if (name.empty() || !count || *count < 0)
      return error("an element needs a name and a count of at least 0");
    for (const PlyElement& element : header_.elements)
      if (element.name == name) return error(fmt::format("element {} is declared twice", quoted(name)));
    header_.elements.push_back({std::string(name), static_cast<std::uint64_t>(*count), {}});
    return {};
  }

  Result<void> read_property(std::string_view rest) {
    if (header_.elements.empty()) return error("a property comes before the first element");
    std::string_view word = take_word(rest);
    PlyProperty property;
    if (word == "list") {
      property.count_type = type_of(take_word(rest));
      if (!is_integer(property.count_type)) return error("the count of a list must have an integer type");
      word = take_word(rest);
    }
    property.type = type_of(word);
    property.name = take_word(rest);
    if (property.type == PlyType::none) return error(fmt::format("unknown property type {}", quoted(word)));
    if (property.name.empty()) return error("a property has no name");
    header_.elements.back().properties.push_back(std::move(property));
    return {};
  }

  Failure error(const std::string& what) const {
    return fail(fmt::format("{}, line {}: {}", name_, lines_.number(), what));
  }

  LineReader lines_;
  std::string_view name_;
  PlyHeader header_;
  bool has_format_ = false;
  std::size_t declarations_ = 0;
};

}  // namespace

Result<PlyHeader> parse_ply_header(std::string_view bytes, std::string_view name) {
  return PlyHeaderParser(bytes, name).parse();
}

}  // namespace tensio::detail
