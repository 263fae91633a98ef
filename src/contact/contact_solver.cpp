#include "contact/contact_solver.h"

#include <algorithm>
#include <cmath>

namespace tensio {
namespace {

constexpr double recovery = 0.1;  // of a gap that is too small, per step

/// The part of a across the unit vector n.
Vec3 across(const Vec3& a, const Vec3& n) {
  return a - dot(a, n) * n;
}

/// Turns a vector into the plane across n, its length kept.
Vec3 turned_across(const Vec3& a, const Vec3& n) {
  const Vec3 flat = across(a, n);
  const double length = norm(flat);
  return length > 0 ? (norm(a) / length) * flat : Vec3{};
}

/// Σ w a over the points of a row.
Vec3 combine(const ContactRow& row, std::span<const Vec3> a) {
  Vec3 sum;
  for (int k = 0; k < 4; ++k) sum += row.weight[k] * a[row.point[k]];
  return sum;
}

/// What a unit impulse along n changes of the velocity along n, 1/kg.
double compliance(const ContactRow& row, const Vec3& n, std::span<const Vec3> inverse_mass) {
  double sum = 0;
  for (int k = 0; k < 4; ++k) {
    const Vec3& m = inverse_mass[row.point[k]];
    sum += row.weight[k] * row.weight[k] * (n.x * n.x * m.x + n.y * n.y * m.y + n.z * n.z * m.z);
  }
  return sum;
}

/// Gives the points of a row this impulse.
void push_points(const ContactRow& row, const Vec3& impulse, std::span<const Vec3> inverse_mass,
                 std::span<Vec3> a) {
  for (int k = 0; k < 4; ++k) {
    const Vec3& m = inverse_mass[row.point[k]];
    a[row.point[k]] += row.weight[k] * Vec3{m.x * impulse.x, m.y * impulse.y, m.z * impulse.z};
  }
}

/// How near the step should end, m. A gap that is too small grows slowly.
double wanted_distance(const ContactRow& row) {
  return row.distance < row.gap ? row.distance + recovery * (row.gap - row.distance) : row.gap;
}

}  // namespace

ContactSolver::ContactSolver(const Model& model, const std::vector<Collider>& colliders,
                             const ContactOptions& options)
    : model_(model),
      colliders_(colliders),
      options_(options),
      surface_(make_contact_surface(model, options)) {
  const double thickness = contact_thickness(model, options);
  for (const Collider& collider : colliders) {
    const auto* mesh = std::get_if<Mesh>(&collider.shape);
    if (!mesh) continue;
    const VertexId first =
        surface_.add_points(mesh->data->points.size(), 2 * collider.thickness, collider.friction);
    for (const auto& [a, b, c] : mesh->data->triangles)
      surface_.triangles.push_back({first + a, first + b, first + c});
  }
  if (surface_.point_count() > surface_.vertices) surface_.connect(strands_of(model));
  slack_ = 1.5 * thickness;
}

std::vector<Vec3> ContactSolver::points(Positions x) const {
  std::vector<Vec3> all(x.begin(), x.end());
  all.insert(all.end(), memory_.obstacle.begin(), memory_.obstacle.end());
  return all;
}

std::size_t ContactSolver::count_crossings(Positions x, bool with_touching) {
  const std::vector<Vec3> all = points(x);
  return crossings_.find({all, surface_.triangles}, with_touching).size();
}

void ContactSolver::remember(ContactMemory memory) {
  memory_ = std::move(memory);
  pairs_.clear();
}

/// Where the points of all meshes are to be.
std::vector<Vec3> ContactSolver::obstacles_at(double time) const {
  std::vector<Vec3> all, points;
  for (const Collider& collider : colliders_)
    if (std::holds_alternative<Mesh>(collider.shape)) {
      mesh_points(collider, time, points);
      all.insert(all.end(), points.begin(), points.end());
    }
  return all;
}

void ContactSolver::set_masses(std::span<const Axes> pinned) {
  inverse_mass_.assign(surface_.point_count(), {});
  is_led_.assign(surface_.point_count(), true);
  for (std::size_t i = 0; i < surface_.vertices; ++i) {
    const double inverse = 1 / model_.mass[i];
    inverse_mass_[i] = {inverse, inverse, inverse};
    copy_axes(pinned[i], {}, inverse_mass_[i]);
    is_led_[i] = pinned[i] == all_axes;
  }
}

void ContactSolver::begin(Positions x, std::span<const Vec3> v, std::span<const Axes> pinned,
                          const ContactStep& step) {
  step_ = step;
  report_ = {};
  set_masses(pinned);
  end_ = obstacles_at(step.after);
  if (memory_.obstacle.size() != end_.size()) memory_.obstacle = obstacles_at(step.before);
  start_ = points(x);
  v_start_.assign(v.begin(), v.end());
  v_start_.resize(start_.size());
  for (std::size_t i = x.size(); i < start_.size(); ++i)
    v_start_[i] = (end_[i - x.size()] - start_[i]) / step.length();

  ahead_.resize(start_.size());
  for (std::size_t i = 0; i < start_.size(); ++i) ahead_[i] = step.length() * v_start_[i];
  if (!pairs_.covers(start_, step.before - listed_at_) || step.after - listed_at_ > listed_for_)
    list(v_start_, std::vector<double>(start_.size(), slack_), listing_time());
  make_contacts();
  recall(memory_.forces);
  set_load();
}

/// How long a list should last: while points move by about the slack, as seen from the middle of all.
double ContactSolver::listing_time() const {
  Vec3 mean;
  double speed = 0;
  for (const VertexId p : surface_.points) mean += v_start_[p] / static_cast<double>(surface_.points.size());
  for (const VertexId p : surface_.points)
    speed += norm(v_start_[p] - mean) / static_cast<double>(surface_.points.size());
  const double steps = std::floor(slack_ / (speed * step_.length()));
  return step_.length() * std::clamp(steps, 1.0, std::max(1.0, std::round(step_.horizon / step_.length())));
}

/// Lists pairs from the start of the step.
void ContactSolver::list(std::span<const Vec3> v, const std::vector<double>& slack, double seconds) {
  pairs_.build(surface_, {options_.self, options_.bodies}, start_, v, slack, seconds);
  listed_at_ = step_.before;
  listed_for_ = seconds;
  ++report_.lists;
}

void ContactSolver::make_contacts() {
  make_rows(surface_, pairs_.pairs(), start_, model_.rest_position, ahead_, slack_, rows_, planes_);
  add_collider_rows();
}

void ContactSolver::add_collider_rows() {
  const std::size_t first = rows_.size();
  for (std::size_t c = 0; c < colliders_.size(); ++c) {
    const Collider& collider = colliders_[c];
    const Vec3 offset = collider.path.offset(step_.before),
               drift = collider.path.offset(step_.after) - offset;
    for (VertexId p = 0; p < surface_.vertices; ++p) {  // also those that no edge ends at
      if (is_led_[p]) continue;
      const SurfacePoint near = closest_surface(collider.shape, start_[p] - offset);
      const double gap = collider.thickness + 0.5 * surface_.thickness[p];
      if (near.distance + std::min(0.0, dot(near.normal, ahead_[p] - drift)) > gap + slack_) continue;
      rows_.push_back({.key = {ContactKey::Kind::point_collider, p, static_cast<std::uint32_t>(c)},
                       .point = {p, p, p, p},
                       .weight = {1, 0, 0, 0},
                       .normal = near.normal,
                       .drift = drift,
                       .distance = near.distance,
                       .gap = gap,
                       .friction = std::sqrt(collider.friction * surface_.friction[p])});
    }
  }
  std::ranges::sort(rows_.begin() + static_cast<std::ptrdiff_t>(first), rows_.end(), {}, &ContactRow::key);
}

/// Begins with these forces, by key. Where a point has slid from one face to the next, the contact there
/// takes over what it had.
void ContactSolver::recall(std::span<const ContactForce> forces) {
  std::vector<Vec3> left;  // N, of contacts that are no more, at the points that they were of
  std::vector<ContactRow*> fresh;
  const auto is_of_point = [](const ContactKey& key) { return key.kind < ContactKey::Kind::edge_edge; };
  const auto leave = [&](const ContactForce& force) {
    if (!is_of_point(force.key) || force.key.first >= start_.size()) return;
    left.resize(start_.size());
    left[force.key.first] += force.push * force.normal + force.pull;
  };
  auto old = forces.begin();
  for (ContactRow& row : rows_) {
    for (; old != forces.end() && old->key < row.key; ++old) leave(*old);
    if (old == forces.end() || row.key < old->key) {
      if (is_of_point(row.key)) fresh.push_back(&row);
      continue;
    }
    row.push = step_.lead * old->push;
    row.pull = step_.lead * turned_across(old->pull, row.normal);
    ++old;
  }
  for (; old != forces.end(); ++old) leave(*old);
  if (left.empty()) return;
  for (ContactRow* row : fresh) {
    Vec3& force = left[row->key.first];
    if (!(dot(force, row->normal) > 0)) continue;
    row->push = step_.lead * dot(force, row->normal);
    row->pull = step_.lead * across(force, row->normal);
    force = {};
  }
}

std::vector<ContactForce> ContactSolver::forces() const {
  std::vector<ContactForce> forces;
  for (const ContactRow& row : rows_)
    if (row.push > 0) forces.push_back({row.key, row.push / step_.lead, row.pull / step_.lead, row.normal});
  return forces;
}

void ContactSolver::set_load() {
  load_.assign(start_.size(), {});
  for (const ContactRow& row : rows_) {
    if (!(row.push > 0)) continue;
    const Vec3 force = (row.push * row.normal + row.pull) / step_.lead;
    for (int k = 0; k < 4; ++k) load_[row.point[k]] += row.weight[k] * force;
  }
  load_.resize(surface_.vertices);
}

/// Takes the step as it came out; where it went farther than foreseen, lists pairs once more.
void ContactSolver::set_displacements(Positions x) {
  u_.resize(start_.size());
  for (std::size_t i = 0; i < x.size(); ++i) u_[i] = x[i] - start_[i];
  for (std::size_t i = x.size(); i < u_.size(); ++i) u_[i] = end_[i - x.size()] - start_[i];
  if (!is_foreseen()) foresee(std::vector<double>(u_.size(), slack_));
}

/// Whether all that these displacements can meet is listed, and has rows.
bool ContactSolver::is_foreseen() {
  end_points_.resize(u_.size());
  for (std::size_t p = 0; p < u_.size(); ++p) {
    end_points_[p] = start_[p] + u_[p];
    const Vec3 more = u_[p] - ahead_[p];
    if (!(dot(more, more) <= slack_ * slack_)) return false;
  }
  return pairs_.covers(end_points_, step_.after - listed_at_);
}

/// Lists what these displacements can meet, and makes the rows and planes of that.
void ContactSolver::foresee(const std::vector<double>& slack) {
  ahead_ = u_;
  std::vector<Vec3> v(u_.size());
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = u_[i] / step_.length();
  list(v, slack, step_.length());
  const std::vector<ContactForce> found = forces();
  make_contacts();
  recall(found);
}

/// Holds back what would cross. A list follows where points want to go, and those that planes hold back are
/// not there: then it is made once more, with room for both, and in the end with room for all that is
/// shorter than wanted.
PlaneReport ContactSolver::keep_apart() {
  constexpr int most_lists = 3;
  std::vector<double> slack(u_.size(), slack_);
  if (!is_foreseen()) foresee(slack);
  wanted_ = u_;
  for (int lists = 0;; ++lists) {
    const PlaneReport kept = keep_sides_together(lists < most_lists);
    ahead_ = u_;  // rows do not matter any more
    if (is_foreseen() || lists == most_lists) return kept;
    for (std::size_t i = 0; i < u_.size(); ++i) {
      const double back = norm(wanted_[i] - u_[i]);
      slack[i] = std::max(slack[i], slack_ + (1 + 1e-9) * back);
      if (lists + 1 == most_lists) u_[i] = {}, slack[i] = (1 + 1e-9) * norm(wanted_[i]);
    }
    foresee(slack);
    u_ = wanted_;
  }
}

/// Keeps the sides of planes that go along with the surfaces or, if not so, stay.
PlaneReport ContactSolver::keep_sides_together(bool go_along) {
  if (!go_along) return keep_sides(planes_, options_.least_gap, is_led_, start_, u_, is_limited_);
  const std::vector<Vec3> common = common_motion(planes_, is_led_, u_);
  for (std::size_t i = 0; i < u_.size(); ++i) u_[i] -= common[i];
  const PlaneReport kept = keep_sides(planes_, options_.least_gap, is_led_, start_, u_, is_limited_);
  for (std::size_t i = 0; i < u_.size(); ++i) u_[i] = is_limited_[i] ? u_[i] + common[i] : wanted_[i];
  return kept;
}

void ContactSolver::sweep() {
  for (ContactRow& row : rows_) {
    const double give = compliance(row, row.normal, inverse_mass_);
    if (!(give > 0)) continue;
    const Vec3 way = combine(row, u_) - row.drift;
    const double along = dot(row.normal, way);
    const double push = std::max(0.0, row.push - (row.distance + along - wanted_distance(row)) / give);
    if (push == 0 && row.push == 0) continue;
    Vec3 pull;
    if (row.friction > 0 && push > 0) {
      pull = row.pull - (way - along * row.normal) / give;
      const double most = row.friction * push, length = norm(pull);
      if (length > most) pull = (most / length) * pull;
    }
    push_points(row, (push - row.push) * row.normal + (pull - row.pull), inverse_mass_, u_);
    row.push = push;
    row.pull = pull;
  }
}

void ContactSolver::correct(Positions x) {
  set_displacements(x);
  for (int sweeps = 0; sweeps < options_.sweeps; ++sweeps) sweep();
  set_load();
}

double ContactSolver::work(Positions x) const {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += dot(load_[i], x[i] - start_[i]);
  return sum;
}

ContactReport ContactSolver::end(std::span<Vec3> x, std::span<Vec3> v) {
  set_displacements(x);
  for (int sweeps = 0; sweeps < options_.sweeps; ++sweeps) sweep();
  const PlaneReport kept = keep_apart();
  report_.limited = kept.limited, report_.forced = kept.forced;
  const double rate = step_.kick / step_.lead;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Vec3 end = start_[i] + u_[i];
    if (end == x[i]) continue;
    if (!is_led_[i]) v[i] = is_limited_[i] ? u_[i] / step_.length() : v[i] + rate * (end - x[i]);
    x[i] = end;
  }
  for (std::size_t i = x.size(); i < u_.size(); ++i) memory_.obstacle[i - x.size()] = start_[i] + u_[i];
  settle_velocities(v);
  relax();
  memory_.forces = forces();
  set_load();
  for (const DividingPlane& plane : planes_) report_.least_gap = std::min(report_.least_gap, plane.distance);
  report_.pairs = pairs_.pairs().size();
  report_.touched = memory_.forces.size();
  return report_;
}

/// Lets forces go that planes kept from acting: else those of what is squeezed would grow with every step.
void ContactSolver::relax() {
  constexpr double kept = 0.8;
  for (ContactRow& row : rows_) {
    bool is_held = false;
    for (int k = 0; k < 4; ++k) is_held = is_held || (row.weight[k] != 0 && is_limited_[row.point[k]]);
    if (is_held) row.push *= kept, row.pull = kept * row.pull;
  }
}

/// Surfaces that touch neither part nor approach at the end of the step, and what sticks does not slide: a
/// scheme of second order would let them bounce.
void ContactSolver::settle_velocities(std::span<Vec3> v) const {
  std::vector<Vec3> all(v.begin(), v.end());
  all.resize(start_.size());
  for (std::size_t i = v.size(); i < all.size(); ++i) all[i] = u_[i] / step_.length();
  for (int sweeps = 0; sweeps < options_.sweeps; ++sweeps)
    for (const ContactRow& row : rows_) {
      const double give = compliance(row, row.normal, inverse_mass_);
      if (!(row.push > 0) || !(give > 0)) continue;
      const Vec3 way = (combine(row, u_) - row.drift) / step_.length();
      const Vec3 velocity = combine(row, all) - row.drift / step_.length();
      const double wanted = std::min(0.0, dot(row.normal, way));
      Vec3 impulse = ((wanted - dot(row.normal, velocity)) / give) * row.normal;
      if (norm(row.pull) < (1 - 1e-9) * row.friction * row.push)
        impulse += (across(way, row.normal) - across(velocity, row.normal)) / give;
      push_points(row, impulse, inverse_mass_, all);
    }
  std::copy_n(all.begin(), v.size(), v.begin());
}

}  // namespace tensio
