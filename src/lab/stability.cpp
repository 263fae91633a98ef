#include "lab/stability.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace tensio::lab {
namespace {

constexpr double growth = 1e-8;  // that rounding may show, of a double root too

Factor dominant(const std::vector<Factor>& roots) {
  Factor most = 0;
  for (const Factor& root : roots) {
    const Factor upper{root.real(), std::abs(root.imag())};
    // A conjugate of equal size is as good; in a real pair the positive one dominates.
    if (std::abs(upper) > std::abs(most) * (1 + 1e-12)) most = upper;
  }
  return most;
}

/// Characteristic polynomial of the leading n×n block, by Faddeev and LeVerrier; coefficients from c₀ on.
template <class Matrix>
std::vector<double> characteristic_polynomial(const Matrix& a, std::size_t n) {
  std::vector<double> c(n + 1, 0);
  c[n] = 1;
  std::vector<std::vector<double>> m(n, std::vector<double>(n, 0));
  for (std::size_t k = 1; k <= n; ++k) {
    auto next = m;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        double sum = i == j ? c[n - k + 1] : 0;
        for (std::size_t l = 0; l < n; ++l) sum += a[i][l] * m[l][j];
        next[i][j] = sum;
      }
    m = next;
    double trace = 0;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t l = 0; l < n; ++l) trace += a[i][l] * m[l][i];
    c[n - k] = -trace / static_cast<double>(k);
  }
  c.pop_back();
  return c;
}

/// The end of the first interval from 0 on in which nothing grows.
double find_limit(const std::function<std::optional<double>(double)>& size) {
  constexpr double first = 0.05, last = 100, ratio = 1.05;
  const auto is_stable = [&](double at) {
    const auto value = size(at);
    return value && *value <= 1 + growth;
  };
  if (!is_stable(first)) return 0;
  double stable = first, unstable = 0;
  for (double at = first; at <= last && unstable == 0; at *= ratio) (is_stable(at) ? stable : unstable) = at;
  if (unstable == 0) return std::numeric_limits<double>::infinity();
  for (int i = 0; i < 40; ++i) {
    const double middle = (stable + unstable) / 2;
    (is_stable(middle) ? stable : unstable) = middle;
  }
  return stable;
}

}  // namespace

std::complex<double> TestStep::w() const {
  const Factor root = std::sqrt(Factor(g * g / 4 - z * z, 0));
  return {-g / 2 + root.real(), std::abs(root.imag())};
}

std::vector<Factor> polynomial_roots(const std::vector<double>& coefficients) {
  const std::size_t n = coefficients.size();
  // Around a circle that holds all roots (Cauchy's bound); not symmetric to the real axis.
  double radius = 0;
  for (const double c : coefficients) radius = std::max(radius, std::abs(c));
  std::vector<Factor> roots(n);
  for (std::size_t i = 0; i < n; ++i)
    roots[i] = (1 + radius) *
               std::polar(0.5, 0.4 + 6.283185307179586 * static_cast<double>(i) / static_cast<double>(n));
  for (int iteration = 0; iteration < 500; ++iteration) {
    double change = 0;
    for (std::size_t i = 0; i < n; ++i) {
      Factor value = 1, others = 1;
      for (std::size_t k = n; k-- > 0;) value = value * roots[i] + coefficients[k];
      for (std::size_t j = 0; j < n; ++j)
        if (j != i) others *= roots[i] - roots[j];
      if (others == Factor(0)) continue;
      const Factor step = value / others;
      roots[i] -= step;
      change = std::max(change, std::abs(step));
    }
    if (change <= 1e-15 * (1 + radius)) break;
  }
  return roots;
}

StabilityProbe::StabilityProbe(Scheme scheme) : scheme_(scheme), workers_(1) {}

std::optional<StabilityProbe::Map> StabilityProbe::map_of(const TestStep& step) {
  if (scheme_facts(scheme_).order == 0 || step.g < 0) return std::nullopt;
  constexpr double h = 1;
  Model model;
  model.add_vertex({}, 1);
  model.add_vertex({}, 1);
  model.pins.push_back({0, {}, {}});
  model.springs.add(0, 1, SpringFamily::structural, 0, step.z * step.z);
  System system = make_system(model, {}, 1, step.g);
  const MinimiseOptions solved{
      .method = Method::newton, .iterations = 50, .tolerance = 1e-15, .hessian = HessianForm::exact};
  const auto integrator = make_integrator(scheme_, {}, solved, workers_);
  Map map;
  for (std::size_t column = 0; column < most; ++column) {
    State state = make_state(model);
    const std::vector<Vec3> nothing(2);
    state.history.set(nothing, nothing, h);
    std::array<Vec3*, most> parts{&state.x[1], &state.v[1], nullptr, nullptr};
    if (map.size != 2) parts[2] = &state.history.x[1], parts[3] = &state.history.v[1];
    if (parts[column] == nullptr) break;
    parts[column]->x = 1;
    if (!is_usable(integrator->advance(system, state, h, h).status)) return std::nullopt;
    // A scheme whose state says all leaves the history as it was, or empty.
    if (map.size == 0) {
      const History& past = state.history;
      map.size = !past.x.empty() && norm(past.x[1]) + norm(past.v[1]) > 0 ? 4 : 2;
    }
    map.a[0][column] = state.x[1].x;
    map.a[1][column] = state.v[1].x;
    if (map.size == 2) continue;
    map.a[2][column] = state.history.x[1].x;
    map.a[3][column] = state.history.v[1].x;
  }
  return map;
}

std::optional<Factor> StabilityProbe::factor(const TestStep& step) {
  const auto map = map_of(step);
  if (!map) return std::nullopt;
  return dominant(polynomial_roots(characteristic_polynomial(map->a, map->size)));
}

std::optional<double> StabilityProbe::drag_factor(double g) {
  const auto map = map_of({0, g});
  if (!map) return std::nullopt;
  if (map->size == 2) return map->a[1][1];
  // v of this step and of the one before
  const std::vector<double> c{map->a[1][1] * map->a[3][3] - map->a[1][3] * map->a[3][1],
                              -map->a[1][1] - map->a[3][3]};
  const Factor root = dominant(polynomial_roots(c));
  return std::abs(root.imag()) < 1e-7 ? root.real() : std::abs(root);
}

double StabilityProbe::oscillation_limit() {
  return find_limit([&](double z) -> std::optional<double> {
    const auto value = factor({z, 0});
    return value ? std::optional(std::abs(*value)) : std::nullopt;
  });
}

double StabilityProbe::drag_limit() {
  return find_limit([&](double g) -> std::optional<double> {
    const auto value = drag_factor(g);
    return value ? std::optional(std::abs(*value)) : std::nullopt;
  });
}

}  // namespace tensio::lab
