#pragma once

#include <algorithm>
#include <tuple>

#include "energy/energy.h"

namespace tensio {

/// Those of one vertex side by side. A total order, as a stable sort would allocate: tethers that tie are
/// equal.
inline void sort_by_vertex(std::vector<Tether>& tethers) {
  std::ranges::sort(tethers, {}, [](const Tether& t) {
    return std::tuple(t.vertex, t.weight, t.target.x, t.target.y, t.target.z);
  });
}

}  // namespace tensio
