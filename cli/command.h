#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace tensio::cli {

enum ExitCode {
  exit_ok = 0,
  exit_failed = 1,
  exit_bad_input = 2,
  exit_interrupted = 130,  // by Ctrl-C, as shells count it: 128 + SIGINT
  exit_terminated = 143,   // 128 + SIGTERM
};

/// Says it on stderr in one line, "tensio: …"; returns `code`.
int complain(const std::string& message, ExitCode code);

// Each adds a subcommand; when it was chosen, its exit code is stored after parsing.
void add_run_command(CLI::App& app, int& exit_code);
void add_inspect_command(CLI::App& app, int& exit_code);
void add_scenes_command(CLI::App& app, int& exit_code);
void add_fabrics_command(CLI::App& app, int& exit_code);
void add_schema_command(CLI::App& app, int& exit_code);
void add_lab_command(CLI::App& app, int& exit_code);
void add_bench_command(CLI::App& app, int& exit_code);
void add_view_command(CLI::App& app, int& exit_code);

}  // namespace tensio::cli
