#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>

namespace tensio::serve {

/// Messages on their way to one client. A new frame replaces an unsent frame of the same lane.
class Outbox {
 public:
  struct Item {
    bool is_binary;
    std::shared_ptr<const std::string> bytes;
  };

  /// False if the client has fallen too far behind: drop it.
  bool put(Item item);
  /// Waits for the next item; false when closed.
  bool take(Item& item);
  void close();

 private:
  static constexpr std::size_t most_bytes = std::size_t{64} << 20;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Item> items_;
  std::size_t bytes_ = 0;
  bool is_closed_ = false;
};

}  // namespace tensio::serve
