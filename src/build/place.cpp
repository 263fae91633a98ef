#include <algorithm>
#include <fmt/format.h>

#include "tensio/build.h"

namespace tensio {

void place(Model& model, const Mat3& turn, const Vec3& shift) {
  for (Vec3& position : model.rest_position) position = turn * position + shift;
  for (Part& part : model.parts) part.warp = turn * part.warp;
  for (Pin& pin : model.pins) pin.position = turn * pin.position + shift;
  for (Attachment& attachment : model.attachments) attachment.anchor = turn * attachment.anchor + shift;
}

namespace {

using Vertices = Result<std::vector<VertexId>>;

constexpr const char* body_name(BodyKind kind) {
  return kind == BodyKind::grid ? "a grid" : kind == BodyKind::chain ? "a chain" : "this body";
}

/// One function per kind of choice.
class Selector {
 public:
  /// The columns and rows are those that are simulated, if it is a grid.
  Selector(const Model& model, const BodyShape& shape, std::size_t columns, std::size_t rows)
      : model_(model), shape_(shape), columns_(columns), rows_(rows) {}

  Vertices operator()(const SelectVertices& choice) const {
    const bool is_grid = shape_.kind == BodyKind::grid;
    const std::size_t count = is_grid ? shape_.columns * shape_.rows : model_.vertex_count();
    std::vector<VertexId> chosen;
    for (const std::size_t v : choice.vertices) {
      if (v >= count)
        return fail(fmt::format("vertex {} does not exist; the body has vertices 0 to {}", v, count - 1));
      chosen.push_back(static_cast<VertexId>(is_grid ? simulated(v) : v));
    }
    if (chosen.empty()) return fail("the list of vertices is empty; list at least one");
    std::sort(chosen.begin(), chosen.end());
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
    return chosen;
  }

  Vertices operator()(const SelectCorner& choice) const {
    if (shape_.kind != BodyKind::grid) return no_such_thing("corners");
    const VertexId right = last_column(), front = first_of_last_row();
    if (choice.name == "back-left") return std::vector<VertexId>{0};
    if (choice.name == "back-right") return std::vector<VertexId>{right};
    if (choice.name == "front-left") return std::vector<VertexId>{front};
    if (choice.name == "front-right") return std::vector<VertexId>{front + right};
    return no_such_name("corner", choice.name, "back-left, back-right, front-left or front-right");
  }

  Vertices operator()(const SelectEdge& choice) const {
    if (shape_.kind != BodyKind::grid) return no_such_thing("edges");
    const auto columns = static_cast<VertexId>(columns_);
    if (choice.name == "back") return run(0, 1, columns_);
    if (choice.name == "front") return run(first_of_last_row(), 1, columns_);
    if (choice.name == "left") return run(0, columns, rows_);
    if (choice.name == "right") return run(last_column(), columns, rows_);
    return no_such_name("edge", choice.name, "back, front, left or right");
  }

  Vertices operator()(const SelectEnd& choice) const {
    if (shape_.kind != BodyKind::chain) return no_such_thing("ends");
    if (choice.name == "start") return std::vector<VertexId>{0};
    // Behind the chain itself there may be what resists its torsion.
    const std::size_t count = model_.parts.empty() ? model_.vertex_count() : model_.parts[0].vertex_end;
    if (choice.name == "end") return std::vector<VertexId>{static_cast<VertexId>(count - 1)};
    return no_such_name("end", choice.name, "start or end");
  }

  Vertices operator()(const SelectBox& choice) const {
    const auto& [low, high] = choice;
    if (!(low.x <= high.x && low.y <= high.y && low.z <= high.z))
      return fail("the box is invalid; min must be at most max on every axis, and both finite");
    return where("box", [&](const Vec3& p) {
      return low.x <= p.x && p.x <= high.x && low.y <= p.y && p.y <= high.y && low.z <= p.z && p.z <= high.z;
    });
  }

  Vertices operator()(const SelectSphere& choice) const {
    if (!(choice.radius >= 0))
      return fail(fmt::format("the sphere's radius is {} m; it must be 0 or more", choice.radius));
    return where("sphere", [&](const Vec3& p) { return norm(p - choice.center) <= choice.radius; });
  }

  Vertices operator()(const SelectAll&) const { return run(0, 1, model_.vertex_count()); }

 private:
  VertexId last_column() const { return static_cast<VertexId>(columns_ - 1); }
  VertexId first_of_last_row() const { return static_cast<VertexId>((rows_ - 1) * columns_); }

  /// The simulated vertex of a grid that is nearest to one of the whole grid.
  std::size_t simulated(std::size_t vertex) const {
    const auto nearest = [](std::size_t line, std::size_t count, std::size_t few) {
      return (line * (few - 1) + (count - 1) / 2) / (count - 1);
    };
    return nearest(vertex / shape_.columns, shape_.rows, rows_) * columns_ +
           nearest(vertex % shape_.columns, shape_.columns, columns_);
  }

  static std::vector<VertexId> run(VertexId first, VertexId stride, std::size_t count) {
    std::vector<VertexId> chosen(count);
    for (std::size_t i = 0; i < count; ++i) chosen[i] = first + static_cast<VertexId>(i) * stride;
    return chosen;
  }

  template <class Contains>
  Vertices where(const char* volume, Contains contains) const {
    std::vector<VertexId> chosen;
    for (VertexId v = 0; v < model_.vertex_count(); ++v)
      if (contains(model_.rest_position[v])) chosen.push_back(v);
    if (chosen.empty())
      return fail(fmt::format("no vertex of the body lies in the {}; move or enlarge it", volume));
    return chosen;
  }

  Vertices no_such_thing(const char* things) const {
    return fail(fmt::format("{} has no {}; choose {}vertices, a box, a sphere or all", body_name(shape_.kind),
                            things,
                            shape_.kind == BodyKind::grid    ? "a corner, an edge, "
                            : shape_.kind == BodyKind::chain ? "an end, "
                                                             : ""));
  }

  Vertices no_such_name(const char* thing, const std::string& name, const char* allowed) const {
    return fail(fmt::format("{} has no {} \"{}\"; choose {}", body_name(shape_.kind), thing, name, allowed));
  }

  const Model& model_;
  const BodyShape& shape_;
  std::size_t columns_, rows_;
};

}  // namespace

Result<std::vector<VertexId>> select(const Model& model, const BodyShape& shape, const Selection& selection) {
  const std::size_t n = model.vertex_count();
  if (n == 0) return fail("the body has no vertices to select");
  std::size_t columns = 0, rows = 0;
  if (shape.kind == BodyKind::grid) {
    if (shape.columns < 2 || shape.rows < 2 || shape.coarsening < 1)
      return fail("a grid has at least two columns and rows, and a coarsening of 1 or more");
    columns = simulated_lines(shape.columns, shape.coarsening);
    rows = simulated_lines(shape.rows, shape.coarsening);
    if (columns > n || rows > n || columns * rows != n)
      return fail(fmt::format("a grid of {} × {} does not have {} vertices", columns, rows, n));
  }
  return std::visit(Selector(model, shape, columns, rows), selection);
}

}  // namespace tensio
