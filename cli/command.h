#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace tensio::cli {

enum ExitCode {
  exit_ok = 0,
  exit_failed = 1,
  exit_bad_input = 2,
  exit_found = 3,          // what a check looks for
  exit_interrupted = 130,  // by Ctrl-C: 128 + SIGINT
  exit_terminated = 143,   // 128 + SIGTERM
};

/// Prints one line "tensio: …" on stderr and returns `code`.
int complain(const std::string& message, ExitCode code);

/// Accepts a whole number in a range, or the word if there is one, for options.
CLI::Validator whole_number(int least, int most, const std::string& word = "");

// Each function adds a subcommand, which stores its exit code when it runs.
void add_run_command(CLI::App& app, int& exit_code);
void add_inspect_command(CLI::App& app, int& exit_code);
void add_check_command(CLI::App& app, int& exit_code);
void add_scenes_command(CLI::App& app, int& exit_code);
void add_fabrics_command(CLI::App& app, int& exit_code);
void add_schema_command(CLI::App& app, int& exit_code);
void add_lab_command(CLI::App& app, int& exit_code);
void add_bench_command(CLI::App& app, int& exit_code);
void add_view_command(CLI::App& app, int& exit_code);

}  // namespace tensio::cli
