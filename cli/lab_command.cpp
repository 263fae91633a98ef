#include "cli/lab_commands.h"

namespace tensio::cli {

void add_lab_command(CLI::App& app, int& exit_code) {
  auto* lab = app.add_subcommand("lab", "Run experiments that compare methods");
  lab->require_subcommand(1);
  lab->footer(
      "Ctrl-C stops an experiment within a second, without leaving files behind.\n"
      "Exit codes: 0 success, 1 experiment failed, 2 bad usage or input, 130 ended by Ctrl-C, 143 ended by "
      "SIGTERM.\n\n"
      "Examples:\n"
      "  tensio lab integrators --quick\n"
      "  tensio lab compare cloth --minimiser local-global,ncg --frames 30\n"
      "  tensio lab paper --out report");
  add_convergence_command(*lab, exit_code);
  add_integrators_command(*lab, exit_code);
  add_compare_command(*lab, exit_code);
  add_paper_command(*lab, exit_code);
  add_motion_command(*lab, exit_code);
  add_locking_command(*lab, exit_code);
  add_balance_command(*lab, exit_code);
}

}  // namespace tensio::cli
