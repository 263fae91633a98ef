#pragma once

#include <vector>

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
template <class Kernel>
class ElementEnergy final : public Energy {
 public:
  using Element = typename Kernel::Element;
  using Corners = typename Kernel::Corners;
  static constexpr std::size_t count = Kernel::count;

  /// The elements must outlive the energy.
  explicit ElementEnergy(const std::vector<Element>& elements) : elements_(elements) {}

  const char* name() const override { return Kernel::name; }
  bool is_projective() const override {
    for (const Element& element : elements_)
      if (!Kernel::is_projective(element)) return false;
    return true;
  }
  double value(Positions x) const override {
    double sum = 0;
    for (const Element& element : elements_) sum += Kernel::value(element, gather(element, x));
    return sum;
  }
  void add_gradient(Positions x, double scale, std::span<Vec3> g) const override {
    for (const Element& element : elements_)
      scatter(element, scale, Kernel::gradient(element, gather(element, x)), g);
  }
  void add_hessian(Positions x, double scale, HessianForm form, BlockMatrix& h) const override;
  double curvature(Positions x, std::span<const Vec3> p, HessianForm form) const override {
    double sum = 0;
    for (const Element& element : elements_) {
      const Corners direction = gather(element, p), force = product(element, x, direction, form);
      for (std::size_t i = 0; i < count; ++i) sum += dot(direction[i], force[i]);
    }
    return sum;
  }
  void add_hessian_product(Positions x, std::span<const Vec3> p, double scale, HessianForm form,
                           std::span<Vec3> out) const override {
    for (const Element& element : elements_)
      scatter(element, scale, product(element, x, gather(element, p), form), out);
  }
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
  static Corners gather(const Element& element, Positions x) {
    Corners corners;
    for (std::size_t i = 0; i < count; ++i) corners[i] = x[element.vertex[i]];
    return corners;
  }
  static void scatter(const Element& element, double scale, const Corners& force, std::span<Vec3> out) {
    for (std::size_t i = 0; i < count; ++i) out[element.vertex[i]] += scale * force[i];
  }
  static Corners product(const Element& element, Positions x, const Corners& p, HessianForm form) {
    if (form != HessianForm::laplacian)
      return typename Kernel::Curvature(element, gather(element, x), form)(p);
    Corners out{};
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t j = 0; j < count; ++j) out[i] += Kernel::quadratic(element, i, j) * p[j];
    return out;
  }

  const std::vector<Element>& elements_;
};

template <class Kernel>
void ElementEnergy<Kernel>::add_hessian(Positions x, double scale, HessianForm form, BlockMatrix& h) const {
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

}  // namespace tensio::detail
