#include "contact/contact_sweeper.h"

#include <algorithm>

namespace tensio {
namespace {

constexpr double recovery = 0.1;  // of a gap that is too small, per step

/// The force across the normal that Coulomb's law allows.
Vec3 within_cone(const Vec3& pull, double most) {
  const double square = dot(pull, pull);
  return square > most * most ? (most / std::sqrt(square)) * pull : pull;
}

}  // namespace

double wanted_distance(const ContactRow& row) {
  if (!(row.distance < row.gap)) return row.gap;
  return row.distance + std::min(row.most, recovery * (row.gap - row.distance));
}

template <std::size_t count>
Vec3 ContactSweeper::Row<count>::way(std::span<const Vec3> u) const {
  Vec3 sum = -drift;
  for (std::size_t k = 0; k < count; ++k) sum += weight[k] * u[point[k]];
  return sum;
}

bool ContactSweeper::is_obstacle(VertexId point, const Points& points) {
  return point >= points.own && points.inverse_mass[point] == Vec3{};
}

ContactSweeper::Mobile ContactSweeper::mobile_points(const ContactRow& row, const Points& points) const {
  Mobile mobile;
  for (std::size_t k = 0; k < 4; ++k) {
    const Vec3& m = points.inverse_mass[row.point[k]];
    if (row.weight[k] == 0 || is_obstacle(row.point[k], points)) continue;
    mobile.place[mobile.count++] = k;
    if (!(m.x > 0 && m.x == m.y && m.x == m.z) || points.carried.find(row.point[k])) mobile.is_even = false;
  }
  return mobile;
}

void ContactSweeper::mark(VertexId point) {
  if (uses_[point]++ == 0) points_.push_back(point);
}

template <std::size_t count>
ContactSweeper::Row<count> ContactSweeper::make_row(const ContactRow& row, std::uint32_t number,
                                                    const Mobile& mobile, const Points& points) {
  Row<count> made{.normal = row.normal,
                  .drift = row.drift,
                  .excess = row.distance - wanted_distance(row),
                  .inverse_give = 1 / row.give,
                  .friction = row.friction,
                  .push = row.push,
                  .pull = row.pull,
                  .number = number};
  std::array<bool, 4> is_mobile{};
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t k = mobile.place[i < mobile.count ? i : 0];
    made.point[i] = row.point[k];
    if (i >= mobile.count) continue;
    is_mobile[k] = true;
    made.weight[i] = row.weight[k];
    made.give[i] = row.weight[k] * points.inverse_mass[row.point[k]].x;
  }
  for (std::size_t k = 0; k < 4; ++k)
    if (!is_mobile[k] && row.weight[k] != 0) made.drift -= row.weight[k] * points.u[row.point[k]];
  return made;
}

void ContactSweeper::begin(std::span<const ContactRow> rows, const Points& points) {
  of_ = points;
  for (const VertexId p : points_) uses_[p] = 0;
  uses_.resize(points.u.size(), 0);
  points_.clear();
  alone_.clear(), one_.rows.clear(), two_.rows.clear(), four_.rows.clear();
  uneven_.clear(), uneven_number_.clear();
  for (const ContactRow& row : rows) {
    if (!(row.give > 0)) continue;
    for (int k = 0; k < 4; ++k) {
      if (row.weight[k] == 0) continue;
      if (!is_obstacle(row.point[k], points))
        points.carried.for_each(row.point[k], [&](VertexId v, double) { mark(v); });
    }
  }
  for (std::uint32_t number = 0; number < rows.size(); ++number) {
    const ContactRow& row = rows[number];
    if (!(row.give > 0)) continue;
    const Mobile mobile = mobile_points(row, points);
    if (!mobile.is_even)
      uneven_.push_back(row), uneven_number_.push_back(number);
    else if (mobile.count == 1 && uses_[row.point[mobile.place[0]]] == 1)
      alone_.push_back(make_row<1>(row, number, mobile, points));
    else if (mobile.count == 1)
      one_.rows.push_back(make_row<1>(row, number, mobile, points));
    else if (mobile.count == 2)
      two_.rows.push_back(make_row<2>(row, number, mobile, points));
    else
      four_.rows.push_back(make_row<4>(row, number, mobile, points));
  }
}

template <class Visit>
void ContactSweeper::for_each_table(const Visit& visit) {
  visit(one_), visit(two_), visit(four_);
}
template <class Visit>
void ContactSweeper::for_each_table(const Visit& visit) const {
  visit(one_), visit(two_), visit(four_);
}

/// Corrects the force of a contact. Whether it exerts or exerted any.
template <std::size_t count>
bool ContactSweeper::visit(Row<count>& row, std::span<Vec3> u) {
  const Vec3 way = row.way(u);
  const double along = dot(row.normal, way), over = row.excess + along;
  const double push = std::max(0.0, row.push - over * row.inverse_give);
  if (push == 0 && row.push == 0) return false;
  Vec3 pull;
  if (row.friction > 0 && push > 0)
    pull = within_cone(row.pull - row.inverse_give * (way - along * row.normal), row.friction * push);
  const Vec3 impulse = (push - row.push) * row.normal + (pull - row.pull);
  for (std::size_t k = 0; k < count; ++k) u[row.point[k]] += row.give[k] * impulse;
  row.push = push;
  row.pull = pull;
  return true;
}

template <std::size_t count>
void ContactSweeper::sweep_once(Table<count>& table, bool is_first, std::span<Vec3> u) {
  if (!is_first) {
    for (const std::uint32_t i : table.busy) visit(table.rows[i], u);
    return;
  }
  table.busy.clear();
  for (std::uint32_t i = 0; i < table.rows.size(); ++i)
    if (visit(table.rows[i], u)) table.busy.push_back(i);
}

void ContactSweeper::sweep(int sweeps, std::span<Vec3> u) {
  for (Row<1>& row : alone_) visit(row, u);
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for_each_table([&](auto& table) { sweep_once(table, sweep == 0, u); });
    for (ContactRow& row : uneven_) visit_carried(row, u);
  }
}

void ContactSweeper::visit_carried(ContactRow& row, std::span<Vec3> u) const {
  of_.carried.follow(row.point, u);
  const Vec3 way = combine(row.point, row.weight, u) - row.drift;
  const double along = dot(row.normal, way);
  const double push = std::max(0.0, row.push - (row.distance + along - wanted_distance(row)) / row.give);
  if (push == 0 && row.push == 0) return;
  Vec3 pull;
  if (row.friction > 0 && push > 0)
    pull = within_cone(row.pull - (way - along * row.normal) / row.give, row.friction * push);
  const Vec3 impulse = (push - row.push) * row.normal + (pull - row.pull);
  for (int k = 0; k < 4; ++k) of_.carried.push(row.point[k], row.weight[k] * impulse, of_.inverse_mass, u);
  row.push = push;
  row.pull = pull;
}

void ContactSweeper::add_forces(double scale, std::span<Vec3> to) const {
  const auto add = [&](const auto& rows) {
    for (const auto& row : rows) {
      if (!(row.push > 0)) continue;
      const Vec3 force = scale * row.force();
      for (std::size_t k = 0; k < row.point.size(); ++k) to[row.point[k]] += row.weight[k] * force;
    }
  };
  add(alone_);
  for_each_table([&](const auto& table) { add(table.rows); });
  for (const ContactRow& row : uneven_)
    if (row.push > 0)
      add_force(row, scale * (row.push * row.normal + row.pull), of_.inverse_mass, of_.carried, to);
}

void ContactSweeper::get_forces(std::span<ContactRow> rows) const {
  const auto get = [&](const auto& from) {
    for (const auto& row : from) rows[row.number].push = row.push, rows[row.number].pull = row.pull;
  };
  get(alone_);
  for_each_table([&](const auto& table) { get(table.rows); });
  for (std::size_t i = 0; i < uneven_.size(); ++i) {
    ContactRow& row = rows[uneven_number_[i]];
    row.push = uneven_[i].push, row.pull = uneven_[i].pull;
  }
}

}  // namespace tensio
