#include "cli/run.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <memory>

#include "cli/ball_trails.h"
#include "cli/frame_files.h"
#include "cli/interrupt.h"
#include "cli/library.h"
#include "cli/pictures.h"
#include "cli/progress.h"
#include "cli/run_report.h"
#include "cli/wording.h"
#include "io/frame_cache.h"
#include "io/numpy_frame.h"
#include "io/write_file.h"
#include "lab/balance.h"
#include "model/seen.h"
#include "sim/energy_watch.h"
#include "sim/step_limits.h"

namespace tensio::cli {

namespace {

namespace fs = std::filesystem;

/// Finds bad output options before the simulation rather than after it.
Result<void> check_output(const std::string& option, const std::string& path, const std::string& extension) {
  if (path.empty()) return {};
  std::error_code problem;
  if (!extension.empty() && !path.ends_with(extension))
    return fail(fmt::format("{} {}: the file name must end in {}", option, path, extension));
  if (fs::is_directory(path, problem))
    return fail(fmt::format("{} {}: this is a folder; name a file", option, path));
  const fs::path folder = fs::path(path).parent_path();
  if (!folder.empty() && !fs::is_directory(folder, problem))
    return fail(
        fmt::format("{} {}: folder {} does not exist; create it first", option, path, folder.string()));
  return {};
}

Result<PixelSize> parse_size(const std::string& option, const std::string& text) {
  char end = 0;
  PixelSize size;
  if (text.size() > 11 || std::sscanf(text.c_str(), "%5dx%5d%c", &size.width, &size.height, &end) != 2 ||
      size.width < 16 || size.height < 16 || size.width > 7680 || size.height > 4320)
    return fail(
        fmt::format("{} {}: not a size; write it like 1280x720, from 16x16 to 7680x4320", option, text));
  return size;
}

/// Half the picture's width and height, each made even: a video frame costs a quarter of a picture.
PixelSize default_video_size(const PixelSize& picture) {
  const auto half = [](int pixels) { return std::max(16, pixels / 4 * 2); };
  return {half(picture.width), half(picture.height)};
}

/// One run of one scene, from reading it to writing the last file.
class Run {
 public:
  explicit Run(const RunOptions& options) : options_(options) {}

  ~Run() {
    std::error_code ignored;
    if (!temporary_cache_.empty()) fs::remove(temporary_cache_, ignored);
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  ExitCode operator()() {
    if (auto ok = prepare(); !ok) return static_cast<ExitCode>(complain(ok.error().message, exit_bad_input));
    for (const std::string& warning : scene_.warnings)
      if (!options_.quiet) fmt::print(stderr, "tensio: warning: {}\n", warning);
    InterruptGuard guard;
    bool is_good = succeeds(simulate());
    InterruptGuard::rearm();
    for (const auto step : {&Run::write_report, &Run::finish_frames, &Run::write_picture, &Run::write_video})
      is_good = succeeds((this->*step)()) && is_good;
    return is_good ? InterruptGuard::exit_code() : exit_failed;
  }

 private:
  const RunOptions& options_;
  Scene scene_;
  std::optional<Simulation> simulation_;
  std::optional<FrameCacheWriter> cache_;
  std::optional<FrameFiles> frame_files_;
  std::string cache_path_, temporary_cache_;
  RunReport report_;
  EnergyWatch watch_;
  BallTrails trails_;
  std::vector<lab::BalancePoint> balance_;  // of the start and every frame
  RunEnd end_;
  int frames_ = 0;
  std::size_t passing_at_start_ = 0;
  PixelSize size_, video_size_;
  std::shared_ptr<const Seen> seen_;  // of the model's revision below
  std::uint64_t seen_revision_ = 0;
  struct {
    std::shared_ptr<const Seen> seen;
    std::vector<Vec3> points;
    double time = 0;
    int frame = 0;
  } image_;  // what the picture is taken of

  static bool succeeds(const Result<void>& done) {
    if (!done) complain(done.error().message, exit_failed);
    return static_cast<bool>(done);
  }

  Result<void> prepare() {
    const bool draws = !options_.image.empty() || !options_.video.empty();
    if (draws && !can_take_pictures())
      return fail("--image and --video need the renderer; rebuild with TENSIO_RENDER=ON");
    if (options_.image_frame && options_.image.empty()) return fail("--image-frame needs --image FILE.png");
    if (!options_.video_size.empty() && options_.video.empty())
      return fail("--video-size needs --video FILE.mp4");
    if (!options_.format.empty() && options_.out.empty()) return fail("--format needs --out DIR");
    if (auto ok = read_sizes(); !ok) return ok;
    if (std::error_code problem;
        fs::exists(options_.out, problem) && !fs::is_directory(options_.out, problem))
      return fail(fmt::format("--out {}: this is a file; name a folder", options_.out));
    if (auto ok = check_output("--image", options_.image, ".png"); !ok) return ok;
    if (auto ok = check_output("--video", options_.video, ".mp4"); !ok) return ok;
    if (options_.json != "-")
      if (auto ok = check_output("--json", options_.json, ""); !ok) return ok;

    SceneOptions scene_options = options_;
    auto& changes = scene_options.changes;
    if (!options_.substeps.empty()) changes.push_back("time.substeps=" + options_.substeps);
    if (options_.threads) changes.push_back(fmt::format("minimiser.threads={}", *options_.threads));
    if (!options_.precision.empty()) changes.push_back("minimiser.precision=" + options_.precision);
    auto scene = load_scene(options_.scene, scene_options);
    if (!scene) return fail(scene.error());
    scene_ = std::move(*scene);
    if (auto ok = check_warnings(); !ok) return ok;
    frames_ = end_.frames_requested = options_.frames.value_or(scene_.frames);
    if (options_.image_frame && *options_.image_frame > frames_)
      return fail(fmt::format("--image-frame {}: the run has only {}; choose an earlier one",
                              *options_.image_frame, count_of(static_cast<std::size_t>(frames_), "frame")));
    auto simulation = Simulation::make(std::move(scene_.setup));
    if (!simulation) return fail(options_.scene + ": " + simulation.error().message);
    simulation_.emplace(std::move(*simulation));
    return {};
  }

  /// Adds a warning if the step is too long; --strict turns the first warning into an error.
  Result<void> check_warnings() {
    const std::string unstable = stability_warning(scene_.setup);
    const std::string tangled = contact_warning(scene_.setup);
    for (const std::string& warning : {unstable, tangled})
      if (!warning.empty()) scene_.warnings.push_back(warning);
    if (options_.strict && !scene_.warnings.empty())
      return fail(fmt::format("{}: {} (--strict)", options_.scene, scene_.warnings.front()));
    return {};
  }

  Result<void> read_sizes() {
    const auto size = parse_size("--size", options_.size);
    if (!size) return fail(size.error());
    size_ = *size;
    video_size_ = default_video_size(size_);
    if (options_.video_size.empty()) return {};
    const auto video = parse_size("--video-size", options_.video_size);
    if (!video) return fail(video.error());
    video_size_ = *video;
    if (video_size_.width % 2 != 0 || video_size_.height % 2 != 0)
      return fail(fmt::format("--video-size {}: width and height must be even", options_.video_size));
    return {};
  }

  VideoJob video_job() const {
    return {.scene = scene_,
            .simulation = *simulation_,
            .colliders = trails_.colliders(*simulation_),
            .size = video_size_,
            .file = options_.video,
            .cache = cache_path_,
            .quiet = options_.quiet};
  }

  Result<void> open_outputs() {
    if (!options_.video.empty())
      if (auto ok = check_video(video_job()); !ok) return ok;
    if (!options_.out.empty()) {
      std::error_code problem;
      fs::create_directories(options_.out, problem);
      if (problem) return fail(fmt::format("--out {}: {}", options_.out, problem.message()));
      cache_path_ = (fs::path(options_.out) / "frames.tfc").string();
      frame_files_.emplace(options_.out,
                           options_.format.empty() ? frame_extensions().front() : options_.format);
    } else if (!options_.video.empty()) {
      cache_path_ = temporary_cache_ = options_.video + ".frames.tfc";
    } else {
      return {};
    }
    auto cache = FrameCacheWriter::create(cache_path_, simulation_->setup().frame_time);
    if (!cache) return fail(cache.error());
    cache_.emplace(std::move(*cache));
    return {};
  }

  Result<void> simulate() {
    Progress progress("frame", frames_, options_.quiet || options_.verbose);
    if (options_.balance) simulation_->track_energy(true);
    Result<void> done = open_outputs();
    if (done) done = keep_frame();
    passing_at_start_ = count_passing(simulation_->setup(), simulation_->state().x);
    watch_.look(*simulation_, options_.balance);
    for (int frame = 1; done && frame <= frames_ && end_.is_finished(); ++frame) {
      const FrameReport step = simulation_->advance_frame();
      report_.add(step);
      watch_.look(*simulation_, options_.balance);
      if (options_.verbose)
        say(is_usable(step.status) ? fmt::format("  frame {:<4}{}\n", frame, tensio::summary(step))
                                   : full_text(step));
      done = is_usable(step.status) ? keep_frame() : step_failure(frame, step.status);
      if (done) progress.show(frame);
      if (done && InterruptGuard::requested() && frame < frames_) end_.status = "interrupted";
    }
    progress.finish();
    if (!done) {
      if (end_.is_finished()) end_.status = "output-failed";
      end_.error = done.error().message;
    }
    return done;
  }

  Result<void> step_failure(int frame, SolveStatus status) {
    end_.status = status_name(status);
    const char* remedy = status == SolveStatus::too_large
                             ? "try fewer vertices, or newton with minimiser.linear.method = \"pcg\""
                         : simulation_->setup().adaptive.is_on
                             ? "try more time.substeps, a larger time.tolerance or more time.max_steps"
                             : "try more substeps or a smaller time.frame";
    return fail(fmt::format("{}: frame {} failed ({}); earlier frames are kept; {}", options_.scene, frame,
                            end_.status, remedy));
  }

  /// Writes the current frame, and keeps it if it is the one to draw.
  Result<void> keep_frame() {
    if (options_.balance)
      balance_.push_back({simulation_->state().time, simulation_->energy(), simulation_->energy_flow()});
    if (options_.image.empty() && !cache_ && !frame_files_) return {};
    trails_.add(*simulation_);
    const State& state = simulation_->state();
    if (!seen_ || seen_revision_ != simulation_->revision()) {
      seen_ = std::make_shared<const Seen>(see(simulation_->model(), scene_.view));
      seen_revision_ = simulation_->revision();
    }
    const std::vector<Vec3> points = seen_points(simulation_->model(), state.x);
    if (!options_.image.empty() && simulation_->frame() <= options_.image_frame.value_or(frames_))
      image_ = {seen_, points, state.time, simulation_->frame()};
    if (cache_)
      if (auto ok = cache_->add(*seen_, points); !ok) return ok;
    if (!frame_files_) return {};
    if (frame_files_->extension() != numpy_extension)
      return frame_files_->add(mesh_format_of("." + frame_files_->extension())->write(points, *seen_));
    const auto bytes = write_numpy_frame(*simulation_);
    return bytes ? frame_files_->add(*bytes) : fail(bytes.error());
  }

  /// Prints a line of the summary immediately. main() checks stdout at the end.
  void say(const std::string& lines) const {
    if (options_.quiet) return;
    std::FILE* const stream = options_.json == "-" ? stderr : stdout;
    std::fputs(lines.c_str(), stream);
    std::fflush(stream);
  }

  Result<void> write_report() {
    auto report = report_.json(scene_, *simulation_, end_);
    if (!balance_.empty()) report["balance"] = balance_json(balance_);
    say(RunReport::summary(report));
    for (const std::string& warning :
         {watch_.warning(), report_.turned_warning(simulation_->setup()), report_.edits_warning(),
          stretch_warning(simulation_->setup(), simulation_->state().x),
          passing_warning(simulation_->setup(), simulation_->state().x, passing_at_start_)}) {
      if (warning.empty()) continue;
      say(fmt::format("  warning  {}\n", warning));
      report["warnings"].push_back(warning);
    }
    const std::string text = report.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
    if (options_.json == "-") std::fputs(text.c_str(), stdout);
    if (options_.json.empty() || options_.json == "-") return {};
    auto ok = write_file(options_.json, text);
    if (ok) say(fmt::format("  report   {}\n", options_.json));
    return ok;
  }

  Result<void> finish_frames() {
    if (!frame_files_ || frame_files_->count() == 0) return {};
    if (options_.balance) {
      const std::string path = (fs::path(options_.out) / "energies.csv").string();
      if (auto ok = write_file(path, lab::balance_csv(balance_)); !ok) return ok;
      say(fmt::format("  energies {}\n", path));
    }
    const auto count = [](int frames, const std::string& noun) {
      return count_of(static_cast<std::size_t>(frames), noun);
    };
    const auto [removed, kept] = frame_files_->remove_old_frames();
    std::string line = fmt::format("  frames   {}: {} and frames.tfc", options_.out,
                                   count(frame_files_->count(), frame_files_->extension() + " file"));
    if (removed > 0) line += fmt::format("; removed {} of an earlier run", count(removed, "frame"));
    if (kept > 0) line += fmt::format("; kept {} of other formats", count(kept, "frame"));
    say(line + "\n");
    return {};
  }

  Result<void> write_picture() {
    if (options_.image.empty()) return {};
    if (!image_.seen) return say("  picture  not written: there is no frame to draw\n"), Result<void>{};
    auto ok = take_picture({.scene = scene_,
                            .simulation = *simulation_,
                            .colliders = trails_.colliders(*simulation_),
                            .size = size_,
                            .file = options_.image,
                            .seen = *image_.seen,
                            .points = image_.points,
                            .time = image_.time});
    const bool is_other = options_.image_frame && image_.frame < *options_.image_frame;
    if (ok)
      say(fmt::format("  picture  {}{}\n", options_.image,
                      is_other ? fmt::format(", of frame {}: the run ended before frame {}", image_.frame,
                                             *options_.image_frame)
                               : ""));
    return ok;
  }

  Result<void> write_video() {
    if (options_.video.empty()) return {};
    if (InterruptGuard::requested())
      return say("  video    not written: interrupted before it started\n"), Result<void>{};
    if (!cache_ || cache_->frame_count() == 0)
      return say("  video    not written: there is no frame to draw\n"), Result<void>{};
    const auto length = make_video(video_job());
    if (!length) return fail(length.error());
    const std::string frames = count_of(static_cast<std::size_t>(length->of), "frame");
    say(fmt::format("  video    {}, {}\n", options_.video,
                    length->frames == length->of
                        ? frames
                        : fmt::format("interrupted: the first {} of {}", length->frames, frames)));
    return {};
  }
};

}  // namespace

ExitCode run(const RunOptions& options) {
  return Run(options)();
}

}  // namespace tensio::cli
