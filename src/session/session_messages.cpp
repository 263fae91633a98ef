// Carries out the control messages of docs/viewer-protocol.md.

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "session/describe.h"
#include "session/session.h"
#include "tensio/solver.h"

namespace tensio::session {
namespace {

constexpr SceneLimits viewer_limits{.vertices = 300'000, .triangles = 600'000};

/// How far beside a rope a ray may pass, as a fraction of the way to it.
constexpr double rope_spread = 0.02;

Result<void> missing(const char* field) {
  return fail(fmt::format("the message lacks a valid {}", field));
}

std::uint32_t hand_of(std::uint32_t client, const nlohmann::json& message) {
  const double hand = std::clamp(read_number(message, "hand").value_or(0), 0.0, hands_per_client - 1.0);
  return client * hands_per_client + static_cast<std::uint32_t>(hand);
}

bool flag(const nlohmann::json& message, const char* field) {
  const auto at = message.find(field);
  return at != message.end() && at->is_boolean() && at->get<bool>();
}

std::string_view bare_name(std::string_view path) {
  return path.substr(path.rfind('/') + 1);  // npos + 1 is 0
}

/// Whether one path is the end of the other, by whole names: "meshes/a.obj" of "my/meshes/a.obj".
bool is_suffix(std::string_view path, std::string_view end) {
  return path == end || (path.ends_with(end) && path[path.size() - end.size() - 1] == '/');
}

/// The file that a scene means by a path: the one of that path, else one whose path ends like it, else one of
/// the same name.
const nlohmann::json* find_file(const nlohmann::json& files, std::string_view path) {
  if (!files.is_object()) return nullptr;
  if (const auto file = files.find(std::string(path)); file != files.end()) return &*file;
  while (path.starts_with("./") || path.starts_with("../")) path.remove_prefix(path.find('/') + 1);
  for (const auto& [name, file] : files.items())
    if (is_suffix(name, path) || is_suffix(path, name)) return &file;
  for (const auto& [name, file] : files.items())
    if (bare_name(name) == bare_name(path)) return &file;
  return nullptr;
}

/// Pins what would fall: by its highest vertices, or, if it lies flat, by two corners of a long side.
void hang(Scene& scene) {
  constexpr double part = 0.02;  // of its height
  Model& model = scene.setup.model;
  if (!model.pins.empty() || model.rest_position.empty()) return;
  Vec3 low = model.rest_position[0], high = low;
  for (const Vec3& position : model.rest_position)
    for (int axis = 0; axis < 3; ++axis) {
      low[axis] = std::min(low[axis], position[axis]);
      high[axis] = std::max(high[axis], position[axis]);
    }
  const auto pin = [&](std::size_t i) {
    model.pins.push_back({static_cast<VertexId>(i), model.rest_position[i], {}});
  };
  const Vec3 size = high - low;
  if (size.y > part * std::max(size.x, size.z)) {
    for (std::size_t i = 0; i < model.vertex_count(); ++i)
      if (model.rest_position[i].y >= high.y - part * size.y) pin(i);
    return;
  }
  const Vec3 ends[] = {low, size.x >= size.z ? Vec3{high.x, low.y, low.z} : Vec3{low.x, low.y, high.z}};
  for (const Vec3& corner : ends) {
    const auto nearest = std::ranges::min_element(
        model.rest_position, {}, [&](const Vec3& position) { return norm(position - corner); });
    pin(static_cast<std::size_t>(nearest - model.rest_position.begin()));
  }
}

}  // namespace

Lane& Session::lane_for(const nlohmann::json& message) {
  const bool is_second = read_number(message, "lane").value_or(0) == 1;
  return lanes_[is_second && lanes_.size() > 1 ? 1 : 0];
}

std::optional<Hit> Session::pick_for(const nlohmann::json& message) {
  const auto ray = read_ray(message, "ray");
  if (!ray) return {};
  const Simulation& simulation = lane_for(message).simulation();
  auto hit = pick(simulation.model(), simulation.state().x, *ray, rope_spread);
  if (const auto within = read_number(message, "within"); hit && within && hit->distance > *within)
    hit.reset();
  return hit;
}

Result<void> Session::on_load(std::uint32_t, const nlohmann::json& message) {
  const auto document = message.find("document");
  if (document == message.end() || !document->is_object()) return missing("document");
  const auto all = message.find("files");
  const auto files = [&](const std::string& name) -> Result<std::string> {
    const auto* file = all == message.end() ? nullptr : find_file(*all, name);
    if (file && file->is_string()) return file->get<std::string>();
    if (file && file->is_object())
      if (const auto bytes = read_word(*file, "base64")) return decode_base64(*bytes);
    return fail(fmt::format("the file {} is missing; drop it together with the scene", name));
  };
  auto scene = read_scene(*document, files, viewer_limits);
  if (!scene) return fail(scene.error());
  if (scene->name.empty()) scene->name = read_word(message, "name").value_or("scene");
  if (flag(message, "hang")) hang(*scene);
  return load(*scene);
}

Result<void> Session::on_play(std::uint32_t, const nlohmann::json& message) {
  if (const auto at = message.find("playing"); at != message.end() && at->is_boolean())
    is_playing_ = at->get<bool>();
  if (const auto speed = read_number(message, "speed")) speed_ = std::clamp(*speed, 0.01, 10.0);
  send_settings();
  queue_frames();
  return {};
}

Result<void> Session::on_step(std::uint32_t, const nlohmann::json& message) {
  const auto count = static_cast<int>(std::clamp(read_number(message, "count").value_or(1), -100.0, 1.0));
  const bool was_playing = std::exchange(is_playing_, false);
  if (count > 0) {
    advance();
  } else {
    for (Lane& lane : lanes_) lane.seek(lane.simulation().frame() + count);
    after_edits();
    queue_frames();
  }
  if (was_playing) send_settings();
  return {};
}

Result<void> Session::on_seek(std::uint32_t, const nlohmann::json& message) {
  const auto frame = read_number(message, "frame");
  if (!frame) return missing("frame");
  const bool was_playing = std::exchange(is_playing_, false);
  for (Lane& lane : lanes_) lane.seek(static_cast<int>(std::clamp(*frame, 0.0, 2e9)));
  after_edits();
  queue_frames();
  if (was_playing) send_settings();
  return {};
}

Result<void> Session::on_reset(std::uint32_t, const nlohmann::json&) {
  for (Lane& lane : lanes_) {
    auto fresh = Lane::make(*scene_);
    if (!fresh) return fail(fresh.error());
    // With colliders of a thrown ball a scheme may be refused that was allowed without; the scene's own is
    // kept.
    static_cast<void>(fresh->set(lane.settings()));
    lane = std::move(*fresh);
  }
  dragged_.clear();
  waited_ = 0;
  send_scene(Outgoing::everybody);
  return {};
}

Result<void> Session::on_set(std::uint32_t, const nlohmann::json& message) {
  const auto fields = message.find("fields");
  if (fields == message.end() || !fields->is_object()) return missing("fields");
  const auto done = lane_for(message).set(*fields);
  send_settings();
  after_edits();
  queue_frames();
  return done;
}

Result<void> Session::on_compare(std::uint32_t client, const nlohmann::json& message) {
  if (!flag(message, "on")) {
    lanes_.erase(lanes_.begin() + 1, lanes_.end());
    send_scene(Outgoing::everybody);
    return {};
  }
  if (lanes_.size() == 2) return {};
  auto second = Lane::make(*scene_);
  if (!second) return fail(second.error());
  static_cast<void>(second->set(lanes_[0].settings()));
  lanes_.push_back(std::move(*second));
  return on_reset(client, message);
}

Result<void> Session::on_grab(std::uint32_t client, const nlohmann::json& message) {
  const std::uint32_t hand = hand_of(client, message);
  const auto hit = pick_for(message);
  if (!hit) {
    send(client, {{"type", "missed"}, {"hand", hand % hands_per_client}});
    return {};
  }
  // Position-based methods cannot pull, but can move pins.
  const bool is_pin = flag(message, "hard") || std::ranges::any_of(lanes_, [](const Lane& lane) {
                        return is_position_based(lane.simulation().setup().minimise.method);
                      });
  if (auto ok = on_release(client, message); !ok) return ok;  // what the hand held
  if (is_pin) {
    const VertexId vertex = hit->vertex();
    const std::vector<Pin>& pins = lanes_[0].simulation().model().pins;
    if (std::ranges::find(pins, vertex, &Pin::vertex) == pins.end()) dragged_[hand] = vertex;
    edit(PinVertex{vertex});
  } else {
    const double stiffness = std::clamp(read_number(message, "stiffness").value_or(200), 1e-3, 1e6);
    edit(GrabPoint{{hand, hit->point, stiffness, hit->position}});
  }
  send(client, {{"type", "grabbed"},
                {"hand", hand % hands_per_client},
                {"point", to_json(hit->position)},
                {"vertex", hit->vertex()}});
  return {};
}

Result<void> Session::on_drag(std::uint32_t client, const nlohmann::json& message) {
  const std::uint32_t hand = hand_of(client, message);
  const auto target = read_vector(message, "target");
  if (!target) return missing("target");
  const auto vertex = dragged_.find(hand);
  for (Lane& lane : lanes_) {
    if (vertex != dragged_.end())
      lane.simulation().move_pin(vertex->second, *target);
    else
      lane.simulation().move_grab(hand, *target);
  }
  if (!is_playing_) queue_frames();
  return {};
}

Result<void> Session::on_release(std::uint32_t client, const nlohmann::json& message) {
  const std::uint32_t hand = hand_of(client, message);
  if (const auto vertex = dragged_.find(hand); vertex != dragged_.end()) {
    edit(UnpinVertex{vertex->second});
    dragged_.erase(vertex);
  } else {
    edit(Release{hand});
  }
  return {};
}

Result<void> Session::on_pin(std::uint32_t, const nlohmann::json& message) {
  const auto hit = pick_for(message);
  if (!hit) return {};
  const std::vector<Pin>& pins = lanes_[0].simulation().model().pins;
  const bool is_pinned = std::ranges::find(pins, hit->vertex(), &Pin::vertex) != pins.end();
  edit(is_pinned ? Edit(UnpinVertex{hit->vertex()}) : Edit(PinVertex{hit->vertex()}));
  return {};
}

Result<void> Session::on_remove(std::uint32_t, const nlohmann::json& message) {
  if (const auto hit = pick_for(message)) edit(RemoveVertex{hit->vertex()});
  return {};
}

Result<void> Session::on_cut(std::uint32_t, const nlohmann::json& message) {
  const auto eye = read_vector(message, "eye");
  const auto directions = message.find("directions");
  if (!eye || directions == message.end() || !directions->is_array()) return missing("stroke");
  Stroke stroke{*eye, {}};
  for (const auto& value : *directions) {
    const auto direction = to_vector(value);
    if (!direction) return missing("direction");
    stroke.directions.push_back(*direction);
  }
  edit(Cut{std::move(stroke)});
  return {};
}

Result<void> Session::on_throw(std::uint32_t, const nlohmann::json& message) {
  const auto ray = read_ray(message, "ray");
  if (!ray) return missing("ray");
  const double speed = std::clamp(read_number(message, "speed").value_or(6), 0.0, 100.0);
  const double radius = std::clamp(read_number(message, "radius").value_or(0.15), 0.001, 10.0);
  for (Lane& lane : lanes_) {
    if (auto ok = lane.throw_ball(*ray, speed, radius); !ok) return ok;
    lane.forget_later();
  }
  after_edits();
  queue_frames();
  return {};
}

Result<void> Session::on_collider(std::uint32_t, const nlohmann::json& message) {
  const auto index = read_number(message, "index");
  const auto offset = read_vector(message, "offset");
  if (!index || !(*index >= 0) || !offset) return missing("collider");
  for (Lane& lane : lanes_) {
    if (!lane.simulation().move_collider(static_cast<std::size_t>(*index), *offset))
      return fail("no such collider");
    lane.forget_later();
  }
  if (!is_playing_) queue_frames();
  return {};
}

Result<void> Session::on_inspect(std::uint32_t client, const nlohmann::json& message) {
  const Lane& lane = lane_for(message);
  const Simulation& simulation = lane.simulation();
  std::optional<double> vertex = read_number(message, "vertex");
  if (!vertex)
    if (const auto hit = pick_for(message)) vertex = hit->vertex();
  if (vertex && *vertex >= 0 && *vertex < static_cast<double>(simulation.model().vertex_count()))
    send(client, describe_vertex(lane, &lane - lanes_.data(), static_cast<VertexId>(*vertex)));
  return {};
}

Result<void> Session::on_show(std::uint32_t client, const nlohmann::json& message) {
  shown_[client] = {flag(message, "strain"), flag(message, "contacts")};
  queue_frames();
  return {};
}

}  // namespace tensio::session
