#include <fmt/format.h>
#include <memory>

#include "cli/check.h"
#include "cli/command.h"
#include "io/mesh_format.h"

namespace tensio::cli {

namespace {

struct Options {
  CheckOptions surfaces;
  QueryOptions queries;
};

int run_check(const Options& options) {
  const bool has_queries = !options.queries.file.empty();
  if (has_queries == !options.surfaces.name.empty())
    return complain(has_queries
                        ? "check looks at one thing at a time; leave out --queries or what is before it"
                        : "what shall be checked? name a mesh, scene or frame cache; see tensio check --help",
                    exit_bad_input);
  return has_queries ? check_queries(options.queries) : check_surfaces(options.surfaces);
}

}  // namespace

void add_check_command(CLI::App& app, int& exit_code) {
  auto* command =
      app.add_subcommand("check", "Find places where surfaces pass through each other or themselves");
  auto options = std::make_shared<Options>();
  CheckOptions& surfaces = options->surfaces;
  QueryOptions& queries = options->queries;
  command->add_option(
      "what", surfaces.name,
      fmt::format("Mesh ({}), scene (file or built-in name; its start), frame cache (.tfc), or folder "
                  "of frames that tensio run wrote",
                  mesh_extensions()));
  auto* set = command->add_option("--set", surfaces.changes, "Change a scene field first")
                  ->type_name("FIELD=VALUE")
                  ->allow_extra_args(false);
  auto* touching = command->add_flag("--touching", surfaces.with_touching,
                                     "List places that only touch, and fail for them too");
  auto* out = command->add_option("--out", surfaces.csv, "Write all places as CSV")->type_name("FILE.csv");
  command->add_flag("--json", surfaces.as_json, "Print JSON with all places");
  auto* file = command
                   ->add_option("--queries", queries.file,
                                "Run collision queries with known answers instead (docs/checking.md)")
                   ->type_name("FILE.csv");
  auto* kind =
      command->add_option("--kind", queries.kind, "What the queries ask for: vertex-face or edge-edge")
          ->check(CLI::IsMember({"vertex-face", "edge-edge"}))
          ->type_name("KIND");
  auto* tolerance = command
                        ->add_option("--tolerance", queries.tolerance,
                                     "Misses by less may be reported as hits (m; default 1e-8)")
                        ->check(CLI::Range(0.0, 1e9).description(""))
                        ->type_name("LENGTH");
  auto* separation =
      command
          ->add_option("--separation", queries.separation, "A closer approach counts as a hit (m; default 0)")
          ->check(CLI::Range(0.0, 1e9).description(""))
          ->type_name("LENGTH");
  file->needs(kind)->excludes(set)->excludes(touching)->excludes(out);
  for (CLI::Option* option : {kind, tolerance, separation}) option->needs(file);
  command->footer(
      "Exit codes: 0 nothing found, 3 crossings found (with --queries: a hit missed), 2 bad input, 1 "
      "failed.\n"
      "\n"
      "Examples:\n"
      "  tensio check garment\n"
      "  tensio check frames/frames.tfc --out crossings.csv\n"
      "  tensio check scenes/meshes/cape.obj --touching --json\n"
      "  tensio check --queries data.csv --kind edge-edge");
  command->callback([options, &exit_code] {
    options->queries.as_json = options->surfaces.as_json;
    exit_code = run_check(*options);
  });
}

}  // namespace tensio::cli
