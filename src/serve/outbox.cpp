#include "serve/outbox.h"

#include <algorithm>

#include "session/frame_bytes.h"

namespace tensio::serve {
namespace {

/// Lane of a frame; −1 for anything else.
int lane_of(const Outbox::Item& item) {
  return item.is_binary ? session::frame_lane(*item.bytes) : -1;
}

}  // namespace

bool Outbox::put(Item item) {
  const std::lock_guard lock(mutex_);
  if (is_closed_) return false;
  if (const int lane = lane_of(item); lane >= 0) {
    const auto old = std::ranges::find(items_, lane, lane_of);
    if (old != items_.end()) {
      bytes_ -= old->bytes->size();
      items_.erase(old);
    }
  }
  bytes_ += item.bytes->size();
  items_.push_back(std::move(item));
  changed_.notify_one();
  return bytes_ <= most_bytes;
}

bool Outbox::take(Item& item) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return is_closed_ || !items_.empty(); });
  if (is_closed_) return false;
  item = std::move(items_.front());
  items_.pop_front();
  bytes_ -= item.bytes->size();
  return true;
}

void Outbox::close() {
  const std::lock_guard lock(mutex_);
  is_closed_ = true;
  changed_.notify_all();
}

}  // namespace tensio::serve
