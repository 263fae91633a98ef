#include "integrate/field_motion.h"

#include "integrate/acceleration.h"
#include "math/bounds.h"
#include "math/elementary.h"

namespace tensio {
namespace {

/// Single precision is finest about the middle of all; double precision needs no origin, and keeps every bit
/// without.
template <class Real>
Vec3 find_origin(Positions x) {
  return MotionFields<Real>::has_low ? bounds_of(x).middle() : Vec3{};
}

}  // namespace

template <class Real>
bool FieldMotion<Real>::take(System& system, const State& state) {
  const bool is_same = fields_.has_positions(state.x, forces_.origin(), system.pinned);
  const bool is_new = forces_.begin(system, is_same ? forces_.origin() : find_origin<Real>(state.x));
  system_ = &system;
  fields_.resize(state.x.size());
  if (!is_same) fields_.set_positions(state.x, forces_.origin());
  fields_.set_velocities(state.v);
  return is_same && !is_new;
}

template <class Real>
bool FieldMotion<Real>::give(double start, double end, State& state) {
  place_pins(end, fields_);
  x_.resize(state.x.size());
  v_.resize(state.x.size());
  fields_.get_positions(x_, forces_.origin());
  fields_.get_velocities(v_);
  tensio::place_pins(*system_->model, end, x_);
  tensio::set_pin_velocities(*system_->model, start, end, v_);
  if (!is_finite(x_) || !is_finite(v_)) return false;
  state.x.swap(x_);
  state.v.swap(v_);
  state.time = end;
  return true;
}

template <class Real>
void FieldMotion<Real>::place_pins(double time, MotionFields<Real>& motion) const {
  for (const Pin& pin : system_->model->pins)
    motion.set_position(pin.vertex, pin.axes, pin.place(time), forces_.origin());
}

template <class Real>
void FieldMotion<Real>::set_pin_velocities(double start, double end, double kept,
                                           MotionFields<Real>& motion) const {
  for (const Pin& pin : system_->model->pins)
    motion.set_velocity(pin.vertex, pin.axes,
                        (kept / (end - start)) * (pin.path.offset(end) - pin.path.offset(start)));
}

double ether_loss(const System& system, double h) {
  return system.ether == 1 ? 0 : 1 - power(system.ether, h);
}

template class FieldMotion<double>;
template class FieldMotion<float>;

}  // namespace tensio
