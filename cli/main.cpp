#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <fmt/format.h>

#include "cli/command.h"
#include "io/nearest_name.h"
#include "tensio/version.h"

namespace tensio::cli {

int complain(const std::string& message, ExitCode code) {
  std::string line = message;
  for (char& c : line)
    if (c == '\n') c = ' ';
  fmt::print(stderr, "tensio: {}\n", line);
  return code;
}

CLI::Validator whole_number(int least, int most, const std::string& word) {
  const auto check = [least, most, word](const std::string& text) -> std::string {
    int number = 0;
    const char* const end = text.data() + text.size();
    const auto [stopped, problem] = std::from_chars(text.data(), end, number);
    if (problem == std::errc() && stopped == end && number >= least && number <= most) return "";
    if (!word.empty() && text == word) return "";
    return fmt::format("{} is not {}a whole number from {} to {}", text, word.empty() ? "" : word + " or ",
                       least, most);
  };
  return CLI::Validator(check, "");
}

namespace {

/// Returns an error that names the first unknown command and the nearest known one; "" if there is none.
std::string unknown_command(const CLI::App& app, int argc, char** argv) {
  const CLI::App* at = &app;
  std::string path = "tensio";
  for (int i = 1; i < argc && argv[i][0] != '-'; ++i) {
    const auto commands = at->get_subcommands({});
    if (commands.empty()) return "";
    std::vector<std::string> names;
    for (const CLI::App* command : commands) names.push_back(command->get_name());
    const std::string word = argv[i];
    const auto found = std::find(names.begin(), names.end(), word);
    if (found == names.end()) {
      const std::string near = nearest_name(word, names);
      return fmt::format(
          "unknown command \"{} {}\"; {}", path, word,
          near.empty() ? fmt::format("see {} --help", path) : fmt::format("did you mean \"{}\"?", near));
    }
    at = commands[static_cast<std::size_t>(found - names.begin())];
    path += " " + word;
  }
  return "";
}

/// Returns an error that names the first unknown option and the nearest known one; "" if there is none.
std::string unknown_option(const CLI::App& app, int argc, char** argv) {
  const CLI::App* command = &app;
  std::string path = "tensio";
  while (!command->get_subcommands().empty()) {
    command = command->get_subcommands().front();
    path += " " + command->get_name();
  }
  std::vector<std::string> names;
  for (const CLI::Option* option : command->get_options())
    names.insert(names.end(), option->get_lnames().begin(), option->get_lnames().end());
  for (int i = 1; i < argc; ++i) {
    std::string word = argv[i];
    if (!word.starts_with("--") || word.size() < 3) continue;
    word = word.substr(2, word.find('=') == std::string::npos ? word.npos : word.find('=') - 2);
    if (std::find(names.begin(), names.end(), word) != names.end()) continue;
    const std::string near = nearest_name(word, names);
    return fmt::format("unknown option --{} for {}; {}", word, path,
                       near.empty() ? "see its --help" : fmt::format("did you mean \"--{}\"?", near));
  }
  return "";
}

/// Flushes stdout, which may fail on a full disk.
int check_stdout(int exit_code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit_code;
  const int code = complain("cannot write to standard output; is the disk full?", exit_failed);
  return exit_code == exit_ok ? code : exit_code;
}

int run_program(int argc, char** argv) {
  CLI::App app("Simulate cloth, ropes, hair and soft bodies made of masses and springs.", "tensio");
  app.set_version_flag("--version", std::string("tensio ") + version());
  app.require_subcommand(1);
  app.footer(
      "Examples:\n"
      "  tensio scenes                                     list the built-in scenes\n"
      "  tensio run cloth --image cloth.png                simulate a scene and draw the last frame\n"
      "  tensio run my.toml --out frames --format ply      write one mesh per frame\n"
      "  tensio view cloth                                 open a scene in a browser\n"
      "  tensio inspect cloth                              show counts, mass and stable steps\n"
      "  tensio check frames/frames.tfc                    find where surfaces pass through each other\n"
      "  tensio lab convergence cloth --quick              compare how fast methods solve one step\n"
      "  tensio bench --quick                              compare the engine with other solvers");
  int exit_code = exit_ok;
  add_run_command(app, exit_code);
  add_inspect_command(app, exit_code);
  add_check_command(app, exit_code);
  add_scenes_command(app, exit_code);
  add_fabrics_command(app, exit_code);
  add_schema_command(app, exit_code);
  add_lab_command(app, exit_code);
  add_bench_command(app, exit_code);
  add_view_command(app, exit_code);

  std::string message = unknown_command(app, argc, argv);
  if (!message.empty()) return complain(message, exit_bad_input);
  if (argc < 2) {
    fmt::print("{}", app.help());
    return exit_bad_input;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    if (dynamic_cast<const CLI::ExtrasError*>(&error))
      if (message = unknown_option(app, argc, argv); !message.empty())
        return complain(message, exit_bad_input);
    std::string command;
    for (const CLI::App* at = &app; !at->get_subcommands().empty(); command += at->get_name() + " ")
      at = at->get_subcommands().front();
    return complain(fmt::format("{}; see tensio {}--help", error.what(), command), exit_bad_input);
  }
  return exit_code;
}

}  // namespace
}  // namespace tensio::cli

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error like a full disk, with a sentence
  try {
    return tensio::cli::check_stdout(tensio::cli::run_program(argc, argv));
  } catch (const std::bad_alloc&) {
    return tensio::cli::complain("not enough memory; try a smaller scene", tensio::cli::exit_failed);
  } catch (const std::exception& error) {
    return tensio::cli::complain(error.what(), tensio::cli::exit_failed);
  }
}
