#include <fmt/format.h>

#include "cli/command.h"
#include "cli/frame_files.h"
#include "cli/run.h"
#include "io/mesh_format.h"
#include "sim/step_limits.h"

namespace tensio::cli {

void add_run_command(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("run", "Simulate a scene");
  auto options = std::make_shared<RunOptions>();
  const CLI::Validator frame_range = whole_number(0, 1'000'000);
  command->add_option("scene", options->scene, "Scene file (.toml or .json) or name of a built-in scene")
      ->required();
  command->add_option("--frames", options->frames, "Number of frames, instead of the scene's")
      ->type_name("N")
      ->check(frame_range);
  add_scene_options(*command, *options);
  command
      ->add_option("--substeps", options->substeps,
                   "Steps per frame, instead of the scene's; auto: twice as many as an explicit scheme needs "
                   "to be stable")
      ->type_name("N|auto")
      ->check(whole_number(1, max_substeps, "auto"));
  command->add_flag("--strict", options->strict,
                    "Treat warnings as errors: steps too long for the scheme, flawed meshes");
  command->add_option("--threads", options->threads, "Number of threads (0: one per core)")
      ->type_name("N")
      ->check(whole_number(0, max_threads));
  command->add_option("--precision", options->precision, "Arithmetic of the solver")
      ->check(CLI::IsMember({"double", "mixed"}));
  command->add_option("--out", options->out, "Write one file per frame, and all frames as frames.tfc, to DIR")
      ->type_name("DIR");
  const std::vector<std::string> formats = frame_extensions();
  std::string format_help = fmt::format("Format of the frames [{}];", formats.front());
  for (const MeshFormat* format : mesh_formats())
    if (format->write) format_help += fmt::format(" {}: {};", format->name, format->doc);
  format_help += fmt::format(
      " {}: for NumPy, in double precision: positions, velocities, tensions, reactions of pins, contact "
      "forces, energies",
      numpy_extension);
  command->add_option("--format", options->format, format_help)->check(CLI::IsMember(formats));
  command->add_flag("--balance", options->balance,
                    "Account for energy at every step: prints the balance, adds it to --json, and writes "
                    "energies.csv to --out");
  command->add_option("--image", options->image, "Draw the last frame")->type_name("FILE.png");
  command->add_option("--image-frame", options->image_frame, "Draw this frame instead; 0 is the start")
      ->type_name("N")
      ->check(frame_range);
  command->add_option("--video", options->video, "Draw all frames as a video (needs ffmpeg)")
      ->type_name("FILE.mp4");
  command->add_option("--size", options->size, "Picture size in pixels")
      ->type_name("WxH")
      ->capture_default_str();
  command
      ->add_option("--video-size", options->video_size,
                   "Video size in pixels [half the picture's width and height]")
      ->type_name("WxH");
  command->add_option("--json", options->json, "Write measurements as JSON (-: standard output)")
      ->type_name("FILE");
  CLI::Option* quiet = command->add_flag("--quiet", options->quiet, "Print only errors");
  command
      ->add_flag("--verbose", options->verbose, "Print a line per frame: status, iterations, gradient, time")
      ->excludes(quiet);
  command->footer(
      "Ctrl-C ends a run early and keeps its results: frames, report, and a video of the frames so far.\n"
      "In the report, status is how the run ended, solve_status how the last time step was solved.\n"
      "Exit codes: 0 success, 1 run failed, 2 bad usage or input, 130 ended by Ctrl-C, 143 ended by "
      "SIGTERM.\n\n"
      "Examples:\n"
      "  tensio run cloth --image cloth.png\n"
      "  tensio run cloth --set minimiser.method=newton --set minimiser.iterations=5\n"
      "  tensio run cloth --set body.0.stiffness.structural=500 --frames 60 --json -\n"
      "  tensio run cloth --preset realtime\n"
      "  tensio run curtain --video curtain.mp4 --video-size 1920x1080\n"
      "  tensio run mine.toml --out frames --format ply\n"
      "  tensio run mine.toml --out frames --format npz --balance");
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace tensio::cli
