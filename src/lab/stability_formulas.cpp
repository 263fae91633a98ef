#include <cmath>

#include "integrate/scheme_row.h"
#include "lab/stability.h"

namespace tensio::lab {
namespace {

/// R(w) of a table: k_i = w (1 + Σ a_ij k_j), R = 1 + Σ b_i k_i.
Factor table_factor(const ExplicitTable& table, Factor w) {
  std::array<Factor, ExplicitTable::most_stages> k{};
  Factor sum = 1;
  for (int i = 0; i < table.stages; ++i) {
    Factor stage = 1;
    for (int j = 0; j < i; ++j) stage += table.a[i][j] * k[j];
    k[i] = w * stage;
    sum += table.b[i] * k[i];
  }
  return sum;
}

/// The larger root of ρ² − trace ρ + determinant, in the upper half plane.
Factor larger_root(Factor trace, Factor determinant) {
  const Factor root = std::sqrt(trace * trace / 4.0 - determinant);
  const Factor a = trace / 2.0 + root, b = trace / 2.0 - root;
  const Factor larger = std::abs(a) >= std::abs(b) ? a : b;
  return larger;
}

/// Trapezoidal rule over γh, then BDF2 with that point; γ = 2 − √2. Bank et al. 1985.
Factor tr_bdf2_factor(Factor w) {
  const double gamma = 2 - std::sqrt(2.0), late = 1 / (gamma * (2 - gamma));
  const double early = (1 - gamma) * (1 - gamma) * late;
  const Factor middle = (1.0 + gamma / 2 * w) / (1.0 - gamma / 2 * w);
  return (late * middle - early) / (1.0 - gamma / 2 * w);
}

/// R(w) of a scheme that treats x and v alike, and so every λ by itself.
std::optional<Factor> one_equation_factor(Scheme scheme, Factor w) {
  if (const ExplicitTable* table = explicit_table(scheme)) return table_factor(*table, w);
  if (scheme == Scheme::implicit_euler) return 1.0 / (1.0 - w);
  // With β = ¼, γ = ½ Newmark's is the trapezoidal rule, which is the same on linear systems.
  if (scheme == Scheme::implicit_midpoint || scheme == Scheme::newmark)
    return (1.0 + w / 2.0) / (1.0 - w / 2.0);
  // (3 − 2w) ρ² − 4ρ + 1 = 0
  if (scheme == Scheme::bdf2) return larger_root(4.0 / (3.0 - 2.0 * w), 1.0 / (3.0 - 2.0 * w));
  if (scheme == Scheme::tr_bdf2) return tr_bdf2_factor(w);
  return std::nullopt;
}

/// Trace and determinant of the map of (x, hv), for schemes that move x and v in turns.
struct Invariants {
  double trace, determinant;
};
std::optional<Invariants> alternating_invariants(Scheme scheme, const TestStep& step) {
  const double z2 = step.z * step.z, g = step.g;
  if (scheme == Scheme::velocity_verlet) {
    // Two half kicks, each with the velocity that it finds.
    const double kept = 1 - g / 2;
    return Invariants{1 + kept * kept - z2 * (1 + kept) / 2, kept * kept};
  }
  // Leapfrog has half a drift moved from the end to the start: a similar map.
  if (scheme == Scheme::symplectic_euler || scheme == Scheme::leapfrog || scheme == Scheme::position_verlet)
    return Invariants{2 - z2 - g, 1 - g};  // ρ² − (2 − z² − g) ρ + 1 − g
  return std::nullopt;
}

Factor upper(Factor value) {
  return {value.real(), std::abs(value.imag())};
}

}  // namespace

std::optional<Factor> closed_factor(Scheme scheme, const TestStep& step) {
  if (const auto map = alternating_invariants(scheme, step))
    return upper(larger_root(map->trace, map->determinant));
  const Factor w = step.w();
  const auto value = one_equation_factor(scheme, w);
  if (!value || w.imag() > 0) return value ? std::optional(upper(*value)) : value;
  // Overdamped: both λ are real.
  const auto other = one_equation_factor(scheme, -step.g - w);
  return upper(std::abs(*value) >= std::abs(*other) ? *value : *other);
}

std::optional<double> closed_drag_factor(Scheme scheme, double g) {
  if (const auto map = alternating_invariants(scheme, {0, g}))
    return map->determinant;  // the other root is 1
  const auto value = one_equation_factor(scheme, -g);
  if (!value) return std::nullopt;
  return std::abs(value->imag()) < 1e-9 ? value->real() : std::abs(*value);
}

}  // namespace tensio::lab
