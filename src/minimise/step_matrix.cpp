#include "minimise/step_matrix.h"

#include <algorithm>

namespace tensio {

StepMatrix& StepMatrixCache::find(const StepObjective& objective) {
  const StepAim& aim = objective.aim();
  const std::uint64_t revision = objective.system().revision;
  std::erase_if(entries_, [&](const StepMatrix& e) { return e.revision != revision; });
  const auto entry = std::ranges::find_if(entries_, [&](const StepMatrix& e) {
    return e.inertia == aim.inertia && e.s2 == aim.s2 && e.tau == aim.tau;
  });
  if (entry != entries_.end()) {
    std::rotate(entry, entry + 1, entries_.end());
  } else {
    if (entries_.size() == capacity) entries_.erase(entries_.begin());
    entries_.push_back({revision, aim.inertia, aim.s2, aim.tau, objective.quadratic(), {}, false});
  }
  return entries_.back();
}

}  // namespace tensio
