#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>

#include "session/message.h"

namespace tensio {

/// What waits for one viewer to read it. A frame replaces the one of the same lane that was not read yet.
class Outbox {
 public:
  struct Item {
    bool is_binary;
    std::shared_ptr<const std::string> bytes;
  };

  /// False when too much has piled up: whoever does not even read what is not a frame has gone.
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

}  // namespace tensio
