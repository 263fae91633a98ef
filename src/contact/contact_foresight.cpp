// What ContactSolver looks at in a step, and how far: lists of pairs, rows and planes for where points go.

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>

#include "contact/collider_rows.h"
#include "contact/contact_solver.h"
#include "math/stopwatch.h"

namespace tensio {
namespace {

constexpr double untangling_speed = 100;  // thicknesses per second

}  // namespace

/// Lists pairs from now on, for a little longer than the last list was good for.
void ContactSolver::list() {
  PairOrigin origin{.count = surface_.point_count(), .time = from_};
  const double lasted = pairs_.origin() ? from_ - pairs_.begin() : step_.horizon;
  const double least = step_.length();
  origin.end = from_ + std::clamp(2 * lasted, least, std::max(least, step_.horizon));
  origin.points = surface_.points;
  add_homes(origin, 0.5);
}

/// Moves the homes of these points to where they are now, with more slack.
void ContactSolver::list_around(const std::vector<VertexId>& points) {
  PairOrigin origin{.former = memory_.listed,
                    .moves = memory_.listed->moves + 1,
                    .count = surface_.point_count(),
                    .time = from_};
  origin.end = memory_.listed->end;
  origin.points = points;
  add_homes(origin, 2);
}

/// Adds homes where points are now. Their slack changes by this factor, but grows for those that strayed
/// alone.
void ContactSolver::add_homes(PairOrigin& origin, double growth) {
  for (const VertexId p : origin.points) {
    // What trembles has a home that stays.
    const Vec3 velocity = ahead_[p] / (to_ - from_);
    const bool stays = norm(velocity) * step_.horizon < 4 * slack_;
    const double grown = growth > 1 && !pairs_.has_strayed(p) ? 1 : growth;
    const double before = pairs_.origin() ? std::min(grown * pairs_.slack(p), 8 * slack_) : slack_;
    origin.home.push_back(start_[p]);
    origin.velocity.push_back(stays ? Vec3{} : velocity);
    origin.slack.push_back(std::max({before, slack_, 3 * room_[p]}) + (stays ? norm(ahead_[p]) : 0));
  }
  const Stopwatch stopwatch;
  memory_.listed = std::make_shared<const PairOrigin>(std::move(origin));
  pairs_.build(surface_, rules(), memory_.listed, workers_);
  ++report_.lists;
  report_.seconds.list += stopwatch.seconds();
}

/// Finds how far points go seen from each other: twice as far as from the first of them, at most.
void ContactSolver::find_motion() {
  double square = 0;
  for (const VertexId p : surface_.points) {
    const Vec3 way = ahead_[p] - ahead_[surface_.points[0]];
    square = std::max(square, dot(way, way));
  }
  motion_ = 2 * std::sqrt(square);
}

/// Finds the pairs that the displacements ahead can bring near.
void ContactSolver::find_near() {
  find_motion();
  constexpr int most_moves = 200;
  std::vector<VertexId> strayed;
  const auto find = [&] { pairs_.find_near(surface_, ways(), workers_, near_, strayed); };
  if (!can_meet_) return near_.clear();
  const bool lasts = pairs_.lasts(surface_.point_count(), to_);
  if (lasts) find();
  if (!lasts || !strayed.empty()) {
    const auto are_few = [&](const auto& points) { return 8 * points.size() < surface_.points.size(); };
    if (lasts && are_few(strayed) && memory_.listed->moves < most_moves) {
      // Others follow soon: one search for all of them takes little longer.
      std::vector<VertexId> restless;
      pairs_.find_restless(restless);
      list_around(are_few(restless) ? restless : strayed);
    } else {
      list();
    }
    find();
    assert(strayed.empty());
  }
  std::erase_if(near_, [&](const ContactPair& pair) { return passes(pair.point, pair.on_first_side()); });
}

/// Makes rows and planes of all that the displacements ahead can meet.
void ContactSolver::foresee() {
  find_near();
  const Stopwatch stopwatch;
  note_gap(make_rows(surface_, near_, ways(), rest_, workers_, rows_, planes_));
  add_collider_rows(surface_, colliders_, {ways(), is_led_, balls_}, workers_, collider_scratch_, rows_);
  add_collider_planes(rows_, ways(), inverse_mass_, planes_);
  if (memory_.may_be_tangled) is_tangled_ = untangle(rows_);
  for (ContactRow& row : rows_) row.give = compliance(row, inverse_mass_, surface_.carried());
  report_.seconds.rows += stopwatch.seconds();
}

/// The same for planes alone.
void ContactSolver::foresee_planes() {
  find_near();
  const Stopwatch stopwatch;
  note_gap(make_planes(surface_, near_, ways(), workers_, planes_));
  std::vector<ContactRow> rows;
  add_collider_rows(surface_, colliders_, {ways(), is_led_, balls_}, workers_, collider_scratch_, rows);
  add_collider_planes(rows, ways(), inverse_mass_, planes_);
  if (memory_.may_be_tangled) untangle(rows);
  report_.seconds.rows += stopwatch.seconds();
}

bool ContactSolver::untangle(std::vector<ContactRow>& rows) {
  const double most = untangling_speed * contact_thickness(model_, options_) * step_.length();
  return untangler_.amend(near_, start_, rest_, {most, options_.least_gap}, rows, planes_);
}

/// Where the step went farther than foreseen, foresees that. Whether it did.
bool ContactSolver::look_farther() {
  if (is_foreseen()) return false;
  const bool are_few = are_few_farther();
  aim_farther(false);
  if (are_few && foresee_more(true)) return true;
  const std::vector<ContactForce> found = forces();
  foresee();
  recall(found);
  return true;
}

/// The same for planes alone; if asked, where points were foreseen before as well.
void ContactSolver::look_farther_for_planes(bool keeps_former) {
  const bool are_few = are_few_farther();
  aim_farther(keeps_former);
  if (!are_few || !foresee_more(false)) foresee_planes();
}

/// Foresees where points are that went farther, and, if asked, also where they were foreseen before.
void ContactSolver::aim_farther(bool keeps_former) {
  farther_.clear();
  for (std::size_t i = 0; i < u_.size(); ++i) {
    const double more = norm(u_[i] - ahead_[i]);
    if (!(more > room_[i])) continue;
    farther_.push_back(static_cast<VertexId>(i));
    ahead_[i] = keeps_former ? 0.5 * (ahead_[i] + u_[i]) : u_[i];
    if (keeps_former) room_[i] += 0.6 * more;
  }
}

/// Whether few points, and no balls, which may meet all of them, go farther than foreseen.
bool ContactSolver::are_few_farther() const {
  std::size_t farther = 0;
  for (std::size_t i = 0; i < u_.size(); ++i) {
    if (!(norm(u_[i] - ahead_[i]) > room_[i])) continue;
    if (i >= surface_.point_count()) return false;
    ++farther;
  }
  return !memory_.may_be_tangled && 8 * farther < surface_.points.size();
}

/// Adds rows, if asked, and planes of pairs and colliders where points went farther; all others stay as they
/// are. False where points left the room of their homes.
bool ContactSolver::foresee_more(bool with_rows) {
  if (farther_.empty()) return true;
  find_motion();
  is_farther_.resize(start_.size());
  for (const VertexId p : farther_) is_farther_[p] = true;
  const auto is_one = [&](const auto& row) {
    return std::ranges::any_of(row.point, [&](VertexId p) { return is_farther_[p]; });
  };
  std::vector<ContactPair> more;
  std::vector<VertexId> strayed;
  if (can_meet_) pairs_.find_near_at(surface_, ways(), farther_, is_farther_, more, strayed);
  if (strayed.empty()) {
    const Stopwatch stopwatch;
    std::erase_if(more, [&](const ContactPair& pair) { return passes(pair.point, pair.on_first_side()); });
    std::erase_if(near_, is_one);
    near_.insert(near_.end(), more.begin(), more.end());
    std::erase_if(planes_, is_one);
    std::vector<ContactRow> rows;
    std::vector<DividingPlane> planes;
    note_gap(with_rows ? make_rows(surface_, more, ways(), rest_, workers_, rows, planes)
                       : make_planes(surface_, more, ways(), workers_, planes));
    add_collider_rows(surface_, colliders_, {ways(), is_led_, balls_, farther_}, workers_, collider_scratch_,
                      rows);
    std::erase_if(rows, [&](const ContactRow& row) { return !is_one(row); });  // of balls among themselves
    add_collider_planes(rows, ways(), inverse_mass_, planes);
    planes_.insert(planes_.end(), planes.begin(), planes.end());
    if (with_rows) add_new_rows(rows);
    report_.seconds.rows += stopwatch.seconds();
  }
  for (const VertexId p : farther_) is_farther_[p] = false;
  return strayed.empty();
}

/// Adds rows, in the order of keys, that there are not yet.
void ContactSolver::add_new_rows(std::vector<ContactRow>& rows) {
  for (ContactRow& row : rows) row.give = compliance(row, inverse_mass_, surface_.carried());
  std::vector<ContactRow> all;
  std::ranges::set_union(rows_, rows, std::back_inserter(all), {}, &ContactRow::key, &ContactRow::key);
  rows_ = std::move(all);
}

/// Whether rows and planes were made for these displacements.
bool ContactSolver::is_foreseen() const {
  for (std::size_t p = 0; p < u_.size(); ++p) {
    const Vec3 more = u_[p] - ahead_[p];
    if (!(dot(more, more) <= room_[p] * room_[p])) return false;
  }
  return true;
}

/// Holds back what would cross. Planes are made for where points want to go; those that they hold back may
/// end where nobody looked, or colliders that move leave them no place. Then all go their way in parts, each
/// too short for that.
void ContactSolver::keep_apart() {
  constexpr double most_parts = 8;
  if (keep_part(1)) return;
  if (is_foreseen()) return go_in_parts(most_parts);  // colliders would enter
  double farthest = 0;  // from where they were foreseen, in multiples of their room
  for (std::size_t i = 0; i < u_.size(); ++i)
    farthest = std::max(farthest, norm(u_[i] - ahead_[i]) / std::max(room_[i], ample_room()));
  go_in_parts(static_cast<int>(std::clamp(std::ceil(farthest), 2.0, most_parts)));
}

/// Goes all ways from the start in equal parts.
void ContactSolver::go_in_parts(int parts) {
  const std::vector<Vec3> origin = start_, all = wanted_;
  is_entered_ = false;
  std::vector<bool> was_limited(u_.size(), false);
  for (int part = 1; part <= parts; ++part) {
    from_ = step_.before + (part - 1) * step_.length() / parts;
    to_ = part == parts ? step_.after : step_.before + part * step_.length() / parts;
    for (std::size_t i = 0; i < u_.size(); ++i) {
      u_[i] = origin[i] + (static_cast<double>(part) / parts) * all[i] - start_[i];
      ahead_[i] = u_[i];
      room_[i] = ample_room();
    }
    if (memory_.may_be_tangled && part > 1)
      untangler_.look(std::span(start_).first(surface_.point_count()), is_led_);
    foresee_planes();
    if (!keep_part(3)) hold_part_back();
    for (std::size_t i = 0; i < u_.size(); ++i) {
      start_[i] += u_[i];
      if (is_limited_[i]) was_limited[i] = true;
    }
  }
  for (std::size_t i = 0; i < u_.size(); ++i) u_[i] = was_limited[i] ? start_[i] - origin[i] : all[i];
  surface_.carried().follow(u_);
  is_limited_ = std::move(was_limited);
  start_ = origin;
  from_ = step_.before;
}

/// Holds back what would cross in this part of the step. False where points end where nobody looked.
bool ContactSolver::keep_part(int most_tries) {
  bool is_seen = is_foreseen();
  if (is_seen && planes_.empty()) return is_limited_.assign(u_.size(), false), true;
  wanted_ = u_;
  for (int tries = 1;; ++tries) {
    if (!is_seen) look_farther_for_planes(false);
    PlaneReport kept;
    while (let_pass(kept = keep_sides(planes_, divided(), u_, is_limited_))) u_ = wanted_;
    if (is_foreseen()) {
      if (kept.is_entered) is_entered_ = true;
      return !kept.is_entered || most_tries > 1;
    }
    if (tries == most_tries) return false;
    look_farther_for_planes(true);
    u_ = wanted_;
    is_seen = is_foreseen();
  }
}

/// The same where all else has failed: planes for all that is shorter than wanted.
void ContactSolver::hold_part_back() {
  u_ = wanted_;
  ahead_.assign(u_.size(), {});
  for (std::size_t i = 0; i < u_.size(); ++i) room_[i] = (1 + 1e-9) * norm(wanted_[i]);
  foresee_planes();
  hold_back(planes_, divided(), u_, is_limited_);
  is_entered_ = true;  // perhaps, by colliders that go their own way
}

/// The distance that the sides of a pair are to keep, m.
double ContactSolver::keep_distance(const PassingPair& pair) const {
  return surface_.gap(pair.point[0], pair.point[3]);
}

bool ContactSolver::passes(const std::array<VertexId, 4>& point, int split) const {
  return !memory_.passing.empty() && std::ranges::binary_search(memory_.passing, PassingPair{point, split});
}

/// Forgets pairs that pins and obstacles pressed through each other and that are apart again.
void ContactSolver::forget_parted() {
  const std::size_t known = memory_.passing.size();
  std::erase_if(memory_.passing, [&](const PassingPair& pair) {
    const double keep = keep_distance(pair);
    return find_closest(pair.now(), start_).square >= keep * keep;
  });
  if (memory_.passing.size() < known) memory_.may_be_tangled = true;  // on the wrong side
}

/// Lets pairs pass that are pressed thinner than they are by what is led. Returns whether there are new ones.
bool ContactSolver::let_pass(const PlaneReport& kept) {
  constexpr double pressed =
      0.1;  // of the distance to keep; surfaces that merely move fast start farther apart
  if (options_.when_forced != WhenForced::pass) return false;
  const std::size_t known = memory_.passing.size();
  for (const DividingPlane& plane : kept.pressed) {
    const PassingPair pair{plane.point, plane.split};
    const double most = pressed * keep_distance(pair);
    if (find_closest(pair.now(), start_).square < most * most) memory_.passing.push_back(pair);
  }
  std::ranges::sort(memory_.passing);
  const auto [first, last] = std::ranges::unique(memory_.passing);
  memory_.passing.erase(first, last);
  if (memory_.passing.size() == known) return false;
  std::erase_if(planes_, [&](const DividingPlane& plane) { return passes(plane.point, plane.split); });
  std::erase_if(rows_, [&](const ContactRow& row) { return passes(row.point, 1) || passes(row.point, 2); });
  return true;
}

}  // namespace tensio
