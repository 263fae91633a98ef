#include "io/scene_build.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <utility>

namespace tensio {

namespace {

Failure fail_at(const std::string& path, const Error& error) {
  return fail(path + ": " + error.message);
}

Selection to_selection(const SelectionSpec& spec) {
  if (spec.given == "vertices") return SelectVertices{spec.vertices};
  if (spec.given == "corner") return SelectCorner{spec.corner};
  if (spec.given == "edge") return SelectEdge{spec.edge};
  if (spec.given == "end") return SelectEnd{spec.end};
  if (spec.given == "box") return spec.box;
  if (spec.given == "sphere") return spec.sphere;
  return SelectAll{};
}

/// Returns whether selecting the vertices visits the whole body or a side of it.
bool searches(const SelectionSpec& spec) {
  return spec.given == "box" || spec.given == "sphere" || spec.given == "all" || spec.given == "edge";
}

/// Adds the pins, attachments and forces of a placed body.
class Holder {
 public:
  Holder(const BodySpec& spec, const BodySite& site, SceneLimits& left, BuiltBody& body)
      : spec_(spec),
        site_(site),
        path_(site.path()),
        left_(left),
        body_(body),
        shape_(std::visit([](const auto& kind) { return kind.shape(); }, spec.kind)),
        pinned_until_(body.model.vertex_count(), -HUGE_VAL) {
    for (const Pin& pin : body.model.pins) body.velocity[pin.vertex] = {};
  }

  Result<void> hold() {
    const auto searching = [](const auto& specs) {
      return static_cast<std::size_t>(std::count_if(specs.begin(), specs.end(), searches));
    };
    const std::size_t count = searching(spec_.pins) + searching(spec_.attachments) + searching(spec_.forces);
    if (auto ok = spend(left_.searched_vertices, count, body_.model.vertex_count(), path_,
                        "vertices to be searched by its pins, attachments and forces");
        !ok)
      return ok;
    const std::vector<Pin> own = std::exchange(body_.model.pins, {});
    for (std::size_t i = 0; i < spec_.pins.size(); ++i)
      if (auto ok = add(spec_.pins[i], fmt::format("{}.pin[{}]", path_, i)); !ok) return ok;
    for (const Pin& pin : own)  // unless the scene pins the same vertex
      if (pinned_until_[pin.vertex] < 0) body_.model.pins.push_back(pin);
    for (std::size_t i = 0; i < spec_.attachments.size(); ++i)
      if (auto ok = add(spec_.attachments[i], fmt::format("{}.attachment[{}]", path_, i)); !ok) return ok;
    for (std::size_t i = 0; i < spec_.forces.size(); ++i)
      if (auto ok = add(spec_.forces[i], fmt::format("{}.force[{}]", path_, i)); !ok) return ok;
    return {};
  }

 private:
  const BodySpec& spec_;
  const BodySite& site_;
  const std::string& path_;
  SceneLimits& left_;
  BuiltBody& body_;
  BodyShape shape_;
  std::vector<double> pinned_until_;  // s, of each vertex; −∞: by no pin of the scene

  Result<std::vector<VertexId>> chosen(const SelectionSpec& spec, const std::string& path) const {
    if (spec.given == "all" && !spec.all) return fail(path + ".all must be true; otherwise leave it out");
    auto vertices = select(body_.model, shape_, to_selection(spec));
    if (!vertices) return fail_at(path + "." + spec.given, vertices.error());
    return vertices;
  }

  Result<void> check_path(const Path& motion, std::size_t vertices, const std::string& path) {
    if (auto ok = validate(motion); !ok) return fail_at(path, ok.error());
    return spend(left_.path_keys, motion.keys.size(), vertices, path, "keyframes (one set per vertex)");
  }

  /// Reads the motions of single vertices, which rise in number; those that the table leaves out do not move.
  Result<std::map<VertexId, Path>> read_paths(const std::string& file, std::span<const VertexId> vertices,
                                              const std::string& path) {
    static const TableForm form{.columns = {"time", "vertex", "x", "y", "z"},
                                .arrays = {{"time", "vertex", "x", "y", "z"}}};
    std::map<VertexId, Path> paths;
    const auto table = site_.read_table(file, (path.substr(path_.size() + 1) + ".paths").c_str(), form, 5);
    if (!table) return fail(table.error());
    for (std::size_t row = 0; row < table->rows(); ++row) {
      const auto number = [&](const char* column) { return (*table->find(column))[row]; };
      const double wanted = number("vertex");
      const auto vertex =
          std::ranges::lower_bound(vertices, wanted, {}, [](VertexId v) { return static_cast<double>(v); });
      if (vertex == vertices.end() || *vertex != wanted)
        return fail(fmt::format("{}.paths: {} moves vertex {}, which the pin does not hold; pin it too", path,
                                file, wanted));
      paths[*vertex].keys.push_back({number("time"), {number("x"), number("y"), number("z")}});
    }
    for (auto& [vertex, motion] : paths) {
      std::ranges::stable_sort(motion.keys, {}, &Path::Key::time);
      if (auto ok = check_path(motion, 1, fmt::format("{}.paths: {}: vertex {}", path, file, vertex)); !ok)
        return fail(ok.error());
    }
    return paths;
  }

  /// Computes keyframes of single vertices, close enough that a turn a second strays from its circle by a
  /// twentieth of a percent.
  Result<std::map<VertexId, Path>> compute_paths(const MotionSpec& motion, std::span<const VertexId> vertices,
                                                 const std::string& path) {
    static constexpr std::string_view variables[] = {"x", "y", "z", "i", "n", "t"};
    static constexpr double keys_per_second = 100;
    const auto formulas = read_formulas(motion.place, variables, path + ".place");
    if (!formulas) return fail(formulas.error());
    const double steps = std::ceil(motion.duration * keys_per_second);
    const auto keys = static_cast<std::size_t>(steps) + 1;
    if (auto ok =
            spend(left_.path_keys, keys, vertices.size(), path, "keyframes (100 per second and vertex)");
        !ok)
      return fail(ok.error());
    std::size_t operations = 0;
    for (const Expression& formula : *formulas) operations += formula.operations();
    if (auto ok = site_.spend_operations(path + ".place", keys * vertices.size(), operations); !ok)
      return fail(ok.error());
    std::map<VertexId, Path> paths;
    for (const VertexId v : vertices) {
      const Vec3 start = body_.start()[v];
      std::vector<Path::Key>& line = paths[v].keys;
      for (std::size_t k = 0; k < keys; ++k) {
        const double time = motion.duration * static_cast<double>(k) / steps;
        const double values[] = {start.x,
                                 start.y,
                                 start.z,
                                 static_cast<double>(v),
                                 static_cast<double>(body_.model.vertex_count()),
                                 time};
        const Vec3 place{(*formulas)[0](values), (*formulas)[1](values), (*formulas)[2](values)};
        if (!(norm(place) <= far_away))
          return fail(fmt::format("{}.place is not a place within {:g} m at {} s, for vertex {}", path,
                                  far_away, time, v));
        line.push_back({time, place - start});
      }
    }
    return paths;
  }

  Result<void> add(const PinSpec& pin, const std::string& path) {
    const auto vertices = chosen(pin, path);
    if (!vertices) return fail(vertices.error());
    if (auto ok = check_path(pin.path, vertices->size(), path + ".path"); !ok) return ok;
    if (!pin.paths.empty() && shape_.coarsening > 1)
      return fail(path +
                  ".paths moves vertices one by one, and a coarsened grid has not all; set coarsening to 1");
    const bool is_computed = pin.motion.place.is_given;
    if (!pin.path.keys.empty() + !pin.paths.empty() + is_computed > 1)
      return fail(path + " has more than one of path, paths and motion; give it one of them");
    if (is_computed && pin.from)
      return fail(path + ".motion begins at the start; leave out from, or give the pin a path");
    std::map<VertexId, Path> paths;
    if (is_computed || !pin.paths.empty()) {
      auto found = is_computed ? compute_paths(pin.motion, *vertices, path + ".motion")
                               : read_paths(pin.paths, *vertices, path);
      if (!found) return fail(found.error());
      paths = std::move(*found);
    }
    const double from = pin.from.value_or(-HUGE_VAL), until = pin.until.value_or(HUGE_VAL);
    if (!(until > from))
      return fail(fmt::format("{}.until is {} s, not later than from; release vertices after they are caught",
                              path, until));
    if (pin.from || pin.until)
      if (auto ok = spend(left_.scheduled_pins, vertices->size(), 1, path, "pins that come or go"); !ok)
        return ok;
    for (const VertexId v : *vertices) {
      if (pinned_until_[v] > from)
        return fail(fmt::format("{} pins vertex {} again; pin it only once at a time, in the order of time",
                                path, v));
      pinned_until_[v] = until;
      const auto own = paths.find(v);
      const Path& motion = own == paths.end() ? pin.path : own->second;
      const bool comes_later = pin.from && *pin.from > 0;
      if (comes_later) body_.schedule.push_back({*pin.from, PinVertex{v, motion, pin.axes}});
      if (pin.until) body_.schedule.push_back({*pin.until, UnpinVertex{v}});
      if (comes_later) continue;
      body_.model.pins.push_back({v, body_.start()[v], motion, pin.axes});
      copy_axes(pin.axes, {}, body_.velocity[v]);
    }
    return {};
  }

  Result<void> add(const AttachmentSpec& attachment, const std::string& path) {
    const auto vertices = chosen(attachment, path);
    if (!vertices) return fail(vertices.error());
    if (auto ok = check_path(attachment.path, vertices->size(), path + ".path"); !ok) return ok;
    if (auto ok = spend(left_.attached_vertices, vertices->size(), 1, path, "attached vertices"); !ok)
      return ok;
    for (const VertexId v : *vertices)
      body_.model.attachments.push_back({v, body_.start()[v], attachment.stiffness, attachment.path});
    return {};
  }

  Result<void> add(const ForceSpec& force, const std::string& path) {
    const auto vertices = chosen(force, path);
    if (!vertices) return fail(vertices.error());
    if (force.force == Vec3{} && force.over_time.keys.empty())
      return fail(path + " has neither force nor over_time; give it one of them");
    if (auto ok = check_path(force.over_time, vertices->size(), path + ".over_time"); !ok) return ok;
    for (const VertexId v : *vertices) {
      body_.model.force[v] += force.force;
      if (!force.over_time.keys.empty()) body_.model.pushes.push_back({v, force.over_time});
    }
    return {};
  }
};

}  // namespace

Result<void> reserve_bodies(const std::vector<BodySpec>& bodies, const SceneFiles& files, SceneLimits& left) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const BodySite site(fmt::format("body[{}]", i), files, left);
    if (auto ok = std::visit([&](const auto& body) { return body.reserve(site); }, bodies[i].kind); !ok)
      return ok;
  }
  return {};
}

Result<BuiltBody> build_body(const BodySpec& spec, const std::string& path, const SceneFiles& files,
                             SceneLimits& left) {
  const BodySite site(path, files, left);
  auto made = std::visit([&](const auto& body) { return body.make(site); }, spec.kind);
  if (!made) return fail(made.error());
  BuiltBody body{.model = std::move(made->model),
                 .position = {},
                 .velocity = {},
                 .schedule = {},
                 .warnings = std::move(made->warnings)};
  place(body.model, spec.rotation.turn(), spec.position);
  body.velocity.assign(body.model.vertex_count(), spec.velocity);
  if (auto ok = set_vertices(spec.vertex, site, body.model, body.position, body.velocity); !ok)
    return fail(ok.error());
  add_spin(spec.angular_velocity, body.model, body.start(), body.velocity);
  for (Part& part : body.model.parts) {
    part.name = spec.name, part.colour = spec.colour, part.gravity = spec.gravity;
    part.thickness = spec.thickness, part.friction = spec.friction;
  }
  if (auto ok = Holder(spec, site, left, body).hold(); !ok) return fail(ok.error());
  return body;
}

}  // namespace tensio
