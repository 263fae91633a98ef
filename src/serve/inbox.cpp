#include "serve/inbox.h"

#include <utility>

namespace tensio::serve {

void Inbox::put(Event event) {
  constexpr std::size_t overhead = 512;  // of a small message, once parsed
  event.bytes += overhead;
  std::unique_lock lock(mutex_);
  emptied_.wait(lock, [&] { return is_closed_ || events_.empty() || bytes_ + event.bytes <= most_bytes; });
  if (is_closed_) return;
  bytes_ += event.bytes;
  events_.push_back(std::move(event));
  filled_.notify_one();
}

std::vector<Event> Inbox::take(std::chrono::duration<double> timeout) {
  std::unique_lock lock(mutex_);
  filled_.wait_for(lock, timeout, [&] { return is_closed_ || !events_.empty(); });
  bytes_ = 0;
  emptied_.notify_all();
  return std::exchange(events_, {});
}

void Inbox::close() {
  const std::lock_guard lock(mutex_);
  is_closed_ = true;
  filled_.notify_all();
  emptied_.notify_all();
}

}  // namespace tensio::serve
