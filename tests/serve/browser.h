#pragma once

#include <atomic>
#include <gtest/gtest.h>
#include <map>
#include <netinet/in.h>
#include <nlohmann/json.hpp>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

#include "io/bytes.h"
#include "serve/server.h"

namespace tensio::serve {

/// A server at work, its engine on a thread of its own.
class Running {
 public:
  Running() {
    auto server = Server::start({});
    if (!server) throw std::runtime_error(server.error().message);
    server_ = std::move(*server);
    engine_ = std::thread([this] { server_->run([this] { return is_stopped_.load(); }, [](auto&) {}); });
  }
  ~Running() {
    is_stopped_ = true;
    engine_.join();
  }
  int port() const { return server_->port(); }

 private:
  std::unique_ptr<Server> server_;
  std::atomic<bool> is_stopped_ = false;
  std::thread engine_;
};

/// A WebSocket client: sends messages, and remembers the last of each kind that came.
class Browser {
 public:
  explicit Browser(int port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_port = htons(static_cast<std::uint16_t>(port));
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket_, reinterpret_cast<const sockaddr*>(&place), sizeof place) != 0)
      throw std::runtime_error("no connection");
    write(
        "GET /session HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
    while (!buffer_.ends_with("\r\n\r\n"))
      if (!read(buffer_.size() + 1)) throw std::runtime_error("no WebSocket");
    buffer_.clear();
  }
  ~Browser() { ::close(socket_); }
  Browser(const Browser&) = delete;

  void send(const nlohmann::json& message) { send_frame(text, message.dump()); }
  /// Waits until the session has obeyed all that was sent; false if the connection ends instead.
  bool settle() {
    send({{"type", "inspect"}, {"vertex", 0}});
    said_.erase("vertex");
    while (!said_.contains("vertex"))
      if (!hear()) return false;
    return true;
  }
  /// Takes the last message of a type; null if there is none.
  nlohmann::json take(const std::string& type) {
    auto taken = said_.contains(type) ? said_.at(type) : nlohmann::json();
    said_.erase(type);
    return taken;
  }
  int frame() const { return frame_; }  // −1 before the first

 private:
  static constexpr int text = 1, binary = 2, ping = 9, pong = 10;

  void write(std::string_view bytes) {
    ASSERT_GT(::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL), 0);
  }
  void send_frame(int opcode, const std::string& payload) {
    std::string bytes{static_cast<char>(0x80 | opcode), static_cast<char>(0x80 | 127)};
    for (int shift = 56; shift >= 0; shift -= 8)
      bytes.push_back(static_cast<char>(payload.size() >> shift & 0xff));
    write(bytes + std::string(4, '\0') + payload);  // masked by zeros
  }
  /// Reads until so many bytes are in the buffer.
  bool read(std::size_t size) {
    while (buffer_.size() < size) {
      const std::size_t before = buffer_.size();
      buffer_.resize(size);
      const auto count = ::recv(socket_, buffer_.data() + before, size - before, 0);
      buffer_.resize(before + static_cast<std::size_t>(std::max<long>(count, 0)));
      if (count <= 0) return false;
    }
    return true;
  }
  /// Reads one message.
  bool hear() {
    buffer_.clear();
    if (!read(2)) return false;
    const std::size_t small = static_cast<std::uint8_t>(buffer_[1]);
    const std::size_t more = small < 126 ? 0 : small == 126 ? 2 : 8;
    if (!read(2 + more)) return false;
    std::size_t size = more == 0 ? small : 0;
    for (std::size_t i = 0; i < more; ++i) size = size << 8 | static_cast<std::uint8_t>(buffer_[2 + i]);
    if (!read(2 + more + size)) return false;
    const int opcode = buffer_[0] & 0xf;
    const std::string payload = buffer_.substr(2 + more);
    if (opcode == ping) send_frame(pong, payload);
    if (opcode == text) {
      const auto message = nlohmann::json::parse(payload);
      said_[message["type"].get<std::string>()] = message;
    } else if (opcode == binary && payload[4] == 2) {
      frame_ = static_cast<int>(tensio::detail::read_unsigned(std::string_view(payload).substr(12, 4),
                                                              tensio::detail::ByteOrder::little));
    }
    return true;
  }

  int socket_;
  std::string buffer_;
  std::map<std::string, nlohmann::json> said_;
  int frame_ = -1;
};

}  // namespace tensio::serve
