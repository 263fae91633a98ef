#pragma once

#include "tensio/model.h"

namespace tensio {

/// For each connected piece of a model, the rigid motion that has its momentum and its angular momentum:
///   v = V + Ω × (x − c),  V = Σ m v / Σ m,  Ω = I⁻¹ Σ m (x − c) × v.
/// Müller et al., "Position based dynamics" (2007), sec. 3.5. Vertices whose coordinates are all pinned
/// take no part.
class RigidMotions {
 public:
  /// Pieces that pins or attachments hold may be taken to stand still.
  enum class Held { move, stand_still };
  /// The model must outlive it.
  RigidMotions(const Model& model, Held held);

  void fit(Positions x, std::span<const Vec3> v);
  Axes pinned(std::size_t vertex) const { return pinned_[vertex]; }
  /// Of a vertex at x, as its piece moves, m/s.
  Vec3 velocity(std::size_t vertex, const Vec3& x) const {
    const Piece& piece = pieces_[piece_of_[vertex]];
    return piece.velocity + cross(piece.spin, x - piece.centre);
  }

 private:
  struct Piece {
    double mass = 0;              // kg
    Vec3 centre, velocity, spin;  // m, m/s, rad/s
    bool stands_still = false;
  };
  const Model& model_;
  std::vector<std::uint32_t> piece_of_;
  std::vector<Axes> pinned_;
  std::vector<Piece> pieces_;
  struct Turn {                                             // about the centre
    double xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;  // Σ m dᵢ dⱼ, kg·m²
    Vec3 momentum;                                          // kg·m²/s
  };
  std::vector<Turn> turns_;
};

/// Takes from the velocities what they have beside the rigid motion of their piece: after one second a
/// fraction `rigid` of it is left. A fall, a throw and a spin are left alone.
class RigidDrag {
 public:
  RigidDrag(const Model& model, double rigid) : motions_(model, RigidMotions::Held::move), rigid_(rigid) {}
  void apply(double h, State& state);

 private:
  RigidMotions motions_;
  double rigid_;
};

}  // namespace tensio
