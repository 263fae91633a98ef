#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <optional>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/library.h"
#include "io/read_file.h"
#include "serve/server.h"

namespace tensio::cli {
namespace {

namespace fs = std::filesystem;
using session::Session;

struct ViewOptions {
  std::string scene = "cloth";
  std::string page;
  int port = 7013;
  bool no_browser = false;
};

/// Reads the viewer's page from `given`, the installed place or the build folder.
Result<std::string> read_page(const std::string& given) {
  constexpr std::size_t most_bytes = std::size_t{16} << 20;
  if (!given.empty()) return read_file(given, most_bytes);
  std::error_code problem;
  const fs::path program = fs::read_symlink("/proc/self/exe", problem).parent_path();
  for (const char* place : {"../share/tensio/viewer.html", "../../web/viewer.html"})
    if (const fs::path path = program / place; fs::exists(path, problem))
      return read_file(path.string(), most_bytes);
  return fail("the viewer's page is missing; build it with scripts/web, or pass it with --page");
}

/// Reloads the scene when its file changes.
class Watcher {
 public:
  explicit Watcher(std::string scene) : scene_(std::move(scene)), changed_(time()) {}

  void look(Session& session) {
    const auto now = time();
    if (!now || now == changed_) return;  // an editor may be replacing it
    changed_ = now;
    const auto scene = load_scene(scene_, {});
    const auto done = scene ? session.load(*scene) : Result<void>(fail(scene.error()));
    if (!done) session.say("error", done.error().message);
  }

 private:
  /// Empty if there is no such file, for example for a built-in scene.
  std::optional<fs::file_time_type> time() const {
    std::error_code problem;
    const auto changed = fs::last_write_time(scene_, problem);
    return problem ? std::nullopt : std::optional(changed);
  }
  std::string scene_;
  std::optional<fs::file_time_type> changed_;
};

void open_browser(const std::string& url) {
  if (!std::getenv("DISPLAY") && !std::getenv("WAYLAND_DISPLAY")) return;
  const std::string command = "xdg-open '" + url + "' >/dev/null 2>&1 &";
  if (std::system(command.c_str()) != 0) fmt::print("Open this address in a browser.\n");
}

int view(const ViewOptions& options) {
  const auto page = read_page(options.page);
  if (!page) return complain(page.error().message, exit_failed);
  const auto scene = load_scene(options.scene, {});
  if (!scene) return complain(scene.error().message, exit_bad_input);
  Session opened;
  if (const auto loaded = opened.load(*scene, !is_scene_file(options.scene)); !loaded)
    return complain(loaded.error().message, exit_bad_input);
  auto server = serve::Server::start({options.port, *page}, std::move(opened));
  if (!server) return complain(server.error().message, exit_failed);
  for (const std::string& warning : scene->warnings) fmt::print(stderr, "tensio: warning: {}\n", warning);

  const std::string url = fmt::format("http://127.0.0.1:{}/", (*server)->port());
  fmt::print("Viewing {} at {}   (Ctrl-C to stop)\n", scene->name, url);
  std::fflush(stdout);
  if (!options.no_browser) open_browser(url);
  const InterruptGuard guard;
  Watcher watcher(options.scene);
  (*server)->run([] { return InterruptGuard::requested(); }, [&](Session& now) { watcher.look(now); });
  return exit_ok;
}

}  // namespace

void add_view_command(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("view", "Open a scene in a browser on this machine");
  auto options = std::make_shared<ViewOptions>();
  command->add_option("scene", options->scene, "Scene file (.toml or .json) or name of a built-in scene")
      ->capture_default_str();
  command->add_option("--port", options->port, "Port to listen on (0: any free port)")
      ->type_name("N")
      ->check(whole_number(0, 65535))
      ->capture_default_str();
  command->add_option("--page", options->page, "Serve this page instead of the one built by scripts/web")
      ->type_name("FILE.html");
  command->add_flag("--no-browser", options->no_browser, "Print the address without opening a browser");
  command->footer(
      "Only this machine can connect. From another machine, run ssh -L 7013:127.0.0.1:7013 HOST and open\n"
      "http://127.0.0.1:7013/. The viewer reloads a scene file whenever it changes.");
  command->callback([options, &exit_code] { exit_code = view(*options); });
}

}  // namespace tensio::cli
