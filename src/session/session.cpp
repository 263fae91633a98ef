#include "session/session.h"

#include <algorithm>
#include <cmath>

#include "io/scene_document.h"
#include "session/describe.h"

namespace tensio::session {
namespace {

constexpr double forever = 1e9;  // s

bool is_frame(const Outgoing& message, std::uint32_t client, std::size_t lane) {
  return message.is_binary && message.client == client && frame_lane(message.bytes) == static_cast<int>(lane);
}

}  // namespace

Session::Session() = default;

Result<void> Session::load(const Scene& scene, bool is_builtin) {
  auto lane = Lane::make(scene);
  if (!lane) return fail(lane.error());
  scene_ = scene;
  is_builtin_ = is_builtin;
  ++loads_;
  lanes_.clear();
  lanes_.push_back(std::move(*lane));
  dragged_.clear();
  waited_ = 0;
  send_scene(Outgoing::everybody);
  return {};
}

void Session::join(std::uint32_t client) {
  send_scene(client);
}

void Session::leave(std::uint32_t client) {
  shown_.erase(client);
  for (Lane& lane : lanes_)
    for (const Grab& grab : std::vector(lane.simulation().model().grabs))
      if (grab.id / hands_per_client == client) edit(Release{grab.id});
  for (auto hand = dragged_.begin(); hand != dragged_.end();) {
    if (hand->first / hands_per_client != client) {
      ++hand;
      continue;
    }
    edit(UnpinVertex{hand->second});
    hand = dragged_.erase(hand);
  }
}

const std::map<std::string, Session::Handler, std::less<>>& Session::handlers() {
  static const std::map<std::string, Handler, std::less<>> table = {
      {"load", &Session::on_load},       {"play", &Session::on_play},   {"step", &Session::on_step},
      {"seek", &Session::on_seek},       {"reset", &Session::on_reset}, {"set", &Session::on_set},
      {"compare", &Session::on_compare}, {"grab", &Session::on_grab},   {"drag", &Session::on_drag},
      {"release", &Session::on_release}, {"pin", &Session::on_pin},     {"remove", &Session::on_remove},
      {"cut", &Session::on_cut},         {"throw", &Session::on_throw}, {"collider", &Session::on_collider},
      {"inspect", &Session::on_inspect}, {"show", &Session::on_show},
  };
  return table;
}

std::optional<nlohmann::json> Session::parse(std::string_view text) {
  if (text.size() > max_message_bytes) return {};
  auto message = parse_json(text);
  if (!message || !message->is_object()) return {};
  const auto type = read_word(*message, "type");
  if (!type || !handlers().contains(*type)) return {};
  return std::move(*message);
}

void Session::obey(std::uint32_t client, const nlohmann::json& message) {
  const auto type = read_word(message, "type");
  if (lanes_.empty() && type != "load") return;
  const Handler handler = handlers().find(*type)->second;
  if (const auto done = (this->*handler)(client, message); !done) say("error", done.error().message, client);
}

bool Session::receive(std::uint32_t client, std::string_view text) {
  const auto message = parse(text);
  if (message) obey(client, *message);
  return message.has_value();
}

void Session::pass(double seconds) {
  if (lanes_.empty() || !is_playing_ || !(seconds > 0)) return;
  const double frame_time = lanes_[0].simulation().setup().frame_time;
  waited_ += seconds * speed_;
  if (waited_ < frame_time) return;
  waited_ = std::min(waited_ - frame_time, frame_time);  // drops what is more than a frame late
  advance();
}

double Session::due() const {
  if (lanes_.empty() || !is_playing_) return forever;
  return std::max(0.0, (lanes_[0].simulation().setup().frame_time - waited_) / speed_);
}

void Session::advance() {
  for (Lane& lane : lanes_) {
    const FrameReport report = lane.advance();
    for (const std::string& refused : report.edits.refused) say("error", refused);
    if (is_usable(report.status)) continue;
    is_playing_ = false;
    say("error", std::string("the step failed (") + status_name(report.status) +
                     "); use more substeps or another integrator, or restart");
    send_settings();
  }
  after_edits();
  queue_frames();
}

std::optional<double> Session::difference() const {
  if (lanes_.size() != 2) return {};
  const auto &a = lanes_[0].simulation().state().x, &b = lanes_[1].simulation().state().x;
  if (a.size() != b.size()) return {};
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, norm(a[i] - b[i]));
  return largest;
}

std::vector<Outgoing> Session::take() {
  return std::exchange(outgoing_, {});
}

void Session::say(const char* type, const std::string& message, std::uint32_t client) {
  send(client, {{"type", type}, {"message", message}});
}

void Session::send(std::uint32_t client, const nlohmann::json& message) {
  // A scene's names may be invalid UTF-8.
  outgoing_.push_back(
      {client, false, message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)});
}

void Session::send_scene(std::uint32_t client) {
  if (!scene_) return;
  nlohmann::json message = describe_scene(*scene_, lanes_);
  message["builtin"] = is_builtin_;
  message["load"] = loads_;
  message["playing"] = is_playing_;
  message["speed"] = speed_;
  send(client, message);
  if (client == Outgoing::everybody) {
    sent_colliders_ = colliders();
    sent_settings_ = settings();
    number_topologies();
  }
  queue_topologies(client);
  queue_frames(client);
}

std::vector<Shape> Session::colliders() const {
  std::vector<Shape> shapes;
  for (const Collider& collider : lanes_[0].simulation().setup().colliders) shapes.push_back(collider.shape);
  return shapes;
}

void Session::send_settings() {
  sent_settings_ = settings();
  send(Outgoing::everybody,
       {{"type", "settings"}, {"playing", is_playing_}, {"speed", speed_}, {"settings", sent_settings_}});
}

nlohmann::json Session::settings() const {
  auto all = nlohmann::json::array();
  for (const Lane& lane : lanes_) all.push_back(lane.settings());
  return all;
}

/// Gives all lanes' topologies new numbers.
void Session::number_topologies() {
  topologies_.clear();
  for (const Lane& lane : lanes_) topologies_.push_back({lane.simulation().revision(), ++topology_count_});
}

void Session::queue_topologies(std::uint32_t client) {
  for (std::size_t i = 0; i < lanes_.size(); ++i)
    outgoing_.push_back({client, true,
                         encode_topology(lanes_[i].simulation().model(), scene_->view,
                                         static_cast<std::uint8_t>(i), topologies_[i].number)});
}

bool Session::is_shown(bool Shown::*what) const {
  return std::ranges::any_of(shown_, [&](const auto& viewer) { return viewer.second.*what; });
}

std::string Session::encode(std::size_t i) const {
  const Lane& lane = lanes_[i];
  const Simulation& simulation = lane.simulation();
  FrameNumbers numbers{.lane = static_cast<std::uint8_t>(i),
                       .is_paused = !is_playing_,
                       .has_strain = is_shown(&Shown::strain),
                       .has_contacts = is_shown(&Shown::contacts),
                       .contacts = lane.contacts(),
                       .revision = topologies_[i].number,
                       .frame = simulation.frame(),
                       .first_recorded = lane.first_recorded(),
                       .last_recorded = lane.last_recorded(),
                       .energy = simulation.energy(),
                       .max_strain = measure_strain(simulation.model(), simulation.state().x).max,
                       .difference = difference()};
  return encode_frame(simulation, lane.report(), numbers);
}

void Session::queue_frames(std::uint32_t client) {
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    std::erase_if(outgoing_, [&](const Outgoing& message) { return is_frame(message, client, i); });
    outgoing_.push_back({client, true, encode(i)});
  }
}

/// Sends new topologies and colliders, before the frames that need them, and settings that changed with a
/// recorded frame.
void Session::after_edits() {
  if (settings() != sent_settings_) send_settings();
  if (colliders() != sent_colliders_) {
    send(Outgoing::everybody, describe_colliders(lanes_[0].simulation().setup().colliders));
    sent_colliders_ = colliders();
  }
  for (std::size_t i = 0; i < lanes_.size(); ++i)
    if (topologies_[i].revision != lanes_[i].simulation().revision()) {
      number_topologies();
      return queue_topologies(Outgoing::everybody);
    }
}

void Session::edit(const Edit& change) {
  for (Lane& lane : lanes_) {
    lane.simulation().request(change);
    for (const std::string& refused : lane.simulation().apply_edits().refused) say("error", refused);
    lane.forget_later();
  }
  after_edits();
  queue_frames();
}

}  // namespace tensio::session
