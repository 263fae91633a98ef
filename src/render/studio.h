#pragma once

#include "render/sampling.h"
#include "render/traced_scene.h"

namespace tensio::detail {

/// What one ray from the eye sees, split into parts of which only `visibility` and `sky` are noisy:
///   light = glow + visibility · sunlit + sky · reflectance.
struct View {
  Colour glow{};              // background
  Colour sunlit{};            // what the sun adds where nothing is in its way
  float visibility = 0;       // share of the sun that is seen
  Colour reflectance{};       // towards the eye, of light from everywhere
  Colour sky{};               // mean light that arrives from everywhere but the sun
  Vec3 position{}, normal{};  // of the surface; in the units of the traced scene
  std::uint32_t surface = 0;  // background, floor or the side of an object

  Colour light() const { return glow + visibility * sunlit + sky * reflectance; }
};
inline constexpr std::uint32_t background_surface = 0xffff'fffe, floor_surface = 0xffff'fffd;

/// Lights and materials: a soft sun, a sky whose brightness is linear in direction, and one bounce between
/// surfaces.
class Studio {
 public:
  Studio(const TracedScene& traced, const RenderScene& scene);

  /// backdrop: the background's light in this direction. index: which points of the sample streams to use.
  View view(const Vec3& eye, const Vec3& direction, const Colour& backdrop, std::uint32_t index) const;

 private:
  Colour sky_light(const Vec3& direction) const;
  Colour sky_mean(const Vec3& normal) const;
  Colour bounced_light(const Vec3& origin, const Vec3& direction, const Sample2& to_sun) const;
  std::optional<double> floor_distance(const Vec3& origin, const Vec3& direction) const;
  float sun_visibility(const Vec3& position, const Vec3& face, const Sample2& to_sun) const;
  void light_up(View& view, const Vec3& face, std::uint32_t index) const;
  View floor_view(const Vec3& position, const Colour& backdrop, std::uint32_t index) const;
  View surface_view(const Hit& hit, const Vec3& direction, std::uint32_t index) const;

  const TracedScene& traced_;
  std::optional<double> floor_;  // height
  Frame sun_;
};

}  // namespace tensio::detail
