#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <spawn.h>
#include <string>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "render/partial_file.h"
#include "render/video.h"

extern char** environ;

namespace tensio::render {

/// A running ffmpeg, the socket that is its standard input, and the file that takes its complaints.
struct VideoWriter::Encoder {
  Encoder(const std::filesystem::path& path, int w, int h) : partial(path), width(w), height(h) {}
  ~Encoder() {
    if (socket >= 0) ::close(socket);
    if (process > 0) {
      ::kill(process, SIGKILL);
      ::waitpid(process, nullptr, 0);
    }
    if (complaints != nullptr) std::fclose(complaints);
  }
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;

  /// Ends the input and waits. Whether ffmpeg was content.
  bool finish() {
    ::close(std::exchange(socket, -1));
    int status = 0;
    while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    process = -1;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

  Error failure() const {
    std::array<char, 300> text{};
    std::rewind(complaints);
    const std::size_t size = std::fread(text.data(), 1, text.size() - 1, complaints);
    std::string reason(text.data(), size);
    reason = reason.substr(0, reason.find('\n'));
    return {fmt::format("{}: ffmpeg could not write the film ({})", partial.final_path().string(),
                        reason.empty() ? "it gave no reason" : reason)};
  }

  detail::PartialFile partial;
  int width, height;
  bool has_frames = false;
  pid_t process = -1;
  int socket = -1;
  std::FILE* complaints = nullptr;
};

namespace {

std::vector<std::string> ffmpeg_arguments(const std::filesystem::path& file, int width, int height,
                                          double fps) {
  return {"ffmpeg", "-y", "-nostdin", "-loglevel", "error",
          // Frames come in on standard input
          "-f", "rawvideo", "-pixel_format", "rgb24", "-video_size", fmt::format("{}x{}", width, height),
          "-framerate", fmt::format("{}", fps), "-i", "pipe:0",
          // and leave with the colour space stated, which players would otherwise guess.
          "-vf", "scale=out_color_matrix=bt709:out_range=tv", "-c:v", "libx264", "-preset", "medium", "-crf",
          "18", "-pix_fmt", "yuv420p", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc",
          "bt709", "-movflags", "+faststart", "-f", "mp4", "file:" + file.string()};
}

/// Starts the program with these standard streams, in a process group of its own: Ctrl-C reaches every
/// process of the terminal's group, and would end the encoder before the film is. 0, or the reason in errno's
/// terms.
int spawn(std::vector<std::string> arguments, int input, int output, pid_t& process) {
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  const int error = posix_spawnp(&process, argv[0], &actions, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

/// Fails now rather than after the first frames.
Result<void> check_writable(const std::filesystem::path& final_path, const std::filesystem::path& partial) {
  std::FILE* file = std::fopen(partial.c_str(), "wb");
  if (file == nullptr)
    return fail(fmt::format("{}: cannot be written ({}); choose a folder that exists and is writable",
                            final_path.string(), std::strerror(errno)));
  std::fclose(file);
  return {};
}

}  // namespace

VideoWriter::VideoWriter(std::unique_ptr<Encoder> encoder) : encoder_(std::move(encoder)) {}
VideoWriter::VideoWriter(VideoWriter&&) noexcept = default;
VideoWriter& VideoWriter::operator=(VideoWriter&&) noexcept = default;
VideoWriter::~VideoWriter() = default;

Result<VideoWriter> VideoWriter::open(const std::filesystem::path& path, int width, int height,
                                      double frames_per_second) {
  if (width < 2 || height < 2 || width > 16384 || height > 16384 || width % 2 != 0 || height % 2 != 0)
    return fail(fmt::format(
        "{}: a film of {} x {} pixels is not possible; both numbers must be even, from 2 to 16384",
        path.string(), width, height));
  if (!(frames_per_second >= 0.01 && frames_per_second <= 1000))
    return fail(fmt::format("{}: {} frames per second are not possible; take a number from 0.01 to 1000",
                            path.string(), frames_per_second));
  auto encoder = std::make_unique<Encoder>(path, width, height);
  if (auto ok = check_writable(path, encoder->partial.path()); !ok) return fail(ok.error());

  // A socket rather than a pipe: when ffmpeg dies, send() can report it without the signal that ends the
  // program.
  std::array<int, 2> ends{};
  encoder->complaints = std::tmpfile();
  if (encoder->complaints == nullptr ||
      ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    return fail(fmt::format("{}: cannot start ffmpeg ({})", path.string(), std::strerror(errno)));
  encoder->socket = ends[0];
  const int error = spawn(ffmpeg_arguments(encoder->partial.path(), width, height, frames_per_second),
                          ends[1], ::fileno(encoder->complaints), encoder->process);
  ::close(ends[1]);
  if (error != 0) {
    encoder->process = -1;
    return fail(error == ENOENT
                    ? "ffmpeg was not found; install it (Debian: apt install ffmpeg) to write films, or "
                      "write pictures"
                    : fmt::format("{}: cannot start ffmpeg ({})", path.string(), std::strerror(error)));
  }
  return VideoWriter(std::move(encoder));
}

Result<void> VideoWriter::add(const Image& frame) {
  if (!encoder_) return fail("the film is closed already; no frame can be added");
  const auto size =
      3 * static_cast<std::size_t>(encoder_->width) * static_cast<std::size_t>(encoder_->height);
  if (frame.width != encoder_->width || frame.height != encoder_->height || frame.rgb.size() != size)
    return fail(fmt::format("{}: a frame has {} x {} pixels, but the film {} x {}",
                            encoder_->partial.final_path().string(), frame.width, frame.height,
                            encoder_->width, encoder_->height));
  for (std::size_t sent = 0; sent < size;) {
    const ssize_t count = ::send(encoder_->socket, frame.rgb.data() + sent, size - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      encoder_->finish();
      const Error error = encoder_->failure();
      encoder_.reset();
      return fail(error);
    }
    sent += static_cast<std::size_t>(count);
  }
  encoder_->has_frames = true;
  return {};
}

Result<void> VideoWriter::close() {
  if (!encoder_) return fail("the film is closed already");
  const auto encoder = std::exchange(encoder_, nullptr);
  if (!encoder->has_frames)
    return fail(fmt::format("{}: a film without frames cannot be written; add at least one",
                            encoder->partial.final_path().string()));
  if (!encoder->finish()) return fail(encoder->failure());
  return encoder->partial.keep();
}

}  // namespace tensio::render
