#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <variant>
#include <vector>

#include "energy/element_lanes.h"
#include "energy/energy.h"

namespace tensio::detail {

template <class Kernel>
struct FrameOf {
  using Type = std::monostate;
};
template <class Kernel>
requires requires {
  typename Kernel::Frame;
}
struct FrameOf<Kernel> {
  using Type = typename Kernel::Frame;
};

template <class Kernel>
struct GroupOf {
  using Type = std::monostate;
};
template <class Kernel>
requires requires {
  typename Kernel::Law;
}
struct GroupOf<Kernel> {
  using Type = typename ElementLanes<typename Kernel::Law>::Group;
};

/// A sum over elements of a few vertices each. A Kernel tells what one element does:
///   Element                       its row in the model's table, with `vertex`
///   count, Corners                how many vertices, and one vector for each
///   value(element, x)             its energy, J
///   gradient(element, x)          ∂E/∂x, N
///   Curvature(element, x, form)   its Hessian there; operator()(p) is the product with p, N
///   quadratic(element, i, j)      its part of the constant matrix, whose rows sum to zero, N/m
///   is_projective(element), name
/// and, where some elements are quadratic forms,
///   is_form(element)              whether it is the form of its part of the constant matrix
/// and, where it is worth it,
///   Frame                         what is dear to find out at x and serves more than once there
///   evaluate(element, x, frame, forces)     value and gradient at once
///   Curvature(element, x, frame, form)
/// or, without a frame,
///   evaluate(element, x, forces)  value and gradient at once
///   Law                           what elements do in lanes (ElementLanes), and whether the projected
///                                 curvature is the exact one but never negative (clamps_whole)
/// Lanes copy the numbers of elements when first used: where a table changes, make a new energy.
template <class Kernel, class Base = Energy>
class ElementEnergy : public Base {
 public:
  using Element = typename Kernel::Element;
  using Corners = typename Kernel::Corners;
  using Frame = typename FrameOf<Kernel>::Type;
  static constexpr std::size_t count = Kernel::count;
  static constexpr bool has_frames = !std::is_same_v<Frame, std::monostate>;
  static constexpr bool has_lanes = requires { typename Kernel::Law; };

  /// The elements must outlive the energy.
  explicit ElementEnergy(const std::vector<Element>& elements) : elements_(elements) {}

  const char* name() const override { return Kernel::name; }
  bool is_projective() const override {
    for (const Element& element : elements_)
      if (!Kernel::is_projective(element)) return false;
    return true;
  }
  EnergyShape shape() const override {
    if constexpr (requires { Kernel::is_form(elements_[0]); })
      if (std::ranges::all_of(elements_, Kernel::is_form)) return ConstantForm{};
    return {};
  }
  double value(Positions x, Workers& workers) const override {
    return sum_groups(
        workers, [&](std::size_t e) { return Kernel::value(elements_[e], gather(elements_[e], x)); },
        [&](auto lanes, const auto& group, std::size_t first, double* value) {
          return lanes.evaluate(group, elements_[first], x, value, nullptr, best_simd_level());
        });
  }
  double evaluate(Positions x, double scale, std::span<Vec3> g, Workers& workers) const override {
    prepare(x.size());
    const auto one = [&](std::size_t e) {
      const Corners corners = gather(elements_[e], x);
      if constexpr (has_frames) {
        return Kernel::evaluate(elements_[e], corners, frames_[e], forces_[e]);
      } else if constexpr (requires { Kernel::evaluate(elements_[e], corners, forces_[e]); }) {
        return Kernel::evaluate(elements_[e], corners, forces_[e]);
      } else {
        forces_[e] = Kernel::gradient(elements_[e], corners);
        return Kernel::value(elements_[e], corners);
      }
    };
    const double sum =
        sum_groups(workers, one, [&](auto lanes, const auto& group, std::size_t first, double* value) {
          return lanes.evaluate(group, elements_[first], x, value, &forces_[first], best_simd_level());
        });
    collect_by(workers, scale, g);
    return sum;
  }
  double curvature(Positions x, std::span<const Vec3> p, HessianForm form, Workers& workers) const override {
    prepare(x.size());
    const bool clamps = clamps_whole() && form == HessianForm::projected;
    const HessianForm used = clamps ? HessianForm::exact : form;
    const auto one = [&](std::size_t e) {
      const Corners direction = gather(elements_[e], p), force = product(e, x, direction, used);
      double sum = 0;
      for (std::size_t i = 0; i < count; ++i) sum += dot(direction[i], force[i]);
      return clamps ? std::max(0.0, sum) : sum;
    };
    if (form != HessianForm::exact && form != HessianForm::projected) return sum_by(workers, one);
    return sum_groups(workers, one, [&](auto lanes, const auto& group, std::size_t first, double* value) {
      return lanes.curvature(group, elements_[first], form, x, p, value, best_simd_level());
    });
  }
  void add_hessian_product(Positions x, std::span<const Vec3> p, double scale, HessianForm form,
                           std::span<Vec3> out, Workers& workers) const override {
    prepare(x.size());
    sum_by(workers, [&](std::size_t e) {
      forces_[e] = product(e, x, gather(elements_[e], p), form);
      return 0.0;
    });
    collect_by(workers, scale, out);
  }
  void add_hessian(Positions x, double scale, HessianForm form, BlockMatrix& h) const override;
  void add_pairs(std::vector<BlockMatrix::Pair>& pairs) const override {
    for (const Element& element : elements_)
      for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = 0; j < i; ++j)
          if (element.vertex[i] != element.vertex[j]) pairs.push_back({element.vertex[i], element.vertex[j]});
  }
  void add_quadratic(double scale, SparseBuilder& q) const override {
    // Rows sum to zero, so that the matrix is one of differences.
    for (const Element& element : elements_)
      for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = 0; j < i; ++j)
          if (const double w = Kernel::quadratic(element, i, j); w != 0)
            q.add_difference(element.vertex[i], element.vertex[j], -scale * w);
  }
  void add_quadratic_diagonal(double scale, std::span<double> diagonal) const override {
    for (const Element& element : elements_)
      for (std::size_t i = 0; i < count; ++i)
        diagonal[element.vertex[i]] += scale * Kernel::quadratic(element, i, i);
  }

 private:
  static constexpr bool clamps_whole() {
    if constexpr (requires { Kernel::Law::clamps_whole; })
      return Kernel::Law::clamps_whole;
    else
      return false;
  }
  static Corners gather(const Element& element, Positions x) {
    Corners corners;
    for (std::size_t i = 0; i < count; ++i) corners[i] = x[element.vertex[i]];
    return corners;
  }
  Corners product(std::size_t e, Positions x, const Corners& p, HessianForm form) const {
    const Element& element = elements_[e];
    if (form == HessianForm::laplacian) {
      Corners out{};
      for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = 0; j < count; ++j) out[i] += Kernel::quadratic(element, i, j) * p[j];
      return out;
    }
    if constexpr (has_frames)
      return typename Kernel::Curvature(element, gather(element, x), frames_[e], form)(p);
    else
      return typename Kernel::Curvature(element, gather(element, x), form)(p);
  }

  /// Of every vertex, in which corners of which elements it is: rising, so that what they say is added up in
  /// the order in which a single thread would.
  void prepare(std::size_t vertices) const {
    if (!first_.empty()) return;
    first_.assign(vertices + 1, 0);
    for (const Element& element : elements_)
      for (const VertexId v : element.vertex) ++first_[v + 1];
    for (std::size_t v = 0; v < vertices; ++v) first_[v + 1] += first_[v];
    places_.resize(count * elements_.size());
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    for (std::size_t e = 0; e < elements_.size(); ++e)
      for (std::size_t i = 0; i < count; ++i)
        places_[next[elements_[e].vertex[i]]++] = {static_cast<std::uint32_t>(e),
                                                   static_cast<std::uint32_t>(i)};
    forces_.resize(elements_.size());
    if constexpr (has_frames) frames_.resize(elements_.size());
  }

  /// Packs the elements that can go in lanes, once.
  void pack() const {
    if constexpr (has_lanes) {
      using Lanes = ElementLanes<typename Kernel::Law>;
      if (!groups_.empty()) return;
      for (std::size_t first = 0; first + Lanes::group <= elements_.size(); first += Lanes::group) {
        takes_.push_back(Lanes::takes(&elements_[first]));
        groups_.push_back(Lanes::pack(&elements_[first]));
      }
    }
  }

  /// Σ one(element), in groups where the kernel has lanes: in_lanes(lanes, group, number of its first
  /// element, values) returns a bit for each element that must be done by itself.
  template <class One, class InLanes>
  double sum_groups(Workers& workers, const One& one, const InLanes& in_lanes) const {
    if constexpr (has_lanes) {
      using Lanes = ElementLanes<typename Kernel::Law>;
      pack();
      const std::size_t n = elements_.size();
      return sum_of((n + Lanes::group - 1) / Lanes::group, 32, workers, [&](std::size_t g) {
        const std::size_t first = g * Lanes::group, end = std::min(n, first + Lanes::group);
        double value[Lanes::group];
        unsigned left = ~0u;
        if (g < groups_.size() && takes_[g]) left = in_lanes(Lanes{}, groups_[g], first, value);
        double sum = 0;
        for (std::size_t e = first; e < end; ++e) sum += left >> (e - first) & 1u ? one(e) : value[e - first];
        return sum;
      });
    } else {
      return sum_by(workers, one);
    }
  }
  /// Σ work(element), the sums of chunks added up in their order.
  template <class Work>
  double sum_by(Workers& workers, const Work& work) const {
    return sum_of(elements_.size(), 256, workers, work);
  }
  template <class Work>
  double sum_of(std::size_t n, std::size_t chunk, Workers& workers, const Work& work) const {
    sums_.resize((n + chunk - 1) / chunk);
    workers.share(sums_.size(), [&](std::size_t c) {
      double sum = 0;
      for (std::size_t e = c * chunk; e < std::min(n, (c + 1) * chunk); ++e) sum += work(e);
      sums_[c] = sum;
    });
    double total = 0;
    for (const double sum : sums_) total += sum;
    return total;
  }
  /// out += scale · the forces of all elements
  void collect_by(Workers& workers, double scale, std::span<Vec3> out) const {
    constexpr std::size_t chunk = 1024;
    workers.share((out.size() + chunk - 1) / chunk, [&](std::size_t c) {
      for (std::size_t v = c * chunk; v < std::min(out.size(), (c + 1) * chunk); ++v)
        for (std::uint32_t k = first_[v]; k < first_[v + 1]; ++k)
          out[v] += scale * forces_[places_[k].element][places_[k].corner];
    });
  }

  const std::vector<Element>& elements_;

  struct Place {
    std::uint32_t element, corner;
  };
  mutable std::vector<std::uint32_t> first_;  // place of every vertex, and one more
  mutable std::vector<Place> places_;
  mutable std::vector<Corners> forces_;  // by element
  mutable std::vector<Frame> frames_;    // by element, if there are any
  mutable std::vector<double> sums_;
  mutable std::vector<typename GroupOf<Kernel>::Type> groups_;  // of eight elements each
  mutable std::vector<bool> takes_;                             // whether they go in lanes
};

template <class Kernel, class Base>
void ElementEnergy<Kernel, Base>::add_hessian(Positions x, double scale, HessianForm form,
                                              BlockMatrix& h) const {
  for (const Element& element : elements_) {
    Mat3 block[count][count];
    const auto set_column = [&](std::size_t j, int axis, const Corners& force) {
      for (std::size_t i = 0; i < count; ++i)
        for (int row = 0; row < 3; ++row) block[i][j](row, axis) = scale * force[i][row];
    };
    if (form == HessianForm::laplacian) {
      for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = 0; j < count; ++j)
          block[i][j] = Mat3::identity(scale * Kernel::quadratic(element, i, j));
    } else {
      const typename Kernel::Curvature curvature(element, gather(element, x), form);
      for (std::size_t j = 0; j < count; ++j)
        for (int axis = 0; axis < 3; ++axis) {
          Corners unit{};
          unit[j][axis] = 1;
          set_column(j, axis, curvature(unit));
        }
    }
    for (std::size_t i = 0; i < count; ++i) {
      h.add_diagonal(element.vertex[i], block[i][i]);
      for (std::size_t j = 0; j < i; ++j)
        if (element.vertex[i] != element.vertex[j])
          h.add_pair(element.vertex[i], element.vertex[j], block[i][j]);
    }
  }
}

/// The same with elements of its own.
template <class Kernel>
class PartEnergy final : std::vector<typename Kernel::Element>, public ElementEnergy<Kernel> {
  using Elements = std::vector<typename Kernel::Element>;

 public:
  explicit PartEnergy(Elements elements)
      : Elements(std::move(elements)), ElementEnergy<Kernel>(static_cast<const Elements&>(*this)) {}
};

}  // namespace tensio::detail
