#include "io/body_points.h"

#include <cmath>
#include <fmt/format.h>

namespace tensio {
namespace {

/// Converts the number of a vertex; those that do not exist become one that does not either.
VertexId to_vertex(double number) {
  return number >= 0 && number < 4e9 && number == std::floor(number) ? static_cast<VertexId>(number)
                                                                     : VertexId{0xffffffff};
}

}  // namespace

Result<void> PointsBody::read_points(const BodySite& site, PointsOptions& options) const {
  options.positions = positions;
  if (!masses.values.empty()) options.masses = masses.values;
  if (file.empty()) {
    if (positions.empty()) return fail(fmt::format("{} has no vertices; set positions or file", site.path()));
    return {};
  }
  if (!positions.empty())
    return fail(fmt::format("{} has both positions and file; set only one of them", site.path()));
  static const TableForm form{.columns = {"x", "y", "z", "mass"},
                              .arrays = {{"x", "y", "z"}, {"x", "y", "z", "mass"}}};
  const auto table = site.read_table(file, "file", form, 3);
  if (!table) return fail(table.error());
  if (auto ok = site.spend_vertices("file", table->rows()); !ok) return ok;
  options.positions.resize(table->rows());
  for (std::size_t i = 0; i < table->rows(); ++i)
    options.positions[i] = {(*table->find("x"))[i], (*table->find("y"))[i], (*table->find("z"))[i]};
  if (const auto* const column = table->find("mass")) {
    if (!masses.values.empty())
      return fail(fmt::format("{} is given although {} has a column mass; remove one of them",
                              site.path_of("masses"), file));
    options.masses = *column;
  }
  return {};
}

Result<void> PointsBody::read_springs(const BodySite& site, PointsOptions& options) const {
  for (const SpringRow& row : springs) {
    PointSpring& spring = options.springs.emplace_back();
    spring.a = to_vertex(row.values[0]);
    spring.b = to_vertex(row.values[1]);
    spring.stiffness = row.values[2];
    if (row.has_rest) spring.rest_length = row.values[3];
  }
  if (springs_file.empty()) return {};
  if (!springs.empty())
    return fail(fmt::format("{} has both springs and springs_file; set only one of them", site.path()));
  static const TableForm form{.columns = {"a", "b", "stiffness", "rest", "damping"},
                              .arrays = {{"a", "b", "stiffness"},
                                         {"a", "b", "stiffness", "rest"},
                                         {"a", "b", "stiffness", "rest", "damping"}}};
  const auto table = site.read_table(springs_file, "springs_file", form, 3);
  if (!table) return fail(table.error());
  const auto *const rest = table->find("rest"), *const damping = table->find("damping");
  for (std::size_t i = 0; i < table->rows(); ++i) {
    PointSpring& spring = options.springs.emplace_back();
    spring.a = to_vertex((*table->find("a"))[i]);
    spring.b = to_vertex((*table->find("b"))[i]);
    spring.stiffness = (*table->find("stiffness"))[i];
    if (rest) spring.rest_length = (*rest)[i];
    if (damping) spring.damping = (*damping)[i];
    for (const char* end : {"a", "b"})
      if (const double vertex = (*table->find(end))[i]; to_vertex(vertex) >= options.positions.size())
        return fail(fmt::format("{}: {} has {} = {} in row {}, but the body has vertices 0 to {}",
                                site.path_of("springs_file"), springs_file, end, vertex, i,
                                options.positions.size() - 1));
  }
  return {};
}

Result<MeshModel> PointsBody::make(const BodySite& site) const {
  PointsOptions options{.spring_damping = spring_damping};
  if (auto ok = read_points(site, options); !ok) return fail(ok.error());
  if (auto ok = read_springs(site, options); !ok) return fail(ok.error());
  for (const TriangleRow& row : triangles)
    options.triangles.push_back({to_vertex(static_cast<double>(row.corners[0])),
                                 to_vertex(static_cast<double>(row.corners[1])),
                                 to_vertex(static_cast<double>(row.corners[2]))});
  return site.placed(make_points(options));
}

}  // namespace tensio
