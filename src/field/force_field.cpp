#include "field/force_field.h"

#include <algorithm>

#include "math/denormals.h"

namespace tensio {

template <class Real>
void MotionFields<Real>::resize(std::size_t vertices) {
  if (x.size() == vertices) return;
  x.resize(vertices);
  v.resize(vertices);
  if constexpr (has_low) x_low.resize(vertices), v_low.resize(vertices);
}

namespace {

/// A number as the sum of two of the precision of Real, as far as they can; in double precision one is
/// enough.
template <class Real>
struct Split {
  explicit Split(double number) : high(static_cast<Real>(number)) {
    if constexpr (MotionFields<Real>::has_low) low = static_cast<Real>(number - high);
  }
  Split(Real high_part, Real low_part) : high(high_part), low(low_part) {}
  double sum() const { return static_cast<double>(high) + static_cast<double>(low); }
  Real high, low = 0;
};

template <class Real>
void set_one(Field<Real>& high, Field<Real>& low, std::size_t i, const Vec3& value, const Vec3& origin,
             Axes axes = all_axes) {
  for (int axis = 0; axis < 3; ++axis) {
    if (!has_axis(axes, axis)) continue;
    const Split<Real> split(value[axis] - origin[axis]);
    high.component(axis)[i] = split.high;
    if constexpr (MotionFields<Real>::has_low) low.component(axis)[i] = split.low;
  }
}

template <class Real>
double get_number(const Field<Real>& high, const Field<Real>& low, std::size_t i, int axis) {
  if constexpr (MotionFields<Real>::has_low)
    return Split<Real>(high.component(axis)[i], low.component(axis)[i]).sum();
  else
    return high.component(axis)[i];
}

template <class Real>
Vec3 get_one(const Field<Real>& high, const Field<Real>& low, std::size_t i, const Vec3& origin) {
  return origin + Vec3{get_number(high, low, i, 0), get_number(high, low, i, 1), get_number(high, low, i, 2)};
}

}  // namespace

template <class Real>
void MotionFields<Real>::set_positions(Positions from, const Vec3& origin) {
  for (std::size_t i = 0; i < from.size(); ++i) set_one(x, x_low, i, from[i], origin);
}

template <class Real>
void MotionFields<Real>::set_velocities(std::span<const Vec3> from) {
  for (std::size_t i = 0; i < from.size(); ++i) set_one(v, v_low, i, from[i], {});
}

template <class Real>
void MotionFields<Real>::set_position(std::size_t vertex, Axes axes, const Vec3& place, const Vec3& origin) {
  set_one(x, x_low, vertex, place, origin, axes);
}

template <class Real>
void MotionFields<Real>::set_velocity(std::size_t vertex, Axes axes, const Vec3& velocity) {
  set_one(v, v_low, vertex, velocity, {}, axes);
}

template <class Real>
void MotionFields<Real>::get_positions(std::span<Vec3> to, const Vec3& origin) const {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = get_one(x, x_low, i, origin);
}

template <class Real>
void MotionFields<Real>::get_velocities(std::span<Vec3> to) const {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = get_one(v, v_low, i, {});
}

template <class Real>
void MotionFields<Real>::set_sum(const MotionFields& from, const Field<Real>& dx, const Field<Real>& dv) {
  resize(from.x.size());
  const auto add = [](const Field<Real>& a, [[maybe_unused]] const Field<Real>& a_low, const Field<Real>& b,
                      Field<Real>& sum, [[maybe_unused]] Field<Real>& sum_low) {
    const std::size_t n = a.all().size();
    const Real *p = a.all().data(), *q = b.all().data();
    Real* const to = sum.all().data();
    if constexpr (!has_low) {
      for (std::size_t i = 0; i < n; ++i) to[i] = p[i] + q[i];
    } else {  // as CarefulVectors::add
      const Real* const low = a_low.all().data();
      Real* const to_low = sum_low.all().data();
      for (std::size_t i = 0; i < n; ++i) {
        const Real total = p[i] + q[i], part = total - p[i];
        const Real error = low[i] + ((p[i] - (total - part)) + (q[i] - part));
        to[i] = total + error;
        to_low[i] = error - (to[i] - total);
      }
    }
  };
  add(from.x, from.x_low, dx, x, x_low);
  add(from.v, from.v_low, dv, v, v_low);
}

template <class Real>
bool MotionFields<Real>::has_positions(Positions are, const Vec3& origin,
                                       std::span<const Axes> pinned) const {
  if (are.size() != x.size()) return false;
  for (std::size_t i = 0; i < are.size(); ++i)
    for (int axis = 0; axis < 3; ++axis) {
      const double place = are[i][axis], held = get_number(x, x_low, i, axis);
      if (has_axis(pinned[i], axis) ? Split<Real>(place - origin[axis]).sum() != held
                                    : place != origin[axis] + held)
        return false;
    }
  return true;
}

template <class Real>
ForceField<Real>::ForceField(Workers& workers, SimdLevel level) : workers_(workers), level_(level) {}

template <class Real>
bool ForceField<Real>::begin(System& system, const Vec3& origin) {
  const SystemStamp made = system.stamp();
  const bool is_new = !(made == made_);
  system_ = &system;
  origin_ = origin;
  made_ = made;
  if (is_new) make_tables();
  return is_new;
}

template <class Real>
bool ForceField<Real>::is_of_velocities() const {
  return kernel_.has_dampers || kernel_.has_drag || !others_.dissipations.empty();
}

template <class Real>
bool ForceField<Real>::is_of_positions() const {
  return !is_of_velocities() && !kernel_.has_tethers && others_.energies.empty() &&
         system_->terms().has_steady_loads;
}

template <class Real>
void ForceField<Real>::make_tables() {
  const std::size_t n = made_.vertices;
  constexpr std::size_t lanes = detail::SpringSlots<Real>::lanes, chunks = 16, least = 256 / lanes;
  next_x_.resize(n);
  load_.resize(n);
  const std::size_t stride = load_.stride();
  chunk_packs_ = std::max(least, (stride / lanes + chunks - 1) / chunks);
  for (auto* column : {&kernel_.inverse_mass, &kernel_.tether, &kernel_.drag})
    column->assign(stride, Real{0});
  kernel_.held = detail::held_lanes(system_->pinned, stride, lanes);
  const Terms& terms = system_->terms();
  for (std::size_t i = 0; i < n; ++i) kernel_.inverse_mass[i] = static_cast<Real>(inverse_mass(i));
  pull_.resize(n);
  set_load();
  for (std::size_t i = 0; i < terms.drag.size(); ++i)
    kernel_.drag[i] = static_cast<Real>(terms.drag[i] * inverse_mass(i));
  others_ = detail::fill_slots(*system_, kernel_.springs, kernel_.dampers, kernel_.forms);
  kernel_.has_tethers = !terms.tethered.empty();
  kernel_.has_drag = !terms.drag.empty();
  kernel_.has_dampers = others_.has_dampers;
  kernel_.has_forms = !others_.forms.empty();
  for (auto* column : {&x_, &v_, &force_}) column->resize(others_.empty() ? 0 : n);
  if (kernel_.has_tethers) kernel_.target.resize(n);
  if (kernel_.has_dampers) next_v_.resize(n);
  kernel_.push = load_;
}

template <class Real>
void ForceField<Real>::set_load() {
  system_->terms().get_pull(pull_);
  for (std::size_t i = 0; i < pull_.size(); ++i)
    for (int axis = 0; axis < 3; ++axis)
      load_.component(axis)[i] = static_cast<Real>(pull_[i][axis] * inverse_mass(i));
}

/// All tethers of a vertex as one: Σ k (x − a) = c (x − t), c = Σ k, t = Σ k a / c.
template <class Real>
void ForceField<Real>::set_tethers() {
  system_->terms().get_tethers(1, tethers_);
  for (auto first = tethers_.begin(); first != tethers_.end();) {
    const std::size_t vertex = first->vertex;
    double weight = 0;
    Vec3 sum;
    for (; first != tethers_.end() && first->vertex == vertex; ++first) {
      weight += first->weight;
      sum += first->weight * (first->target - origin_);
    }
    kernel_.tether[vertex] = static_cast<Real>(weight * inverse_mass(vertex));
    for (int axis = 0; axis < 3; ++axis)
      kernel_.target.component(axis)[vertex] = static_cast<Real>(weight > 0 ? sum[axis] / weight : 0);
  }
}

template <class Real>
void ForceField<Real>::add_others(const MotionFields<Real>& motion) {
  motion.get_positions(x_, origin_);
  motion.get_velocities(v_);
  std::ranges::fill(force_, Vec3{});
  for (const Energy* energy : others_.energies) energy->evaluate(x_, -1, force_, workers_);
  for (Dissipation* dissipation : others_.dissipations) {
    dissipation->freeze(x_);
    dissipation->evaluate(v_, -1, force_, workers_);
  }
  for (std::size_t i = 0; i < force_.size(); ++i)
    for (int axis = 0; axis < 3; ++axis)
      kernel_.push.component(axis)[i] =
          load_.component(axis)[i] + static_cast<Real>(force_[i][axis] * inverse_mass(i));
}

template <class Real>
void ForceField<Real>::set_forces(const MotionFields<Real>& motion, double time) {
  system_->set_time(time);
  if (kernel_.has_tethers) set_tethers();
  if (!system_->terms().has_steady_loads) set_load(), kernel_.push = load_;
  if (!others_.empty()) add_others(motion);
}

template <class Real>
template <class Work>
void ForceField<Real>::for_each_chunk(const Work& work) {
  const std::size_t packs = load_.stride() / detail::SpringSlots<Real>::lanes;
  workers_.share((packs + chunk_packs_ - 1) / chunk_packs_, [&](std::size_t chunk) {
    [[maybe_unused]] const KernelMode<Real> mode;
    work(chunk * chunk_packs_, std::min(packs, (chunk + 1) * chunk_packs_));
  });
}

template <class Real>
void ForceField<Real>::accelerate(MotionFields<Real>& motion, double time, Field<Real>& a) {
  if (a.size() != made_.vertices) a.resize(made_.vertices);
  set_forces(motion, time);
  const detail::MotionPass<Real> pass{.motion = motion, .acceleration = &a};
  for_each_chunk([&](std::size_t begin, std::size_t end) {
    detail::run_motion_pass(kernel_, pass, begin, end, level_);
  });
}

template <class Real>
void ForceField<Real>::move(const MotionMove& move, double time, MotionFields<Real>& motion, Field<Real>* a) {
  if (a && a->size() != made_.vertices) a->resize(made_.vertices);
  set_forces(motion, time);
  const detail::MotionPass<Real> pass{.motion = motion,
                                      .next_x = &next_x_,
                                      .next_v = kernel_.has_dampers ? &next_v_ : nullptr,
                                      .move = move,
                                      .acceleration = a};
  for_each_chunk([&](std::size_t begin, std::size_t end) {
    detail::run_motion_pass(kernel_, pass, begin, end, level_);
  });
  std::swap(motion.x, next_x_);
  if (kernel_.has_dampers) std::swap(motion.v, next_v_);
}

template <class Real>
void ForceField<Real>::move(const MotionMove& move, const Field<Real>& a, MotionFields<Real>& motion) {
  for_each_chunk([&](std::size_t begin, std::size_t end) {
    detail::run_known_move(a, move, motion, begin, end, level_);
  });
}

template struct MotionFields<double>;
template struct MotionFields<float>;
template class ForceField<double>;
template class ForceField<float>;

}  // namespace tensio
