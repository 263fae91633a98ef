#include "io/scene.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "io/collider_build.h"
#include "io/nearest_name.h"
#include "io/numpy_frame.h"
#include "io/scene_build.h"
#include "io/scene_oddities.h"
#include "io/scene_reader.h"
#include "sim/step_limits.h"

namespace tensio {

namespace {

constexpr int substeps_with_contact = 5;

bool has_contact(const Setup& setup) {
  return !setup.colliders.empty() || setup.contact.method != ContactMethod::project;
}

/// Names unnamed bodies after their kind and number, and unnamed colliders after their number.
Result<std::vector<std::string>> name_all(std::vector<BodySpec>& bodies,
                                          std::vector<ColliderSpec>& colliders) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i].name.empty())
      bodies[i].name = std::visit([&](const auto& body) { return fmt::format("{} {}", body.kind.name, i); },
                                  bodies[i].kind);
    if (!names.insert(bodies[i].name).second)
      return fail(fmt::format("body[{}].name is \"{}\", which another body already has; choose another name",
                              i, bodies[i].name));
  }
  for (std::size_t i = 0; i < colliders.size(); ++i)
    if (!colliders[i].name.empty() && !names.insert(colliders[i].name).second)
      return fail(fmt::format(
          "collider[{}].name is \"{}\", which a body or another collider already has; choose another name", i,
          colliders[i].name));
  for (std::size_t i = 0; i < colliders.size(); ++i)
    for (std::size_t number = i; colliders[i].name.empty(); ++number)
      if (const std::string name = fmt::format("collider {}", number); names.insert(name).second)
        colliders[i].name = name;
  return std::vector(names.begin(), names.end());
}

/// Checks that what does not meet exists.
Result<void> check_ignored(const ContactOptions& contact, const std::vector<std::string>& names) {
  for (std::size_t i = 0; i < contact.ignore.size(); ++i)
    for (std::size_t k = 0; k < 2; ++k) {
      const std::string& name = contact.ignore[i][k];
      if (std::ranges::find(names, name) != names.end()) continue;
      const std::string near = nearest_name(name, names);
      return fail(fmt::format(
          "contact.ignore[{}][{}] is \"{}\", but no body or collider has this name; {}", i, k, name,
          near.empty() ? "use one that the scene gives" : fmt::format("did you mean \"{}\"?", near)));
    }
  return {};
}

Result<void> check_view(const View& view) {
  if (view.eye && view.target && !(norm(*view.eye - *view.target) > 1e-9))
    return fail("view.eye and view.target are the same point; move one");
  return {};
}

/// Refuses pins that say where vertices are to be, in a scene that starts elsewhere.
Result<void> check_places(const SceneSpec& spec) {
  if (!spec.start.ends_with(".npz")) return {};
  for (std::size_t b = 0; b < spec.bodies.size(); ++b)
    for (std::size_t p = 0; p < spec.bodies[b].pins.size(); ++p)
      if (spec.bodies[b].pins[p].motion.place.is_given)
        return fail(
            fmt::format("body[{}].pin[{}].motion says where vertices are, and start = \"{}\" says so too; "
                        "use path or paths, "
                        "which say how far they move",
                        b, p, spec.start));
  return {};
}

/// Reads where the scene starts, if not as its bodies say.
Result<void> read_start(const std::string& start, const SceneFiles& files, SceneLimits& left, Setup& setup) {
  if (start.empty()) return {};
  if (start == "rest") return setup.starts_at_rest = true, Result<void>{};
  if (!start.ends_with(".npz"))
    return fail(fmt::format("start is \"{}\"; use \"rest\" or the name of an .npz file", start));
  if (!files) return fail(fmt::format("start names {}; pass a function that reads files", start));
  const auto bytes = files(start);
  if (!bytes) return fail("start: " + bytes.error().message);
  if (auto ok = spend(left.mesh_bytes, bytes->size(), 1, "start", "bytes of files"); !ok) return ok;
  auto state = parse_numpy_state(*bytes, start, setup.model.vertex_count());
  if (!state) return fail("start: " + state.error().message);
  for (Pin& pin : setup.model.pins)  // which hold vertices where they start
    copy_axes(pin.axes, state->x[pin.vertex] - pin.path.offset(0), pin.position);
  setup.position = std::move(state->x);
  if (!state->v.empty()) setup.velocity = std::move(state->v);
  return {};
}

}  // namespace

Result<Scene> read_scene(const nlohmann::json& document, const SceneFiles& files, const SceneLimits& limits) {
  SceneSpec spec;
  if (auto ok = SceneReader::read(document, "", spec); !ok) return fail(ok.error());
  const auto names = name_all(spec.bodies, spec.colliders);
  if (!names) return fail(names.error());
  if (auto ok = check_ignored(spec.contact, *names); !ok) return fail(ok.error());
  if (auto ok = check_view(spec.view); !ok) return fail(ok.error());
  if (auto ok = check_places(spec); !ok) return fail(ok.error());

  Scene scene;
  SceneLimits left = limits;
  for (std::size_t i = 0; i < spec.colliders.size(); ++i) {
    auto made =
        build_collider(spec.colliders[i], {fmt::format("collider[{}]", i), files, left}, 1 / spec.time.frame);
    if (!made) return fail(made.error());
    scene.setup.colliders.push_back(std::move(made->collider));
    scene.warnings.insert(scene.warnings.end(), made->warnings.begin(), made->warnings.end());
  }
  if (auto ok = reserve_bodies(spec.bodies, files, left); !ok) return fail(ok.error());

  for (std::size_t i = 0; i < spec.bodies.size(); ++i) {
    auto body = build_body(spec.bodies[i], fmt::format("body[{}]", i), files, left);
    if (!body) return fail(body.error());
    const auto first = static_cast<VertexId>(scene.setup.model.vertex_count());
    for (TimedEdit& timed : body->schedule) {
      if (auto* pin = std::get_if<PinVertex>(&timed.edit)) pin->vertex += first;
      if (auto* unpin = std::get_if<UnpinVertex>(&timed.edit)) unpin->vertex += first;
      scene.setup.schedule.push_back(std::move(timed));
    }
    std::vector<Vec3>& x = scene.setup.position;
    if (!body->position.empty() && x.empty()) x = scene.setup.model.rest_position;
    if (!body->position.empty() || !x.empty()) x.insert(x.end(), body->start().begin(), body->start().end());
    scene.setup.model.append(body->model);
    std::vector<Vec3>& v = scene.setup.velocity;
    v.insert(v.end(), body->velocity.begin(), body->velocity.end());
    for (std::string& warning : body->warnings) scene.warnings.push_back(std::move(warning));
  }
  if (auto ok = spend(left.cut_vertices, spec.cuts.size(), scene.setup.model.vertex_count(), "cut",
                      "vertices to look at (each cut looks at all)");
      !ok)
    return fail(ok.error());
  for (std::size_t i = 0; i < spec.cuts.size(); ++i) {
    const CutSpec& cut = spec.cuts[i];
    Stroke stroke{cut.eye, {}};
    for (const Vec3& point : cut.points) stroke.directions.push_back(point - cut.eye);
    if (cut.points.size() > max_stroke_points)
      return fail(fmt::format("cut[{}].points has {} points; give at most {}, or several cuts", i,
                              cut.points.size(), max_stroke_points));
    if (auto ok = validate(stroke); !ok)
      return fail(fmt::format(
          "cut[{}]: eye must see all points in one view: two or more, none at the eye and none beside or "
          "behind it",
          i));
    scene.setup.schedule.push_back({cut.time, Cut{std::move(stroke)}});
  }
  for (std::string& sentence : find_oddities(spec, scene.setup.model))
    scene.warnings.push_back(std::move(sentence));
  scene.name = std::move(spec.name);
  scene.description = std::move(spec.description);
  scene.frames = spec.frames;
  scene.view = spec.view;
  scene.setup.gravity = spec.gravity;
  scene.setup.damping = spec.damping;
  scene.setup.damping.air = spec.air;
  scene.setup.plasticity = spec.plasticity;
  scene.setup.strain_limit = spec.strain_limit;
  scene.setup.contact = spec.contact;
  scene.setup.tear_strain = spec.tear_strain;
  scene.setup.scheme = spec.integrator.scheme;
  scene.setup.scheme_options = spec.integrator.options;
  scene.setup.minimise = spec.minimiser;
  scene.setup.frame_time = spec.time.frame;
  scene.setup.adaptive = spec.time.adaptive;
  scene.setup.substeps =
      spec.time.substeps.count.value_or(has_contact(scene.setup) ? substeps_with_contact : 1);
  if (auto ok = read_start(spec.start, files, left, scene.setup); !ok) return fail(ok.error());
  if (auto ok = validate(scene.setup); !ok) return fail(ok.error());
  if (spec.time.substeps.is_automatic) {
    const auto needed = stable_substeps(scene.setup, scene.setup.substeps);
    if (!needed) return fail("time.substeps: " + needed.error().message);
    scene.setup.substeps = *needed;
    scene.setup.stable_steps = true;
  }
  return scene;
}

}  // namespace tensio
