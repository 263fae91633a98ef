#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/library.h"
#include "cli/wording.h"
#include "io/mesh_file.h"
#include "io/mesh_format.h"
#include "io/read_file.h"
#include "io/tet_parse.h"
#include "math/bounds.h"
#include "sim/measure.h"
#include "sim/step_limits.h"
#include "tensio/solids.h"

namespace tensio::cli {

namespace {

using Json = nlohmann::ordered_json;

Result<MeshModel> make_model(const std::string& path) {
  const auto with_path = [&](Result<MeshModel> made) -> Result<MeshModel> {
    if (!made) return fail(path + ": " + made.error().message);
    return made;
  };
  if (is_tet_file(path)) {
    auto mesh = parse_tets(path, [](const std::string& name) { return read_file(name, max_mesh_bytes); });
    if (!mesh) return fail(mesh.error());
    return with_path(make_tet_model(std::move(*mesh), {.solid = {.model = SolidModel::corotated}}));
  }
  auto mesh = read_mesh_file(path);
  if (!mesh) return fail(mesh.error());
  return with_path(make_mesh_model(std::move(*mesh), {}));
}

/// Loads a mesh as a body with default options.
Result<Scene> load_mesh(const std::string& path) {
  auto made = make_model(path);
  if (!made) return fail(made.error());
  Scene scene;
  scene.name = path;
  scene.setup.model = std::move(made->model);
  scene.warnings = std::move(made->warnings);
  return scene;
}

Json describe_families(const Springs& springs) {
  Json families = Json::object();
  for (std::size_t f = 0; f < spring_family_names.size(); ++f) {
    std::size_t count = 0;
    double low = 0, high = 0;
    for (std::size_t s = 0; s < springs.size(); ++s) {
      if (springs.family[s] != static_cast<SpringFamily>(f)) continue;
      const double k = springs.stiffness[s];
      low = count == 0 ? k : std::min(low, k);
      high = std::max(high, k);
      ++count;
    }
    if (count > 0)
      families[spring_family_names[f]] = {{"count", count}, {"stiffness_min", low}, {"stiffness_max", high}};
  }
  return families;
}

TetMesh tetrahedra_of(const Model& model) {
  TetMesh mesh{model.rest_position, {}};
  for (const Tetrahedron& tet : model.tetrahedra)  // one with a volume energy is listed twice
    if (mesh.tetrahedra.empty() || mesh.tetrahedra.back() != tet.vertex)
      mesh.tetrahedra.push_back(tet.vertex);
  return mesh;
}

Json describe_shape(const TetMesh& mesh) {
  const TetShape shape = measure(mesh);
  return {{"volume", shape.volume}, {"least_angle", shape.least_angle}, {"most_angle", shape.most_angle}};
}

/// Describes the embedded surfaces.
Json describe_skins(const Model& model) {
  std::size_t points = 0, triangles = 0;
  double volume = 0;
  for (const Skin& skin : model.skins) {
    TriangleMesh surface{{}, skin.triangles};
    for (const SkinPoint& point : skin.points) surface.points.push_back(point.of(model.rest_position));
    points += surface.points.size(), triangles += surface.triangles.size();
    volume += enclosed_volume(surface);
  }
  return {{"points", points}, {"triangles", triangles}, {"volume", volume}};
}

Json describe_bounds(Positions x) {
  const auto [low, high] = bounds_of(x);
  return {{"min", {low.x, low.y, low.z}}, {"max", {high.x, high.y, high.z}}};
}

/// Returns null for infinity, which JSON lacks: every step is stable.
Json step_or_null(double step) {
  return std::isinf(step) ? Json() : Json(step);
}

Result<Json> inspect(const Scene& scene) {
  const Setup& setup = scene.setup;
  const Model& model = setup.model;
  const auto matrices = summarise_matrices(setup);
  if (!matrices) return fail(matrices.error());
  const auto pieces = connected_pieces(model);
  double mass = 0;
  for (const double m : model.mass) mass += m;
  Json report;
  report["scene"] = scene.name;
  report["vertices"] = model.vertex_count();
  report["triangles"] = model.triangles.size();
  const TetMesh solid = tetrahedra_of(model);
  report["tetrahedra"] = solid.tetrahedra.size();
  if (!solid.tetrahedra.empty()) report["shape"] = describe_shape(solid);
  if (!model.skins.empty()) report["surface"] = describe_skins(model);
  report["springs"] = model.springs.size();
  report["families"] = describe_families(model.springs);
  report["mass"] = mass;
  report["bounds"] = describe_bounds(make_state(setup).x);
  report["pins"] = model.pins.size();
  report["attachments"] = model.attachments.size();
  report["colliders"] = setup.colliders.size();
  report["pieces"] = pieces.empty() ? 0 : *std::max_element(pieces.begin(), pieces.end()) + 1;
  report["matrix_nonzeros"] = matrices->matrix_nonzeros;
  report["factor_nonzeros"] = matrices->factor_nonzeros;
  const StabilitySummary stability = summarise_stability(setup);
  report["omega_max"] = stability.omega;
  report["omega_max_everywhere"] = stability.is_bounded ? Json(stability.omega_everywhere) : Json();
  report["scheme"] = scheme_facts(setup.scheme).name;
  report["step"] = stability.step;
  report["substeps"] = setup.substeps;
  report["stable_steps"] = Json::object();
  for (const StepLimit& limit : stability.limits)
    report["stable_steps"][scheme_facts(limit.scheme).name] = {
        {"at_start", step_or_null(limit.at_start)},
        {stability.is_bounded ? "everywhere" : "at_rest", step_or_null(limit.everywhere)}};
  report["warnings"] = scene.warnings;
  return report;
}

std::string number(const Json& value) {
  return plain(value.get<double>(), 4);
}

void print_stability(const Json& r) {
  const bool is_bounded = !r["omega_max_everywhere"].is_null();
  fmt::print("  frequencies    up to {} rad/s at the start, {}\n", number(r["omega_max"]),
             is_bounded ? number(r["omega_max_everywhere"]) + " rad/s in any position"
                        : "without a bound where it moves");
  fmt::print("  step           {} s, {} per frame, {}\n", number(r["step"]), r["substeps"].dump(),
             r["scheme"].get<std::string>());
  fmt::print(
      "  stable steps   at the start; {}\n",
      is_bounded ? "in any position" : "at rest (substeps = \"auto\" estimates them again as it moves)");
  const auto step = [](const Json& value) {
    return value.is_null() ? std::string("any") : value == 0 ? std::string("none") : number(value) + " s";
  };
  for (const auto& [name, limit] : r["stable_steps"].items())
    fmt::print("    {:<18} {:<12} {}\n", name, step(limit["at_start"]),
               step(limit[is_bounded ? "everywhere" : "at_rest"]));
  fmt::print("    {:<18} any\n", "implicit schemes");
}

void print_report(const Json& r) {
  fmt::print("{}\n", r["scene"].get<std::string>());
  fmt::print("  vertices       {}\n", r["vertices"].dump());
  fmt::print("  triangles      {}\n", r["triangles"].dump());
  if (r["tetrahedra"] != 0)
    fmt::print("  tetrahedra     {}, {} m³, angles from {} to {}°\n", r["tetrahedra"].dump(),
               number(r["shape"]["volume"]), number(r["shape"]["least_angle"]),
               number(r["shape"]["most_angle"]));
  if (r.contains("surface"))
    fmt::print("  surface        {} points, {} triangles enclosing {} m³, embedded in the body\n",
               r["surface"]["points"].dump(), r["surface"]["triangles"].dump(),
               number(r["surface"]["volume"]));
  fmt::print("  springs        {}\n", r["springs"].dump());
  for (const auto& [name, family] : r["families"].items())
    fmt::print("    {:<12} {}, {} to {} N/m\n", name, family["count"].dump(), number(family["stiffness_min"]),
               number(family["stiffness_max"]));
  const Json &low = r["bounds"]["min"], &high = r["bounds"]["max"];
  fmt::print("  mass           {} kg\n", number(r["mass"]));
  for (std::size_t axis = 0; axis < 3; ++axis)
    fmt::print("  {}              {} to {} m\n", "xyz"[axis], number(low[axis]), number(high[axis]));
  fmt::print("  pins           {}\n", r["pins"].dump());
  fmt::print("  attachments    {}\n", r["attachments"].dump());
  fmt::print("  colliders      {}\n", r["colliders"].dump());
  fmt::print("  pieces         {}\n", r["pieces"].dump());
  fmt::print("  matrix         {} nonzeros, {} in its Cholesky factor\n", r["matrix_nonzeros"].dump(),
             r["factor_nonzeros"].dump());
  print_stability(r);
  for (const Json& warning : r["warnings"]) fmt::print("  warning        {}\n", warning.get<std::string>());
}

int run_inspect(const std::string& name, const SceneOptions& options, bool as_json) {
  if (is_mesh_file(name) && (!options.changes.empty() || !options.preset.empty()))
    return complain("--set and --preset apply to scenes, not to meshes; leave them out", exit_bad_input);
  const auto scene = is_mesh_file(name) ? load_mesh(name) : load_scene(name, options);
  if (!scene) return complain(scene.error().message, exit_bad_input);
  const auto report = inspect(*scene);
  if (!report) return complain(name + ": " + report.error().message, exit_bad_input);
  if (as_json)
    fmt::print("{}\n", report->dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  else
    print_report(*report);
  return exit_ok;
}

}  // namespace

void add_inspect_command(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("inspect", "Show counts, mass and stable steps of a scene or mesh");
  struct Options : SceneOptions {
    std::string name;
    bool as_json = false;
  };
  auto options = std::make_shared<Options>();
  command
      ->add_option("scene", options->name,
                   fmt::format("Scene (file or built-in name), mesh ({}) or tetrahedra (.msh, .node or .ele)",
                               mesh_extensions()))
      ->required();
  add_scene_options(*command, *options);
  command->add_flag("--json", options->as_json, "Print JSON");
  command->footer(
      "Examples:\n"
      "  tensio inspect cloth\n"
      "  tensio inspect scenes/meshes/cape.obj --json\n"
      "  tensio inspect cloth --set 'body.0.vertices=[161, 161]'");
  command->callback(
      [options, &exit_code] { exit_code = run_inspect(options->name, *options, options->as_json); });
}

}  // namespace tensio::cli
