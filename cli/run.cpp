#include "cli/run.h"

#include <cstdio>
#include <filesystem>
#include <fmt/format.h>

#include "cli/interrupt.h"
#include "cli/library.h"
#include "cli/pictures.h"
#include "cli/progress.h"
#include "cli/run_report.h"
#include "io/frame_cache.h"
#include "io/mesh_write.h"
#include "io/write_file.h"

namespace tensio::cli {

namespace {

namespace fs = std::filesystem;

/// Bad usage that would otherwise be found out only after the simulation.
Result<void> check_output(const std::string& option, const std::string& path, const std::string& extension) {
  if (path.empty()) return {};
  std::error_code problem;
  if (!extension.empty() && !path.ends_with(extension))
    return fail(fmt::format("{} {}: the name must end in {}", option, path, extension));
  if (fs::is_directory(path, problem)) return fail(fmt::format("{} {}: that is a folder", option, path));
  const fs::path folder = fs::path(path).parent_path();
  if (!folder.empty() && !fs::is_directory(folder, problem))
    return fail(fmt::format("{} {}: there is no folder {}; create it first", option, path, folder.string()));
  return {};
}

Result<void> parse_size(const std::string& text, int& width, int& height) {
  char end = 0;
  if (text.size() > 11 || std::sscanf(text.c_str(), "%5dx%5d%c", &width, &height, &end) != 2 || width < 16 ||
      height < 16 || width > 7680 || height > 4320)
    return fail(fmt::format("--size {}: write it like 1280x720, from 16x16 to 7680x4320", text));
  return {};
}

/// One run of one scene, from reading it to the last file.
class Run {
 public:
  explicit Run(const RunOptions& options) : options_(options) {}

  ExitCode operator()() {
    if (auto ok = prepare(); !ok) return bad_input(ok.error());
    Result<void> written = open_outputs();
    if (!written) return bad_input(written.error());
    for (const std::string& warning : scene_.warnings)
      if (!options_.quiet) fmt::print(stderr, "tensio: warning: {}\n", warning);
    written = simulate();
    for (const auto step : {&Run::write_report, &Run::draw}) {
      auto ok = (this->*step)();
      if (written) written = ok;
    }
    if (!temporary_cache_.empty()) fs::remove(temporary_cache_, ignored_);
    if (!written) complain(written.error().message, exit_failed);
    return written ? exit_ok : exit_failed;
  }

 private:
  const RunOptions& options_;
  Scene scene_;
  std::optional<Simulation> simulation_;
  std::optional<FrameCacheWriter> cache_;
  std::string cache_path_, temporary_cache_;
  RunReport report_;
  std::string status_ = "finished";
  int frames_ = 0;
  int width_ = 0, height_ = 0;
  std::vector<Vec3> image_x_;
  double image_time_ = 0;
  std::error_code ignored_;

  static ExitCode bad_input(const Error& error) {
    return static_cast<ExitCode>(complain(error.message, exit_bad_input));
  }

  Result<void> prepare() {
    const bool draws = !options_.image.empty() || !options_.video.empty();
    if (draws && !can_take_pictures())
      return fail("--image and --video need a program built with TENSIO_RENDER=ON");
    if (options_.image_frame && options_.image.empty()) return fail("--image-frame needs --image FILE.png");
    if (auto ok = parse_size(options_.size, width_, height_); !ok) return ok;
    if (!options_.video.empty() && (width_ % 2 != 0 || height_ % 2 != 0))
      return fail(fmt::format("--size {}: a video needs an even width and height", options_.size));
    if (auto ok = check_output("--image", options_.image, ".png"); !ok) return ok;
    if (auto ok = check_output("--video", options_.video, ".mp4"); !ok) return ok;
    if (options_.json != "-")
      if (auto ok = check_output("--json", options_.json, ""); !ok) return ok;

    auto scene = load_scene(options_.scene, options_.changes);
    if (!scene) return tl::unexpected(scene.error());
    scene_ = std::move(*scene);
    frames_ = options_.frames.value_or(scene_.frames);
    if (options_.image_frame && *options_.image_frame > frames_)
      return fail(
          fmt::format("--image-frame {}: the run has only {} frames", *options_.image_frame, frames_));
    auto simulation = Simulation::make(std::move(scene_.setup));
    if (!simulation) return fail(options_.scene + ": " + simulation.error().message);
    simulation_.emplace(std::move(*simulation));
    return {};
  }

  Result<void> open_outputs() {
    if (!options_.out.empty()) {
      std::error_code problem;
      fs::create_directories(options_.out, problem);
      if (problem) return fail(fmt::format("--out {}: {}", options_.out, problem.message()));
      cache_path_ = (fs::path(options_.out) / "frames.tfc").string();
    } else if (!options_.video.empty()) {
      cache_path_ = temporary_cache_ = options_.video + ".frames.tfc";
    } else {
      return {};
    }
    auto cache = FrameCacheWriter::create(cache_path_, simulation_->model(), simulation_->setup().frame_time);
    if (!cache) return tl::unexpected(cache.error());
    cache_.emplace(std::move(*cache));
    return {};
  }

  Result<void> simulate() {
    InterruptGuard guard;
    Progress progress("frame", frames_, options_.quiet);
    Result<void> written = keep_frame();
    for (int frame = 1; written && frame <= frames_; ++frame) {
      const FrameReport step = simulation_->advance_frame();
      report_.add(step);
      if (!is_usable(step.status)) {
        progress.finish();
        status_ = status_name(step.status);
        return fail(
            fmt::format("{}: frame {} failed ({}); the frames before it are kept; try more substeps or a "
                        "smaller time.frame",
                        options_.scene, frame, status_));
      }
      written = keep_frame();
      progress.show(frame);
      if (InterruptGuard::requested() && frame < frames_) {
        status_ = "interrupted";
        break;
      }
    }
    progress.finish();
    return written;
  }

  /// Writes the present frame, and remembers it when it is the one for the picture.
  Result<void> keep_frame() {
    const State& state = simulation_->state();
    if (!options_.image.empty() && simulation_->frame() <= options_.image_frame.value_or(frames_))
      image_x_ = state.x, image_time_ = state.time;
    if (cache_)
      if (auto ok = cache_->add(state.x); !ok) return ok;
    if (options_.out.empty()) return {};
    const auto& triangles = simulation_->model().triangles;
    const fs::path path =
        fs::path(options_.out) / fmt::format("frame_{:05}.{}", simulation_->frame(), options_.format);
    return write_file(path.string(), options_.format == "obj" ? obj_text(state.x, triangles)
                                                              : ply_bytes(state.x, triangles));
  }

  Result<void> write_report() {
    const auto report = report_.json(scene_, *simulation_, status_);
    if (!options_.quiet) fmt::print(options_.json == "-" ? stderr : stdout, "{}", RunReport::summary(report));
    const std::string text = report.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
    if (options_.json == "-") fmt::print("{}", text);
    if (options_.json.empty() || options_.json == "-") return {};
    return write_file(options_.json, text);
  }

  Result<void> draw() {
    if (options_.image.empty() && options_.video.empty()) return {};
    cache_.reset();
    return take_pictures({.scene = scene_,
                          .simulation = *simulation_,
                          .width = width_,
                          .height = height_,
                          .image = options_.image,
                          .image_x = image_x_,
                          .image_time = image_time_,
                          .video = options_.video,
                          .cache = cache_path_,
                          .quiet = options_.quiet});
  }
};

}  // namespace

ExitCode run(const RunOptions& options) {
  return Run(options)();
}

}  // namespace tensio::cli
