#pragma once

#include "energy/objective.h"

namespace tensio {

/// Which tables something was made for: it is to be made anew for any other stamp.
struct SystemStamp {
  const System* system = nullptr;
  std::uint64_t revision = 0;
  std::size_t vertices = 0, springs = 0;

  SystemStamp() = default;
  explicit SystemStamp(const System& of)
      : system(&of), revision(of.revision), vertices(of.vertex_count()), springs(of.model->springs.size()) {}
  friend bool operator==(const SystemStamp&, const SystemStamp&) = default;
};

}  // namespace tensio
