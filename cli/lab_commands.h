#pragma once

#include "cli/command.h"

namespace tensio::cli {

// Each adds an experiment to the lab; when it was chosen, its exit code is stored after parsing.
void add_convergence_command(CLI::App& lab, int& exit_code);
void add_integrators_command(CLI::App& lab, int& exit_code);
void add_compare_command(CLI::App& lab, int& exit_code);
void add_paper_command(CLI::App& lab, int& exit_code);
void add_motion_command(CLI::App& lab, int& exit_code);
void add_locking_command(CLI::App& lab, int& exit_code);
void add_balance_command(CLI::App& lab, int& exit_code);

}  // namespace tensio::cli
