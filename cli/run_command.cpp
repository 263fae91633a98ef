#include <fmt/format.h>

#include "cli/command.h"
#include "cli/run.h"
#include "io/scene_preset.h"

namespace tensio::cli {
namespace {

std::string preset_help() {
  std::string text = "Proven settings, instead of the scene's:";
  for (const ScenePreset& preset : scene_presets()) text += fmt::format(" {} ({})", preset.name, preset.doc);
  return text;
}

}  // namespace

void add_run_command(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("run", "Simulate a scene");
  auto options = std::make_shared<RunOptions>();
  const CLI::Validator frame_range = CLI::Range(0, 1'000'000).description("");
  command->add_option("scene", options->scene, "A .toml or .json file, or the name of a built-in scene")
      ->required();
  command->add_option("--frames", options->frames, "Compute this many frames instead of the scene's number")
      ->type_name("N")
      ->check(frame_range);
  command->add_option("--preset", options->preset, preset_help())->type_name("NAME");
  command->add_option("--set", options->changes, "Change a field: minimiser.method=newton, body.0.mass=2")
      ->type_name("FIELD=VALUE")
      ->allow_extra_args(false);
  command
      ->add_option("--substeps", options->substeps,
                   "Steps per frame instead of the scene's; auto: as many as an explicit scheme needs")
      ->type_name("N|auto");
  command->add_flag("--strict", options->strict,
                    "Refuse a scene that would be warned of before the run: steps too long for its scheme, "
                    "flaws of meshes");
  command->add_option("--threads", options->threads, "Threads of the minimiser; 0: all that the machine has")
      ->type_name("N")
      ->check(CLI::Range(0, 256).description(""));
  command->add_option("--precision", options->precision, "Of the minimiser")
      ->check(CLI::IsMember({"double", "mixed"}));
  command
      ->add_option("--out", options->out,
                   "Write one mesh per frame, and frames.tfc with all of them, into DIR")
      ->type_name("DIR");
  command->add_option("--format", options->format, "Of the meshes [obj]")
      ->check(CLI::IsMember({"obj", "ply"}));
  command->add_option("--image", options->image, "Take a picture of the last frame")->type_name("FILE.png");
  command->add_option("--image-frame", options->image_frame, "Take the picture of this frame; 0 is the start")
      ->type_name("N")
      ->check(frame_range);
  command->add_option("--video", options->video, "Make a video of all frames (needs ffmpeg)")
      ->type_name("FILE.mp4");
  command->add_option("--size", options->size, "Of the picture, in pixels")
      ->type_name("WxH")
      ->capture_default_str();
  command
      ->add_option("--video-size", options->video_size, "Of the video [half the picture's width and height]")
      ->type_name("WxH");
  command->add_option("--json", options->json, "Write measurements; - is the standard output")
      ->type_name("FILE");
  command->add_flag("--quiet", options->quiet, "Print nothing but errors");
  command->footer(
      "Ctrl-C ends a run early and keeps what was computed: frames, report, and a film of the frames so "
      "far.\n"
      "In the report, status tells how the run ended, solve_status how the last time step was solved.\n"
      "Exit code: 0 all is well, 1 the run failed, 2 bad usage or input, 130 ended by Ctrl-C, 143 by "
      "SIGTERM.\n\n"
      "Examples:\n"
      "  tensio run cloth --image cloth.png\n"
      "  tensio run cloth --set minimiser.method=newton --set minimiser.iterations=5\n"
      "  tensio run cloth --set body.0.stiffness.structural=500 --frames 60 --json -\n"
      "  tensio run cloth --preset realtime\n"
      "  tensio run curtain --video curtain.mp4 --video-size 1920x1080\n"
      "  tensio run mine.toml --out frames --format ply");
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace tensio::cli
