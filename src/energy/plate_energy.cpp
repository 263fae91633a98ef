#include "energy/element_damping.h"
#include "energy/element_energies.h"

namespace tensio {
namespace {

/// With d_k = x_{3+k} − Σ s_kj x_j: E = ½ Σ B_kl d_k · d_l, a quadratic form.
struct PlateKernel {
  using Element = Plate;
  static constexpr std::size_t count = 6;
  using Corners = std::array<Vec3, count>;
  static constexpr const char* name = "plates (bending)";
  static bool is_projective(const Plate&) { return true; }
  static bool is_form(const Plate&) { return true; }

  using Differences = std::array<Vec3, 3>;
  static Differences differences(const Plate& plate, const Corners& x) {
    Differences d;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto& share = plate.share[k];
      d[k] = x[3 + k] - x[0] - share[1] * (x[1] - x[0]) - share[2] * (x[2] - x[0]);
    }
    return d;
  }
  /// B d
  static Differences forces(const Plate& plate, const Differences& d) {
    Differences f;
    for (int k = 0; k < 3; ++k)
      f[static_cast<std::size_t>(k)] =
          plate.matrix(k, 0) * d[0] + plate.matrix(k, 1) * d[1] + plate.matrix(k, 2) * d[2];
    return f;
  }

  static double value(const Plate& plate, const Corners& x) {
    const Differences d = differences(plate, x), f = forces(plate, d);
    return 0.5 * (dot(d[0], f[0]) + dot(d[1], f[1]) + dot(d[2], f[2]));
  }
  static Corners gradient(const Plate& plate, const Corners& x) {
    const Differences f = forces(plate, differences(plate, x));
    Corners out{};
    for (std::size_t k = 0; k < 3; ++k) {
      out[3 + k] += f[k];
      for (std::size_t j = 0; j < 3; ++j) out[j] -= plate.share[k][j] * f[k];
    }
    return out;
  }

  class Curvature {
   public:
    Curvature(const Plate& plate, const Corners&, HessianForm) : plate_(plate) {}
    Corners operator()(const Corners& p) const { return gradient(plate_, p); }

   private:
    const Plate& plate_;
  };

  static double quadratic(const Plate& plate, std::size_t i, std::size_t j) {
    const auto coefficient = [&](std::size_t k, std::size_t place) {
      return place < 3 ? -plate.share[k][place] : place == 3 + k ? 1.0 : 0.0;
    };
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t l = 0; l < 3; ++l)
        sum += plate.matrix(static_cast<int>(k), static_cast<int>(l)) * coefficient(k, i) * coefficient(l, j);
    return sum;
  }
};

}  // namespace

std::unique_ptr<Energy> make_energy(const std::vector<Plate>& plates) {
  return std::make_unique<detail::ElementEnergy<PlateKernel>>(plates);
}
std::unique_ptr<Dissipation> make_damping(const std::vector<Plate>& plates, double per_stiffness,
                                          Positions rest) {
  return std::make_unique<detail::ElementDamping<PlateKernel>>(plates, per_stiffness, rest);
}

}  // namespace tensio
