#include "session/message.h"

#include <cmath>

namespace tensio::session {
namespace {

const nlohmann::json* find(const nlohmann::json& object, const char* field) {
  const auto at = object.find(field);
  return at == object.end() ? nullptr : &*at;
}

}  // namespace

std::optional<double> to_number(const nlohmann::json& value) {
  if (!value.is_number()) return {};
  const double number = value.get<double>();
  if (!(std::abs(number) <= max_length)) return {};
  return number;
}

std::optional<double> read_number(const nlohmann::json& object, const char* field) {
  const auto* value = find(object, field);
  return value ? to_number(*value) : std::nullopt;
}

std::optional<Vec3> to_vector(const nlohmann::json& value) {
  if (!value.is_array() || value.size() != 3) return {};
  Vec3 v;
  for (int axis = 0; axis < 3; ++axis) {
    const auto component = to_number(value[static_cast<std::size_t>(axis)]);
    if (!component) return {};
    v[axis] = *component;
  }
  return v;
}

std::optional<Vec3> read_vector(const nlohmann::json& object, const char* field) {
  const auto* value = find(object, field);
  return value ? to_vector(*value) : std::nullopt;
}

std::optional<std::string> read_word(const nlohmann::json& object, const char* field) {
  const auto* value = find(object, field);
  if (!value || !value->is_string()) return {};
  return value->get<std::string>();
}

std::optional<Ray> read_ray(const nlohmann::json& object, const char* field) {
  const auto* value = find(object, field);
  if (!value || !value->is_array() || value->size() != 6) return {};
  double numbers[6];
  for (std::size_t i = 0; i < 6; ++i) {
    const auto component = to_number((*value)[i]);
    if (!component) return {};
    numbers[i] = *component;
  }
  return Ray{{numbers[0], numbers[1], numbers[2]}, {numbers[3], numbers[4], numbers[5]}};
}

Result<std::string> decode_base64(std::string_view text) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  while (text.ends_with('=')) text.remove_suffix(1);
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t bits = 0;
  int count = 0;
  for (const char letter : text) {
    const std::size_t digit = digits.find(letter);
    if (digit == digits.npos) return fail("a file in the message is not valid base64");
    bits = (bits << 6 | static_cast<std::uint32_t>(digit)) & 0xffffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push_back(static_cast<char>(bits >> count & 0xff));
  }
  return bytes;
}

nlohmann::json to_json(const Vec3& v) {
  return nlohmann::json::array({v.x, v.y, v.z});
}

}  // namespace tensio::session
