#pragma once

#include <map>

#include "linear/supernodal_solve.h"

namespace tensio::detail {

/// The matrices of one supernode in double precision: M, times `sign`, above D⁻¹.
struct Panel {
  double* column;      // the first one
  std::size_t stride;  // to the next
  double sign;
};

/// Panels of a factor that are worked on: in place where it is kept in double precision. Otherwise a copy is
/// made the first time and kept, so that many changes do not round it more than once.
template <class Real>
class Panels {
 public:
  Panel get(const Supernodes& nodes, std::uint32_t s, SolveFactor<Real>& factor) {
    if (double* in_place = factor.in_place(s)) return {in_place, factor.plan().stride(s), -1};
    const std::size_t width = nodes.width(s), height = nodes.height(s), stride = width + height;
    std::vector<double>& copy = copies_[s];
    if (copy.empty()) {
      copy.resize(stride * width);
      factor.unpack(nodes, s, copy.data() + height, copy.data(), stride);
    }
    return {copy.data(), stride, 1};
  }
  /// Takes the changes of a panel over into the factor. False when a number is out of its range.
  [[nodiscard]] bool put(const Supernodes& nodes, std::uint32_t s, const Panel& panel,
                         SolveFactor<Real>& factor) {
    return factor.in_place(s) ||
           factor.set(nodes, s, panel.column + nodes.height(s), panel.column, panel.stride);
  }
  void clear() { copies_.clear(); }

 private:
  std::map<std::uint32_t, std::vector<double>> copies_;
};

}  // namespace tensio::detail
