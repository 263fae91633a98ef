#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "energy/element_passes.h"
#include "energy/energy.h"

namespace tensio::detail {

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
/// and, where not all forms of the Hessian are there,
///   has_curvature(form)           false where it is zero
/// and, where it is worth it,
///   Frame                         what is dear to find out at x and serves more than once there
///   evaluate(element, x, frame, forces)     value and gradient at once
///   Curvature(element, x, frame, form)
/// or, without a frame,
///   evaluate(element, x, forces)  value and gradient at once
///   Law                           what elements do in lanes (ElementLanes), and whether the projected
///                                 curvature is the exact one but never negative (clamps_whole)
/// Where numbers of the table change, call forget_numbers; where its vertices do, make a new energy.
template <class Kernel, class Base = Energy>
class ElementEnergy : public Base {
 public:
  using Element = typename Kernel::Element;
  using Corners = typename Kernel::Corners;
  static constexpr std::size_t count = Kernel::count;

  /// The elements must outlive the energy.
  explicit ElementEnergy(const std::vector<Element>& elements)
      : elements_(elements), doubles_(elements), floats_(elements) {}

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
  const QuadEnergy<float>* in_floats() const override {
    if constexpr (has_floats)
      return &floats_;
    else
      return nullptr;
  }
  const QuadEnergy<double>* in_doubles() const override { return &doubles_; }

  double value(Positions x, Workers& workers) const override {
    x_.set(x);
    return doubles_.value(x_, workers);
  }
  double evaluate(Positions x, double scale, std::span<Vec3> g, Workers& workers) const override {
    x_.set(x);
    out_.resize(x.size());
    const double value = doubles_.evaluate(x_, scale, out_, workers);
    out_.add_to(g);
    return value;
  }
  double curvature(Positions x, std::span<const Vec3> p, HessianForm form, Workers& workers) const override {
    x_.set(x), p_.set(p);
    return doubles_.curvature(x_, p_, form, workers);
  }
  void add_hessian_product(Positions x, std::span<const Vec3> p, double scale, HessianForm form,
                           std::span<Vec3> out, Workers& workers) const override {
    x_.set(x), p_.set(p);
    out_.resize(x.size());
    doubles_.add_hessian_product(x_, p_, scale, form, out_, workers);
    out_.add_to(out);
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

 protected:
  void forget_numbers() {
    doubles_.forget_numbers();
    if constexpr (has_floats) floats_.forget_numbers();
  }

 private:
  using Doubles = ElementPasses<Kernel, double>;
  /// Vectors of 16 bytes gain too little in single precision: a page carries the code.
  static constexpr bool has_floats = has_wide_vectors;
  struct None {
    explicit None(const std::vector<Element>&) {}
  };

  const std::vector<Element>& elements_;
  Doubles doubles_;
  std::conditional_t<has_floats, ElementPasses<Kernel, float>, None> floats_;
  mutable Quads<double> x_, p_, out_;
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
      Corners corners;
      for (std::size_t i = 0; i < count; ++i) corners[i] = x[element.vertex[i]];
      const typename Kernel::Curvature curvature(element, corners, form);
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
