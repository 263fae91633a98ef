#include "field/field_objective.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/bounds.h"
#include "math/denormals.h"

namespace tensio {

using detail::Pass;
using detail::PassSums;

namespace {

/// Enough chunks to share among threads, none so small that handing it out would cost more than its work.
std::size_t chunk_size(std::size_t vertices) {
  constexpr std::size_t chunks = 16, least = 256, most = 8192, padding = Field<float>::padding;
  const std::size_t even = (vertices + chunks - 1) / chunks;
  return (std::clamp(even, least, most) + padding - 1) / padding * padding;
}

template <class Real>
const QuadEnergy<Real>* in_quads(const Energy& energy) {
  if constexpr (sizeof(Real) == 4)
    return energy.in_floats();
  else
    return energy.in_doubles();
}

}  // namespace

template <class Real>
FieldObjective<Real>::FieldObjective(Workers& workers, SimdLevel level) : workers_(workers), level_(level) {}

template <class Real>
template <class Work>
void FieldObjective<Real>::for_each_chunk(const Work& work) {
  const std::size_t n = made_.vertices;
  workers_.share(sums_.size(),
                 [&](std::size_t chunk) { work(chunk, chunk * chunk_, std::min(n, (chunk + 1) * chunk_)); });
}

template <class Real>
void FieldObjective<Real>::begin(const StepObjective& objective) {
  objective_ = &objective;
  const System& system = objective.system();
  const StepAim& aim = objective.aim();
  const SystemStamp made = system.stamp();
  const Scales scales{aim.inertia, aim.s2, aim.tau};
  const bool is_new = !made.is_like(made_), has_new_rests = !is_new && !(made == made_);
  made_ = made;
  if (is_new) make_tables();
  if (has_new_rests) detail::fill_spring_slots(system, kernel_.springs);
  if (is_new || !(scales == scales_)) set_scales();
  if (is_new || !(scales == scales_) || !system.terms().has_steady_loads) set_pull();
  scales_ = scales;
  others_at_ = 0;
  set_origin();
  set_targets();
  set_dampers();
  has_velocities_ =
      std::ranges::any_of(others_.dissipations, [&](const Dissipation* d) { return objective_->has(*d); });
  if (has_quads_ && has_velocities_) {
    step_.resize(made_.vertices);
    step_.set(aim.w, origin_);
    quads_.start.set(step_, workers_);
  }
}

template <class Real>
void FieldObjective<Real>::make_tables() {
  const System& system = objective_->system();
  const std::size_t n = made_.vertices;
  chunk_ = chunk_size(n);
  sums_.assign((n + chunk_ - 1) / chunk_, {});
  kernel_.target.resize(n);
  kernel_.load.resize(n);
  kernel_.weight.assign(kernel_.target.stride(), Real{0});
  kernel_.held = detail::held_lanes(system.pinned, kernel_.target.stride(), detail::SpringSlots<Real>::lanes);
  diagonal_.resize(n);
  pull_.resize(n);
  sag_.resize(n);
  others_ = detail::fill_slots(system, kernel_.springs, kernel_.dampers, kernel_.forms);
  kernel_.has_forms = !others_.forms.empty();
  system.terms().get_tethers(1, tethers_);
  for (int axis = 0; axis < 3; ++axis) loose_[axis].find(*system.model, system.pinned, axis, tethers_);
  if (others_.has_dampers)
    for (auto* field : {&kernel_.damper_start, &kernel_.damper_frozen}) field->resize(n);
  has_quads_ = has_vectors_ = false;
  const auto note = [&](const Energy* term) { (in_quads<Real>(*term) ? has_quads_ : has_vectors_) = true; };
  std::ranges::for_each(others_.energies, note);
  std::ranges::for_each(others_.dissipations, note);
  if (has_quads_)
    for (auto* quads : {&quads_.x, &quads_.velocity, &quads_.direction, &quads_.sum}) quads->resize(n);
  if (has_vectors_)
    for (auto* column : {&x_, &velocity_, &p_, &sum_}) column->resize(n);
  held_.clear();
  for (std::size_t i = 0; i < n; ++i)
    if (system.pinned[i]) held_.push_back(static_cast<VertexId>(i));
}

/// What depends on s² and τ but not on time.
template <class Real>
void FieldObjective<Real>::set_scales() {
  const StepAim& aim = objective_->aim();
  objective_->quadratic_diagonal(diagonal_);
  const Terms& terms = objective_->system().terms();
  const std::vector<double>& mass = objective_->system().model->mass;
  for (std::size_t i = 0; i < mass.size(); ++i)
    kernel_.weight[i] = static_cast<Real>(aim.inertia > 0 ? mass[i] : 0);
  drag_.assign(terms.drag.size(), 0.0);
  if (objective_->has_dissipation())
    for (std::size_t i = 0; i < drag_.size(); ++i) drag_[i] = aim.s2 / aim.tau * terms.drag[i];
  kernel_.has_bound = kernel_.has_forms || !others_.empty();
  if (kernel_.has_bound) {
    bound_.assign(mass.size(), 0.0);
    for (const Energy* energy : others_.energies) energy->add_quadratic_diagonal(aim.s2, bound_);
    for (const Dissipation* dissipation : others_.dissipations)
      if (objective_->has(*dissipation)) dissipation->add_quadratic_diagonal(aim.s2 / aim.tau, bound_);
    kernel_.bound.assign(kernel_.target.stride(), Real{0});
    for (const Energy* form : others_.forms) form->add_quadratic_diagonal(aim.s2, bound_);
    for (std::size_t i = 0; i < bound_.size(); ++i) kernel_.bound[i] = static_cast<Real>(bound_[i]);
  }
  kernel_.s2 = static_cast<Real>(aim.s2);
  kernel_.damper_scale = static_cast<Real>(aim.s2 / aim.tau);
  // Without masses a vertex may have no weight, and its load no target to be part of.
  kernel_.has_load = !(aim.inertia > 0);
}

/// What depends on loads.
template <class Real>
void FieldObjective<Real>::set_pull() {
  const StepAim& aim = objective_->aim();
  const std::vector<double>& mass = objective_->system().model->mass;
  objective_->system().terms().get_pull(pull_);
  for (std::size_t i = 0; i < mass.size(); ++i) {
    pull_[i] = aim.s2 * pull_[i];
    sag_[i] = pull_[i] / mass[i];
  }
}

/// The middle of the box around a sample of the aim: near enough to the middle of all.
template <class Real>
void FieldObjective<Real>::set_origin() {
  const std::vector<Vec3>& y = objective_->aim().y;
  constexpr std::size_t sample = 1024;
  const std::size_t stride = std::max<std::size_t>(1, y.size() / sample);
  Bounds bounds;
  for (std::size_t i = 0; i < y.size(); i += stride) bounds.add(y[i]);
  origin_ = y.empty() ? Vec3{} : bounds.middle();
}

/// Mass, load, drag and tethers of a vertex as one term ½ w |x − t|² + c, c being returned. Terms
/// ½ w_j |x − t_j|² − b·x have, counted from y, the weight w = Σ w_j, the target t = y + q/w with
/// q = Σ w_j (t_j − y) + b, and leave c = Σ ½ w_j |t_j − y|² − b·y − ½ |q|²/w.
template <class Real>
double FieldObjective<Real>::set_target(std::size_t vertex, std::span<const Tether> tethers) {
  const StepAim& aim = objective_->aim();
  const Vec3 &y = aim.y[vertex], &b = pull_[vertex];
  double weight = 0, constant = 0;
  Vec3 q, target = y;
  const auto add = [&](double w, const Vec3& t) {
    const Vec3 d = t - y;
    weight += w;
    constant += 0.5 * w * dot(d, d);
    q += w * d;
  };
  if (kernel_.has_load) {
    constant -= dot(b, origin_);
  } else {
    weight += objective_->system().model->mass[vertex];
    if (!drag_.empty() && drag_[vertex] > 0) add(drag_[vertex], aim.w[vertex]);
    q += b;
    constant -= dot(b, y);
  }
  for (const Tether& tether : tethers) add(tether.weight, tether.target);
  if (weight > 0) {
    target += q / weight;
    constant -= 0.5 * dot(q, q) / weight;
  }
  kernel_.weight[vertex] = static_cast<Real>(weight);
  for (int axis = 0; axis < 3; ++axis) {
    kernel_.target.component(axis)[vertex] = static_cast<Real>(target[axis] - origin_[axis]);
    if (kernel_.has_load) kernel_.load.component(axis)[vertex] = static_cast<Real>(b[axis]);
  }
  return constant;
}

/// set_target for vertices with a mass and a load only: t = y + b/m and c = −b·y − ½ |b|²/m. The weights are
/// set.
template <class Real>
double FieldObjective<Real>::set_loaded_targets(std::size_t first, std::size_t end) {
  const Vec3* y = objective_->aim().y.data();
  Real *x0 = kernel_.target.component(0), *x1 = kernel_.target.component(1),
       *x2 = kernel_.target.component(2);
  double constant = 0;
  for (std::size_t i = first; i < end; ++i) {
    const Vec3 &b = pull_[i], &sag = sag_[i];
    x0[i] = static_cast<Real>(y[i].x + sag.x - origin_.x);
    x1[i] = static_cast<Real>(y[i].y + sag.y - origin_.y);
    x2[i] = static_cast<Real>(y[i].z + sag.z - origin_.z);
    constant -= b.x * (y[i].x + 0.5 * sag.x) + b.y * (y[i].y + 0.5 * sag.y) + b.z * (y[i].z + 0.5 * sag.z);
  }
  return constant;
}

template <class Real>
double FieldObjective<Real>::change_loads(const StepObjective& objective, std::span<const VertexId> vertices,
                                          const Field<Real>& x, Field<Real>& g) {
  objective_ = &objective;
  const StepAim& aim = objective.aim();
  const std::vector<double>& mass = objective.system().model->mass;
  const bool is_plain = !kernel_.has_load && drag_.empty();
  const auto tethers_at = [&](VertexId v) {
    const auto found = std::ranges::equal_range(tethers_, v, {}, &Tether::vertex);
    return std::span<const Tether>(found.begin(), found.end());
  };
  const double constant = constant_;
  for (const VertexId v : vertices)
    constant_ -= is_plain && tethers_.empty() ? -dot(pull_[v], aim.y[v] + 0.5 * sag_[v])
                                              : set_target(v, tethers_at(v));
  objective.system().terms().get_pull(vertices, pull_);
  double change = 0;
  for (const VertexId v : vertices) {
    Real load[3], target[3];  // before
    for (int axis = 0; axis < 3; ++axis)
      load[axis] = kernel_.load.component(axis)[v], target[axis] = kernel_.target.component(axis)[v];
    pull_[v] = aim.s2 * pull_[v];
    sag_[v] = pull_[v] / mass[v];
    constant_ += is_plain && tethers_.empty() ? set_loaded_targets(v, v + 1) : set_target(v, tethers_at(v));
    const Real weight = kernel_.weight[v];
    const Axes held = objective.held(v);
    for (int axis = 0; axis < 3; ++axis) {
      const Real at = x.component(axis)[v], more = kernel_.load.component(axis)[v] - load[axis];
      const Real shift = kernel_.target.component(axis)[v] - target[axis];
      const double middle = target[axis] + 0.5 * shift;
      change -= double{more} * at + double{weight} * shift * (at - middle);
      if (!has_axis(held, axis)) g.component(axis)[v] -= more + weight * shift;
    }
  }
  return change + (constant_ - constant);
}

template <class Real>
void FieldObjective<Real>::set_targets() {
  for_each_chunk([&](std::size_t chunk, std::size_t first, std::size_t end) {
    double constant = 0;
    if (kernel_.has_load || !drag_.empty())
      for (std::size_t i = first; i < end; ++i) constant += set_target(i, {});
    else
      constant = set_loaded_targets(first, end);
    sums_[chunk].value = constant;
  });
  constant_ = 0;
  for (const PassSums& sum : sums_) constant_ += sum.value;

  objective_->system().terms().get_tethers(objective_->aim().s2, tethers_);
  for (auto first = tethers_.begin(); first != tethers_.end();) {
    const std::size_t vertex = first->vertex;
    const auto end = std::find_if(first, tethers_.end(), [&](const Tether& t) { return t.vertex != vertex; });
    constant_ -= set_target(vertex, {});
    constant_ += set_target(vertex, {first, end});
    first = end;
  }
}

template <class Real>
void FieldObjective<Real>::set_dampers() {
  const Positions frozen = objective_->system().terms().damper_table().frozen;
  // Before they were ever frozen, dampers have no direction and exert no force.
  kernel_.has_dampers =
      others_.has_dampers && objective_->has_dissipation() && frozen.size() == made_.vertices;
  if (!kernel_.has_dampers) return;
  kernel_.damper_start.set(objective_->aim().w, origin_);
  kernel_.damper_frozen.set(frozen, origin_);
}

template <class Real>
PassSums FieldObjective<Real>::run(Pass pass, const detail::PassFields<Real>& fields) {
  constexpr std::size_t lanes = detail::SpringSlots<Real>::lanes;
  const std::size_t packs = kernel_.held.size(), per_chunk = chunk_ / lanes;
  workers_.share(sums_.size(), [&](std::size_t chunk) {
    const std::size_t begin = chunk * per_chunk, end = std::min(packs, begin + per_chunk);
    [[maybe_unused]] const KernelMode<Real> mode;
    sums_[chunk] = detail::run_pass(pass, kernel_, fields, begin, end, level_);
  });
  PassSums total;
  for (const PassSums& sum : sums_) total.value += sum.value, total.square += sum.square;
  return total;
}

template <class Real>
template <class Visit>
void FieldObjective<Real>::for_each_other(const Visit& visit) const {
  const StepAim& aim = objective_->aim();
  const auto show = [&](const Energy& term, const Quads<Real>& quads, Positions vectors,
                        const TermScales& scales) {
    if (const QuadEnergy<Real>* in = in_quads<Real>(term))
      visit(*in, quads, scales);
    else
      visit(term, vectors, scales);
  };
  for (const Energy* energy : others_.energies) show(*energy, quads_.x, x_, {aim.s2, aim.s2, aim.s2});
  for (const Dissipation* dissipation : others_.dissipations)
    if (objective_->has(*dissipation))
      show(*dissipation, quads_.velocity, velocity_, {aim.s2 * aim.tau, aim.s2, aim.s2 / aim.tau});
}

template <class Real>
double FieldObjective<Real>::value(const Field<Real>& x) {
  double sum = constant_ + run(Pass::value, {x, x}).value, others = 0;
  if (others_.empty()) return sum;
  set_others(x, 0);
  for_each_other([&](const auto& term, const auto& at, const TermScales& scale) {
    others += scale.value * term.value(at, workers_);
  });
  return sum + others;
}

template <class Real>
auto FieldObjective<Real>::gradient(const Field<Real>& x, Field<Real>& g) -> Evaluation {
  if (g.size() != x.size()) g.resize(x.size());
  const PassSums sums = run(Pass::gradient, {x, x, &g});
  Evaluation evaluation{constant_ + sums.value, sums.square, ++points_};
  if (others_.empty()) return evaluation;
  set_others(x, evaluation.point);
  for_each_other([&](const auto& term, const auto& at, const TermScales& scale) {
    evaluation.value += scale.value * term.evaluate(at, scale.gradient, sums_for(term), workers_);
  });
  add_others(g);
  evaluation.gradient_square = dot(g, g, workers_);
  return evaluation;
}

template <class Real>
double FieldObjective<Real>::curvature(const Field<Real>& x, const Field<Real>& p, HessianForm form,
                                       std::uint64_t point) {
  double sum = run(Pass::curvature, {x, p, nullptr, form}).value;
  if (others_.empty()) return sum;
  set_others(x, point);
  set_direction(p);
  for_each_other([&](const auto& term, const auto& at, const TermScales& scale) {
    sum += scale.hessian * term.curvature(at, direction_for(term), form, workers_);
  });
  return sum;
}

template <class Real>
void FieldObjective<Real>::multiply_hessian(const Field<Real>& x, const Field<Real>& p, HessianForm form,
                                            Field<Real>& out, std::uint64_t point) {
  if (out.size() != x.size()) out.resize(x.size());
  run(Pass::product, {x, p, &out, form});
  if (others_.empty()) return;
  set_others(x, point);
  set_direction(p);
  for_each_other([&](const auto& term, const auto& at, const TermScales& scale) {
    term.add_hessian_product(at, direction_for(term), scale.hessian, form, sums_for(term), workers_);
  });
  add_others(out);
}

template <class Real>
void FieldObjective<Real>::add_block_step(const Field<Real>& x, const Field<Real>& p, double scale,
                                          Field<Real>& out) {
  if (std::ranges::all_of(loose_, &detail::LoosePieces::empty)) {
    run(Pass::block_step, {x, p, &out, HessianForm::projected, static_cast<Real>(scale)});
  } else {
    step_.resize(x.size());
    run(Pass::block_step, {x, p, &step_, HessianForm::projected});
    for (int axis = 0; axis < 3; ++axis) loose_[axis].keep_momentum(kernel_.weight, step_.component(axis));
    combine<Real>({{1, out}, {scale, step_}}, out, workers_);
  }
}

template <class Real>
void FieldObjective<Real>::set_others(const Field<Real>& x, std::uint64_t point) {
  if (has_quads_) quads_.sum.clear();
  std::ranges::fill(sum_, Vec3{});
  if (point != 0 && point == others_at_) return;
  others_at_ = point;
  const StepAim& aim = objective_->aim();
  if (has_quads_) {
    quads_.x.set(x, workers_);
    if (has_velocities_)
      quads_.velocity.set_difference(static_cast<Real>(1 / aim.tau), quads_.x, quads_.start, workers_);
  }
  if (!has_vectors_) return;
  x.get(x_, origin_);
  if (has_velocities_)
    for (std::size_t i = 0; i < x_.size(); ++i) velocity_[i] = (x_[i] - aim.w[i]) / aim.tau;
}

template <class Real>
void FieldObjective<Real>::set_direction(const Field<Real>& p) {
  if (has_quads_) quads_.direction.set(p, workers_);
  if (has_vectors_) p.get(p_);
}

template <class Real>
void FieldObjective<Real>::add_others(Field<Real>& to) {
  if (has_quads_) quads_.sum.add_to(to, workers_);
  for (int axis = 0; axis < 3; ++axis) {
    Real* component = to.component(axis);
    for (std::size_t i = 0; i < sum_.size(); ++i) component[i] += static_cast<Real>(sum_[i][axis]);
    for (const VertexId v : held_)
      if (has_axis(objective_->held(v), axis)) component[v] = 0;
  }
}

template <class Real>
StepObjective::Rounding FieldObjective<Real>::rounding(const Field<Real>& x) {
  for_each_chunk([&](std::size_t chunk, std::size_t first, std::size_t end) {
    PassSums sums;
    for (std::size_t i = first; i < end; ++i) {
      if (objective_->is_pinned(i)) continue;
      const Vec3 position{x.component(0)[i], x.component(1)[i], x.component(2)[i]};
      const double a = diagonal_[i], square = dot(position, position);
      sums.value += a * square;
      sums.square += a * a * square;
    }
    sums_[chunk] = sums;
  });
  PassSums total;
  for (const PassSums& sum : sums_) total.value += sum.value, total.square += sum.square;
  constexpr double epsilon = std::numeric_limits<Real>::epsilon();
  return {epsilon * total.value, epsilon * std::sqrt(total.square)};
}

template class FieldObjective<double>;
template class FieldObjective<float>;

}  // namespace tensio
