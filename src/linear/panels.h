#pragma once

#include <map>

#include "linear/supernodal_solve.h"

namespace tensio::detail {

/// The matrices of one supernode in double precision: M above D⁻¹.
struct Panel {
  double* column;      // the first one
  std::size_t stride;  // to the next
};

/// Panels of a factor that are worked on: a copy is made the first time and kept, so that many changes do not
/// round it more than once.
template <class Real>
class Panels {
 public:
  Panel get(const Supernodes& nodes, std::uint32_t s, SolveFactor<Real>& factor) {
    const std::size_t width = nodes.width(s), height = nodes.height(s), stride = width + height;
    std::vector<double>& copy = copies_[s];
    if (copy.empty()) {
      copy.resize(stride * width);
      factor.unpack(nodes, s, copy.data() + height, copy.data(), stride);
    }
    return {copy.data(), stride};
  }
  /// Takes the changes of a panel over into the factor. False when a number is out of its range.
  [[nodiscard]] bool put(const Supernodes& nodes, std::uint32_t s, const Panel& panel,
                         SolveFactor<Real>& factor) {
    return factor.set(nodes, s, panel.column + nodes.height(s), panel.column, panel.stride);
  }
  void clear() { copies_.clear(); }

 private:
  std::map<std::uint32_t, std::vector<double>> copies_;
};

}  // namespace tensio::detail
