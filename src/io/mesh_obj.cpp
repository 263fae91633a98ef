#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <string>

#include "io/mesh_format.h"
#include "io/mesh_scan.h"

namespace tensio {
namespace {

class ObjParser {
 public:
  ObjParser(std::string_view text, std::string_view name) : lines_(text), name_(name) {}

  Result<TriangleMesh> parse() {
    while (next_statement()) {
      std::string_view rest = statement_;
      const std::string_view keyword = detail::take_word(rest);
      if (keyword == "v")
        if (auto ok = read_vertex(rest); !ok) return fail(ok.error().message);
      if (keyword == "f")
        if (auto ok = read_face(rest); !ok) return fail(ok.error().message);
    }
    // A face may come before its vertices, so check the largest index last.
    if (largest_index_ > mesh_.points.size())
      return fail(fmt::format("{}, line {}: the face uses vertex {}, but the file has only {} vertices",
                              name_, line_of_largest_index_, largest_index_, mesh_.points.size()));
    return detail::checked(std::move(mesh_), name_);
  }

 private:
  /// Reads the next line, joined with the following ones if it ends in a backslash.
  bool next_statement() {
    if (!lines_.next()) return false;
    line_ = lines_.number();
    statement_ = lines_.line();
    std::string_view rest = statement_;
    if (!continues(statement_) || detail::take_word(rest).starts_with('#')) return true;
    joined_.assign(statement_);
    while (continues(joined_)) {
      joined_.back() = ' ';
      if (!lines_.next()) break;
      joined_ += lines_.line();
    }
    statement_ = joined_;
    return true;
  }

  static bool continues(std::string_view line) { return line.ends_with('\\'); }

  Result<void> read_vertex(std::string_view rest) {
    if (mesh_.points.size() == max_vertices)
      return error(
          fmt::format("the file has more than {} vertices, the limit; use a coarser mesh", max_vertices));
    const auto point = detail::take_point(rest);
    if (!point) return error("a vertex needs three finite numbers after \"v\"");
    mesh_.points.push_back(*point);
    return {};
  }

  Result<void> read_face(std::string_view rest) {
    std::size_t corners = 0;
    VertexId first = 0, previous = 0;
    for (auto word = detail::take_word(rest); !word.empty(); word = detail::take_word(rest)) {
      if (word.starts_with('#')) break;
      const auto corner = read_corner(word);
      if (!corner) return fail(corner.error().message);
      if (corners == 0) first = *corner;
      if (corners >= 2) mesh_.triangles.push_back({first, previous, *corner});
      previous = *corner;
      ++corners;
    }
    if (corners < 3) return error(fmt::format("the face has {} vertices; it needs at least 3", corners));
    return {};
  }

  /// Reads "7", "7/1", "7//2" or "7/1/2"; −1 is the last vertex so far.
  Result<VertexId> read_corner(std::string_view word) {
    const auto index = detail::to_integer(word.substr(0, word.find('/')));
    const auto defined = static_cast<std::int64_t>(mesh_.points.size());
    if (!index || *index == 0)
      return error(fmt::format("{} is not a vertex index; indices start at 1", detail::quoted(word)));
    if (*index < -defined || *index > static_cast<std::int64_t>(max_vertices))
      return error(fmt::format("the face uses vertex {}, which does not exist", *index));
    if (*index < 0) return static_cast<VertexId>(defined + *index);
    if (static_cast<std::size_t>(*index) > largest_index_) {
      largest_index_ = static_cast<std::size_t>(*index);
      line_of_largest_index_ = line_;
    }
    return static_cast<VertexId>(*index - 1);
  }

  Failure error(const std::string& what) const {
    return fail(fmt::format("{}, line {}: {}", name_, line_, what));
  }

  detail::LineReader lines_;
  std::string_view name_, statement_;
  std::string joined_;
  std::size_t line_ = 0, largest_index_ = 0, line_of_largest_index_ = 0;
  TriangleMesh mesh_;
};

/// v and f in all their forms. Ignores everything else.
Result<TriangleMesh> parse_obj(std::string_view text, std::string_view name) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  return ObjParser(text, name).parse();
}

/// A name as a file of lines can hold it.
std::string on_one_line(std::string name) {
  std::ranges::replace_if(
      name, [](unsigned char c) { return c < ' '; }, '_');
  return name;
}

/// Nine significant digits.
std::string write_obj(Positions points, const Seen& seen) {
  std::string text;
  for (const Vec3& p : points) text += fmt::format("v {:.9g} {:.9g} {:.9g}\n", p.x, p.y, p.z);
  for (const SeenBody& body : seen.bodies) {
    if (!body.name.empty()) text += fmt::format("o {}\n", on_one_line(body.name));
    for (std::size_t t = body.triangle_begin; t < body.triangle_end; ++t) {
      const auto [a, b, c] = seen.triangles[t];
      text += fmt::format("f {} {} {}\n", std::size_t{a} + 1, std::size_t{b} + 1, std::size_t{c} + 1);
    }
    for (std::size_t s = body.segment_begin; s < body.segment_end; ++s) {
      const auto [a, b] = seen.segments[s];
      text += fmt::format("l {} {}\n", std::size_t{a} + 1, std::size_t{b} + 1);
    }
  }
  return text;
}

}  // namespace

const MeshFormat obj_format{"obj", "an object per body, ropes as lines", parse_obj, write_obj};

}  // namespace tensio
