#pragma once

#include "render/sampling.h"
#include "render/traced_scene.h"

namespace tensio::render::detail {

/// What arrives at a surface; the part of a picture that is noisy.
struct Arriving {
  float visibility = 0;  // share of the sun that is seen
  Colour sky{};          // mean light from everywhere but the sun
};

/// What one ray from the eye sees. It looks like glow + visibility · sunlit + sky · reflectance.
struct View {
  Colour glow{};                      // background
  Colour sunlit{};                    // what the sun adds where nothing is in its way
  Colour reflectance{};               // towards the eye, of light from everywhere; black: needs no light
  Vec3 position{}, face{}, normal{};  // as in Hit; in the units of the traced scene
  std::uint32_t surface = 0;          // background, floor or the side of an object

  Colour lit_by(const Arriving& light) const {
    return glow + light.visibility * sunlit + light.sky * reflectance;
  }
};
inline constexpr std::uint32_t background_surface = 0xffff'fffe, floor_surface = 0xffff'fffd;

/// Lights and materials: a soft sun, a sky whose brightness is linear in direction, and one bounce between
/// surfaces.
class Studio {
 public:
  Studio(const TracedScene& traced, const RenderScene& scene);

  /// backdrop: the background's light in this direction
  View see(const Vec3& eye, const Vec3& direction, const Colour& backdrop) const;
  /// One sample of the light at what is seen. index: which points of the sample streams to use.
  Arriving light_at(const View& view, std::uint32_t index) const;

 private:
  Colour sky_light(const Vec3& direction) const;
  Colour sky_mean(const Vec3& normal) const;
  Colour bounced_light(const Vec3& origin, const Vec3& direction, const Sample2& to_sun) const;
  std::optional<double> floor_distance(const Vec3& origin, const Vec3& direction) const;
  float sun_visibility(const Vec3& position, const Vec3& face, const Sample2& to_sun) const;
  View see_floor(const Vec3& position, const Colour& backdrop) const;
  View see_surface(const Hit& hit, const Vec3& direction) const;

  const TracedScene& traced_;
  std::optional<double> floor_;  // height
  Frame sun_;
};

}  // namespace tensio::render::detail
