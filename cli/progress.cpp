#include "cli/progress.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace tensio::cli {

namespace {

constexpr double too_short_to_report = 2;  // s

/// Width of the terminal, which may change at any time.
int column_count() {
  winsize size{};
  return ::ioctl(fileno(stderr), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

Progress::Progress(std::string what, int total, bool quiet)
    : what_(std::move(what)), total_(total), quiet_(quiet), on_terminal_(isatty(fileno(stderr)) != 0) {}

void Progress::show(int done) {
  if (quiet_ || total_ <= 0 || done <= 0) return;
  const double seconds = clock_.seconds();
  const double left = seconds / done * (total_ - done);
  if (on_terminal_) {
    if (done < total_ && seconds - last_shown_ < 0.05) return;
    last_shown_ = seconds;
    fmt::print(stderr, "\r\x1b[K{}", bar(done, left, column_count()));
    std::fflush(stderr);
    return;
  }
  const int tenth = static_cast<int>(10L * done / total_);
  if (tenth == last_tenth_) return;
  last_tenth_ = tenth;
  if (seconds + left >= too_short_to_report)
    fmt::print(stderr, "{} {}/{} ({} %), {:.0f} s left\n", what_, done, total_, 100L * done / total_, left);
}

std::string Progress::bar(int done, double seconds_left, int columns) const {
  constexpr int narrow = 40, widest = 32;
  const std::string count = fmt::format("{}/{}", done, total_),
                    left = fmt::format("{:.0f} s left", seconds_left);
  // The last column stays free: a terminal may wrap once it is filled.
  const auto space = static_cast<std::size_t>(std::max(columns - 1, 0));
  const std::size_t text = what_.size() + count.size() + left.size() + 6;
  if (columns < narrow || text >= space) return fmt::format("{} {}, {}", what_, count, left).substr(0, space);
  const int width = std::min(widest, static_cast<int>(space - text));
  const int filled = static_cast<int>(static_cast<long>(width) * done / total_);
  return fmt::format("{} [{:#<{}}{:.<{}}] {}  {}", what_, "", filled, "", width - filled, count, left);
}

void Progress::finish() {
  if (!quiet_ && on_terminal_ && last_shown_ >= 0) fmt::print(stderr, "\r\x1b[K");
}

}  // namespace tensio::cli
