#include <fmt/format.h>

#include "build/material.h"
#include "tensio/strands.h"

namespace tensio {
namespace {

Failure unknown_vertex(const char* row, std::size_t i, VertexId vertex, std::size_t count) {
  return fail(fmt::format("{}[{}] uses vertex {}, but there are {}, numbered from 0", row, i, vertex, count));
}

Result<void> check(const PointsOptions& o) {
  const std::size_t n = o.positions.size();
  if (n == 0) return fail("there are no positions; list at least one vertex");
  if (n > max_vertices) return fail(fmt::format("there are {} positions; the limit is {}", n, max_vertices));
  if (o.masses.size() != n && o.masses.size() != 1)
    return fail(fmt::format("there are {} masses for {} vertices; give one for each, or one number for all",
                            o.masses.size(), n));
  for (std::size_t i = 0; i < n; ++i)
    if (!detail::check_position("", o.positions[i]))
      return detail::check_position(fmt::format("positions[{}]", i).c_str(), o.positions[i]);
  for (std::size_t i = 0; i < o.masses.size(); ++i)
    if (!detail::check_positive("", o.masses[i], "kg"))
      return detail::check_positive(fmt::format("masses[{}]", i).c_str(), o.masses[i], "kg");
  for (std::size_t i = 0; i < o.springs.size(); ++i) {
    const PointSpring& spring = o.springs[i];
    for (const VertexId end : {spring.a, spring.b})
      if (end >= n) return unknown_vertex("springs", i, end, n);
    if (spring.a == spring.b)
      return fail(fmt::format("springs[{}] joins vertex {} to itself; name two vertices", i, spring.a));
  }
  for (std::size_t i = 0; i < o.triangles.size(); ++i)
    for (const VertexId corner : o.triangles[i])
      if (corner >= n) return unknown_vertex("triangles", i, corner, n);
  return detail::check_not_negative("spring_damping", o.spring_damping, "N·s/m");
}

}  // namespace

Result<Model> make_points(const PointsOptions& options) {
  if (auto ok = check(options); !ok) return fail(ok.error());
  Model model;
  const std::vector<Vec3>& x = options.positions;
  for (std::size_t i = 0; i < x.size(); ++i)
    model.add_vertex(x[i], options.masses[options.masses.size() == 1 ? 0 : i]);
  for (const PointSpring& spring : options.springs)
    model.springs.add(spring.a, spring.b, SpringFamily::structural,
                      spring.rest_length.value_or(norm(x[spring.b] - x[spring.a])), spring.stiffness,
                      options.spring_damping + spring.damping);
  model.triangles = options.triangles;
  model.parts.push_back({"points", 0, x.size(), 0, model.triangles.size()});
  if (auto ok = validate(model); !ok) return fail(ok.error());
  return model;
}

}  // namespace tensio
