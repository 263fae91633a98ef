#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <vector>

namespace tensio::serve {

struct Client;

/// One thing that happened on a connection.
struct Event {
  enum class Kind { join, leave, message };

  std::shared_ptr<Client> client;
  Kind kind = Kind::message;
  nlohmann::json message{};
  std::size_t bytes = 0;  // of the message as it came
};

/// Events on their way from the connections' threads to the engine's.
class Inbox {
 public:
  /// Waits while the inbox is full, so that a flood of messages slows down its sender. Drops the event when
  /// the inbox is closed.
  void put(Event event);
  /// Takes all events, in order; waits for the first one, up to `timeout`.
  std::vector<Event> take(std::chrono::duration<double> timeout);
  void close();

 private:
  static constexpr std::size_t most_bytes = std::size_t{4} << 20;

  std::mutex mutex_;
  std::condition_variable filled_, emptied_;
  std::vector<Event> events_;
  std::size_t bytes_ = 0;
  bool is_closed_ = false;
};

}  // namespace tensio::serve
