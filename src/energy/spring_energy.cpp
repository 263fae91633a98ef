#include "energy/spring_energy.h"

#include <algorithm>

namespace tensio {

double SpringEnergy::value(Positions x) const {
  double sum = 0;
  for (std::size_t s = 0; s < springs_.size(); ++s) {
    const auto [a, b] = springs_.ends[s];
    const double stretch = norm(x[a] - x[b]) - springs_.rest_length[s];
    sum += 0.5 * springs_.stiffness[s] * stretch * stretch;
  }
  return sum;
}

void SpringEnergy::add_gradient(Positions x, double scale, std::span<Vec3> g) const {
  for (std::size_t s = 0; s < springs_.size(); ++s) {
    const auto [a, b] = springs_.ends[s];
    const Vec3 d = x[a] - x[b];
    const double length = norm(d);
    // ∂E/∂a = k (d − r d/|d|); at |d| = 0 the direction, and with it the force, is zero.
    const double factor = length > 0 ? 1 - springs_.rest_length[s] / length : 0;
    const Vec3 force = (scale * springs_.stiffness[s] * factor) * d;
    g[a] += force;
    g[b] -= force;
  }
}

namespace {

/// ∂²E/∂a² = k [n nᵀ + (1 − r/l)(I − n nᵀ)] of one spring.
Mat3 spring_hessian(const Vec3& d, double rest, double k, HessianForm form) {
  const double length = norm(d);
  if (form == HessianForm::laplacian || rest == 0) return Mat3::identity(k);
  if (!(length > 0)) return {};  // no direction, hence no curvature worth having
  const Vec3 n = d / length;
  double across = 1 - rest / length;
  if (form == HessianForm::projected) across = std::max(0.0, across);
  if (form == HessianForm::gauss_newton) across = 0;
  return Mat3::identity(k * across) + (k * (1 - across)) * outer(n, n);
}

}  // namespace

void SpringEnergy::add_hessian(Positions x, double scale, HessianForm form, BlockMatrix& h) const {
  for (std::size_t s = 0; s < springs_.size(); ++s) {
    const auto [a, b] = springs_.ends[s];
    h.add_difference(
        a, b, spring_hessian(x[a] - x[b], springs_.rest_length[s], scale * springs_.stiffness[s], form));
  }
}

void SpringEnergy::add_pairs(std::vector<BlockMatrix::Pair>& pairs) const {
  pairs.insert(pairs.end(), springs_.ends.begin(), springs_.ends.end());
}

void SpringEnergy::add_quadratic(double scale, SparseBuilder& q) const {
  for (std::size_t s = 0; s < springs_.size(); ++s)
    q.add_difference(springs_.ends[s][0], springs_.ends[s][1], scale * springs_.stiffness[s]);
}

void SpringDamping::freeze(Positions x) {
  for (std::size_t s = 0; s < springs_.size(); ++s)
    direction_[s] = normalized(x[springs_.ends[s][0]] - x[springs_.ends[s][1]]);
}

double SpringDamping::value(Positions v) const {
  double sum = 0;
  for (std::size_t s = 0; s < springs_.size(); ++s) {
    const double rate = dot(direction_[s], v[springs_.ends[s][0]] - v[springs_.ends[s][1]]);
    sum += 0.5 * springs_.damping[s] * rate * rate;
  }
  return sum;
}

void SpringDamping::add_gradient(Positions v, double scale, std::span<Vec3> g) const {
  for (std::size_t s = 0; s < springs_.size(); ++s) {
    const auto [a, b] = springs_.ends[s];
    const double rate = dot(direction_[s], v[a] - v[b]);
    const Vec3 force = (scale * springs_.damping[s] * rate) * direction_[s];
    g[a] += force;
    g[b] -= force;
  }
}

void SpringDamping::add_hessian(Positions, double scale, HessianForm form, BlockMatrix& h) const {
  for (std::size_t s = 0; s < springs_.size(); ++s) {
    const double k = scale * springs_.damping[s];
    const Mat3 block =
        form == HessianForm::laplacian ? Mat3::identity(k) : k * outer(direction_[s], direction_[s]);
    h.add_difference(springs_.ends[s][0], springs_.ends[s][1], block);
  }
}

void SpringDamping::add_pairs(std::vector<BlockMatrix::Pair>& pairs) const {
  pairs.insert(pairs.end(), springs_.ends.begin(), springs_.ends.end());
}

void SpringDamping::add_quadratic(double scale, SparseBuilder& q) const {
  for (std::size_t s = 0; s < springs_.size(); ++s)
    q.add_difference(springs_.ends[s][0], springs_.ends[s][1], scale * springs_.damping[s]);
}

}  // namespace tensio
