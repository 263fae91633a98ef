#include "render/studio.h"

#include <algorithm>
#include <cmath>

namespace tensio::render::detail {

namespace {

constexpr double surface_offset = 4e-4;  // rays start this far off a surface, in scene radii
constexpr double sun_radius =
    0.075;  // tangent of its angular radius; a large softbox rather than the real sun
constexpr Colour sun_light{1.18f, 1.12f, 1.03f};
constexpr Colour sky_center{0.30f, 0.308f, 0.32f}, sky_upward{0.12f, 0.125f, 0.135f},
    sky_sideward{0.07f, 0.06f, 0.04f};
constexpr Colour floor_albedo{0.50f, 0.49f, 0.48f};
constexpr float openness = 0.55f;  // share of the sky that a surface sees where light bounces a second time
constexpr double fade_begin = 5, fade_end = 11;  // of the floor's shadows, in scene radii

constexpr float translucency = 0.35f;  // of cloth: share of the sun that shines through
constexpr double gloss = 70;           // sharpness of highlights on solids

enum Stream : std::uint32_t { to_sun, to_sky, bounce_to_sun };

double smooth_step(double from, double to, double x) {
  const double t = std::clamp((x - from) / (to - from), 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

/// Instead of max(c, 0): as bright at 1, but without a hard line where the light begins.
float soft(double c) {
  constexpr double width = 0.18;
  return c > 0 ? static_cast<float>((1 + width) * c * c / (c + width)) : 0.f;
}

/// Schlick 1994: what a dielectric mirrors more the flatter one looks at it.
float fresnel(double cosine) {
  return static_cast<float>(std::pow(1 - std::clamp(cosine, 0.0, 1.0), 5));
}

}  // namespace

Studio::Studio(const TracedScene& traced, const RenderScene& scene)
    : traced_(traced), sun_(normalized(scene.to_light)) {
  if (scene.floor) floor_ = traced.to_local({0, scene.floor->height, 0}).y;
}

/// L(d) = center + upward·(d·up) + sideward·(d·side): warmer on the sun's side.
Colour Studio::sky_light(const Vec3& d) const {
  return sky_center + float(d.y) * sky_upward + float(dot(d, sun_.n)) * sky_sideward;
}

/// The mean of the sky over the hemisphere around n, weighted by the cosine: (1/π) ∫ L(d) (n·d) dd. Of a
/// linear L, the mean direction is (2/3) n.
Colour Studio::sky_mean(const Vec3& n) const {
  return sky_light((2.0 / 3) * n);
}

std::optional<double> Studio::floor_distance(const Vec3& origin, const Vec3& direction) const {
  if (!floor_ || direction.y >= 0 || origin.y <= *floor_) return std::nullopt;
  return (*floor_ - origin.y) / direction.y;
}

float Studio::sun_visibility(const Vec3& position, const Vec3& face, const Sample2& to_sun) const {
  const Vec3 direction = sample_disc(sun_, sun_radius, to_sun);
  // The ray leaves on the sun's side, also when the eye is on the other: cloth does not shade itself.
  const double side = dot(face, direction) >= 0 ? 1 : -1;
  return traced_.is_occluded(position + side * surface_offset * face, direction) ? 0.f : 1.f;
}

Colour Studio::bounced_light(const Vec3& origin, const Vec3& direction, const Sample2& to_sun) const {
  if (const auto hit = traced_.first_hit(origin, direction)) {
    const auto cosine = static_cast<float>(dot(hit->normal, sun_.n));
    Colour arriving = openness * sky_mean(hit->normal);
    if (cosine > 0) arriving += cosine * sun_visibility(hit->position, hit->face, to_sun) * sun_light;
    return arriving * hit->albedo;
  }
  if (const auto distance = floor_distance(origin, direction)) {
    const Vec3 position = origin + *distance * direction, up{0, 1, 0};
    const auto cosine = static_cast<float>(std::max(sun_.n.y, 0.0));
    const Colour arriving =
        openness * sky_mean(up) + cosine * sun_visibility(position, up, to_sun) * sun_light;
    return arriving * floor_albedo;
  }
  return sky_light(direction);
}

Arriving Studio::light_at(const View& view, std::uint32_t index) const {
  if (view.reflectance == Colour{}) return {};
  const float visibility = sun_visibility(view.position, view.face, sample(index, to_sun));
  Vec3 direction = sample_cosine(view.normal, sample(index, to_sky));
  if (const double below = dot(direction, view.face); below < 0) direction -= 2 * below * view.face;
  const Vec3 origin = view.position + surface_offset * view.face;
  // The sky's mean is known; only the difference that surfaces make has to be sampled.
  const Colour found = bounced_light(origin, direction, sample(index, bounce_to_sun));
  return {visibility, sky_mean(view.normal) + (found + -1.f * sky_light(direction))};
}

/// Lit by all lights the floor looks like the backdrop, so that it has no horizon: only shade and bounced
/// light show.
View Studio::see_floor(const Vec3& position, const Colour& backdrop) const {
  const Vec3 up{0, 1, 0};
  const double away = std::sqrt(position.x * position.x + position.z * position.z);
  if (away >= fade_end) return {.glow = backdrop, .surface = background_surface};
  const auto fade = static_cast<float>(1 - smooth_step(fade_begin, fade_end, away));
  const Colour sun = static_cast<float>(std::max(sun_.n.y, 0.0)) * sun_light, sky = sky_mean(up);
  const Colour share =
      backdrop * Colour{fade / (sun.r + sky.r), fade / (sun.g + sky.g), fade / (sun.b + sky.b)};
  return {.glow = (1 - fade) * backdrop,
          .sunlit = share * sun,
          .reflectance = share,
          .position = position,
          .face = up,
          .normal = up,
          .surface = floor_surface};
}

View Studio::see_surface(const Hit& hit, const Vec3& direction) const {
  View view{.position = hit.position, .face = hit.face, .normal = hit.normal, .surface = hit.surface};
  const double cosine = dot(hit.normal, sun_.n);
  const float rim = fresnel(-dot(hit.normal, direction));
  constexpr Colour white{1, 1, 1};
  if (hit.is_cloth) {
    // Fibres that stand off the cloth catch light along its outline (sheen), and some light shines through.
    const Colour sheen = 0.2f * rim * mix(hit.albedo, white, 0.5f);
    const float passed = cosine > 0 ? 1 : translucency;
    view.reflectance = hit.albedo + sheen;
    view.sunlit = passed * soft(std::abs(cosine)) * (hit.albedo + sheen) * sun_light;
  } else {
    const double mirror = std::max(dot(hit.normal, normalized(sun_.n - direction)), 0.0);
    const auto highlight = static_cast<float>(0.028 * (gloss + 2) / 8 * std::pow(mirror, gloss));
    view.reflectance = hit.albedo + (0.02f + 0.25f * rim) * white;
    view.sunlit = soft(cosine) * (hit.albedo + highlight * white) * sun_light;
  }
  return view;
}

View Studio::see(const Vec3& eye, const Vec3& direction, const Colour& backdrop) const {
  const auto to_floor = floor_distance(eye, direction);
  if (const auto hit = traced_.first_hit(eye, direction))
    if (!to_floor || dot(hit->position - eye, direction) <= *to_floor) return see_surface(*hit, direction);
  if (to_floor) return see_floor(eye + *to_floor * direction, backdrop);
  return {.glow = backdrop, .surface = background_surface};
}

}  // namespace tensio::render::detail
