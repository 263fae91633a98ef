#pragma once

#include <gtest/gtest.h>
#include <map>
#include <string>

#include "io/bytes.h"
#include "session/frame_bytes.h"
#include "session/session.h"

namespace tensio::session {

using nlohmann::json;

inline const json small_scene = json::parse(R"({
  "name": "small",
  "body": [{"kind": "grid", "vertices": [9, 9], "size": [2, 2], "mass": 0.2,
            "pin": [{"corner": "back-left"}, {"corner": "back-right"}]}]
})");

struct Header {
  int kind, lane, flags;
  std::uint32_t revision, frame, vertices, first, last;
  double time;
};

inline Header read_header(const std::string& bytes) {
  const auto u32 = [&](std::size_t at) {
    return static_cast<std::uint32_t>(tensio::detail::read_unsigned(std::string_view(bytes).substr(at, 4),
                                                                    tensio::detail::ByteOrder::little));
  };
  EXPECT_EQ(bytes.substr(0, 4), std::string("TNS") + static_cast<char>(protocol_version));
  Header header{bytes[4], bytes[5], bytes[6], u32(8), 0, 0, 0, 0, 0};
  if (header.kind == 2) {
    header.frame = u32(12);
    header.time =
        tensio::detail::read_double(std::string_view(bytes).substr(16, 8), tensio::detail::ByteOrder::little);
    header.vertices = u32(24);
    header.first = u32(40);
    header.last = u32(44);
  } else {
    header.vertices = u32(20 + 8 * u32(12) + 4 * u32(16));
  }
  return header;
}

/// A session with one viewer, and what it has been sent.
class Viewer {
 public:
  explicit Viewer(const json& scene = small_scene) {
    session_.join(1);
    tell({{"type", "load"}, {"document", scene}});
  }
  bool tell(const json& message) {
    const bool is_understood = session_.receive(1, message.dump());
    listen();
    return is_understood;
  }
  void pass(int frames) {
    for (int i = 0; i < frames; ++i) {
      session_.pass(1.0 / 60 + 1e-9);
      listen();
    }
  }
  json last(const std::string& type) const { return said_.contains(type) ? said_.at(type) : json(); }
  void forget() { said_.clear(); }
  const Header& frame(int lane = 0) const { return frames_.at(lane); }
  const std::string& bytes(int lane = 0) const { return bytes_.at(lane); }
  static constexpr std::size_t first_position = 104;
  Vec3 position(std::size_t vertex, int lane = 0) const { return vector(first_position + 12 * vertex, lane); }
  /// From where a collider stood at first; of frames without strains.
  Vec3 offset(std::size_t collider) const {
    return vector(first_position + 12 * (frame().vertices + collider), 0);
  }
  /// What touches, of frames with contacts and without strains.
  std::vector<VertexContact> contacts() const {
    const std::size_t at = first_position + 12 * (frame().vertices + u32(28)) + 4 * u32(32) + 28 * u32(36);
    const std::uint32_t count = u32(at);
    std::vector<VertexContact> list;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t vertex = u32(at + 4 + 4 * i);
      list.push_back({.force = f32(at + 4 + 4 * (count + i)),
                      .vertex = vertex & 0x7fffffff,
                      .is_limited = (vertex & 0x80000000) != 0});
    }
    return list;
  }
  std::uint32_t crossings() const { return u32(92); }
  std::uint32_t limited() const { return u32(96); }
  double least_gap() const { return f32(100); }  // mm
  const Header& topology(int lane = 0) const { return topologies_.at(lane); }
  Session& session() { return session_; }

 private:
  std::uint32_t u32(std::size_t at) const {
    return static_cast<std::uint32_t>(tensio::detail::read_unsigned(std::string_view(bytes()).substr(at, 4),
                                                                    tensio::detail::ByteOrder::little));
  }
  double f32(std::size_t at, int lane = 0) const {
    return tensio::detail::read_float(std::string_view(bytes_.at(lane)).substr(at, 4),
                                      tensio::detail::ByteOrder::little);
  }
  Vec3 vector(std::size_t at, int lane) const {
    return {f32(at, lane), f32(at + 4, lane), f32(at + 8, lane)};
  }
  void listen() {
    for (const Outgoing& message : session_.take()) {
      if (!message.is_binary) {
        const json content = json::parse(message.bytes);
        said_[content["type"].get<std::string>()] = content;
        continue;
      }
      const Header header = read_header(message.bytes);
      if (header.kind == 1) {
        topologies_[header.lane] = header;
      } else {
        ASSERT_EQ(header.revision, topologies_[header.lane].revision) << "a frame came before its topology";
        ASSERT_EQ(header.vertices, topologies_[header.lane].vertices);
        frames_[header.lane] = header;
        bytes_[header.lane] = message.bytes;
      }
    }
  }
  Session session_;
  std::map<std::string, json> said_;
  std::map<int, Header> frames_, topologies_;
  std::map<int, std::string> bytes_;
};

inline json down_at(double x, double z) {
  return json::array({x, 5, z, 0, -1, 0});
}

}  // namespace tensio::session
