#include "integrate/plasticity.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace tensio {

/// Springs that are there no longer are forgotten, new ones begin as they are.
void Plasticity::follow(const Springs& springs) {
  if (std::ranges::equal(sets_, springs.ends, {}, &Set::ends)) return;
  std::map<std::array<VertexId, 2>, Set> known;
  for (const Set& set : sets_) known.emplace(set.ends, set);
  sets_.clear();
  for (std::size_t s = 0; s < springs.size(); ++s) {
    const auto old = known.find(springs.ends[s]);
    sets_.push_back(old != known.end() ? old->second : Set{springs.ends[s], springs.rest_length[s]});
  }
}

bool Plasticity::apply(double h, Positions x, Springs& springs) {
  follow(springs);
  const double part = options_.time > 0 ? h / (h + options_.time) : 1;  // implicit Euler of the decay
  bool has_changed = false;
  for (std::size_t s = 0; s < springs.size(); ++s) {
    Set& set = sets_[s];
    if (!(set.rest > 0)) continue;
    const auto [a, b] = springs.ends[s];
    const double before = springs.rest_length[s] / set.rest - 1;
    const double elastic = norm(x[a] - x[b]) / set.rest - 1 - before;
    const double excess = std::abs(elastic) - *options_.yield - options_.hardening * set.hardened;
    if (!(excess > 0)) continue;
    const double flow = part * excess / (1 + options_.hardening);
    const double plastic = std::clamp(before + (elastic > 0 ? flow : -flow), -options_.most, options_.most);
    set.hardened += std::abs(plastic - before);
    const double length = set.rest * (1 + plastic);
    has_changed = has_changed || length != springs.rest_length[s];
    springs.rest_length[s] = length;
  }
  return has_changed;
}

}  // namespace tensio
