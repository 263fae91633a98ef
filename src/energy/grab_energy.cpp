#include "energy/point_energy.h"

namespace tensio {

double GrabEnergy::value(Positions x, Workers&) const {
  double sum = 0;
  for (const Grab& grab : grabs_) {
    const Vec3 d = grab.point.position(x) - grab.target;
    sum += 0.5 * grab.stiffness * dot(d, d);
  }
  return sum;
}

double GrabEnergy::evaluate(Positions x, double scale, std::span<Vec3> g, Workers& workers) const {
  for (const Grab& grab : grabs_) {
    const Vec3 force = (scale * grab.stiffness) * (grab.point.position(x) - grab.target);
    for (int i = 0; i < 3; ++i) g[grab.point.vertices[i]] += grab.point.weights[i] * force;
  }
  return value(x, workers);
}

void GrabEnergy::add_hessian(Positions, double scale, HessianForm form, BlockMatrix& h) const {
  for (const Grab& grab : grabs_) {
    const auto& [v, w] = grab.point;
    const double k = scale * grab.stiffness;
    for (int i = 0; i < 3; ++i) {
      h.add_diagonal(v[i], k * w[i]);
      if (form == HessianForm::laplacian) continue;
      // k w wᵀ = k diag(w) − Σ k w_i w_j (e_i − e_j)(e_i − e_j)ᵀ
      for (int j = 0; j < i; ++j)
        if (v[i] != v[j] && w[i] * w[j] > 0) h.add_difference(v[i], v[j], Mat3::identity(-k * w[i] * w[j]));
    }
  }
}

double GrabEnergy::curvature(Positions, std::span<const Vec3> p, HessianForm form, Workers&) const {
  double sum = 0;
  for (const Grab& grab : grabs_) {
    const Vec3 moved = grab.point.position(p);
    double square = dot(moved, moved);
    if (form == HessianForm::laplacian) {
      square = 0;
      for (int i = 0; i < 3; ++i)
        square += grab.point.weights[i] * dot(p[grab.point.vertices[i]], p[grab.point.vertices[i]]);
    }
    sum += grab.stiffness * square;
  }
  return sum;
}

void GrabEnergy::add_hessian_product(Positions, std::span<const Vec3> p, double scale, HessianForm form,
                                     std::span<Vec3> out, Workers&) const {
  for (const Grab& grab : grabs_) {
    const Vec3 moved = grab.point.position(p);
    for (int i = 0; i < 3; ++i) {
      const VertexId v = grab.point.vertices[i];
      const Vec3& along = form == HessianForm::laplacian ? p[v] : moved;
      out[v] += (scale * grab.stiffness * grab.point.weights[i]) * along;
    }
  }
}

void GrabEnergy::add_pairs(std::vector<BlockMatrix::Pair>& pairs) const {
  for (const Grab& grab : grabs_)
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < i; ++j)
        if (grab.point.vertices[i] != grab.point.vertices[j])
          pairs.push_back({grab.point.vertices[i], grab.point.vertices[j]});
}

void GrabEnergy::add_quadratic(double scale, SparseBuilder& q) const {
  for (const Grab& grab : grabs_)
    for (int i = 0; i < 3; ++i)
      q.add_diagonal(grab.point.vertices[i], scale * grab.stiffness * grab.point.weights[i]);
}

void GrabEnergy::add_quadratic_diagonal(double scale, std::span<double> diagonal) const {
  for (const Grab& grab : grabs_)
    for (int i = 0; i < 3; ++i)
      diagonal[grab.point.vertices[i]] += scale * grab.stiffness * grab.point.weights[i];
}

}  // namespace tensio
