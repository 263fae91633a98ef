#include "render/picture.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

#include "render/filter.h"
#include "render/rows.h"
#include "render/studio.h"

namespace tensio {

namespace detail {

namespace {

constexpr std::uint32_t edge_factor = 4;         // more samples where surfaces meet in a pixel
constexpr std::uint32_t edge_offset = 1u << 30;  // keeps their points apart from all others

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
    return static_cast<float>(1 - 0.52 * away / (1 + 0.45 * away)) * Colour{1.98f, 1.965f, 1.94f};
  }

  Vec3 eye;

 private:
  Vec3 forward_, right_, up_;
  double width_, height_, pixel_;
};

/// Everything known about a pixel before its noise is smoothed; see View.
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
    for_each_row(height, threads, [&](int row) { trace_row(row); });
    smooth(arriving_, guides_, width, height, threads);
    Image image{width, height, std::vector<std::uint8_t>(3 * pixels_.size())};
    for_each_row(height, threads, [&](int row) {
      for (int column = 0; column < width; ++column) {
        const std::size_t i = index(column, row);
        const Pixel& p = pixels_[i];
        const auto shown =
            display(p.glow + arriving_[i].visibility * p.sunlit + arriving_[i].sky * p.reflectance);
        std::copy(shown.begin(), shown.end(), image.rgb.begin() + static_cast<std::ptrdiff_t>(3 * i));
      }
    });
    return image;
  }

 private:
  std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(options_.width) +
           static_cast<std::size_t>(column);
  }

  View look(int column, int row, std::uint32_t sample_index) const {
    enum : std::uint32_t { jitter_stream = 16 };
    const Sample2 s = sample(sample_index, jitter_stream);
    // A tent of this reach around the pixel's centre: smoother outlines than a box.
    constexpr double reach = 0.85;
    const auto tent = [](double u) { return u < 0.5 ? std::sqrt(2 * u) - 1 : 1 - std::sqrt(2 - 2 * u); };
    const double x = column + 0.5 + reach * tent(s.u), y = row + 0.5 + reach * tent(s.v);
    return studio_.view(lens_.eye, lens_.direction(x, y), lens_.backdrop(x, y), sample_index);
  }

  /// Whether q lies on the surface that p sees, and not beyond a fold or an outline.
  bool continues(const View& p, const View& q) const {
    if (p.surface != q.surface) return false;
    if (p.surface == background_surface) return true;
    const double footprint = lens_.pixel() * norm(p.position - lens_.eye);
    return dot(p.normal, q.normal) > 0.85 && std::abs(dot(p.normal, q.position - p.position)) < 2 * footprint;
  }

  void trace_row(int row) {
    const auto count = static_cast<std::uint32_t>(options_.samples_per_pixel);
    for (int column = 0; column < options_.width; ++column) {
      const std::uint32_t first =
          z_order(static_cast<std::uint32_t>(column), static_cast<std::uint32_t>(row)) * count;
      const View view = look(column, row, first);
      bool is_edge = false;
      View sum = view;
      for (std::uint32_t i = 1; i < count; ++i) {
        const View next = look(column, row, first + i);
        is_edge = is_edge || !continues(view, next);
        add(sum, next);
      }
      const std::size_t at = index(column, row);
      if (is_edge) {
        store_edge(column, row, at);
      } else {
        store(view, sum, at);
      }
    }
  }

  static void add(View& sum, const View& view) {
    sum.glow += view.glow, sum.sunlit += view.sunlit, sum.reflectance += view.reflectance;
    sum.visibility += view.visibility, sum.sky += view.sky;
    sum.position += view.position, sum.normal += view.normal;
  }

  void store(const View& view, const View& sum, std::size_t at) {
    const float share = 1 / static_cast<float>(options_.samples_per_pixel);
    pixels_[at] = {share * sum.glow, share * sum.sunlit, share * sum.reflectance};
    arriving_[at] = {share * sum.visibility, share * sum.sky};
    const Vec3 p = double(share) * sum.position, n = normalized(sum.normal);
    const bool is_lit = view.reflectance != Colour{};
    const double footprint = is_lit ? lens_.pixel() * norm(p - lens_.eye) : 0;
    guides_[at] = {float(p.x), float(p.y), float(p.z),       float(n.x),
                   float(n.y), float(n.z), float(footprint), view.surface};
  }

  /// Averages shown light, not light: one brilliant sample must not spoil an outline.
  void store_edge(int column, int row, std::size_t at) {
    const std::uint32_t count = edge_factor * static_cast<std::uint32_t>(options_.samples_per_pixel);
    const std::uint32_t first =
        edge_offset + z_order(static_cast<std::uint32_t>(column), static_cast<std::uint32_t>(row)) * count;
    Colour sum;
    for (std::uint32_t i = 0; i < count; ++i) sum += look(column, row, first + i).light();
    pixels_[at] = {.glow = (1 / static_cast<float>(count)) * sum};
    guides_[at] = {.surface = edge_surface};
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

Result<Image> render(const RenderScene& scene, const PictureOptions& options) {
  if (options.width < 1 || options.height < 1 ||
      static_cast<long long>(options.width) * options.height > max_pixels)
    return fail(fmt::format("the picture is {} x {} pixels; it needs at least one and at most {} pixels",
                            options.width, options.height, max_pixels));
  if (options.samples_per_pixel < 1 || options.samples_per_pixel > 1024)
    return fail(
        fmt::format("samples_per_pixel is {}; it must be between 1 and 1024", options.samples_per_pixel));
  if (options.threads < 0 || options.threads > 1024)
    return fail(fmt::format("threads is {}; it must be between 0 (all) and 1024", options.threads));
  if (auto ok = validate(scene); !ok) return tl::unexpected(ok.error());

  auto traced = detail::TracedScene::make(scene);
  if (!traced) return tl::unexpected(traced.error());
  PictureOptions used = options;
  if (used.threads == 0) used.threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  return detail::Painter(*traced, scene, used).paint();
}

}  // namespace tensio
