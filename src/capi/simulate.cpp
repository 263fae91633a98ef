#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "capi/handle.h"

using tensio::Vec3;

namespace {

tensio_result fail(tensio_simulation& handle, tensio_result result, std::string sentence) {
  handle.error = std::move(sentence);
  handle.last_resort = nullptr;
  return result;
}

/// Calls function(handle); NULL is an error, and so is an exception.
template <class Function>
tensio_result with(tensio_simulation* handle, const Function& function) {
  if (!handle) return TENSIO_BAD_ARGUMENT;
  return tensio::capi::guarded([&] { return function(*handle); },
                               [&](tensio_result result, const char* sentence) {
                                 handle->last_resort = sentence;
                                 return result;
                               });
}

/// Calls function(handle, vector); a vector that is NULL or not finite is an error.
template <class Function>
tensio_result with_vector(tensio_simulation* handle, const char* name, const double* vector,
                          const Function& function) {
  return with(handle, [&](tensio_simulation& h) {
    if (!vector) return fail(h, TENSIO_BAD_ARGUMENT, std::string(name) + " is NULL");
    const Vec3 value{vector[0], vector[1], vector[2]};
    if (!(norm(value) <= tensio::max_length))
      return fail(h, TENSIO_BAD_ARGUMENT,
                  fmt::format("{} is not finite, or larger than {:g}", name, tensio::max_length));
    return function(h, value);
  });
}

tensio_result check_vertex(tensio_simulation& handle, std::uint32_t vertex) {
  const std::size_t count = handle.simulation.model().vertex_count();
  if (vertex < count) return TENSIO_OK;
  return fail(handle, TENSIO_BAD_ARGUMENT,
              "there is no vertex " + std::to_string(vertex) + "; the model has " + std::to_string(count));
}

tensio_result edit(tensio_simulation& handle, tensio::Edit what) {
  handle.simulation.request(std::move(what));
  const tensio::EditsReport report = handle.simulation.apply_edits();
  return report.refused.empty() ? TENSIO_OK : fail(handle, TENSIO_REFUSED, report.refused.front());
}

bool has_hand(const tensio_simulation& handle, std::uint32_t hand) {
  const auto& grabs = handle.simulation.model().grabs;
  return std::ranges::find(grabs, hand, &tensio::Grab::id) != grabs.end();
}

tensio_result take(tensio_simulation& handle, const tensio::FrameReport& report) {
  handle.summary = summary(report);
  if (is_usable(report.status)) return TENSIO_OK;
  return fail(handle, TENSIO_STEP_FAILED,
              std::string("the step failed (") + status_name(report.status) +
                  "); the state is the one before it; use shorter steps or softer springs");
}

tensio_result reconfigure(tensio_simulation& handle, const tensio::Setup& changed) {
  const auto done = handle.simulation.reconfigure(changed);
  return done ? TENSIO_OK : fail(handle, TENSIO_REFUSED, done.error().message);
}

/// The part of the setup that reconfigure reads.
tensio::Setup settings_of(const tensio_simulation& handle) {
  const tensio::Setup& now = handle.simulation.setup();
  tensio::Setup settings = handle.settings;
  settings.gravity = now.gravity;
  settings.damping = now.damping;
  return settings;
}

const double* numbers(const std::vector<Vec3>& vectors) {
  static_assert(sizeof(Vec3) == 3 * sizeof(double));
  return vectors.empty() ? nullptr : &vectors.front().x;
}

}  // namespace

const char* tensio_last_error(const tensio_simulation* handle) {
  if (!handle) return "the simulation is NULL";
  return handle->last_resort ? handle->last_resort : handle->error.c_str();
}

size_t tensio_warning_count(const tensio_simulation* handle) {
  return handle ? handle->warnings.size() : 0;
}

const char* tensio_warning(const tensio_simulation* handle, size_t index) {
  return index < tensio_warning_count(handle) ? handle->warnings[index].c_str() : "";
}

tensio_result tensio_advance_frame(tensio_simulation* handle) {
  return with(handle, [](tensio_simulation& h) { return take(h, h.simulation.advance_frame()); });
}

tensio_result tensio_advance(tensio_simulation* handle, double seconds) {
  return with(handle, [&](tensio_simulation& h) {
    if (!(seconds >= 0) || !std::isfinite(seconds))
      return fail(h, TENSIO_BAD_ARGUMENT, "the time to advance by is negative or not finite");
    return take(h, h.simulation.advance(seconds));
  });
}

tensio_result tensio_reset(tensio_simulation* handle) {
  return with(handle, [](tensio_simulation& h) {
    h.simulation.restore(h.start);
    h.summary.clear();
    return reconfigure(h, h.settings);
  });
}

const char* tensio_summary(const tensio_simulation* handle) {
  return handle ? handle->summary.c_str() : "";
}

tensio_result tensio_get_state(tensio_simulation* handle, tensio_state* state) {
  return with(handle, [&](tensio_simulation& h) {
    if (!state) return fail(h, TENSIO_BAD_ARGUMENT, "the place for the state is NULL");
    const tensio::State& now = h.simulation.state();
    *state = {now.x.size(), numbers(now.x),           numbers(now.v),
              now.time,     h.simulation.remainder(), h.simulation.revision()};
    return TENSIO_OK;
  });
}

tensio_result tensio_get_surface(tensio_simulation* handle, tensio_surface* surface) {
  return with(handle, [&](tensio_simulation& h) {
    if (!surface) return fail(h, TENSIO_BAD_ARGUMENT, "the place for the surface is NULL");
    const tensio::RenderSurface now = h.simulation.render_surface();
    *surface = {now.positions.size() / 3, now.positions.data(), now.normals.data(),
                now.triangles.size() / 3, now.triangles.data(), now.revision};
    return TENSIO_OK;
  });
}

size_t tensio_get_pins(const tensio_simulation* handle, uint32_t* vertices, size_t capacity) {
  if (!handle) return 0;
  const auto& pins = handle->simulation.model().pins;
  for (std::size_t i = 0; vertices && i < std::min(capacity, pins.size()); ++i) vertices[i] = pins[i].vertex;
  return pins.size();
}

tensio_result tensio_pin(tensio_simulation* handle, uint32_t vertex) {
  return with(handle, [&](tensio_simulation& h) {
    const tensio_result known = check_vertex(h, vertex);
    return known == TENSIO_OK ? edit(h, tensio::PinVertex{vertex}) : known;
  });
}

tensio_result tensio_unpin(tensio_simulation* handle, uint32_t vertex) {
  return with(handle, [&](tensio_simulation& h) {
    const tensio_result known = check_vertex(h, vertex);
    return known == TENSIO_OK ? edit(h, tensio::UnpinVertex{vertex}) : known;
  });
}

tensio_result tensio_move_pin(tensio_simulation* handle, uint32_t vertex, const double position[3]) {
  return with_vector(handle, "the position", position, [&](tensio_simulation& h, const Vec3& place) {
    if (h.simulation.move_pin(vertex, place)) return TENSIO_OK;
    return fail(h, TENSIO_BAD_ARGUMENT, "vertex " + std::to_string(vertex) + " is not pinned; pin it first");
  });
}

size_t tensio_collider_count(const tensio_simulation* handle) {
  return handle ? handle->simulation.setup().colliders.size() : 0;
}

tensio_result tensio_move_collider(tensio_simulation* handle, size_t collider, const double offset[3]) {
  return with_vector(handle, "the offset", offset, [&](tensio_simulation& h, const Vec3& place) {
    if (h.simulation.move_collider(collider, place)) return TENSIO_OK;
    return fail(h, TENSIO_BAD_ARGUMENT,
                "there is no collider " + std::to_string(collider) + "; the scene has " +
                    std::to_string(tensio_collider_count(&h)));
  });
}

tensio_result tensio_set_wind(tensio_simulation* handle, const double velocity[3]) {
  return with_vector(handle, "the wind", velocity, [](tensio_simulation& h, const Vec3& wind) {
    tensio::Setup changed = settings_of(h);
    if (changed.damping.air.density == 0) changed.damping.air.density = tensio::Air::sea_level_density;
    changed.damping.air.wind = wind;
    return reconfigure(h, changed);
  });
}

tensio_result tensio_set_gravity(tensio_simulation* handle, const double gravity[3]) {
  return with_vector(handle, "gravity", gravity, [](tensio_simulation& h, const Vec3& value) {
    tensio::Setup changed = settings_of(h);
    changed.gravity = value;
    return reconfigure(h, changed);
  });
}

tensio_result tensio_pick(tensio_simulation* handle, const double origin[3], const double direction[3],
                          tensio_hit* hit) {
  return with_vector(handle, "the ray's origin", origin, [&](tensio_simulation& h, const Vec3& from) {
    return with_vector(handle, "the ray's direction", direction, [&](tensio_simulation&, const Vec3& along) {
      if (!hit) return fail(h, TENSIO_BAD_ARGUMENT, "the place for the hit is NULL");
      if (along == Vec3{}) return fail(h, TENSIO_BAD_ARGUMENT, "the ray's direction is zero");
      const auto found = h.simulation.pick({from, along});
      if (!found) return TENSIO_NO_HIT;
      const auto& [vertices, weights] = found->point;
      *hit = {{found->position.x, found->position.y, found->position.z},
              found->distance,
              found->vertex(),
              {vertices[0], vertices[1], vertices[2]},
              {weights[0], weights[1], weights[2]}};
      return TENSIO_OK;
    });
  });
}

tensio_result tensio_grab(tensio_simulation* handle, uint32_t hand, const tensio_hit* hit, double stiffness) {
  return with(handle, [&](tensio_simulation& h) {
    if (!hit) return fail(h, TENSIO_BAD_ARGUMENT, "the hit is NULL");
    const tensio::Grab grab{.id = hand,
                            .point = {{hit->vertices[0], hit->vertices[1], hit->vertices[2]},
                                      {hit->weights[0], hit->weights[1], hit->weights[2]}},
                            .stiffness = stiffness,
                            .target = {hit->position[0], hit->position[1], hit->position[2]}};
    if (auto ok = validate(grab, h.simulation.model().vertex_count()); !ok)
      return fail(h, TENSIO_BAD_ARGUMENT, ok.error().message);
    return edit(h, tensio::GrabPoint{grab});
  });
}

tensio_result tensio_move_hand(tensio_simulation* handle, uint32_t hand, const double position[3]) {
  return with_vector(handle, "the position", position, [&](tensio_simulation& h, const Vec3& place) {
    if (h.simulation.move_grab(hand, place)) return TENSIO_OK;
    return fail(h, TENSIO_BAD_ARGUMENT,
                "hand " + std::to_string(hand) + " holds nothing; grab a point first");
  });
}

tensio_result tensio_release(tensio_simulation* handle, uint32_t hand) {
  return with(handle, [&](tensio_simulation& h) {
    if (has_hand(h, hand)) return edit(h, tensio::Release{hand});
    return fail(h, TENSIO_BAD_ARGUMENT, "hand " + std::to_string(hand) + " holds nothing");
  });
}

tensio_result tensio_cut(tensio_simulation* handle, const double eye[3], const double* directions,
                         size_t direction_count) {
  return with_vector(handle, "the eye", eye, [&](tensio_simulation& h, const Vec3& from) {
    if (!directions) return fail(h, TENSIO_BAD_ARGUMENT, "the directions of the cut are NULL");
    if (direction_count < 2 || direction_count > tensio::max_stroke_points)
      return fail(h, TENSIO_BAD_ARGUMENT,
                  "a cut needs 2 to " + std::to_string(tensio::max_stroke_points) + " directions");
    tensio::Stroke stroke{from, {}};
    for (size_t i = 0; i < direction_count; ++i)
      stroke.directions.push_back({directions[3 * i], directions[3 * i + 1], directions[3 * i + 2]});
    return edit(h, tensio::Cut{std::move(stroke)});
  });
}
