#include "io/tet_parse.h"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_map>

#include "io/mesh_scan.h"

namespace tensio {
namespace {

constexpr std::int64_t linear_tet = 4;  // Gmsh element types
constexpr std::int64_t quadratic_tet = 11;

Result<TetMesh> checked(TetMesh mesh, std::string_view name) {
  if (mesh.points.empty()) return fail(fmt::format("{} has no vertices; is it a mesh?", name));
  if (mesh.tetrahedra.empty())
    return fail(fmt::format("{} has no tetrahedra; mesh the volume, not only its surface", name));
  return mesh;
}

/// Reads the words of a text, across lines.
class Words {
 public:
  explicit Words(std::string_view text) : text_(text), begin_(text.data()) {}

  std::string_view next() { return detail::take_word(text_); }
  std::optional<std::int64_t> integer() { return detail::to_integer(next()); }
  std::optional<double> number() { return detail::to_number(next()); }
  std::optional<Vec3> point() { return detail::take_point(text_); }
  bool skip(std::int64_t words) {
    for (std::int64_t i = 0; i < words; ++i)
      if (next().empty()) return false;
    return true;
  }
  bool is_at_end() {
    std::string_view rest = text_;
    return detail::take_word(rest).empty();
  }
  std::size_t line() const {
    std::size_t lines = 1;
    for (const char* c = begin_; c != text_.data(); ++c) lines += *c == '\n' ? 1 : 0;
    return lines;
  }

 private:
  std::string_view text_;
  const char* begin_;
};

class MshParser {
 public:
  MshParser(std::string_view text, std::string_view name) : words_(text), name_(name) {}

  Result<TetMesh> parse() {
    if (words_.next() != "$MeshFormat")
      return fail(fmt::format("{} is not a Gmsh mesh: it does not start with $MeshFormat", name_));
    const std::string_view version = words_.next();
    const auto is_binary = words_.integer();
    if (is_binary == 1)
      return fail(fmt::format("{} is a binary Gmsh mesh; save it as ASCII (Mesh.Binary = 0)", name_));
    if (version != "2.2" && version != "2" && version != "4.1")
      return fail(fmt::format("{} has the unsupported Gmsh version {}; save it as version 2.2 or 4.1", name_,
                              detail::quoted(version)));
    is_old_ = version != "4.1";
    while (!words_.is_at_end()) {
      const std::string_view section = words_.next();
      Result<void> ok;
      if (section == "$Nodes") ok = is_old_ ? read_old_nodes() : read_nodes();
      if (section == "$Elements") ok = is_old_ ? read_old_elements() : read_elements();
      if (!ok) return fail(ok.error().message);
    }
    return checked(std::move(mesh_), name_);
  }

 private:
  Failure error(const std::string& what) const {
    return fail(fmt::format("{}, line {}: {}", name_, words_.line(), what));
  }
  Failure broken(const char* section) const {
    return error(fmt::format("the {} end here; the file is truncated", section));
  }

  Result<void> add_node(std::int64_t tag, const std::optional<Vec3>& point) {
    if (!point) return error("a node needs three finite coordinates");
    if (mesh_.points.size() == max_vertices)
      return error(
          fmt::format("the file has more than {} nodes, the limit; use a coarser mesh", max_vertices));
    if (!index_.try_emplace(tag, static_cast<VertexId>(mesh_.points.size())).second)
      return error(fmt::format("node {} is defined twice", tag));
    mesh_.points.push_back(*point);
    return {};
  }

  Result<void> read_old_nodes() {
    const auto count = words_.integer();
    if (!count || *count < 0) return broken("nodes");
    for (std::int64_t i = 0; i < *count; ++i) {
      const auto tag = words_.integer();
      if (!tag) return broken("nodes");
      if (auto ok = add_node(*tag, words_.point()); !ok) return ok;
    }
    return {};
  }

  Result<void> read_nodes() {
    const auto blocks = words_.integer();
    if (!blocks || *blocks < 0 || !words_.skip(3)) return broken("nodes");
    std::vector<std::int64_t> tags;
    for (std::int64_t block = 0; block < *blocks; ++block) {
      const auto dimension = words_.integer(), entity = words_.integer(), parametric = words_.integer();
      const auto count = words_.integer();
      if (!dimension || !entity || !parametric || !count || *count < 0) return broken("nodes");
      tags.clear();
      for (std::int64_t i = 0; i < *count; ++i) {
        const auto tag = words_.integer();
        if (!tag) return broken("nodes");
        tags.push_back(*tag);
      }
      const std::int64_t more = *parametric == 1 ? std::clamp<std::int64_t>(*dimension, 0, 3) : 0;
      for (const std::int64_t tag : tags) {
        if (auto ok = add_node(tag, words_.point()); !ok) return ok;
        if (!words_.skip(more)) return broken("nodes");
      }
    }
    return {};
  }

  Result<void> read_corners() {
    std::array<VertexId, 4> tet{};
    for (VertexId& corner : tet) {
      const auto tag = words_.integer();
      if (!tag) return broken("elements");
      const auto known = index_.find(*tag);
      if (known == index_.end())
        return error(fmt::format("a tetrahedron uses node {}, which does not exist", *tag));
      corner = known->second;
    }
    if (mesh_.tetrahedra.size() == max_tetrahedra)
      return error(
          fmt::format("the file has more than {} tetrahedra, the limit; use a coarser mesh", max_tetrahedra));
    mesh_.tetrahedra.push_back(tet);
    return {};
  }

  Result<void> read_old_elements() {
    const auto count = words_.integer();
    if (!count || *count < 0) return broken("elements");
    for (std::int64_t i = 0; i < *count; ++i) {
      const auto tag = words_.integer(), type = words_.integer(), tags = words_.integer();
      if (!tag || !type || !tags || *tags < 0 || !words_.skip(*tags)) return broken("elements");
      if (auto ok = read_element(*type); !ok) return ok;
    }
    return {};
  }

  Result<void> read_elements() {
    const auto blocks = words_.integer();
    if (!blocks || *blocks < 0 || !words_.skip(3)) return broken("elements");
    for (std::int64_t block = 0; block < *blocks; ++block) {
      if (!words_.skip(2)) return broken("elements");
      const auto type = words_.integer(), count = words_.integer();
      if (!type || !count || *count < 0) return broken("elements");
      for (std::int64_t i = 0; i < *count; ++i) {
        if (!words_.skip(1)) return broken("elements");
        if (auto ok = read_element(*type); !ok) return ok;
      }
    }
    return {};
  }

  Result<void> read_element(std::int64_t type) {
    // Nodes of Gmsh's types 1 to 15: lines, triangles, … and points.
    constexpr int nodes[] = {0, 2, 3, 4, 4, 8, 6, 5, 3, 6, 9, 10, 27, 18, 14, 1};
    if (type < 1 || type >= static_cast<std::int64_t>(std::size(nodes)))
      return error(fmt::format("unknown element type {}; save the mesh with first-order elements", type));
    if (type == quadratic_tet)
      return error(
          "second-order tetrahedra, whose middle nodes would be lost; save the mesh with first-order "
          "elements");
    if (type != linear_tet) return words_.skip(nodes[type]) ? Result<void>() : broken("elements");
    return read_corners();
  }

  Words words_;
  std::string_view name_;
  bool is_old_ = false;
  std::unordered_map<std::int64_t, VertexId> index_;
  TetMesh mesh_;
};

/// Reads the rows of a TetGen file, without comments and empty lines.
class Rows {
 public:
  Rows(std::string_view text, std::string name) : lines_(text), name_(std::move(name)) {}

  bool next() {
    while (lines_.next()) {
      row = lines_.line().substr(0, lines_.line().find('#'));
      std::string_view rest = row;
      if (!detail::take_word(rest).empty()) return true;
    }
    return false;
  }
  std::optional<std::int64_t> integer() { return detail::to_integer(detail::take_word(row)); }
  Failure error(const std::string& what) const {
    return fail(fmt::format("{}, line {}: {}", name_, lines_.number(), what));
  }

  std::string_view row;

 private:
  detail::LineReader lines_;
  std::string name_;
};

Result<std::int64_t> read_tetgen_nodes(Rows& rows, TetMesh& mesh) {
  if (!rows.next()) return rows.error("the file has no nodes");
  const auto count = rows.integer(), dimension = rows.integer();
  if (!count || *count < 1 || dimension != 3)
    return rows.error("the first line must give the number of nodes and the dimension 3");
  if (*count > static_cast<std::int64_t>(max_vertices))
    return rows.error(fmt::format("the file has {} nodes; the limit is {}", *count, max_vertices));
  std::int64_t first = 0;
  for (std::int64_t i = 0; i < *count; ++i) {
    if (!rows.next()) return rows.error(fmt::format("the file ends after {} of {} nodes", i, *count));
    const auto number = rows.integer();
    const auto point = detail::take_point(rows.row);
    if (!number || !point) return rows.error("a node needs its number and three finite coordinates");
    if (i == 0) first = *number;
    if ((first != 0 && first != 1) || *number != first + i)
      return rows.error("nodes must be numbered consecutively from 0 or 1");
    mesh.points.push_back(*point);
  }
  return first;
}

/// Replaces the ending of a name, in capitals if the old one is.
std::string with_ending(const std::string& name, std::string ending) {
  const std::size_t dot = name.rfind('.');
  if (dot + 1 < name.size() && name[dot + 1] >= 'A' && name[dot + 1] <= 'Z')
    for (char& c : ending)
      if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return name.substr(0, dot) + ending;
}

}  // namespace

Result<TetMesh> parse_msh(std::string_view text, std::string_view name) {
  return MshParser(text, name).parse();
}

Result<TetMesh> parse_tetgen(std::string_view nodes, std::string_view elements, std::string_view name) {
  TetMesh mesh;
  Rows node_rows(nodes, with_ending(std::string(name), ".node"));
  const auto first = read_tetgen_nodes(node_rows, mesh);
  if (!first) return fail(first.error().message);
  Rows rows(elements, with_ending(std::string(name), ".ele"));
  if (!rows.next()) return rows.error("the file has no tetrahedra");
  const auto count = rows.integer(), corners = rows.integer();
  if (!count || *count < 1 || !corners || (*corners != 4 && *corners != 10))
    return rows.error("the first line must give the number of tetrahedra and their nodes, 4 or 10");
  if (*count > static_cast<std::int64_t>(max_tetrahedra))
    return rows.error(fmt::format("the file has {} tetrahedra; the limit is {}", *count, max_tetrahedra));
  const auto last = static_cast<std::int64_t>(mesh.points.size()) - 1 + *first;
  for (std::int64_t i = 0; i < *count; ++i) {
    if (!rows.next()) return rows.error(fmt::format("the file ends after {} of {} tetrahedra", i, *count));
    std::array<VertexId, 4> tet{};
    if (!rows.integer()) return rows.error("a tetrahedron needs its number and four nodes");
    for (VertexId& corner : tet) {
      const auto node = rows.integer();
      if (!node) return rows.error("a tetrahedron needs its number and four nodes");
      if (*node < *first || *node > last)
        return rows.error(fmt::format("the tetrahedron uses node {}, which does not exist", *node));
      corner = static_cast<VertexId>(*node - *first);
    }
    mesh.tetrahedra.push_back(tet);
  }
  return checked(std::move(mesh), name);
}

bool is_tet_file(std::string_view name) {
  const std::string lower = detail::lower_case(name);
  return lower.ends_with(".msh") || lower.ends_with(".node") || lower.ends_with(".ele");
}

Result<TetMesh> parse_tets(const std::string& name,
                           const std::function<Result<std::string>(const std::string&)>& files,
                           const std::string& where) {
  const auto at = [&](Result<TetMesh> mesh) -> Result<TetMesh> {
    if (!mesh) return fail(where + mesh.error().message);
    return mesh;
  };
  if (detail::lower_case(name).ends_with(".msh")) {
    const auto text = files(name);
    if (!text) return fail(text.error());
    return at(parse_msh(*text, name));
  }
  const auto fetch = [&](const char* ending) -> Result<std::string> {
    auto bytes = files(with_ending(name, ending));
    if (!bytes) return fail(bytes.error().message + "; a TetGen mesh needs both its .node and its .ele file");
    return bytes;
  };
  const auto nodes = fetch(".node");
  if (!nodes) return fail(nodes.error());
  const auto elements = fetch(".ele");
  if (!elements) return fail(elements.error());
  return at(parse_tetgen(*nodes, *elements, name));
}

}  // namespace tensio
