#include "contact/contact_solver.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "contact/lips.h"
#include "math/stopwatch.h"
#include "model/seen.h"

namespace tensio {
namespace {

constexpr double relaxed = 0.8;  // part of a force that stays where planes kept it from acting

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

/// Whether vertices are of more than one body.
bool has_bodies(const ContactSurface& surface) {
  const auto vertices = std::span(surface.body).first(surface.vertices);
  return !vertices.empty() && std::ranges::any_of(vertices, [&](auto body) { return body != vertices[0]; });
}

}  // namespace

void ContactMemory::forget_collider(std::uint32_t collider) {
  std::erase_if(forces, [&](const ContactForce& force) { return force.key.has_collider(collider); });
  for (ContactForce& force : forces) force.key.number_without(collider);
  std::ranges::sort(forces, {}, &ContactForce::key);
}

std::size_t ContactMemory::bytes() const {
  const std::size_t homes = listed ? listed->points.size() : 0;
  return forces.size() * sizeof(ContactForce) + obstacle.size() * sizeof(Vec3) +
         room.size() * sizeof(double) + passing.size() * sizeof(PassingPair) +
         homes * (2 * sizeof(Vec3) + sizeof(double) + sizeof(VertexId));
}

ContactSolver::ContactSolver(const Model& model, const std::vector<Collider>& colliders,
                             const ContactOptions& options, Workers& workers)
    : model_(model),
      colliders_(colliders),
      options_(options),
      workers_(workers),
      surface_(make_contact_surface(model, colliders, options)),
      rest_(seen_points(model, model.rest_position)),
      slack_(0.8 * contact_thickness(model, options)),
      can_meet_(options.self || (options.bodies && has_bodies(surface_)) ||
                surface_.point_count() > surface_.own_count()),
      untangler_(surface_, rules()) {}

std::vector<Vec3> ContactSolver::points(Positions x) const {
  std::vector<Vec3> all = seen_points(model_, x);
  all.insert(all.end(), memory_.obstacle.begin(), memory_.obstacle.end());
  return all;
}

std::size_t ContactSolver::count_crossings(Positions x, bool with_touching) {
  const std::vector<Vec3> all = points(x);
  return untangler_.find(all, with_touching).size();
}

bool ContactSolver::crosses(const std::array<VertexId, 3>& triangle, VertexId but, double time, Positions x) {
  if (memory_.obstacle.empty()) place_obstacles(time);
  return untangler_.crosses(triangle, but, points(x));
}

void ContactSolver::part_lips(std::span<const std::array<VertexId, 2>> copies, std::span<const Axes> pinned,
                              double time, std::span<Vec3> x) {
  if (memory_.obstacle.empty()) place_obstacles(time);
  std::vector<Vec3> all = points(x);
  tensio::part_lips(surface_, copies, pinned, options_.least_gap, untangler_, all);
  std::copy_n(all.begin(), x.size(), x.begin());
}

void ContactSolver::remember(ContactMemory memory) {
  memory_ = std::move(memory);
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
  for (std::size_t i = surface_.vertices; i < surface_.own_count(); ++i) {
    double free = 0;
    surface_.carried().for_each(static_cast<VertexId>(i), [&](VertexId v, double weight) {
      inverse_mass_[i] += (weight * weight) * inverse_mass_[v];
      if (!is_led_[v]) free += weight;
    });
    // What little is free of it would be flung away.
    is_led_[i] = free < least_free_weight;
    if (is_led_[i]) inverse_mass_[i] = {};
  }
  for (const Ball& ball : balls_) {
    inverse_mass_.push_back({ball.inverse_mass, ball.inverse_mass, ball.inverse_mass});
    is_led_.push_back(false);
  }
}

void ContactSolver::begin(Positions x, std::span<const Vec3> v, std::span<const Axes> pinned,
                          const ContactStep& step, std::span<const Ball> balls) {
  step_ = step, from_ = step.before, to_ = step.after;
  balls_.assign(balls.begin(), balls.end());
  report_ = {};
  is_corrected_ = is_entered_ = false;
  set_masses(pinned);
  end_ = obstacles_at(step.after);
  if (memory_.obstacle.size() != end_.size()) memory_.obstacle = obstacles_at(step.before);
  start_ = points(x);
  for (const Ball& ball : balls) start_.push_back(ball.start), end_.push_back(ball.end);
  v_start_.assign(v.begin(), v.end());
  v_start_.resize(start_.size());
  surface_.carried().follow(v_start_);
  const std::size_t own = surface_.own_count();
  for (std::size_t i = own; i < start_.size(); ++i) v_start_[i] = (end_[i - own] - start_[i]) / step.length();

  if (!memory_.listed || memory_.listed->count != surface_.point_count())
    pairs_.clear(), memory_.listed.reset();
  else if (memory_.listed != pairs_.origin())
    pairs_.build(surface_, rules(), memory_.listed, workers_);
  ahead_.resize(start_.size());
  for (std::size_t i = 0; i < start_.size(); ++i) ahead_[i] = step.length() * v_start_[i];
  room_ = memory_.room;
  room_.resize(start_.size(), least_room());
  forget_parted();
  is_tangled_ = false;
  if (memory_.may_be_tangled) {
    const Stopwatch stopwatch;
    untangler_.look(std::span(start_).first(surface_.point_count()), is_led_);
    report_.tangled = untangler_.crossings();
    report_.seconds.rows += stopwatch.seconds();
  }
  foresee();
  recall(memory_.forces);
  set_load();
}

/// Begins with these forces, by key. Where a point has slid from one face to the next, the contact there
/// takes over what it had.
void ContactSolver::recall(std::span<const ContactForce> forces) {
  std::vector<Vec3> left;  // N, of contacts that are no more, at the points that they were of
  std::vector<ContactRow*> fresh;
  const auto leave = [&](const ContactForce& force) {
    if (!force.key.is_of_point() || force.key.first >= start_.size()) return;
    left.resize(start_.size());
    left[force.key.first] += force.push * force.normal + force.pull;
  };
  auto old = forces.begin();
  for (ContactRow& row : rows_) {
    for (; old != forces.end() && old->key < row.key; ++old) leave(*old);
    if (old == forces.end() || row.key < old->key) {
      if (row.key.is_of_point()) fresh.push_back(&row);
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
  loaded_.clear();
  collider_load_.assign(colliders_.size(), {});
  for (const ContactRow& row : rows_) {
    if (!(row.push > 0)) continue;
    const Vec3 force = (row.push * row.normal + row.pull) / step_.lead;
    add_force(row, force, inverse_mass_, surface_.carried(), load_);
    if (row.key.is_of_collider()) collider_load_[row.key.second] -= force;
    if (row.key.is_of_ball()) collider_load_[row.key.first] += force;
  }
  for (VertexId i = 0; i < surface_.vertices && !rows_.empty(); ++i)
    if (!(load_[i] == Vec3{})) loaded_.push_back(i);
  for (std::size_t i = surface_.own_count(); i < surface_.point_count(); ++i)
    collider_load_[surface_.body[i] - surface_.collider_body[0]] += load_[i];
}

/// Takes the step as it came out.
void ContactSolver::set_displacements(Positions x) {
  u_.resize(start_.size());
  for (std::size_t i = 0; i < x.size(); ++i) u_[i] = x[i] - start_[i];
  surface_.carried().follow(u_);
  const std::size_t own = surface_.own_count();
  for (std::size_t i = own; i < u_.size(); ++i) u_[i] = end_[i - own] - start_[i];
  for (std::size_t i = u_.size() - balls_.size(); i < u_.size(); ++i)
    u_[i] += step_.lead * inverse_mass_[i].x * load_[i];
}

/// The same for the points of rows.
void ContactSolver::set_displacements_at_rows(Positions x) {
  for (const VertexId p : sweeper_.points())
    u_[p] = p < x.size()
                ? x[p] - start_[p]
                : end_[p - surface_.own_count()] - start_[p] + step_.lead * inverse_mass_[p].x * load_[p];
}

/// Gives the points of a row this impulse; `a` are displacements or velocities.
void ContactSolver::push_points(const ContactRow& row, const Vec3& impulse, std::span<Vec3> a) const {
  for (int k = 0; k < 4; ++k)
    surface_.carried().push(row.point[k], row.weight[k] * impulse, inverse_mass_, a);
}

void ContactSolver::begin_sweeps() {
  sweeper_.begin(rows_, {inverse_mass_, surface_.carried(), u_, surface_.own_count()});
}

void ContactSolver::sweep() {
  const Stopwatch stopwatch;
  sweeper_.sweep(options_.sweeps, u_);
  report_.seconds.sweeps += stopwatch.seconds();
}

std::span<const VertexId> ContactSolver::correct(Positions x) {
  const bool is_first = !is_corrected_;
  is_corrected_ = true;
  if (is_first) {  // later, iterates move little
    set_displacements(x);
    look_farther();
    begin_sweeps();
    watched_.clear();
    for (const VertexId p : sweeper_.points())
      if (p < x.size()) watched_.push_back(p);
  } else {
    set_displacements_at_rows(x);
  }
  sweep();
  changed_ = loaded_;
  was_loaded_.resize(x.size());
  for (const VertexId p : changed_) was_loaded_[p] = true, load_[p] = {};
  std::fill(load_.begin() + static_cast<std::ptrdiff_t>(surface_.point_count()), load_.end(), Vec3{});
  sweeper_.add_forces(1 / step_.lead, load_);
  loaded_.clear();
  for (const VertexId p : watched_) {
    if (load_[p] == Vec3{}) continue;
    loaded_.push_back(p);
    if (!was_loaded_[p]) changed_.push_back(p);
  }
  for (const VertexId p : changed_) was_loaded_[p] = false;
  return changed_;
}

double ContactSolver::work(Positions x) const {
  double sum = 0;
  for (const VertexId i : loaded_) sum += dot(load_[i], x[i] - start_[i]);
  return sum;
}

ContactReport ContactSolver::end(std::span<Vec3> x, std::span<Vec3> v) {
  set_displacements(x);
  if (is_corrected_) sweeper_.get_forces(rows_);
  if (look_farther() || !is_corrected_) begin_sweeps();
  sweep();
  sweeper_.get_forces(rows_);
  surface_.carried().follow(u_);
  const Stopwatch stopwatch;
  const ContactSeconds before = report_.seconds;
  keep_apart();
  report_.seconds.planes +=
      stopwatch.seconds() - (report_.seconds.list - before.list) - (report_.seconds.rows - before.rows);
  for (std::size_t i = 0; i < u_.size(); ++i) {
    if (!is_limited_[i]) continue;
    ++report_.limited;
    if (is_led_[i]) ++report_.forced;
  }
  memory_.was_limited = report_.limited > 0;
  if (is_entered_) report_.forced += count_entered();
  report_.pairs = near_.size();
  const double rate = step_.kick / step_.lead;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Vec3 end = start_[i] + u_[i];
    if (end == x[i]) continue;
    if (!is_led_[i]) v[i] = is_limited_[i] ? u_[i] / step_.length() : v[i] + rate * (end - x[i]);
    x[i] = end;
  }
  for (std::size_t i = 0; i < memory_.obstacle.size(); ++i) {
    const std::size_t point = surface_.own_count() + i;
    memory_.obstacle[i] = start_[point] + u_[point];
    report_.lag = std::max(report_.lag, norm(end_[i] - memory_.obstacle[i]));
  }
  // Points usually go on as they do: the next step has the room that this one needed.
  memory_.room.resize(u_.size());
  for (std::size_t i = 0; i < u_.size(); ++i)
    memory_.room[i] = std::clamp(std::max(0.5 * room_[i], 1.5 * norm(u_[i] - step_.length() * v_start_[i])),
                                 least_room(), slack_);
  settle_balls();
  settle_velocities(v);
  set_load();
  relax();
  memory_.forces = forces();
  memory_.may_be_tangled = is_tangled_;
  report_.touched = memory_.forces.size();
  report_.passing = memory_.passing.size();
  return report_;
}

/// How many points were outside a convex collider when the step began and are inside now.
std::size_t ContactSolver::count_entered() const {
  std::size_t count = 0;
  for (std::uint32_t c = 0; c < colliders_.size(); ++c) {
    const Collider& collider = colliders_[c];
    if (needs_contact_rows(collider)) continue;
    Vec3 before = collider.path.offset(step_.before), after = collider.path.offset(step_.after);
    for (std::size_t b = 0; b < balls_.size(); ++b) {
      if (balls_[b].collider != c) continue;
      const std::size_t ball = u_.size() - balls_.size() + b;
      before = start_[ball] - balls_[b].home, after = before + u_[ball];
    }
    for (const VertexId p : surface_.points) {
      if (is_led_[p] || surface_.ignores(surface_.body[p], surface_.collider_body[c])) continue;
      const auto distance = [&](const Vec3& place) {
        return closest_surface(collider.shape, place).distance;
      };
      if (distance(start_[p] - before) > 0 && distance(start_[p] + u_[p] - after) < 0) ++count;
    }
  }
  return count;
}

/// Whether a plane held back any of its points.
bool ContactSolver::is_held(const ContactRow& row) const {
  for (int k = 0; k < 4; ++k)
    if (row.weight[k] != 0 && is_limited_[row.point[k]]) return true;
  return false;
}

/// Lets forces go that planes kept from acting: else those of what is squeezed would grow with every step.
void ContactSolver::relax() {
  for (ContactRow& row : rows_)
    if (is_held(row)) row.push *= relaxed, row.pull = relaxed * row.pull;
}

void ContactSolver::add_normal_forces(std::span<double> force) const {
  for (const ContactRow& row : rows_) {
    if (!(row.push > 0)) continue;
    const double push = row.push / step_.lead / (is_held(row) ? relaxed : 1);  // as before relax()
    for (int k = 0; k < 4; ++k)
      if (row.point[k] < force.size()) force[row.point[k]] += std::abs(row.weight[k]) * push;
  }
}

/// Ends the step of balls: forces that they took the step with act on them for all of it.
void ContactSolver::settle_balls() {
  const std::size_t first = u_.size() - balls_.size();
  for (std::size_t b = 0; b < balls_.size(); ++b) {
    Ball& ball = balls_[b];
    const Vec3 push = ball.inverse_mass * load_[first + b];
    const Vec3 foreseen = ball.end + step_.lead * push;
    ball.end = start_[first + b] + u_[first + b];
    ball.velocity += step_.length() * push + (step_.kick / step_.lead) * (ball.end - foreseen);
  }
}

/// Surfaces that touch neither part nor approach at the end of the step, and what sticks does not slide: a
/// scheme of second order would let them bounce.
void ContactSolver::settle_velocities(std::span<Vec3> v) {
  if (std::ranges::none_of(rows_, [](const ContactRow& row) { return row.push > 0; })) return;
  std::vector<Vec3> all(v.begin(), v.end());
  all.resize(start_.size());
  for (std::size_t i = v.size(); i < all.size(); ++i) all[i] = u_[i] / step_.length();
  const std::size_t first_ball = all.size() - balls_.size();
  for (std::size_t b = 0; b < balls_.size(); ++b) all[first_ball + b] = balls_[b].velocity;
  for (int sweeps = 0; sweeps < options_.sweeps; ++sweeps)
    for (const ContactRow& row : rows_) {
      if (!(row.push > 0) || !(row.give > 0)) continue;
      surface_.carried().follow(row.point, all);
      const Vec3 way = (combine(row.point, row.weight, u_) - row.drift) / step_.length();
      const Vec3 velocity = combine(row.point, row.weight, all) - row.drift / step_.length();
      const double wanted = std::min(0.0, dot(row.normal, way));
      Vec3 impulse = ((wanted - dot(row.normal, velocity)) / row.give) * row.normal;
      if (norm(row.pull) < (1 - 1e-9) * row.friction * row.push)
        impulse += (across(way, row.normal) - across(velocity, row.normal)) / row.give;
      push_points(row, impulse, all);
    }
  std::copy_n(all.begin(), v.size(), v.begin());
  for (std::size_t b = 0; b < balls_.size(); ++b) balls_[b].velocity = all[first_ball + b];
}

}  // namespace tensio
