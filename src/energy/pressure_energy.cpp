#include "energy/pressure_energy.h"

namespace tensio {

template <class Work>
void PressureEnergy::for_each(const Work& work) const {
  for (const Pressure& held : model_.pressures)
    for (std::size_t t = held.triangle_begin; t < held.triangle_end; ++t)
      work(model_.triangles[t], model_.triangles[held.triangle_begin][0], held.pressure / 6);
}

double PressureEnergy::value(Positions x, Workers&) const {
  double sum = 0;
  for_each([&](const std::array<VertexId, 3>& t, VertexId origin, double sixth) {
    const Vec3 o = x[origin];
    sum -= sixth * dot(x[t[0]] - o, cross(x[t[1]] - o, x[t[2]] - o));
  });
  return sum;
}

double PressureEnergy::evaluate(Positions x, double scale, std::span<Vec3> g, Workers& workers) const {
  // A third of p A n on each corner, which on a closed surface is the gradient of the volume.
  for_each([&](const std::array<VertexId, 3>& t, VertexId, double sixth) {
    const Vec3 push = (scale * sixth) * cross(x[t[1]] - x[t[0]], x[t[2]] - x[t[0]]);
    for (const VertexId corner : t) g[corner] -= push;
  });
  return value(x, workers);
}

void PressureEnergy::add_hessian(Positions x, double scale, HessianForm form, BlockMatrix& h) const {
  if (form != HessianForm::exact) return;
  // ∂²V/∂x_a∂x_b · p = (p × x_c)/6 for a, b, c in order: skew blocks that are each other's transpose.
  for_each([&](const std::array<VertexId, 3>& t, VertexId origin, double sixth) {
    const Vec3 o = x[origin];
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec3 c = (-scale * sixth) * (x[t[(i + 2) % 3]] - o);
      const Mat3 block{{0, c.z, -c.y, -c.z, 0, c.x, c.y, -c.x, 0}};  // p ↦ p × c
      h.add_pair(t[i], t[(i + 1) % 3], block);
    }
  });
}

double PressureEnergy::curvature(Positions x, std::span<const Vec3> p, HessianForm form, Workers&) const {
  if (form != HessianForm::exact) return 0;
  double sum = 0;
  for_each([&](const std::array<VertexId, 3>& t, VertexId origin, double sixth) {
    const Vec3 o = x[origin];
    for (std::size_t i = 0; i < 3; ++i)
      sum -= 2 * sixth * dot(p[t[i]], cross(p[t[(i + 1) % 3]], x[t[(i + 2) % 3]] - o));
  });
  return sum;
}

void PressureEnergy::add_hessian_product(Positions x, std::span<const Vec3> p, double scale, HessianForm form,
                                         std::span<Vec3> out, Workers&) const {
  if (form != HessianForm::exact) return;
  for_each([&](const std::array<VertexId, 3>& t, VertexId origin, double sixth) {
    const Vec3 o = x[origin];
    for (std::size_t i = 0; i < 3; ++i) {
      const VertexId a = t[i], b = t[(i + 1) % 3];
      const Vec3 c = (-scale * sixth) * (x[t[(i + 2) % 3]] - o);
      out[a] += cross(p[b], c);
      out[b] += cross(c, p[a]);
    }
  });
}

void PressureEnergy::add_pairs(std::vector<BlockMatrix::Pair>& pairs) const {
  for_each([&](const std::array<VertexId, 3>& t, VertexId, double) {
    for (std::size_t i = 0; i < 3; ++i) pairs.push_back({t[i], t[(i + 1) % 3]});
  });
}

}  // namespace tensio
