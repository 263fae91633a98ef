#include "session/lane.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "math/workers.h"
#include "sim/changes.h"

namespace tensio::session {
namespace {

constexpr double frame_rate = 60;                  // 1/s, for every scene
constexpr double ball_life = 8, ball_reach = 100;  // s, m
constexpr std::size_t most_balls = 16;
constexpr double ball_mass = 0.4;  // kg

/// Shows `frame_rate` frames a second, with about the step length of the scene.
void set_frame_rate(Setup& setup) {
  const double step = setup.frame_time / setup.substeps;
  setup.frame_time = 1 / frame_rate;
  setup.substeps = std::max(1, static_cast<int>(std::lround(setup.frame_time / step)));
}

/// Approximate size of the large tables.
std::size_t bytes_of(const Model& model) {
  std::size_t bytes = 80 * model.vertex_count() + 40 * model.springs.size() + 12 * model.triangles.size();
  for_each_element(model, [&](const auto& element) { bytes += 40 * element.vertex.size(); });
  for (const Skin& skin : model.skins) bytes += sizeof(SkinPoint) * skin.points.size();
  return bytes;
}

}  // namespace

Lane::Lane(Simulation simulation) : simulation_(std::move(simulation)) {
  record();
}

Result<Lane> Lane::make(const Scene& scene) {
  Setup setup = scene.setup;
  set_frame_rate(setup);
  setup.minimise.trace = true;
  // A second thread changes no bit of the result, and lets the frame of a cut fit into a sixtieth of a
  // second.
  constexpr std::size_t worth_it = 2000;
  if (setup.minimise.threads == 1 && setup.model.vertex_count() + setup.model.tetrahedra.size() >= worth_it)
    setup.minimise.threads = std::min(Workers::hardware_count(), 2);
  auto simulation = Simulation::make(std::move(setup));
  if (!simulation) return fail(simulation.error());
  return Lane(std::move(*simulation));
}

FrameReport Lane::advance() {
  if (now_ + 1 < moments_.size()) {
    seek(moments_[now_ + 1].snapshot.frame());
    return report_;
  }
  remove_old_balls();
  report_ = simulation_.advance_frame();
  if (is_usable(report_.status)) record();
  return report_;
}

void Lane::record() {
  contacts_ = simulation_.contacts();
  Moment moment{simulation_.snapshot(), balls_, material_, report_, contacts_};
  moment.bytes = moment.snapshot.bytes() + contacts_.size() * sizeof(VertexContact);
  const Model& model = moment.snapshot.model();
  if (moments_.empty() || &moments_.back().snapshot.model() != &model) moment.model_bytes = bytes_of(model);
  bytes_ += moment.bytes + moment.model_bytes;
  moments_.push_back(std::move(moment));
  while (moments_.size() > 2 && bytes_ > most_bytes) {
    Moment &first = moments_[0], &next = moments_[1];
    if (&next.snapshot.model() == &first.snapshot.model()) std::swap(next.model_bytes, first.model_bytes);
    bytes_ -= first.bytes + first.model_bytes;
    moments_.pop_front();
  }
  now_ = moments_.size() - 1;
}

void Lane::seek(int frame) {
  const int first = first_recorded();
  const auto wanted = static_cast<std::size_t>(std::clamp(frame, first, last_recorded()) - first);
  now_ = std::min(wanted, moments_.size() - 1);
  const Moment& moment = moments_[now_];
  simulation_.restore(moment.snapshot);
  balls_ = moment.balls;
  material_ = moment.material;
  report_ = moment.report;
  contacts_ = moment.contacts;
}

void Lane::forget_later() {
  contacts_ = simulation_.contacts();  // edits forget them
  while (moments_.size() > now_ + 1) {
    bytes_ -= moments_.back().bytes + moments_.back().model_bytes;
    moments_.pop_back();
  }
}

Live Lane::live() const {
  Live live{.setup = {}, .material = material_};
  copy_changeable(simulation_.setup(), live.setup);
  return live;
}

Result<void> Lane::set(const nlohmann::json& fields) {
  Live wanted = live();
  if (auto ok = write_settings(fields, wanted); !ok) return ok;
  const Material before = material_;
  const Setup setup_before = live().setup;
  if (auto ok = simulation_.reconfigure(wanted.setup); !ok) return ok;
  const std::string& fabric = wanted.material.fabric;
  if (fabric != before.fabric && !fabric.empty()) {  // the scene's own comes back with the next reset
    // Its springs are new, while those of other bodies have their factors already: all begin from 1.
    scale_stiffness({1, 1, 1});
    if (auto ok = simulation_.change_fabric(*find_fabric(fabric)); !ok)
      return scale_stiffness(before.stiffness), static_cast<void>(simulation_.reconfigure(setup_before)), ok;
    material_.fabric = fabric;
  }
  scale_stiffness(wanted.material.stiffness);
  material_ = wanted.material;
  forget_later();
  return {};
}

void Lane::scale_stiffness(const std::array<double, 3>& wanted) {
  for (std::size_t family = 0; family < 3; ++family)
    if (const double factor = wanted[family] / material_.stiffness[family]; factor != 1)
      simulation_.request(ScaleStiffness{static_cast<SpringFamily>(family), factor});
  material_.stiffness = wanted;
  static_cast<void>(simulation_.apply_edits());
}

nlohmann::json Lane::settings() const {
  return read_settings(live());
}

Result<void> Lane::throw_ball(const Ray& ray, double speed, double radius) {
  if (balls_.size() >= most_balls) return fail("too many balls in the air; wait until one is gone");
  const Vec3 along = normalized(ray.direction);
  const ThrownBall ball{simulation_.setup().colliders.size(), simulation_.state().time};
  if (auto ok = simulation_.add_collider({.shape = Sphere{ray.origin, radius},
                                          .friction = 0.3,
                                          .mass = ball_mass,
                                          .velocity = speed * along});
      !ok)
    return ok;
  balls_.push_back(ball);
  return {};
}

void Lane::remove_old_balls() {
  const double now = simulation_.state().time;
  for (std::size_t b = 0; b < balls_.size();) {
    const ThrownBall ball = balls_[b];
    const Path& path = simulation_.setup().colliders[ball.collider].path;
    if (now - ball.thrown_at <= ball_life && norm(path.offset(now)) <= ball_reach) {
      ++b;
      continue;
    }
    simulation_.remove_collider(ball.collider);
    for (ThrownBall& other : balls_)
      if (other.collider > ball.collider) --other.collider;
    balls_.erase(balls_.begin() + static_cast<std::ptrdiff_t>(b));
  }
}

}  // namespace tensio::session
