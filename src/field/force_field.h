#pragma once

#include "field/motion_kernel.h"
#include "field/slot_terms.h"

namespace tensio {

/// The accelerations M⁻¹ (−∂E/∂x − ∂R/∂v) of a system, zero where pins hold, evaluated on fields, in the
/// precision of Real, by all threads; and motions led by them. Dampers take their directions from the
/// positions. In double precision results have the same bits for every number of threads and on every
/// instruction set.
template <class Real>
class ForceField {
 public:
  explicit ForceField(Workers& workers, SimdLevel level = best_simd_level());

  /// Takes a system, which must outlive the evaluations. Tables are kept while system and revision stay the
  /// same; then nothing is allocated. True when they were made anew.
  bool begin(System& system, const Vec3& origin);
  const Vec3& origin() const { return origin_; }
  /// Whether positions alone decide the accelerations: not velocities, not time.
  bool is_of_positions() const;
  /// Whether they depend on velocities.
  bool is_of_velocities() const;

  /// a ← accelerations at this time, s
  void accelerate(MotionFields<Real>& motion, double time, Field<Real>& a);
  /// Moves the motion with the accelerations at its positions and this time, s, in one pass; `a`, if any,
  /// takes them.
  void move(const MotionMove& move, double time, MotionFields<Real>& motion, Field<Real>* a = nullptr);
  /// Moves the motion with accelerations that are known.
  void move(const MotionMove& move, const Field<Real>& a, MotionFields<Real>& motion);
  /// Moves the motion without kicks.
  void coast(const MotionMove& move, MotionFields<Real>& motion) { this->move(move, load_, motion); }

 private:
  void make_tables();
  void set_forces(const MotionFields<Real>& motion, double time);
  void set_load();
  void set_tethers();
  void add_others(const MotionFields<Real>& motion);
  double inverse_mass(std::size_t vertex) const {  // 1/kg
    return 1 / system_->model->mass[vertex];
  }
  /// work(first pack, last pack)
  template <class Work>
  void for_each_chunk(const Work& work);

  Workers& workers_;
  SimdLevel level_;
  System* system_ = nullptr;
  SystemStamp made_;  // what the tables were made for
  Vec3 origin_;
  detail::MotionKernel<Real> kernel_;
  Field<Real> load_;             // m/s², of loads
  Field<Real> next_x_, next_v_;  // what a move writes
  std::size_t chunk_packs_ = 1;

  detail::OtherTerms others_;
  std::vector<Tether> tethers_;
  std::vector<Vec3> x_, v_, force_, pull_;  // m, m/s, N, N
};

}  // namespace tensio
