#include "render/picture.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <new>
#include <numbers>

#include "render/filter.h"
#include "render/rows.h"
#include "render/studio.h"

namespace tensio::render {

namespace detail {

namespace {

constexpr std::uint32_t edge_offset = 1u << 30;  // keeps the points of edges apart from all others

/// Rays of a pinhole camera, in the units of the traced scene.
class Lens {
 public:
  Lens(const Camera& camera, const TracedScene& traced, int width, int height)
      : eye(traced.to_local(camera.eye)), width_(width), height_(height) {
    forward_ = normalized(camera.target - camera.eye);
    right_ = normalized(cross(forward_, {0, 1, 0}));
    if (norm(right_) == 0) right_ = {1, 0, 0};  // straight up or down
    up_ = cross(right_, forward_);
    pixel_ = 2 * std::tan(camera.vertical_fov_degrees * std::numbers::pi / 360) / height;
  }
  Vec3 direction(double column, double row) const {
    return normalized(forward_ + (column - 0.5 * width_) * pixel_ * right_ +
                      (0.5 * height_ - row) * pixel_ * up_);
  }
  /// Size of a pixel at a distance of 1.
  double pixel() const { return pixel_; }

  /// A light wall, brightest behind the upper middle.
  Colour backdrop(double column, double row) const {
    const double x = (column - 0.5 * width_) / height_, y = (row - 0.42 * height_) / height_;
    const double away = std::min(x * x + 1.25 * y * y, 1.5);
    return static_cast<float>(1 - 0.52 * away / (1 + 0.45 * away)) * Colour{1.75f, 1.735f, 1.71f};
  }

  Vec3 eye;

 private:
  Vec3 forward_, right_, up_;
  double width_, height_, pixel_;
};

/// What is known about a pixel besides the light that arrives there: means over its views.
struct Pixel {
  Colour glow{}, sunlit{}, reflectance{};
};

class Painter {
 public:
  Painter(const TracedScene& traced, const RenderScene& scene, const PictureOptions& options)
      : studio_(traced, scene),
        lens_(scene.camera, traced, options.width, options.height),
        options_(options),
        pixels_(static_cast<std::size_t>(options.width) * static_cast<std::size_t>(options.height)),
        arriving_(pixels_.size()),
        guides_(pixels_.size()) {}

  Image paint() {
    const int width = options_.width, height = options_.height, threads = options_.threads;
    for_each_row(height, threads, [&](int row) {
      for (int column = 0; column < width; ++column) trace(column, row);
    });
    smooth(arriving_, guides_, width, height, threads);
    Image image{width, height, std::vector<std::uint8_t>(3 * pixels_.size())};
    for_each_row(height, threads, [&](int row) {
      for (int column = 0; column < width; ++column) {
        const Colour light = is_edge(column, row) ? edge_light(column, row) : smooth_light(column, row);
        const auto dither = static_cast<float>(hash(static_cast<std::uint32_t>(at(column, row))) * 0x1p-32);
        const auto shown = display(light, dither);
        std::copy(shown.begin(), shown.end(),
                  image.rgb.begin() + static_cast<std::ptrdiff_t>(3 * at(column, row)));
      }
    });
    return image;
  }

 private:
  std::size_t at(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(options_.width) +
           static_cast<std::size_t>(column);
  }
  bool is_inside(int column, int row) const {
    return column >= 0 && row >= 0 && column < options_.width && row < options_.height;
  }

  View look(int column, int row, std::uint32_t sample_index) const {
    enum : std::uint32_t { jitter_stream = 16 };
    const Sample2 s = sample(sample_index, jitter_stream);
    // A tent of this reach around the pixel's centre: smoother outlines than a box.
    constexpr double reach = 0.85;
    const auto tent = [](double u) { return u < 0.5 ? std::sqrt(2 * u) - 1 : 1 - std::sqrt(2 - 2 * u); };
    const double x = column + 0.5 + reach * tent(s.u), y = row + 0.5 + reach * tent(s.v);
    return studio_.see(lens_.eye, lens_.direction(x, y), lens_.backdrop(x, y));
  }

  Guide guide(const View& view) const {
    const Vec3 &p = view.position, &n = view.normal;
    const double footprint = view.reflectance == Colour{} ? 0 : lens_.pixel() * norm(p - lens_.eye);
    return {float(p.x), float(p.y), float(p.z),       float(n.x),
            float(n.y), float(n.z), float(footprint), view.surface};
  }

  /// Whether two guides see one smooth surface, and no fold or outline lies between them.
  static bool continues(const Guide& p, const Guide& q) {
    if (p.footprint == 0 || q.footprint == 0) return p.surface == q.surface && p.surface != edge_surface;
    return likeness(p, q, 1) > 0.04f;
  }

  void trace(int column, int row) {
    const auto count = static_cast<std::uint32_t>(options_.samples_per_pixel);
    const std::uint32_t first =
        z_order(static_cast<std::uint32_t>(column), static_cast<std::uint32_t>(row)) * count;
    const float share = 1 / static_cast<float>(count);
    const std::size_t here = at(column, row);
    for (std::uint32_t i = 0; i < count; ++i) {
      const View view = look(column, row, first + i);
      if (i == 0) guides_[here] = guide(view);
      if (!continues(guides_[here], guide(view))) {
        guides_[here] = {.surface = edge_surface};
        return;
      }
      const Arriving light = studio_.light_at(view, first + i);
      pixels_[here].glow += share * view.glow;
      pixels_[here].sunlit += share * view.sunlit;
      pixels_[here].reflectance += share * view.reflectance;
      arriving_[here].visibility += share * light.visibility;
      arriving_[here].sky += share * light.sky;
    }
  }

  bool is_edge(int column, int row) const {
    const Guide& here = guides_[at(column, row)];
    for (const auto& [dx, dy] : {std::array{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}})
      if (is_inside(column + dx, row + dy) && !continues(here, guides_[at(column + dx, row + dy)]))
        return true;
    return false;
  }

  Colour smooth_light(int column, int row) const {
    const std::size_t here = at(column, row);
    const Pixel& pixel = pixels_[here];
    return View{.glow = pixel.glow, .sunlit = pixel.sunlit, .reflectance = pixel.reflectance}.lit_by(
        arriving_[here]);
  }

  /// More views, each in the smooth light of the neighbours that see the same surface.
  Colour edge_light(int column, int row) const {
    const std::uint32_t count = std::max(16u, 4 * static_cast<std::uint32_t>(options_.samples_per_pixel));
    const std::uint32_t first =
        edge_offset + z_order(static_cast<std::uint32_t>(column), static_cast<std::uint32_t>(row)) * count;
    Colour sum;
    for (std::uint32_t i = 0; i < count; ++i) {
      const View view = look(column, row, first + i);
      const auto light = borrowed_light(column, row, guide(view));
      sum += view.lit_by(light ? *light : studio_.light_at(view, first + i));
    }
    return (1 / static_cast<float>(count)) * sum;
  }

  std::optional<Arriving> borrowed_light(int column, int row, const Guide& here) const {
    if (here.footprint == 0) return Arriving{};
    Arriving sum;
    float weights = 0;
    for (int y = row - 1; y <= row + 1; ++y)
      for (int x = column - 1; x <= column + 1; ++x) {
        if (!is_inside(x, y)) continue;
        const Guide& there = guides_[at(x, y)];
        if (there.surface != here.surface || there.footprint == 0) continue;
        const int away = (x - column) * (x - column) + (y - row) * (y - row);
        const float weight = likeness(here, there, 1) / static_cast<float>(1 + 3 * away);
        sum.visibility += weight * arriving_[at(x, y)].visibility;
        sum.sky += weight * arriving_[at(x, y)].sky;
        weights += weight;
      }
    if (weights < 0.01f) return std::nullopt;
    return Arriving{sum.visibility / weights, (1 / weights) * sum.sky};
  }

  Studio studio_;
  Lens lens_;
  PictureOptions options_;
  std::vector<Pixel> pixels_;
  std::vector<Arriving> arriving_;
  std::vector<Guide> guides_;
};

}  // namespace
}  // namespace detail

Result<Image> draw(const RenderScene& scene, const PictureOptions& options) {
  if (options.width < 1 || options.height < 1 ||
      static_cast<long long>(options.width) * options.height > max_pixels)
    return fail(fmt::format("the picture is {} x {} pixels; it needs at least one and at most {} pixels",
                            options.width, options.height, max_pixels));
  if (options.samples_per_pixel < 1 || options.samples_per_pixel > 1024)
    return fail(
        fmt::format("samples_per_pixel is {}; it must be between 1 and 1024", options.samples_per_pixel));
  if (options.threads < 0 || options.threads > 1024)
    return fail(fmt::format("threads is {}; it must be between 0 (all) and 1024", options.threads));
  if (auto ok = validate(scene); !ok) return fail(ok.error());

  PictureOptions used = options;
  if (used.threads == 0) used.threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  try {
    auto traced = detail::TracedScene::make(scene);
    if (!traced) return fail(traced.error());
    return detail::Painter(*traced, scene, used).paint();
  } catch (const std::bad_alloc&) {
    return fail(fmt::format("a picture of {} x {} pixels does not fit into memory; make it smaller",
                            used.width, used.height));
  }
}

}  // namespace tensio::render
