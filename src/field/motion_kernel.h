#pragma once

#include "field/spring_kernel.h"

namespace tensio {

/// Positions, counted from an origin, and velocities of a motion. In single precision each is the sum of two
/// numbers, of which the second holds what the first leaves to rounding: else thousands of small steps would
/// lose it. Forces take the first alone.
template <class Real>
struct MotionFields {
  static constexpr bool has_low = sizeof(Real) == 4;
  Field<Real> x, v;          // m, m/s
  Field<Real> x_low, v_low;  // empty in double precision

  void resize(std::size_t vertices);
  void set_positions(Positions from, const Vec3& origin);
  void set_velocities(std::span<const Vec3> from);
  void set_position(std::size_t vertex, Axes axes, const Vec3& place, const Vec3& origin);
  void set_velocity(std::size_t vertex, Axes axes, const Vec3& velocity);
  void get_positions(std::span<Vec3> to, const Vec3& origin) const;
  void get_velocities(std::span<Vec3> to) const;
  /// *this ← from + (dx, dv)
  void set_sum(const MotionFields& from, const Field<Real>& dx, const Field<Real>& dv);
  /// Whether the vertices still are where get_positions has told or, in coordinates that pins hold, where
  /// set_position has put them.
  bool has_positions(Positions are, const Vec3& origin, std::span<const Axes> pinned) const;
};

/// What becomes of a motion with the accelerations a at its positions, in this order:
///   v ← v + end_kick a,  x ← x + end_drift v   (the end of one step),
///   v ← (1 − loss) v,  v ← v + kick a,  x ← x + drift v   (the beginning of the next).
struct MotionMove {
  double end_kick = 0, end_drift = 0;  // s
  double loss = 0;
  double kick = 0, drift = 0;  // s
};

namespace detail {

/// Accelerations of single vertices and of springs and dampers between them:
///   a_i = (1/m_i) Σ_j [−k (1 − r/l) d − k_d (n·(v_i − v_j)) n] + b_i − c_i (x_i − t_i) − γ_i v_i,
/// d = x_i − x_j, l = |d|, n = d/l; zero where pins hold coordinates.
template <class Real>
struct MotionKernel {
  SpringSlots<Real> springs;
  SpringSlots<Real> dampers;
  SpringSlots<Real> forms;           // k of either sign: −k d
  AlignedVector<Real> inverse_mass;  // 1/kg
  Field<Real> push;                  // b, m/s²
  Field<Real> target;                // t, m
  AlignedVector<Real> tether;        // c, 1/s²
  AlignedVector<Real> drag;          // γ, 1/s
  std::vector<HeldLanes> held;       // of each pack
  bool has_dampers = false, has_forms = false, has_tethers = false, has_drag = false;
};

/// What a pass writes: the accelerations, or the motion that they lead to, or both. Positions, and velocities
/// if there are dampers, go into other fields, as neighbours are read while they are written; all else is
/// changed in place.
template <class Real>
struct MotionPass {
  MotionFields<Real>& motion;
  Field<Real>* next_x = nullptr;  // null: nothing moves
  Field<Real>* next_v = nullptr;
  MotionMove move{};
  Field<Real>* acceleration = nullptr;
};

/// A pass over the packs [begin, end).
template <class Real>
void run_motion_pass(const MotionKernel<Real>& kernel, const MotionPass<Real>& pass, std::size_t begin,
                     std::size_t end, SimdLevel level);
extern template void run_motion_pass(const MotionKernel<float>&, const MotionPass<float>&, std::size_t,
                                     std::size_t, SimdLevel);
extern template void run_motion_pass(const MotionKernel<double>&, const MotionPass<double>&, std::size_t,
                                     std::size_t, SimdLevel);

/// The same move with accelerations that are known, in place.
template <class Real>
void run_known_move(const Field<Real>& acceleration, const MotionMove& move, MotionFields<Real>& motion,
                    std::size_t begin, std::size_t end, SimdLevel level);
extern template void run_known_move(const Field<float>&, const MotionMove&, MotionFields<float>&, std::size_t,
                                    std::size_t, SimdLevel);
extern template void run_known_move(const Field<double>&, const MotionMove&, MotionFields<double>&,
                                    std::size_t, std::size_t, SimdLevel);

}  // namespace detail
}  // namespace tensio
