#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "tensio/edit.h"
#include "tensio/result.h"

namespace tensio::session {

/// A message on its way to viewers.
struct Outgoing {
  static constexpr std::uint32_t everybody = ~std::uint32_t{0};

  std::uint32_t client = everybody;
  bool is_binary = false;
  std::string bytes;
};

// Fields of a control message: nothing if the type is wrong, or a number not finite or beyond ±1e9.
std::optional<double> read_number(const nlohmann::json& object, const char* field);
std::optional<Vec3> read_vector(const nlohmann::json& object, const char* field);
std::optional<std::string> read_word(const nlohmann::json& object, const char* field);
/// Six numbers: origin and direction.
std::optional<Ray> read_ray(const nlohmann::json& object, const char* field);
std::optional<double> to_number(const nlohmann::json& value);
std::optional<Vec3> to_vector(const nlohmann::json& value);

nlohmann::json to_json(const Vec3& v);

/// Decodes base64 (RFC 4648, sec. 4).
Result<std::string> decode_base64(std::string_view text);

}  // namespace tensio::session
