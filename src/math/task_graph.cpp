#include "math/task_graph.h"

#include <algorithm>
#include <numeric>

namespace tensio {

TaskGraph::TaskGraph(std::vector<std::vector<std::uint32_t>> before, std::span<const double> rank)
    : before_(std::move(before)),
      order_(before_.size()),
      finished_(std::make_unique<Finished[]>(before_.size())) {
  std::iota(order_.begin(), order_.end(), 0u);
  std::stable_sort(order_.begin(), order_.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return rank[a] > rank[b]; });
}

void TaskGraph::wait_for(std::uint32_t task) const {
  for (int look = 0; finished_[task].round.load(std::memory_order_acquire) != round_; ++look)
    Workers::pass_time(look);
}

}  // namespace tensio
