#include "io/scene_build.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "io/mesh_parse.h"
#include "io/tet_parse.h"

namespace tensio {

namespace {

Failure fail_at(const std::string& path, const Error& error) {
  return fail(path + ": " + error.message);
}

/// Subtracts a × b from the remaining number of things.
Result<void> spend(std::size_t& left, std::size_t a, std::size_t b, const std::string& path,
                   const char* things) {
  // The product might overflow.
  if (b > 0 && a > left / b)
    return fail(fmt::format("{} needs {} {}, but only {} are left of the scene's limit; use less", path,
                            std::uint64_t{a} * b, things, left));
  left -= a * b;
  return {};
}

/// Builds a body before it is placed. One overload per kind of body.
class Maker {
 public:
  Maker(const std::string& path, const SceneFiles& files, SceneLimits& left)
      : path_(path), files_(files), left_(left) {}

  Result<MeshModel> operator()(const GridOptions& options) const { return with_path(make_grid(options)); }
  Result<MeshModel> operator()(const ChainOptions& options) const { return with_path(make_chain(options)); }
  Result<MeshModel> operator()(const LatticeSpec& spec) const {
    LatticeOptions options = spec.filled();
    if (!spec.file.empty()) {
      auto surface = read_surface(spec.file, spec.scale);
      if (!surface) return fail(surface.error());
      options.contains = {};
      options.surface = std::move(*surface);
      options.fit_surface(spec.resolution);
      const auto& [x, y, z] = options.cells;
      const std::string field = path_ + ".resolution";
      if (auto ok = spend(left_.vertices, x + 1, (y + 1) * (z + 1), field, "vertices"); !ok)
        return fail(ok.error());
    } else if (spec.shape == LatticeShape::ellipsoid && spec.embed) {
      options.contains = {};
      options.surface = make_ellipsoid(spec.options.size, ellipsoid_level);
    }
    if (auto ok = spend(left_.triangles, options.surface.triangles.size(), 1, path_, "triangles"); !ok)
      return fail(ok.error());
    auto made = with_path(make_lattice(options));
    if (!made) return made;
    if (!spec.file.empty())
      if (auto ok = spend(left_.triangles, made->model.triangles.size(), 1, path_, "triangles"); !ok)
        return fail(ok.error());
    if (!spec.embed) made->model.skins.clear();
    return made;
  }
  Result<MeshModel> operator()(const TetSpec& spec) const {
    auto mesh = read_tets(spec);
    if (!mesh) return fail(mesh.error());
    auto made = make_tet_model(std::move(*mesh), spec.options);
    if (!made) return fail_at(path_, made.error());
    if (auto ok = spend(left_.triangles, made->model.triangles.size(), 1, path_, "triangles"); !ok)
      return fail(ok.error());
    for (std::string& warning : made->warnings) warning = path_ + ": " + warning;
    return made;
  }
  Result<MeshModel> operator()(const HairOptions& options) const { return with_path(make_hair(options)); }
  Result<MeshModel> operator()(const PlantOptions& options) const { return with_path(make_plant(options)); }
  Result<MeshModel> operator()(const BridgeOptions& options) const { return with_path(make_bridge(options)); }
  Result<MeshModel> operator()(const MeshSpec& spec) const {
    const std::string field = path_ + ".file";
    auto mesh = read_mesh(spec.file);
    if (!mesh) return fail(mesh.error());
    if (auto ok = spend(left_.vertices, mesh->points.size(), 1, field, "vertices"); !ok)
      return fail(ok.error());
    if (auto ok = spend(left_.triangles, mesh->triangles.size(), 1, field, "triangles"); !ok)
      return fail(ok.error());
    for (Vec3& point : mesh->points) point *= spec.scale;
    auto made = make_mesh_model(std::move(*mesh), spec.options);
    if (!made) return fail_at(field, made.error());
    for (std::string& warning : made->warnings) warning = field + ": " + warning;
    return made;
  }

 private:
  const std::string& path_;
  const SceneFiles& files_;
  SceneLimits& left_;
  static constexpr int ellipsoid_level = 4;  // 2,048 triangles

  Result<std::string> fetch(const std::string& name) const {
    const std::string field = path_ + ".file";
    auto bytes = files_(name);
    if (!bytes) return fail_at(field, bytes.error());
    if (auto ok = spend(left_.mesh_bytes, bytes->size(), 1, field, "bytes of mesh files"); !ok)
      return fail(ok.error());
    return bytes;
  }
  Result<TriangleMesh> read_mesh(const std::string& name) const {
    const auto bytes = fetch(name);
    if (!bytes) return fail(bytes.error());
    auto mesh = parse_mesh(*bytes, name);
    if (!mesh) return fail_at(path_ + ".file", mesh.error());
    return mesh;
  }
  /// Reads a closed surface to fill.
  Result<TriangleMesh> read_surface(const std::string& name, double scale) const {
    auto mesh = read_mesh(name);
    if (!mesh) return mesh;
    for (Vec3& point : mesh->points) point *= scale;
    auto surface = close_surface(std::move(*mesh));
    if (!surface) return fail_at(path_ + ".file: " + name, surface.error());
    return surface;
  }
  Result<TetMesh> read_tets(const TetSpec& spec) const {
    if (is_tet_file(spec.file)) {
      const std::string field = path_ + ".file";
      auto mesh = parse_tets(
          spec.file, [&](const std::string& name) { return fetch(name); }, field + ": ");
      if (!mesh) return mesh;
      if (auto ok = spend(left_.vertices, mesh->points.size(), 1, field, "vertices"); !ok)
        return fail(ok.error());
      for (Vec3& point : mesh->points) point *= spec.scale;
      return mesh;
    }
    auto surface = spec.file.empty() ? make_ellipsoid(spec.size, ellipsoid_level + 1)
                                     : read_surface(spec.file, spec.scale);
    if (!surface) return fail(surface.error());
    const auto [x, y, z] = stuffing_cells(*surface, spec.resolution);
    const std::string field = path_ + ".resolution";
    if (auto ok = spend(left_.vertices, 2 * (x + 1), (y + 1) * (z + 1), field, "vertices"); !ok)
      return fail(ok.error());
    auto mesh = stuff(*surface, spec.resolution);
    if (!mesh) return fail_at(field, mesh.error());
    return mesh;
  }

  Result<MeshModel> with_path(Result<Model> model) const {
    if (!model) return fail_at(path_, model.error());
    MeshModel made;
    made.model = std::move(*model);
    return made;
  }
};

BodyShape shape_of(const BodySpec& spec) {
  if (const auto* grid = std::get_if<GridOptions>(&spec.kind))
    return {BodyKind::grid, grid->columns, grid->rows};
  return {std::holds_alternative<ChainOptions>(spec.kind) ? BodyKind::chain : BodyKind::mesh, 0, 0};
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
  Holder(const BodySpec& spec, const std::string& path, SceneLimits& left, BuiltBody& body)
      : spec_(spec),
        path_(path),
        left_(left),
        body_(body),
        shape_(shape_of(spec)),
        pinned_(body.model.vertex_count()) {
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
      if (!pinned_[pin.vertex]) body_.model.pins.push_back(pin);
    for (std::size_t i = 0; i < spec_.attachments.size(); ++i)
      if (auto ok = add(spec_.attachments[i], fmt::format("{}.attachment[{}]", path_, i)); !ok) return ok;
    for (std::size_t i = 0; i < spec_.forces.size(); ++i)
      if (auto ok = add(spec_.forces[i], fmt::format("{}.force[{}]", path_, i)); !ok) return ok;
    return {};
  }

 private:
  const BodySpec& spec_;
  const std::string& path_;
  SceneLimits& left_;
  BuiltBody& body_;
  BodyShape shape_;
  std::vector<bool> pinned_;

  Result<std::vector<VertexId>> chosen(const SelectionSpec& spec, const std::string& path) const {
    if (spec.given == "all" && !spec.all) return fail(path + ".all must be true; otherwise leave it out");
    auto vertices = select(body_.model, shape_, to_selection(spec));
    if (!vertices) return fail_at(path + "." + spec.given, vertices.error());
    return vertices;
  }

  Result<void> check_path(const Path& motion, std::size_t vertices, const std::string& path) {
    if (auto ok = validate(motion); !ok) return fail_at(path + ".path", ok.error());
    return spend(left_.path_keys, motion.keys.size(), vertices, path + ".path",
                 "keyframes (one set per vertex)");
  }

  Result<void> add(const PinSpec& pin, const std::string& path) {
    const auto vertices = chosen(pin, path);
    if (!vertices) return fail(vertices.error());
    if (auto ok = check_path(pin.path, vertices->size(), path); !ok) return ok;
    for (const VertexId v : *vertices) {
      if (pinned_[v]) return fail(fmt::format("{} pins vertex {} again; pin it only once", path, v));
      pinned_[v] = true;
      body_.model.pins.push_back({v, body_.model.rest_position[v], pin.path});
      body_.velocity[v] = {};
    }
    return {};
  }

  Result<void> add(const AttachmentSpec& attachment, const std::string& path) {
    const auto vertices = chosen(attachment, path);
    if (!vertices) return fail(vertices.error());
    if (auto ok = check_path(attachment.path, vertices->size(), path); !ok) return ok;
    if (auto ok = spend(left_.attached_vertices, vertices->size(), 1, path, "attached vertices"); !ok)
      return ok;
    for (const VertexId v : *vertices)
      body_.model.attachments.push_back(
          {v, body_.model.rest_position[v], attachment.stiffness, attachment.path});
    return {};
  }

  Result<void> add(const ForceSpec& force, const std::string& path) {
    const auto vertices = chosen(force, path);
    if (!vertices) return fail(vertices.error());
    for (const VertexId v : *vertices) body_.model.force[v] += force.force;
    return {};
  }
};

}  // namespace

LatticeOptions LatticeSpec::filled() const {
  LatticeOptions made = options;
  const Vec3 size = options.size;
  const double cell = std::max({size.x, size.y, size.z}) / static_cast<double>(resolution);
  for (int axis = 0; axis < 3; ++axis)
    made.cells[static_cast<std::size_t>(axis)] =
        static_cast<std::size_t>(std::max(1.0, std::nearbyint(size[axis] / cell)));
  if (shape == LatticeShape::ellipsoid)
    made.contains = [size](const Vec3& p) {
      const Vec3 at{2 * p.x / size.x, 2 * p.y / size.y, 2 * p.z / size.z};
      return dot(at, at) <= 1;
    };
  return made;
}

Result<void> spend_sizes(const std::vector<BodySpec>& bodies, SceneLimits& left) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const std::string path = fmt::format("body[{}]", i);
    Result<void> ok;
    if (const auto* grid = std::get_if<GridOptions>(&bodies[i].kind)) {
      ok = spend(left.vertices, grid->columns, grid->rows, path + ".vertices", "vertices");
      if (ok) ok = spend(left.triangles, 2 * grid->columns, grid->rows, path + ".vertices", "triangles");
    }
    if (const auto* lattice = std::get_if<LatticeSpec>(&bodies[i].kind); lattice && lattice->file.empty()) {
      const auto& [x, y, z] = lattice->filled().cells;  // at most 1000 each
      ok = spend(left.vertices, x + 1, (y + 1) * (z + 1), path + ".resolution", "vertices");
      if (ok) ok = spend(left.triangles, 4, x * y + y * z + z * x, path + ".resolution", "triangles");
    }
    if (const auto* hair = std::get_if<HairOptions>(&bodies[i].kind))
      ok = spend(left.vertices, hair->strands, hair_vertices(*hair), path + ".strands", "vertices");
    if (const auto* plant = std::get_if<PlantOptions>(&bodies[i].kind)) {
      const auto [vertices, triangles] = plant_size(*plant);
      ok = spend(left.vertices, vertices, 1, path + ".levels", "vertices");
      if (ok) ok = spend(left.triangles, triangles, 1, path + ".leaf", "triangles");
    }
    if (const auto* bridge = std::get_if<BridgeOptions>(&bodies[i].kind)) {
      ok = spend(left.vertices, bridge_vertices(*bridge), 1, path + ".boards", "vertices");
      if (ok) ok = spend(left.triangles, 4, bridge->boards, path + ".boards", "triangles");
    }
    if (const auto* chain = std::get_if<ChainOptions>(&bodies[i].kind))
      ok = spend(left.vertices, chain->segments + 1, chain->torsional_rigidity > 0 ? 2 : 1,
                 path + ".segments", "vertices");
    if (!ok) return ok;
  }
  return {};
}

Result<BuiltBody> build_body(const BodySpec& spec, const std::string& path, const SceneFiles& files,
                             SceneLimits& left) {
  auto made = std::visit(Maker(path, files, left), spec.kind);
  if (!made) return fail(made.error());
  BuiltBody body{.model = std::move(made->model), .velocity = {}, .warnings = std::move(made->warnings)};
  place(body.model, spec.rotation.turn(), spec.position);
  body.velocity.assign(body.model.vertex_count(), spec.velocity);
  for (Part& part : body.model.parts) part.name = spec.name, part.colour = spec.colour;
  if (auto ok = Holder(spec, path, left, body).hold(); !ok) return fail(ok.error());
  return body;
}

}  // namespace tensio
