#pragma once

#include <algorithm>

#include "energy/energy.h"

namespace tensio {

/// Largest difference between the gradient and central differences of the value, relative to the gradient's
/// size.
inline double gradient_error(const Energy& energy, std::vector<Vec3> x) {
  std::vector<Vec3> g(x.size());
  energy.add_gradient(x, 1, g);
  const double scale = std::max(1e-3, norm(g)), h = 1e-5;
  double worst = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (int c = 0; c < 3; ++c) {
      const double keep = x[i][c];
      x[i][c] = keep + h;
      const double up = energy.value(x);
      x[i][c] = keep - h;
      const double down = energy.value(x);
      x[i][c] = keep;
      worst = std::max(worst, std::abs((up - down) / (2 * h) - g[i][c]) / scale);
    }
  }
  return worst;
}

/// The same of the exact Hessian against central differences of the gradient.
inline double hessian_error(const Energy& energy, std::vector<Vec3> x) {
  const std::size_t n = x.size();
  std::vector<BlockMatrix::Pair> pairs;
  energy.add_pairs(pairs);
  BlockMatrix hessian(n, pairs);
  energy.add_hessian(x, 1, HessianForm::exact, hessian);
  const double h = 1e-6;
  double worst = 0, scale = 1e-3;
  std::vector<Vec3> unit(n), column(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (int c = 0; c < 3; ++c) {
      std::vector<Vec3> up(n), down(n);
      const double keep = x[i][c];
      x[i][c] = keep + h;
      energy.add_gradient(x, 1, up);
      x[i][c] = keep - h;
      energy.add_gradient(x, 1, down);
      x[i][c] = keep;
      unit[i][c] = 1;
      hessian.multiply(unit, column);
      unit[i][c] = 0;
      for (std::size_t j = 0; j < n; ++j) {
        worst = std::max(worst, norm((up[j] - down[j]) / (2 * h) - column[j]));
        scale = std::max(scale, norm(column[j]));
      }
    }
  }
  return worst / scale;
}

}  // namespace tensio
