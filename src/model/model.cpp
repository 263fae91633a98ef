#include "tensio/model.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "math/hash.h"
#include "math/sets.h"
#include "model/elements.h"

namespace tensio {

VertexId Model::add_vertex(const Vec3& position, double vertex_mass) {
  rest_position.push_back(position);
  mass.push_back(vertex_mass);
  force.push_back({});
  return static_cast<VertexId>(mass.size() - 1);
}

void Model::append(const Model& other) {
  const auto shift = static_cast<VertexId>(vertex_count());
  const std::size_t first_triangle = triangles.size();
  if (!other.radius.empty()) {
    radius.resize(vertex_count(), 0);
    radius.insert(radius.end(), other.radius.begin(), other.radius.end());
  }
  const auto join = [](auto& into, const auto& from) { into.insert(into.end(), from.begin(), from.end()); };

  join(rest_position, other.rest_position);
  join(mass, other.mass);
  join(force, other.force);
  for (auto [a, b] : other.springs.ends) springs.ends.push_back({a + shift, b + shift});
  join(springs.family, other.springs.family);
  join(springs.rest_length, other.springs.rest_length);
  join(springs.stiffness, other.springs.stiffness);
  join(springs.damping, other.springs.damping);
  const auto join_shifted = [&](auto table) {
    for (auto element : other.*table) {
      for (VertexId& vertex : element.vertex) vertex += shift;
      (this->*table).push_back(std::move(element));
    }
  };
  std::apply([&](auto... table) { (join_shifted(table), ...); }, element_tables);
  for (auto [a, b, c] : other.triangles) triangles.push_back({a + shift, b + shift, c + shift});
  for (Pressure held : other.pressures) {
    held.triangle_begin += first_triangle, held.triangle_end += first_triangle;
    pressures.push_back(held);
  }
  for (Skin skin : other.skins) {
    skin.vertex_begin += shift, skin.vertex_end += shift;
    for (SkinPoint& point : skin.points)
      for (VertexId& vertex : point.vertex) vertex += shift;
    skins.push_back(std::move(skin));
  }
  for (Pin pin : other.pins) {
    pin.vertex += shift;
    pins.push_back(std::move(pin));
  }
  for (Attachment attachment : other.attachments) {
    attachment.vertex += shift;
    attachments.push_back(std::move(attachment));
  }
  for (Push push : other.pushes) {
    push.vertex += shift;
    pushes.push_back(std::move(push));
  }
  for (Grab grab : other.grabs) {
    for (VertexId& v : grab.point.vertices) v += shift;
    grabs.push_back(grab);
  }
  for (const auto& [copy, original] : other.copies) copies.push_back({copy + shift, original + shift});
  for (Part part : other.parts) {
    part.vertex_begin += shift, part.vertex_end += shift;
    part.triangle_begin += first_triangle, part.triangle_end += first_triangle;
    parts.push_back(std::move(part));
  }
}

namespace {

Result<void> validate_vertices(const Model& model) {
  const std::size_t n = model.vertex_count();
  if (n == 0) return fail("the model has no vertices; add a body");
  if (n > max_vertices)
    return fail(fmt::format("the model has {} vertices; the limit is {}", n, max_vertices));
  if (model.rest_position.size() != n || model.force.size() != n)
    return fail("the vertex columns (rest_position, mass, force) have different lengths");
  for (std::size_t i = 0; i < n; ++i) {
    if (!is_finite(model.rest_position[i]))
      return fail(fmt::format("vertex {} has a position that is not finite", i));
    if (!is_finite(model.force[i])) return fail(fmt::format("vertex {} has a force that is not finite", i));
    if (!(model.mass[i] > 0) || !std::isfinite(model.mass[i]))
      return fail(fmt::format("vertex {} has mass {} kg; it must be positive", i, model.mass[i]));
  }
  return {};
}

Result<void> validate_springs(const Springs& springs, std::size_t n) {
  const std::size_t count = springs.size();
  if (springs.family.size() != count || springs.rest_length.size() != count ||
      springs.stiffness.size() != count || springs.damping.size() != count)
    return fail("the spring columns have different lengths");
  for (std::size_t s = 0; s < count; ++s) {
    const auto [a, b] = springs.ends[s];
    if (a >= n || b >= n) return fail(fmt::format("spring {} ends at a vertex that does not exist", s));
    if (a == b) return fail(fmt::format("spring {} has both ends at vertex {}", s, a));
    for (const double value : {springs.rest_length[s], springs.stiffness[s], springs.damping[s]})
      if (!(value >= 0) || !std::isfinite(value))
        return fail(
            fmt::format("spring {} has rest length {} m, stiffness {} N/m, damping {} N·s/m; none may be "
                        "negative or infinite",
                        s, springs.rest_length[s], springs.stiffness[s], springs.damping[s]));
  }
  return {};
}

std::string fault(const Skin& skin, std::size_t vertices) {
  if (skin.vertex_begin > skin.vertex_end || skin.vertex_end > vertices) return "a body that does not exist";
  for (const SkinPoint& point : skin.points) {
    double sum = 0, size = 0;
    for (std::size_t i = 0; i < point.vertex.size(); ++i) {
      if (point.vertex[i] >= vertices) return "a point at a vertex that does not exist";
      sum += point.weight[i], size += std::abs(point.weight[i]);
    }
    if (!(std::abs(sum - 1) < 1e-6)) return "a point whose weights do not sum to 1";
    if (!(size <= most_skin_weight))
      return "a point far from what carries it; weights below 0 may sum to -0.5";
  }
  for (const auto& triangle : skin.triangles)
    for (const VertexId point : triangle)
      if (point >= skin.points.size()) return "a triangle at a point that does not exist";
  return "";
}

Result<void> validate_surfaces(const Model& model) {
  for (const auto& triangle : model.triangles)
    for (const VertexId v : triangle)
      if (v >= model.vertex_count())
        return fail(fmt::format("a triangle uses vertex {}, which does not exist", v));
  for (const Pressure& held : model.pressures)
    if (held.triangle_begin > held.triangle_end || held.triangle_end > model.triangles.size() ||
        !std::isfinite(held.pressure))
      return fail("a pressure is not finite or acts on triangles that do not exist");
  for (const Skin& skin : model.skins)
    if (const std::string what = fault(skin, model.vertex_count()); !what.empty())
      return fail("a skin has " + what);
  return {};
}

Result<void> validate_holds(const Model& model) {
  const std::size_t n = model.vertex_count();
  std::vector<bool> pinned(n, false);
  for (const Pin& pin : model.pins) {
    if (pin.vertex >= n) return fail(fmt::format("a pin holds vertex {}, which does not exist", pin.vertex));
    if (pinned[pin.vertex]) return fail(fmt::format("vertex {} is pinned twice", pin.vertex));
    if (pin.axes == 0 || pin.axes > all_axes)
      return fail(fmt::format("the pin of vertex {} holds no coordinate; let it hold x, y or z", pin.vertex));
    if (!is_finite(pin.position))
      return fail(fmt::format("the pin of vertex {} has a position that is not finite", pin.vertex));
    if (auto ok = validate(pin.path); !ok)
      return fail(fmt::format("the pin of vertex {}: {}", pin.vertex, ok.error().message));
    pinned[pin.vertex] = true;
  }
  for (const Attachment& attachment : model.attachments) {
    if (attachment.vertex >= n)
      return fail(fmt::format("an attachment holds vertex {}, which does not exist", attachment.vertex));
    if (!(attachment.stiffness >= 0) || !std::isfinite(attachment.stiffness) || !is_finite(attachment.anchor))
      return fail(
          fmt::format("the attachment of vertex {} needs a finite anchor and a stiffness of at least 0",
                      attachment.vertex));
    if (auto ok = validate(attachment.path); !ok)
      return fail(fmt::format("the attachment of vertex {}: {}", attachment.vertex, ok.error().message));
  }
  for (const Push& push : model.pushes) {
    if (push.vertex >= n)
      return fail(fmt::format("a force pushes vertex {}, which does not exist", push.vertex));
    if (auto ok = validate(push.force); !ok)
      return fail(fmt::format("the force on vertex {}: {}", push.vertex, ok.error().message));
  }
  for (const Grab& grab : model.grabs)
    if (auto ok = validate(grab, n); !ok) return ok;
  return {};
}

/// What belongs to parts and drawing.
Result<void> validate_looks(const Model& model) {
  const std::size_t n = model.vertex_count();
  if (model.radius.size() > n) return fail("there are more radii than vertices");
  for (const double radius : model.radius)
    if (!(radius >= 0) || !(radius <= max_length)) return fail("a vertex has a negative or infinite radius");
  for (const Part& part : model.parts) {
    if (!std::isfinite(part.gravity))
      return fail(fmt::format("part \"{}\" has a factor of gravity that is not finite", part.name));
    if (part.thickness && !(*part.thickness > 0 && *part.thickness <= max_length))
      return fail(
          fmt::format("part \"{}\" has a thickness of {} m; it must be above 0", part.name, *part.thickness));
    if (part.friction && !(*part.friction >= 0 && std::isfinite(*part.friction)))
      return fail(
          fmt::format("part \"{}\" has a friction of {}; it must be at least 0", part.name, *part.friction));
    if (part.vertex_begin > part.vertex_end || part.vertex_end > n ||
        part.triangle_begin > part.triangle_end || part.triangle_end > model.triangles.size())
      return fail(fmt::format("part \"{}\" has vertices or triangles that do not exist", part.name));
  }
  for (const auto& [copy, original] : model.copies)
    if (copy >= n || original >= n) return fail("a copy of a vertex does not exist");
  return {};
}

}  // namespace

Result<void> validate(const BodyPoint& point, std::size_t vertices) {
  double sum = 0;
  for (int corner = 0; corner < 3; ++corner) {
    if (point.vertices[corner] >= vertices)
      return fail(fmt::format("a point lies at vertex {}, which does not exist", point.vertices[corner]));
    if (!(point.weights[corner] >= 0)) return fail("a point of a body has a negative weight");
    sum += point.weights[corner];
  }
  if (!(std::abs(sum - 1) < 1e-9))
    return fail(fmt::format("the weights of a point add up to {}, not 1", sum));
  return {};
}

Result<void> validate(const Grab& grab, std::size_t vertices) {
  if (!(grab.stiffness >= 0) || !std::isfinite(grab.stiffness) || !(norm(grab.target) <= max_length))
    return fail("a grab needs a finite target and a stiffness of at least 0");
  return validate(grab.point, vertices);
}

Result<void> validate(const Model& model) {
  if (auto ok = validate_vertices(model); !ok) return ok;
  if (auto ok = validate_springs(model.springs, model.vertex_count()); !ok) return ok;
  if (auto ok = validate_surfaces(model); !ok) return ok;
  if (auto ok = validate_looks(model); !ok) return ok;
  if (auto ok = validate(model, model.vertex_count()); !ok) return ok;
  return validate_holds(model);
}

bool is_covered(const Model& model, VertexId vertex) {
  return std::ranges::any_of(model.skins, [&](const Skin& skin) { return skin.covers(vertex); });
}

std::vector<std::uint32_t> connected_pieces(const Model& model) {
  Sets sets(model.vertex_count());
  const auto join = [&](std::span<const VertexId> vertices, double stiffness) {
    if (!(stiffness > 0)) return;
    for (const VertexId v : vertices) sets.join(vertices[0], v);
  };
  for (std::size_t s = 0; s < model.springs.size(); ++s)
    join(model.springs.ends[s], model.springs.stiffness[s]);
  for_each_element(model, [&](const auto& element) { join(element.vertex, element.stiffness_scale()); });
  std::uint32_t count = 0;
  std::vector<std::uint32_t> piece(model.vertex_count());
  for (std::uint32_t i = 0; i < piece.size(); ++i)
    piece[i] = sets.find(i) == i ? count++ : piece[sets.find(i)];
  return piece;
}

State make_state(const Model& model) {
  State state{.x = model.rest_position, .v = std::vector<Vec3>(model.vertex_count()), .time = 0};
  for (const Pin& pin : model.pins) copy_axes(pin.axes, pin.place(0), state.x[pin.vertex]);
  return state;
}

std::uint64_t state_hash(const State& state) {
  Hash hash;
  hash.add(state.x);
  hash.add(state.v);
  hash.add(state.time);
  return hash.value();
}

}  // namespace tensio
