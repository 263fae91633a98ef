#pragma once

#include <algorithm>
#include <array>
#include <variant>
#include <vector>

#include "energy/element_lanes.h"
#include "energy/energy.h"
#include "math/denormals.h"

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

template <class Kernel, class Real>
struct GroupOf {
  using Type = std::monostate;
};
template <class Kernel, class Real>
requires requires {
  typename Kernel::Law;
}
struct GroupOf<Kernel, Real> {
  using Type = typename ElementLanes<typename Kernel::Law, Real>::Group;
};

/// Passes over elements (ElementEnergy) in quads: in lanes where the kernel has a law and there are enough of
/// them, otherwise and where lanes leave something undefined one by one, in double precision. Elements write
/// what they exert side by side; then every vertex collects its own, in the order of the elements. Lanes copy
/// the numbers of elements when first used.
template <class Kernel, class Real>
class ElementPasses final : public QuadEnergy<Real> {
 public:
  using Element = typename Kernel::Element;
  using Corners = typename Kernel::Corners;
  using Frame = typename FrameOf<Kernel>::Type;
  static constexpr std::size_t count = Kernel::count, group = 64 / sizeof(Real), chunk = 512;
  static constexpr bool has_frames = !std::is_same_v<Frame, std::monostate>;
  static constexpr bool has_lanes = requires { typename Kernel::Law; };

  /// The elements must outlive it.
  explicit ElementPasses(const std::vector<Element>& elements) : elements_(elements) {}
  /// Has lanes copy the numbers of the elements again, which have changed.
  void forget_numbers() { groups_.clear(); }

  double value(const Quads<Real>& x, Workers& workers) const override {
    return sum_of(
        workers, [&](std::size_t e) { return Kernel::value(elements_[e], gather(elements_[e], x)); },
        [&](auto lanes, auto& run) {
          run.x = x.data();
          lanes.evaluate(run, best_simd_level());
        });
  }

  double evaluate(const Quads<Real>& x, double scale, Quads<Real>& g, Workers& workers) const override {
    prepare(x.size());
    const auto one = [&](std::size_t e) {
      const Corners corners = gather(elements_[e], x);
      Corners force;
      double value;
      if constexpr (has_frames) {
        value = Kernel::evaluate(elements_[e], corners, frames_[e], force);
      } else if constexpr (requires { Kernel::evaluate(elements_[e], corners, force); }) {
        value = Kernel::evaluate(elements_[e], corners, force);
      } else {
        force = Kernel::gradient(elements_[e], corners);
        value = Kernel::value(elements_[e], corners);
      }
      put(e, force);
      return value;
    };
    const double sum = sum_of(workers, one, [&](auto lanes, auto& run) {
      run.x = x.data();
      run.force = reinterpret_cast<Real*>(forces_.data() + first_of(run.groups));
      lanes.evaluate(run, best_simd_level());
    });
    collect(scale, g, workers);
    return sum;
  }

  double curvature(const Quads<Real>& x, const Quads<Real>& p, HessianForm form,
                   Workers& workers) const override {
    if constexpr (requires { Kernel::has_curvature(form); })
      if (!Kernel::has_curvature(form)) return 0;
    prepare(x.size());
    const bool clamps = clamps_whole() && form == HessianForm::projected;
    const HessianForm used = clamps ? HessianForm::exact : form;
    const auto one = [&](std::size_t e) {
      const Corners direction = gather(elements_[e], p), force = product(e, x, direction, used);
      double sum = 0;
      for (std::size_t i = 0; i < count; ++i) sum += dot(direction[i], force[i]);
      return clamps ? std::max(0.0, sum) : sum;
    };
    if (form != HessianForm::exact && form != HessianForm::projected) return sum_of(workers, one);
    return sum_of(workers, one, [&](auto lanes, auto& run) {
      run.x = x.data(), run.p = p.data();
      run.form = form;
      lanes.curvature(run, best_simd_level());
    });
  }

  void add_hessian_product(const Quads<Real>& x, const Quads<Real>& p, double scale, HessianForm form,
                           Quads<Real>& out, Workers& workers) const override {
    prepare(x.size());
    sum_of(workers, [&](std::size_t e) {
      put(e, product(e, x, gather(elements_[e], p), form));
      return 0.0;
    });
    collect(scale, out, workers);
  }

 private:
  using Four = typename Quads<Real>::Four;

  static constexpr bool clamps_whole() {
    if constexpr (requires { Kernel::Law::clamps_whole; })
      return Kernel::Law::clamps_whole;
    else
      return false;
  }
  static Corners gather(const Element& element, const Quads<Real>& x) {
    Corners corners;
    for (std::size_t i = 0; i < count; ++i) corners[i] = x.vector(element.vertex[i]);
    return corners;
  }
  Corners product(std::size_t e, const Quads<Real>& x, const Corners& p, HessianForm form) const {
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

  /// Where an element puts what it exerts on a corner: lanes write those of a group side by side.
  static std::size_t place(std::size_t e, std::size_t corner) {
    return (e / group * count + corner) * group + e % group;
  }
  void put(std::size_t e, const Corners& force) const {
    for (std::size_t i = 0; i < count; ++i) {
      Four& at = forces_[place(e, i)];
      for (int axis = 0; axis < 3; ++axis) at[axis] = static_cast<Real>(force[i][axis]);
    }
  }

  /// Finds out of every vertex where what acts on it is put: rising, so that it is added up in the order in
  /// which a single thread would.
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
        places_[next[elements_[e].vertex[i]]++] = static_cast<std::uint32_t>(place(e, i));
    forces_.resize((elements_.size() + group - 1) / group * group * count);
    if constexpr (has_frames) frames_.resize(elements_.size());
  }

  /// A few elements are not worth a group.
  bool goes_in_lanes() const {
    constexpr std::size_t few = 8;
    return has_lanes && elements_.size() >= few;
  }
  void pack() const {
    if constexpr (has_lanes) {
      if (!groups_.empty() || !goes_in_lanes()) return;
      const std::span<const Element> all = elements_;
      for (std::size_t first = 0; first < all.size(); first += group)
        groups_.push_back(ElementLanes<typename Kernel::Law, Real>::pack(
            all.subspan(first, std::min(group, all.size() - first))));
    }
  }
  template <class Groups>
  std::size_t first_of(const Groups& groups) const {
    return static_cast<std::size_t>(groups.data() - groups_.data()) * group * count;
  }

  /// Σ one(element), the sums of chunks added up in their order.
  template <class One>
  double sum_of(Workers& workers, const One& one) const {
    return sum_chunks(workers, [&](std::size_t begin, std::size_t end) {
      double sum = 0;
      for (std::size_t e = begin; e < end; ++e) sum += one(e);
      return sum;
    });
  }
  /// The same in lanes: in_lanes(lanes, run) runs through groups, and one(element) does what is left.
  template <class One, class InLanes>
  double sum_of(Workers& workers, const One& one, const InLanes& in_lanes) const {
    if constexpr (has_lanes) {
      pack();
      if (!groups_.empty())
        return sum_chunks(workers, [&](std::size_t begin, std::size_t end) {
          using Lanes = ElementLanes<typename Kernel::Law, Real>;
          const std::span<const typename Lanes::Group> all = groups_;
          double sums[group] = {};
          std::uint16_t left[chunk / group];
          typename Lanes::Run run{.groups = all.subspan(begin / group, (end - begin + group - 1) / group),
                                  .x = nullptr,
                                  .sums = sums,
                                  .left = left};
          in_lanes(Lanes{}, run);
          double sum = 0;
          for (const double lane : sums) sum += lane;
          for (std::size_t g = 0; g < run.groups.size(); ++g)
            for (std::size_t lane = 0; left[g] >> lane; ++lane)
              if (const std::size_t e = begin + g * group + lane; (left[g] >> lane & 1) && e < end)
                sum += one(e);
          return sum;
        });
    }
    return sum_of(workers, one);
  }
  template <class Work>
  double sum_chunks(Workers& workers, const Work& work) const {
    const std::size_t n = elements_.size();
    sums_.resize((n + chunk - 1) / chunk);
    workers.share(sums_.size(), [&](std::size_t c) {
      [[maybe_unused]] const KernelMode<Real> mode;
      sums_[c] = work(c * chunk, std::min(n, (c + 1) * chunk));
    });
    double total = 0;
    for (const double sum : sums_) total += sum;
    return total;
  }

  /// out += scale · what acts on every vertex
  void collect(double scale, Quads<Real>& out, Workers& workers) const {
    constexpr std::size_t vertices = 1024;
    const Real factor = static_cast<Real>(scale);
    workers.share((out.size() + vertices - 1) / vertices, [&](std::size_t c) {
      for (std::size_t v = c * vertices; v < std::min(out.size(), (c + 1) * vertices); ++v) {
        Four sum{};
        for (std::uint32_t k = first_[v]; k < first_[v + 1]; ++k) sum += forces_[places_[k]];
        out[v] += factor * sum;
      }
    });
  }

  const std::vector<Element>& elements_;
  mutable std::vector<std::uint32_t> first_;   // of every vertex in places_, and one more
  mutable std::vector<std::uint32_t> places_;  // in forces_
  mutable AlignedVector<Four> forces_;
  mutable std::vector<Frame> frames_;  // by element, if there are any
  mutable std::vector<double> sums_;   // of chunks
  mutable AlignedVector<typename GroupOf<Kernel, Real>::Type> groups_;
};

}  // namespace tensio::detail
