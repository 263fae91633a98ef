#include "energy/spring_energy.h"

#include <algorithm>

namespace tensio {

double SpringEnergy::value(Positions x, Workers&) const {
  double sums[4] = {};  // so that no addition waits for the one before
  for (std::size_t s = 0; s < springs_.size(); ++s) {
    const auto [a, b] = springs_.ends[s];
    const double stretch = norm(x[a] - x[b]) - springs_.rest_length[s];
    sums[s % 4] += 0.5 * springs_.stiffness[s] * stretch * stretch;
  }
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

double SpringEnergy::evaluate(Positions x, double scale, std::span<Vec3> g, Workers&) const {
  double sum = 0;
  for (std::size_t s = 0; s < springs_.size(); ++s) {
    const auto [a, b] = springs_.ends[s];
    const Vec3 d = x[a] - x[b];
    const double length = norm(d), stretch = length - springs_.rest_length[s];
    sum += 0.5 * springs_.stiffness[s] * stretch * stretch;
    // ∂E/∂a = k (d − r d/|d|); at |d| = 0 the direction, and with it the force, is zero.
    const double factor = length > 0 ? 1 - springs_.rest_length[s] / length : 0;
    const Vec3 force = (scale * springs_.stiffness[s] * factor) * d;
    g[a] += force;
    g[b] -= force;
  }
  return sum;
}

namespace {

/// ∂²E/∂a² = k [n nᵀ + c (I − n nᵀ)] of one spring, c = 1 − r/l in the exact form.
struct SpringCurvature {
  Vec3 n;
  double along, across;  // as fractions of k
};

SpringCurvature spring_curvature(const Vec3& d, double rest, HessianForm form) {
  if (form == HessianForm::laplacian || rest == 0) return {{}, 1, 1};
  const double length = norm(d);
  if (!(length > 0)) return {{}, 0, 0};  // no direction, hence no curvature worth having
  double across = 1 - rest / length;
  if (form == HessianForm::projected) across = std::max(0.0, across);
  if (form == HessianForm::gauss_newton) across = 0;
  return {d / length, 1, across};
}

}  // namespace

void SpringEnergy::add_hessian(Positions x, double scale, HessianForm form, BlockMatrix& h) const {
  for (std::size_t s = 0; s < springs_.size(); ++s) {
    const auto [a, b] = springs_.ends[s];
    const auto [n, along, across] = spring_curvature(x[a] - x[b], springs_.rest_length[s], form);
    const double k = scale * springs_.stiffness[s];
    h.add_difference(a, b, Mat3::identity(k * across) + (k * (along - across)) * outer(n, n));
  }
}

double SpringEnergy::curvature(Positions x, std::span<const Vec3> p, HessianForm form, Workers&) const {
  double sum = 0;
  for (std::size_t s = 0; s < springs_.size(); ++s) {
    const auto [a, b] = springs_.ends[s];
    const auto [n, along, across] = spring_curvature(x[a] - x[b], springs_.rest_length[s], form);
    const Vec3 change = p[a] - p[b];
    const double stretch = dot(n, change);
    sum += springs_.stiffness[s] * (across * dot(change, change) + (along - across) * stretch * stretch);
  }
  return sum;
}

void SpringEnergy::add_hessian_product(Positions x, std::span<const Vec3> p, double scale, HessianForm form,
                                       std::span<Vec3> out, Workers&) const {
  for (std::size_t s = 0; s < springs_.size(); ++s) {
    const auto [a, b] = springs_.ends[s];
    const auto [n, along, across] = spring_curvature(x[a] - x[b], springs_.rest_length[s], form);
    const Vec3 change = p[a] - p[b];
    const Vec3 force =
        (scale * springs_.stiffness[s]) * (across * change + ((along - across) * dot(n, change)) * n);
    out[a] += force;
    out[b] -= force;
  }
}

void SpringEnergy::add_pairs(std::vector<BlockMatrix::Pair>& pairs) const {
  pairs.insert(pairs.end(), springs_.ends.begin(), springs_.ends.end());
}

void SpringEnergy::add_quadratic(double scale, SparseBuilder& q) const {
  for (std::size_t s = 0; s < springs_.size(); ++s)
    q.add_difference(springs_.ends[s][0], springs_.ends[s][1], scale * springs_.stiffness[s]);
}

void SpringEnergy::add_quadratic_diagonal(double scale, std::span<double> diagonal) const {
  for (std::size_t s = 0; s < springs_.size(); ++s)
    for (const VertexId end : springs_.ends[s]) diagonal[end] += scale * springs_.stiffness[s];
}

Vec3 SpringDamping::direction(std::size_t spring) const {
  if (frozen_.empty()) return {};
  const auto [a, b] = springs_.ends[spring];
  return normalized(frozen_[a] - frozen_[b]);
}

double SpringDamping::value(Positions v, Workers&) const {
  double sum = 0;
  for (std::size_t s = 0; s < springs_.size(); ++s) {
    const double rate = dot(direction(s), v[springs_.ends[s][0]] - v[springs_.ends[s][1]]);
    sum += 0.5 * coefficient(s) * rate * rate;
  }
  return sum;
}

double SpringDamping::evaluate(Positions v, double scale, std::span<Vec3> g, Workers&) const {
  double sum = 0;
  for (std::size_t s = 0; s < springs_.size(); ++s) {
    const auto [a, b] = springs_.ends[s];
    const Vec3 n = direction(s);
    const double rate = dot(n, v[a] - v[b]);
    sum += 0.5 * coefficient(s) * rate * rate;
    const Vec3 force = (scale * coefficient(s) * rate) * n;
    g[a] += force;
    g[b] -= force;
  }
  return sum;
}

void SpringDamping::add_hessian(Positions, double scale, HessianForm form, BlockMatrix& h) const {
  for (std::size_t s = 0; s < springs_.size(); ++s) {
    const double k = scale * coefficient(s);
    const Vec3 n = direction(s);
    const Mat3 block = form == HessianForm::laplacian ? Mat3::identity(k) : k * outer(n, n);
    h.add_difference(springs_.ends[s][0], springs_.ends[s][1], block);
  }
}

double SpringDamping::curvature(Positions, std::span<const Vec3> p, HessianForm form, Workers&) const {
  double sum = 0;
  for (std::size_t s = 0; s < springs_.size(); ++s) {
    const Vec3 change = p[springs_.ends[s][0]] - p[springs_.ends[s][1]];
    const double rate = dot(direction(s), change);
    sum += coefficient(s) * (form == HessianForm::laplacian ? dot(change, change) : rate * rate);
  }
  return sum;
}

void SpringDamping::add_hessian_product(Positions, std::span<const Vec3> p, double scale, HessianForm form,
                                        std::span<Vec3> out, Workers&) const {
  for (std::size_t s = 0; s < springs_.size(); ++s) {
    const auto [a, b] = springs_.ends[s];
    const Vec3 n = direction(s), change = p[a] - p[b];
    const double k = scale * coefficient(s);
    const Vec3 force = form == HessianForm::laplacian ? k * change : (k * dot(n, change)) * n;
    out[a] += force;
    out[b] -= force;
  }
}

void SpringDamping::add_pairs(std::vector<BlockMatrix::Pair>& pairs) const {
  pairs.insert(pairs.end(), springs_.ends.begin(), springs_.ends.end());
}

void SpringDamping::add_quadratic(double scale, SparseBuilder& q) const {
  for (std::size_t s = 0; s < springs_.size(); ++s)
    q.add_difference(springs_.ends[s][0], springs_.ends[s][1], scale * coefficient(s));
}

void SpringDamping::add_quadratic_diagonal(double scale, std::span<double> diagonal) const {
  for (std::size_t s = 0; s < springs_.size(); ++s)
    for (const VertexId end : springs_.ends[s]) diagonal[end] += scale * coefficient(s);
}

}  // namespace tensio
