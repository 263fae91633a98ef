#include "io/scene_build.h"

#include <fmt/format.h>

#include "io/mesh_parse.h"

namespace tensio {

namespace {

/// Attachments, and keyframes copied to each of a path's vertices, that one body may have.
constexpr std::size_t max_holds = max_vertices;
constexpr std::size_t max_copied_keys = 10'000'000;

tl::unexpected<Error> fail_at(const std::string& path, const Error& error) {
  return fail(path + ": " + error.message);
}

Result<void> check_budget(const std::string& path, std::size_t count, std::size_t budget) {
  if (count <= budget) return {};
  return fail(fmt::format("{} has {} vertices, but the scene has room for {} more (of {} in all)", path,
                          count, budget, max_vertices));
}

/// Makes the matter of a body, before it is placed. One overload per kind of body.
class Maker {
 public:
  Maker(const std::string& path, std::size_t budget, const SceneFiles& files)
      : path_(path), budget_(budget), files_(files) {}

  Result<MeshModel> operator()(const GridOptions& options) const { return with_path(make_grid(options)); }
  Result<MeshModel> operator()(const ChainOptions& options) const { return with_path(make_chain(options)); }
  Result<MeshModel> operator()(const MeshSpec& spec) const {
    const std::string field = path_ + ".file";
    const auto bytes = files_(spec.file);
    if (!bytes) return fail_at(field, bytes.error());
    auto mesh = parse_mesh(*bytes, spec.file);
    if (!mesh) return fail_at(field, mesh.error());
    if (auto ok = check_budget(field, mesh->points.size(), budget_); !ok) return tl::unexpected(ok.error());
    for (Vec3& point : mesh->points) point *= spec.scale;
    auto made = make_mesh_model(std::move(*mesh), spec.options);
    if (!made) return fail_at(field, made.error());
    for (std::string& warning : made->warnings) warning = field + ": " + warning;
    return made;
  }

 private:
  const std::string& path_;
  std::size_t budget_;
  const SceneFiles& files_;

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

/// Adds the pins, attachments and forces of a body that has been placed.
class Holder {
 public:
  Holder(const BodySpec& spec, const std::string& path, BuiltBody& body)
      : spec_(spec), path_(path), body_(body), shape_(shape_of(spec)), pinned_(body.model.vertex_count()) {}

  Result<void> hold() {
    for (std::size_t i = 0; i < spec_.pins.size(); ++i)
      if (auto ok = add(spec_.pins[i], fmt::format("{}.pin[{}]", path_, i)); !ok) return ok;
    for (std::size_t i = 0; i < spec_.attachments.size(); ++i)
      if (auto ok = add(spec_.attachments[i], fmt::format("{}.attachment[{}]", path_, i)); !ok) return ok;
    for (std::size_t i = 0; i < spec_.forces.size(); ++i)
      if (auto ok = add(spec_.forces[i], fmt::format("{}.force[{}]", path_, i)); !ok) return ok;
    return {};
  }

 private:
  const BodySpec& spec_;
  const std::string& path_;
  BuiltBody& body_;
  BodyShape shape_;
  std::vector<bool> pinned_;
  std::size_t copied_keys_ = 0;

  Result<std::vector<VertexId>> chosen(const SelectionSpec& spec, const std::string& path) const {
    if (spec.given == "all" && !spec.all) return fail(path + ".all must be true; leave it out otherwise");
    auto vertices = select(body_.model, shape_, to_selection(spec));
    if (!vertices) return fail_at(path + "." + spec.given, vertices.error());
    return vertices;
  }

  Result<void> check_path(const Path& motion, std::size_t vertices, const std::string& path) {
    if (auto ok = validate(motion); !ok) return fail_at(path + ".path", ok.error());
    copied_keys_ += motion.keys.size() * vertices;
    if (copied_keys_ <= max_copied_keys) return {};
    return fail(
        fmt::format("{}.path has {} keyframes for {} vertices, which is too much; use fewer of either", path,
                    motion.keys.size(), vertices));
  }

  Result<void> add(const PinSpec& pin, const std::string& path) {
    const auto vertices = chosen(pin, path);
    if (!vertices) return tl::unexpected(vertices.error());
    if (auto ok = check_path(pin.path, vertices->size(), path); !ok) return ok;
    for (const VertexId v : *vertices) {
      if (pinned_[v])
        return fail(fmt::format("{} pins vertex {}, which is already pinned; pin it only once", path, v));
      pinned_[v] = true;
      body_.model.pins.push_back({v, body_.model.rest_position[v], pin.path});
      body_.velocity[v] = {};
    }
    return {};
  }

  Result<void> add(const AttachmentSpec& attachment, const std::string& path) {
    const auto vertices = chosen(attachment, path);
    if (!vertices) return tl::unexpected(vertices.error());
    if (auto ok = check_path(attachment.path, vertices->size(), path); !ok) return ok;
    if (body_.model.attachments.size() + vertices->size() > max_holds)
      return fail(
          fmt::format("{} is one too many; a body has at most {} attached vertices", path, max_holds));
    for (const VertexId v : *vertices)
      body_.model.attachments.push_back(
          {v, body_.model.rest_position[v], attachment.stiffness, attachment.path});
    return {};
  }

  Result<void> add(const ForceSpec& force, const std::string& path) {
    const auto vertices = chosen(force, path);
    if (!vertices) return tl::unexpected(vertices.error());
    for (const VertexId v : *vertices) body_.model.force[v] += force.force;
    return {};
  }
};

}  // namespace

Result<std::size_t> check_sizes(const std::vector<BodySpec>& bodies) {
  std::size_t budget = max_vertices;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const std::string path = fmt::format("body[{}]", i);
    std::size_t count = 0;
    Result<void> ok;
    // Both factors are at most max_vertices: the product fits.
    if (const auto* grid = std::get_if<GridOptions>(&bodies[i].kind))
      ok = check_budget(path + ".vertices", count = grid->columns * grid->rows, budget);
    if (const auto* chain = std::get_if<ChainOptions>(&bodies[i].kind))
      ok = check_budget(path + ".segments", count = chain->segments + 1, budget);
    if (!ok) return tl::unexpected(ok.error());
    budget -= count;
  }
  return budget;
}

Result<BuiltBody> build_body(const BodySpec& spec, const std::string& path, std::size_t budget,
                             const SceneFiles& files) {
  auto made = std::visit(Maker(path, budget, files), spec.kind);
  if (!made) return tl::unexpected(made.error());
  BuiltBody body{.model = std::move(made->model), .velocity = {}, .warnings = std::move(made->warnings)};
  place(body.model, spec.rotation.turn(), spec.position);
  body.velocity.assign(body.model.vertex_count(), spec.velocity);
  for (Part& part : body.model.parts) part.name = spec.name;
  if (auto ok = Holder(spec, path, body).hold(); !ok) return tl::unexpected(ok.error());
  return body;
}

}  // namespace tensio
