#include "integrate/modes.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linear/spectrum.h"

namespace tensio {
namespace {

constexpr int thorough_steps = 160;  // 1.65 √(3 · 4e6) exp(−319 √0.005) < 1e-6
constexpr int quick_steps = 32;      // 1.65 √(3 · 1e4) exp(−63 √0.0975) < 1e-6

/// The largest eigenvalue of M^-½ A M^-½ on the free vertices, by so many steps of Lanczos's method; A is
/// given as out += A p.
template <class Add>
double largest_rate(const System& system, std::size_t steps, const Add& add) {
  const std::vector<double>& mass = system.model->mass;
  const std::size_t n = mass.size();
  std::vector<Vec3> q(n), before(n), p(n), next(n);
  std::uint32_t random = 1;
  const auto draw = [&] {
    double sum = -2;  // of four even numbers: nearly normal, so that no direction is preferred
    for (int i = 0; i < 4; ++i) sum += (random = random * 1664525u + 1013904223u) / 4294967296.0;
    return sum;
  };
  for (std::size_t i = 0; i < n; ++i) {
    q[i] = {draw(), draw(), draw()};
    copy_axes(system.pinned[i], {}, q[i]);
  }
  double length = norm(q), bound = 0;
  std::vector<double> diagonal, beside;
  // What is left of a vector within the space already searched is rounding alone.
  while (diagonal.size() < steps && length > 1e-10 * bound && length > 0) {
    for (std::size_t i = 0; i < n; ++i) {
      q[i] = q[i] / length;
      p[i] = q[i] / std::sqrt(mass[i]);
      next[i] = {};
    }
    add(p, std::span<Vec3>(next));
    for (std::size_t i = 0; i < n; ++i) {
      next[i] = next[i] / std::sqrt(mass[i]);
      copy_axes(system.pinned[i], {}, next[i]);
    }
    const double along = dot(q, next), back = diagonal.empty() ? 0 : length;
    for (std::size_t i = 0; i < n; ++i) next[i] -= along * q[i] + back * before[i];
    before.swap(q);
    q.swap(next);
    length = norm(q);
    diagonal.push_back(along);
    beside.push_back(length);
    bound = std::max(bound, back + std::abs(along) + length);
  }
  // Rows of the tridiagonal matrix: Gershgorin's circles end at `bound`.
  return diagonal.empty() ? 0 : detail::largest_eigenvalue(diagonal, beside, bound);
}

/// Of M⁻¹L, 1/s².
double largest_diagonal(const System& system) {
  std::vector<double> diagonal(system.vertex_count(), 0.0);
  for (const auto& energy : system.energies) energy->add_quadratic_diagonal(1, diagonal);
  double largest = 0;
  for (std::size_t i = 0; i < diagonal.size(); ++i)
    if (system.pinned[i] != all_axes) largest = std::max(largest, diagonal[i] / system.model->mass[i]);
  return largest;
}

/// Whether a spring of the table resists motions across it, which its damper leaves alone.
bool resists_across(const Springs& springs, std::size_t s, Positions x) {
  const auto [a, b] = springs.ends[s];
  return springs.stiffness[s] > 0 && norm(x[a] - x[b]) > (1 + 1e-9) * springs.rest_length[s];
}

/// The smallest and largest damping per stiffness of any spring; the smallest is zero if something elastic
/// has no damper, or resists where its damper does not.
void find_betas(const System& system, Positions x, HessianForm form, Modes& modes) {
  const Springs& springs = system.model->springs;
  const bool is_across = form == HessianForm::laplacian || !system.model->attachments.empty();
  modes.beta_low = is_across ? 0 : std::numeric_limits<double>::infinity();
  const Dampers dampers = system.terms().damper_table();
  for (std::size_t s = 0; dampers.springs && s < springs.size(); ++s) {
    const double k = springs.stiffness[s], k_d = dampers.coefficient(s);
    if (k_d > 0) modes.beta_high = std::max(modes.beta_high, k > 0 ? k_d / k : HUGE_VAL);
    if (k > 0) modes.beta_low = std::min(modes.beta_low, resists_across(springs, s, x) ? 0 : k_d / k);
  }
  if (!system.terms().others.empty()) {  // damped alike at rest, but not where they are bent or stretched
    modes.beta_low = 0;
    modes.beta_high = std::max(modes.beta_high, dampers.per_stiffness);
  }
  if (modes.beta_high == 0 || std::isinf(modes.beta_low)) modes.beta_low = 0;
}

void find_drags(const System& system, Modes& modes) {
  const std::vector<double>& drag = system.terms().drag;
  if (drag.empty()) return;
  modes.drag_low = HUGE_VAL;
  for (std::size_t i = 0; i < drag.size(); ++i) {
    if (system.pinned[i] == all_axes) continue;
    modes.drag_low = std::min(modes.drag_low, drag[i] / system.model->mass[i]);
    modes.drag_high = std::max(modes.drag_high, drag[i] / system.model->mass[i]);
  }
  if (std::isinf(modes.drag_low)) modes.drag_low = 0;
}

/// How to look for modes: with which form of each energy's Hessian, and for how long.
struct ModeSearch {
  HessianForm form;          // of energies that are projective, and of dissipations
  HessianForm form_unbound;  // of all others
  std::size_t steps;
};

Modes search_modes(System& system, Positions x, const ModeSearch& search, System* implicit) {
  Modes modes;
  modes.ether = system.ether;
  const auto add_stiffness = [&](const System& part, double sign, std::span<const Vec3> p,
                                 std::span<Vec3> out) {
    for (const auto& energy : part.energies)
      energy->add_hessian_product(x, p, sign, energy->is_projective() ? search.form : search.form_unbound,
                                  out);
  };
  const double omega2 = largest_rate(system, search.steps, [&](std::span<const Vec3> p, std::span<Vec3> out) {
    add_stiffness(system, 1, p, out);
    if (implicit) add_stiffness(*implicit, -1, p, out);
  });
  // Where all is left out, rounding remains.
  if (omega2 > 1e-12 * largest_diagonal(system)) modes.omega = std::sqrt(omega2);
  if (system.dissipations.empty()) return modes;
  for (System* part : {&system, implicit})
    if (part)
      for (auto& dissipation : part->dissipations) dissipation->freeze(x);
  const std::vector<Vec3> at_rest(system.vertex_count());
  const auto add_damping = [&](const System& part, double sign, std::span<const Vec3> p,
                               std::span<Vec3> out) {
    for (const auto& dissipation : part.dissipations) {
      const bool is_bound =
          dissipation->is_projective() || std::holds_alternative<AirShape>(dissipation->shape());
      dissipation->add_hessian_product(at_rest, p, sign, is_bound ? search.form : search.form_unbound, out);
    }
  };
  modes.rate = largest_rate(system, search.steps, [&](std::span<const Vec3> p, std::span<Vec3> out) {
    add_damping(system, 1, p, out);
    if (implicit) add_damping(*implicit, -1, p, out);
  });
  find_drags(system, modes);
  find_betas(system, x, search.form, modes);
  return modes;
}

}  // namespace

bool has_bounded_stiffness(const System& system) {
  return std::ranges::all_of(system.energies, [](const auto& energy) { return energy->is_projective(); });
}

Modes find_modes(System& system, Positions x, HessianForm form, System* implicit) {
  return search_modes(system, x, {form, form, thorough_steps}, implicit);
}

Modes find_modes_near(System& system, Positions x) {
  return search_modes(system, x, {HessianForm::laplacian, HessianForm::projected, quick_steps}, nullptr);
}

}  // namespace tensio
