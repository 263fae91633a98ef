#include <algorithm>

#include "energy/element_damping.h"
#include "energy/element_energies.h"
#include "energy/stencil_lanes.h"

namespace tensio {
namespace {

/// With s = Σ c_i x_i: E = ½ w d², d the distance of |s| from its range, a spring on s.
struct StencilKernel {
  using Element = Stencil;
  static constexpr std::size_t count = 4;
  using Corners = std::array<Vec3, count>;
  static constexpr const char* name = "stencils (bending, woven triangles, bounds of strain)";
  static bool is_projective(const Stencil&) { return true; }

  static Vec3 sum(const Stencil& s, const Corners& x) {
    // Relative to a vertex of its own, so that places far from the origin lose nothing.
    Vec3 total;
    for (std::size_t i = 1; i < count; ++i) total += s.coefficient[i] * (x[i] - x[0]);
    return total;
  }
  static Corners spread(const Stencil& s, const Vec3& force) {
    Corners out;
    for (std::size_t i = 0; i < count; ++i) out[i] = s.coefficient[i] * force;
    return out;
  }

  /// The length in the range that is nearest to this one.
  static double target(const Stencil& s, double length) {
    return std::clamp(length, s.rest_length, s.rest_length + s.slack);
  }
  static bool is_linear(const Stencil& s) { return s.rest_length == 0 && s.slack == 0; }

  static bool is_form(const Stencil& s) { return is_linear(s); }

  static double value(const Stencil& s, const Corners& x) {
    const double length = norm(sum(s, x)), stretch = length - target(s, length);
    return 0.5 * s.weight * stretch * stretch;
  }
  static Corners gradient(const Stencil& s, const Corners& x) {
    const Vec3 d = sum(s, x);
    if (is_linear(s)) return spread(s, s.weight * d);
    const double length = norm(d);
    return spread(s, (length > 0 ? s.weight * (1 - target(s, length) / length) : 0) * d);
  }

  class Curvature {
   public:
    Curvature(const Stencil& s, const Corners& x, HessianForm form) : s_(s) {
      if (is_linear(s)) return;
      const Vec3 d = sum(s, x);
      const double length = norm(d);
      if (!(length > 0) || (s.slack > 0 && target(s, length) == length)) {
        along_ = across_ = 0;
        return;
      }
      n_ = d / length;
      across_ = 1 - target(s, length) / length;
      if (form == HessianForm::projected) across_ = std::max(0.0, across_);
      if (form == HessianForm::gauss_newton) across_ = 0;
    }
    Corners operator()(const Corners& p) const {
      const Vec3 change = sum(s_, p);
      return spread(s_, s_.weight * (across_ * change + ((along_ - across_) * dot(n_, change)) * n_));
    }

   private:
    const Stencil& s_;
    Vec3 n_;
    double along_ = 1, across_ = 1;  // as fractions of w
  };

  static double quadratic(const Stencil& s, std::size_t i, std::size_t j) {
    return s.weight * s.coefficient[i] * s.coefficient[j];
  }
};

/// Stencils of the same vertices as one element.
template <std::size_t Rows>
struct StencilSetKernel {
  using Law = detail::StencilLaw<Rows>;
  using Element = detail::StencilSet<Rows>;
  static constexpr std::size_t count = 4;
  using Corners = StencilKernel::Corners;
  static constexpr const char* name = StencilKernel::name;
  static bool is_projective(const Element&) { return true; }

  static double value(const Element& e, const Corners& x) {
    double sum = 0;
    for (const Stencil& row : e.row) sum += StencilKernel::value(row, x);
    return sum;
  }
  static Corners gradient(const Element& e, const Corners& x) {
    return sum_of(e, [&](const Stencil& row) { return StencilKernel::gradient(row, x); });
  }

  class Curvature {
   public:
    Curvature(const Element& e, const Corners& x, HessianForm form) : e_(e), x_(x), form_(form) {}
    Corners operator()(const Corners& p) const {
      return sum_of(e_, [&](const Stencil& row) { return StencilKernel::Curvature(row, x_, form_)(p); });
    }

   private:
    const Element& e_;
    Corners x_;
    HessianForm form_;
  };

  static double quadratic(const Element& e, std::size_t i, std::size_t j) {
    double sum = 0;
    for (const Stencil& row : e.row) sum += StencilKernel::quadratic(row, i, j);
    return sum;
  }

 private:
  template <class Of>
  static Corners sum_of(const Element& e, const Of& of) {
    Corners sum{};
    for (const Stencil& row : e.row) {
      const Corners one = of(row);
      for (std::size_t i = 0; i < count; ++i) sum[i] += one[i];
    }
    return sum;
  }
};

}  // namespace

/// Neighbours in the table that have the same vertices, as the threads of a triangle, go together.
void add_energies(const std::vector<Stencil>& stencils, std::vector<std::unique_ptr<Energy>>& energies) {
  constexpr std::size_t most = 4;
  std::vector<Stencil> forms;
  std::vector<detail::StencilSet<1>> alone;
  std::vector<detail::StencilSet<most>> together;
  for (auto first = stencils.begin(); first != stencils.end();) {
    if (StencilKernel::is_form(*first)) {
      forms.push_back(*first++);
      continue;
    }
    detail::StencilSet<most> rows{.vertex = first->vertex};
    const auto begin = first;
    while (first != stencils.end() && first - begin < std::ssize(rows.row) &&
           first->vertex == begin->vertex && !StencilKernel::is_form(*first))
      rows.row[static_cast<std::size_t>(first - begin)] = *first, ++first;
    if (first - begin == 1)
      alone.push_back({begin->vertex, {*begin}});
    else
      together.push_back(rows);
  }
  const auto add = [&]<class Kernel>(Kernel, auto& elements) {
    if (!elements.empty())
      energies.push_back(std::make_unique<detail::PartEnergy<Kernel>>(std::move(elements)));
  };
  add(StencilKernel{}, forms);
  add(StencilSetKernel<1>{}, alone);
  add(StencilSetKernel<most>{}, together);
}
std::unique_ptr<Dissipation> make_damping(const std::vector<Stencil>& stencils, double per_stiffness,
                                          Positions rest) {
  return std::make_unique<detail::ElementDamping<StencilKernel>>(stencils, per_stiffness, rest);
}

}  // namespace tensio
