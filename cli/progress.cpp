#include "cli/progress.h"

#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

namespace tensio::cli {

Progress::Progress(std::string what, int total, bool quiet)
    : what_(std::move(what)), total_(total), quiet_(quiet), on_terminal_(isatty(fileno(stderr)) != 0) {}

void Progress::show(int done) {
  if (quiet_ || total_ <= 0) return;
  const double seconds = clock_.seconds();
  const double left = done > 0 ? seconds / done * (total_ - done) : 0;
  if (on_terminal_) {
    constexpr int width = 32;
    if (done < total_ && seconds - last_shown_ < 0.05) return;
    last_shown_ = seconds;
    const int filled = static_cast<int>(static_cast<long>(width) * done / total_);
    fmt::print(stderr, "\r\x1b[K{} [{:#<{}}{:.<{}}] {}/{}  {:.0f} s left", what_, "", filled, "",
               width - filled, done, total_, left);
    std::fflush(stderr);
    return;
  }
  const int tenth = static_cast<int>(10L * done / total_);
  if (tenth == last_tenth_) return;
  last_tenth_ = tenth;
  fmt::print(stderr, "{} {}/{} ({} %), {:.0f} s left\n", what_, done, total_, 10 * tenth, left);
}

void Progress::finish() {
  if (!quiet_ && on_terminal_ && last_shown_ >= 0) fmt::print(stderr, "\r\x1b[K");
}

}  // namespace tensio::cli
