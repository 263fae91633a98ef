#include <algorithm>

#include "cli/experiment.h"
#include "cli/lab_commands.h"
#include "lab/motion.h"
#include "math/workers.h"

namespace tensio::cli {
namespace {

struct MotionCommand : ExperimentOptions {
  int repetitions = lab::MotionOptions{}.repetitions;
  int threads = std::max(1, std::min(2, Workers::hardware_count()));
};

int run_motion(const MotionCommand& command) {
  constexpr std::size_t quick_side = 31;
  lab::MotionOptions options{.repetitions = command.repetitions,
                             .configurations = lab::motion_configurations(command.quick, command.threads)};
  if (command.quick) {
    options.side = quick_side;
    options.repetitions = 1;
  }
  return run_experiment(command, [&](const lab::Progress& progress) -> Result<lab::Report> {
    const auto report = lab::measure_motion(options, progress);
    if (!report) return fail(report.error());
    return motion_report(*report);
  });
}

}  // namespace

void add_motion_command(CLI::App& lab, int& exit_code) {
  auto* command =
      lab.add_subcommand("motion", "Measure the error of a swinging cloth against milliseconds per frame");
  auto options = std::make_shared<MotionCommand>();
  command
      ->add_option("--repetitions", options->repetitions,
                   "Number of timed runs; the fastest time of each frame counts")
      ->check(whole_number(1, 100))
      ->capture_default_str();
  command->add_option("--threads", options->threads, "Number of threads of the fastest variants")
      ->check(whole_number(1, max_threads))
      ->capture_default_str();
  add_experiment_options(*command, "motion", "Smaller cloth, fewer configurations, each timed once",
                         *options);
  command->footer(
      "Times are meaningful only on an idle machine.\n\n"
      "Examples:\n"
      "  tensio lab motion --quick\n"
      "  tensio lab motion --out report\n"
      "See docs/motion.md for the meaning of the numbers.");
  command->callback([options, &exit_code] { exit_code = run_motion(*options); });
}

}  // namespace tensio::cli
