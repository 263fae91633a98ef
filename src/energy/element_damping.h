#pragma once

#include "energy/element_energy.h"

namespace tensio::detail {

/// What resists rotations in a matrix H of some corners: y with H ω = Σ y (y·ω) for every rotation ω of them.
/// H − Σ y yᵀ, which is uᵀHu at its least over all u that differ from v by a rotation, leaves rigid motions
/// alone and stays between 0 and H. `product` multiplies with H; diagonal(i) is about the size
/// of its entries, below whose rounding nothing counts.
template <class Corners, class Product, class Diagonal>
std::array<Corners, 3> resisted_turns(const Corners& x, const Product& product, const Diagonal& diagonal) {
  std::array<Corners, 3> turns{x, x, x};
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 about;
    about[axis] = 1;
    Corners turn = x;
    for (std::size_t i = 0; i < x.size(); ++i) turn[i] = cross(about, x[i] - x[0]);
    Corners rest = product(turn);
    for (int k = 0; k < axis; ++k) {
      const Corners& before = turns[static_cast<std::size_t>(k)];
      const double share = dot(before, turn);
      for (std::size_t i = 0; i < x.size(); ++i) rest[i] -= share * before[i];
    }
    double size = 0;
    for (std::size_t i = 0; i < x.size(); ++i) size += diagonal(i) * dot(turn[i], turn[i]);
    const double resisted = dot(rest, turn);
    const double scale = resisted > 1e-10 * size ? 1 / std::sqrt(resisted) : 0;
    Corners& made = turns[static_cast<std::size_t>(axis)];
    for (std::size_t i = 0; i < x.size(); ++i) made[i] = scale * rest[i];
  }
  return turns;
}

/// The dissipation ½ b min over rotations ω of (v − ω)ᵀ H (v − ω) of one element, H its projected Hessian at
/// the start of the step. It is Kelvin's and Voigt's damping by stiffness; a spring's would be the damper b k
/// along it.
template <class Kernel>
struct DampingKernel {
  static constexpr std::size_t count = Kernel::count;
  using Corners = typename Kernel::Corners;
  static constexpr const char* name = "damping by stiffness (rayleigh_stiffness)";

  struct Element {
    const typename Kernel::Element* elastic;
    double per_stiffness;  // b, s
    std::array<VertexId, count> vertex;
    typename Kernel::Curvature curvature;
    std::array<Corners, 3> turns;

    Element(const typename Kernel::Element& e, double b, const Corners& x)
        : elastic(&e),
          per_stiffness(b),
          vertex(e.vertex),
          curvature(e, x, HessianForm::projected),
          turns(resisted_turns(x, curvature, [&](std::size_t i) { return Kernel::quadratic(e, i, i); })) {}
  };
  static bool is_projective(const Element& e) { return Kernel::is_projective(*e.elastic); }

  static Corners gradient(const Element& e, const Corners& v) {
    Corners force = e.curvature(v);
    for (const Corners& turn : e.turns) {
      const double share = dot(turn, v);
      for (std::size_t i = 0; i < count; ++i) force[i] -= share * turn[i];
    }
    for (Vec3& f : force) f *= e.per_stiffness;
    return force;
  }
  static double value(const Element& e, const Corners& v) { return 0.5 * dot(v, gradient(e, v)); }
  static double evaluate(const Element& e, const Corners& v, Corners& force) {
    force = gradient(e, v);
    return 0.5 * dot(v, force);
  }

  class Curvature {
   public:
    Curvature(const Element& e, const Corners&, HessianForm) : e_(e) {}
    Corners operator()(const Corners& p) const { return gradient(e_, p); }

   private:
    const Element& e_;
  };

  static double quadratic(const Element& e, std::size_t i, std::size_t j) {
    return e.per_stiffness * Kernel::quadratic(*e.elastic, i, j);
  }
};

/// Damping by stiffness of a table of elements, which must outlive it.
template <class Kernel>
class ElementDamping final : public ElementEnergy<DampingKernel<Kernel>, Dissipation> {
 public:
  ElementDamping(const std::vector<typename Kernel::Element>& table, double per_stiffness, Positions rest)
      : ElementEnergy<DampingKernel<Kernel>, Dissipation>(rows_), table_(table), b_(per_stiffness) {
    freeze(rest);
  }
  void freeze(Positions x) override {
    rows_.clear();
    rows_.reserve(table_.size());
    for (const auto& element : table_) {
      typename Kernel::Corners corners;
      for (std::size_t i = 0; i < Kernel::count; ++i) corners[i] = x[element.vertex[i]];
      rows_.emplace_back(element, b_, corners);
    }
  }

 private:
  const std::vector<typename Kernel::Element>& table_;
  double b_;
  std::vector<typename DampingKernel<Kernel>::Element> rows_;
};

}  // namespace tensio::detail
