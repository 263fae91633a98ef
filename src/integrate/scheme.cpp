#include <array>
#include <iterator>
#include <limits>

#include "tensio/solver.h"

namespace tensio {
namespace {

constexpr double every = std::numeric_limits<double>::infinity();
using enum SchemeKind;

// In the order of the enumeration. The limits of the Runge–Kutta tables are the ends of their stability
// regions on the imaginary axis: |R(iz)| ≤ 1.
constexpr SchemeFacts facts[] = {
    {"explicit-euler", explicit_table, 1, 1, 0},
    {"midpoint", explicit_table, 2, 2, 0},
    {"heun", explicit_table, 2, 2, 0},
    {"rk4", explicit_table, 4, 4, 2.8284271247461903},               // 2√2
    {"bogacki-shampine", explicit_table, 3, 4, 1.7320508075688772},  // √3
    {"dormand-prince", explicit_table, 5, 7, 0.9971890086325299},
    {"symplectic-euler", kick_drift, 1, 1, 2},
    {"leapfrog", kick_drift, 2, 1, 2},
    {"velocity-verlet", kick_drift, 2, 1, 2},
    {"position-verlet", kick_drift, 2, 1, 2},
    {"implicit-euler", implicit, 1, 1, every},
    {"implicit-midpoint", implicit, 2, 1, every},
    {"newmark", implicit, 2, 1, every},
    {"bdf2", implicit, 2, 1, every},
    {"tr-bdf2", implicit, 2, 2, every},
    {"imex", implicit, 1, 1, 2},
    {"static", implicit, 0, 1, every},
};
static_assert(std::size(facts) == scheme_count);

}  // namespace

const SchemeFacts& scheme_facts(Scheme scheme) {
  return facts[static_cast<int>(scheme)];
}

std::span<const Scheme> all_schemes() {
  static constexpr auto schemes = [] {
    std::array<Scheme, std::size(facts)> all{};
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Scheme>(i);
    return all;
  }();
  return schemes;
}

}  // namespace tensio
