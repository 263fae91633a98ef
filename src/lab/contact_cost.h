#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "lab/bench.h"

namespace tensio::lab {

/// Options of `tensio bench --contact`, which measures what contact adds to a frame.
struct ContactCostOptions {
  std::size_t side = 81;         // vertices along a side of the cloth
  std::size_t large_side = 316;  // of the large one; 0: none
  double seconds = 2;            // least time of a comparison, s
  int frames = 120;              // simulated before, so that the cloth settles
};

/// Frames of a settled cloth with ContactMethod::planes, and of the same state without contact or colliders.
struct ContactCost {
  std::string key, name;
  std::size_t vertices = 0, obstacle_vertices = 0;
  std::size_t pairs = 0, contacts = 0;  // in the last frame
  double without = 0, with = 0;         // s, the least of all frames
  double lists = 0;                     // per frame
  double usual = 0;                     // s, the median with contact

  double added() const { return with - without; }
  double ratio() const { return with / without; }
};

/// Measures in mixed precision with two threads, five steps per frame, with and without in turns.
Result<std::vector<ContactCost>> measure_contact_cost(const ContactCostOptions& options,
                                                      const BenchProgress& progress = {});

std::string contact_cost_table(const std::vector<ContactCost>& costs);
/// docs/performance.md explains every key.
nlohmann::ordered_json contact_cost_json(const std::vector<ContactCost>& costs);

}  // namespace tensio::lab
