#pragma once

#include <algorithm>
#include <vector>

#include "energy/energy.h"

namespace tensio::detail {

/// Pieces of a model that neither pins nor tethers hold along an axis.
class LoosePieces {
 public:
  void find(const Model& model, std::span<const Axes> pinned, int axis, std::span<const Tether> tethers) {
    piece_ = connected_pieces(model);
    std::vector<std::uint32_t> number(piece_.size(), 0);  // of each piece
    for (std::size_t i = 0; i < piece_.size(); ++i)
      if (has_axis(pinned[i], axis)) number[piece_[i]] = is_held;
    for (const Tether& tether : tethers) number[piece_[tether.vertex]] = is_held;
    std::vector<bool> is_counted(number.size());
    std::uint32_t count = 0;
    for (std::uint32_t& piece : piece_) {
      if (number[piece] != is_held && !is_counted[piece]) {
        is_counted[piece] = true;
        number[piece] = count++;
      }
      piece = number[piece];
    }
    if (count == 0) piece_.clear();
    drift_.resize(count);
    weight_.resize(count);
  }

  bool empty() const { return piece_.empty(); }

  /// Takes out of a step along the axis the mean, by weight, of each loose piece. P keeps Σ w_i x_i right
  /// from the first step on; what is added to P⁻¹ must not spoil that, or iterates that are not converged
  /// would gain momentum.
  template <class Real, class Weights>
  void keep_momentum(const Weights& weights, Real* step) {
    std::ranges::fill(drift_, 0.0);
    std::ranges::fill(weight_, 0.0);
    for (std::size_t i = 0; i < piece_.size(); ++i) {
      if (piece_[i] == is_held) continue;
      const double weight = weights[i];
      drift_[piece_[i]] += weight * static_cast<double>(step[i]);
      weight_[piece_[i]] += weight;
    }
    for (std::size_t piece = 0; piece < drift_.size(); ++piece)
      if (weight_[piece] > 0) drift_[piece] = drift_[piece] / weight_[piece];
    for (std::size_t i = 0; i < piece_.size(); ++i)
      if (piece_[i] != is_held) step[i] -= static_cast<Real>(drift_[piece_[i]]);
  }

 private:
  static constexpr std::uint32_t is_held = ~std::uint32_t{0};
  std::vector<std::uint32_t> piece_;  // of each vertex, counted from 0, or is_held; empty: none is loose
  std::vector<double> drift_;         // of each loose piece
  std::vector<double> weight_;
};

}  // namespace tensio::detail
