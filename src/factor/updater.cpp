#include "factor/updater.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "factor/matrix_change.h"
#include "factor/path_update.h"

namespace tensio::detail {

/// What is to be done to the factor and to its border.
template <class Real>
struct Updater<Real>::Plan {
  struct Tie {
    std::uint32_t p, q;
    double weight;  // 0: it goes
  };
  SymmetricChange base;
  std::vector<Tie> ties;
  std::set<std::uint32_t> vertices;  // appended ones whose rows have changed
  std::set<std::uint32_t> touched;   // factored ones

  bool is_empty() const {
    return base.diagonal.empty() && base.below.empty() && ties.empty() && vertices.empty();
  }
};

template <class Real>
void Updater<Real>::reset(const SparseMatrix& a, const Supernodes& nodes) {
  is_ready_ = true;
  matrix_ = a;
  border_.clear();
  panels_.clear();
  spent_ = 0;
  place_.resize(a.size());
  node_of_.resize(a.size());
  for (std::uint32_t j = 0; j < a.size(); ++j) place_[nodes.order[j]] = j;
  for (std::uint32_t s = 0; s < nodes.size(); ++s)
    std::fill(node_of_.begin() + nodes.first[s], node_of_.begin() + nodes.first[s + 1], s);
}

template <class Real>
bool Updater<Real>::has_room(const Supernodes& nodes, std::uint32_t column, std::uint32_t row) const {
  const std::uint32_t s = node_of_[column];
  return row < nodes.first[s + 1] || std::ranges::binary_search(nodes.rows(s), row);
}

template <class Real>
std::size_t Updater<Real>::find_tie(std::uint32_t p, std::uint32_t q) const {
  const auto at = std::ranges::find_if(border_.rows, [&](const Border::Row& row) {
    return row.is_tie() && row.original[0].first == p && row.original[1].first == q;
  });
  return static_cast<std::size_t>(at - border_.rows.begin());
}

/// The factor is that of A − Σ σ (e_p − e_q)(e_p − e_q)ᵀ over the ties: a spring that comes or goes with its
/// part of both diagonals leaves it alone.
template <class Real>
bool Updater<Real>::add_tie_change(std::uint32_t p, std::uint32_t q, double before, double after,
                                   Plan& plan) const {
  if (!(after <= 0)) return false;  // not a spring
  plan.ties.push_back({p, q, -after});
  for (const std::uint32_t end : {p, q}) plan.base.add_diagonal(end, after - before, -(after + before));
  return true;
}

/// False when the factor cannot be updated for this.
template <class Real>
bool Updater<Real>::make_plan(const SparseMatrix& a, const Supernodes& nodes, Plan& plan) const {
  constexpr std::size_t most_changes = 4096;
  const auto changes = find_changes(matrix_, a, most_changes);
  if (!changes) return false;
  const std::size_t n = factored();
  for (const auto& [column, row, before, after] : *changes) {
    // Squares of what is beyond would overflow; infinities and NaN are for the factorisation to refuse.
    const double size = std::abs(after);
    if (!(size == 0 || (size > 1e-100 && size < 1e100))) return false;
    if (row >= n) {
      plan.vertices.insert(row);
      if (column >= n) plan.vertices.insert(column);
      continue;
    }
    plan.touched.insert({column, row});
    const auto [p, q] = std::minmax(place_[column], place_[row]);
    if (p == q)
      plan.base.add_diagonal(p, after - before, std::abs(after) + std::abs(before));
    else if (has_room(nodes, p, q))
      plan.base.add_below(p, q, after - before);
    else if (!add_tie_change(p, q, before, after, plan))
      return false;
  }
  return true;
}

template <class Real>
void Updater<Real>::change_border(const SparseMatrix& a, const Supernodes& nodes, const Plan& plan,
                                  SolveFactor<Real>& factor) {
  for (const auto& [p, q, weight] : plan.ties) {
    const std::size_t v = find_tie(p, q);
    if (v < border_.size()) border_.erase(v);
    if (weight > 0) border_.append({.original = {{p, 1.0}, {q, -1.0}}});
  }
  const std::size_t n = factored();
  for (const std::uint32_t vertex : plan.vertices)
    if (std::ranges::find(border_.rows, vertex, &Border::Row::vertex) == border_.rows.end())
      border_.append({.vertex = vertex});

  std::vector<std::size_t> changed;
  std::vector<std::size_t> row_of(a.size() - n, border_.size());
  for (std::size_t v = 0; v < border_.size(); ++v) {
    Border::Row& row = border_.rows[v];
    if (!row.is_tie()) row_of[row.vertex - n] = v;
    const bool is_changed = row.is_tie() ? row.node.empty() : plan.vertices.contains(row.vertex);
    if (!is_changed) continue;
    changed.push_back(v);
    if (!row.is_tie()) row.original.clear();
  }
  // In the lower triangle, row v of B is spread over the columns before it.
  std::vector<double> original_left(border_.size() * border_.size(), 0.0);
  const auto at = [&](std::size_t v, std::size_t u) -> double& {
    return original_left[v * border_.size() + u];
  };
  for (std::uint32_t j = 0; j < a.size(); ++j) {
    // Rows rise in a column: the appended ones come last.
    for (std::uint32_t p = a.column_start[j + 1]; p-- > a.column_start[j] && a.row[p] >= n;) {
      const std::size_t v = row_of[a.row[p] - n];
      if (j >= n)
        at(v, row_of[j - n]) = at(row_of[j - n], v) = a.value[p];
      else if (plan.vertices.contains(a.row[p]))
        border_.rows[v].original.emplace_back(place_[j], a.value[p]);
    }
  }
  for (std::size_t v = 0; v < border_.size(); ++v) {
    if (!border_.rows[v].is_tie()) continue;
    const std::uint32_t p = border_.rows[v].original[0].first, q = border_.rows[v].original[1].first;
    const auto tie = std::ranges::find_if(plan.ties, [&](const auto& t) { return t.p == p && t.q == q; });
    if (tie != plan.ties.end()) at(v, v) = -1 / tie->weight;
  }
  border_.rebuild(changed, nodes, node_of_, factor, panels_, at);
}

/// Those of the candidates whose entries are all 0 but for a diagonal of 1.
template <class Real>
void Updater<Real>::find_identity_rows(const SparseMatrix& a, std::vector<std::uint32_t> candidates) {
  std::erase_if(candidates, [&](std::uint32_t i) { return a.diagonal(i) != 1; });
  if (!candidates.empty()) {
    std::vector<std::uint8_t> is_alone(a.size(), 0);
    for (const std::uint32_t i : candidates) is_alone[i] = 1;
    for (std::uint32_t j = 0; j < a.size(); ++j)
      for (std::uint32_t p = a.column_start[j] + 1; p < a.column_start[j + 1]; ++p)
        if (a.value[p] != 0) is_alone[j] = is_alone[a.row[p]] = 0;
    std::erase_if(candidates, [&](std::uint32_t i) { return !is_alone[i]; });
  }
  border_.identity = std::move(candidates);
}

template <class Real>
bool Updater<Real>::has_room_for(const SparseMatrix& a, const Supernodes& nodes) const {
  if (a.size() != factored()) return false;
  for (std::uint32_t j = 0; j < a.size(); ++j) {
    for (std::uint32_t i = a.column_start[j]; i < a.column_start[j + 1]; ++i) {
      const auto [p, q] = std::minmax(place_[j], place_[a.row[i]]);
      if (!has_room(nodes, p, q)) return false;
    }
  }
  return true;
}

template <class Real>
std::optional<UpdateReport> Updater<Real>::update(const SparseMatrix& a, const Supernodes& nodes,
                                                  SimdLevel level, SolveFactor<Real>& factor) {
  using Way = UpdateReport::Way;
  Plan plan;
  if (!make_plan(a, nodes, plan)) return {};
  if (plan.is_empty()) return UpdateReport{.way = Way::unchanged, .bordered = border_.size()};

  const std::size_t rows = border_.size() + plan.ties.size() + a.size() - matrix_.size();
  const std::vector<RankOne> changes = split(std::move(plan.base));
  spent_ += changes.size();
  if (rows > most_rows || spent_ > budget) return {};
  if (estimate_update(nodes, node_of_, changes) > estimate_factorisation(nodes)) return {};
  if (!update_paths(nodes, node_of_, changes, level, factor, panels_, border_)) return {};
  if (!plan.ties.empty() || !plan.vertices.empty()) change_border(a, nodes, plan, factor);
  plan.touched.insert(border_.identity.begin(), border_.identity.end());
  find_identity_rows(a, {plan.touched.begin(), plan.touched.end()});
  if (border_.entries() > least_border + nodes.entries() / 4 || !border_.factor()) return {};
  matrix_ = a;
  return UpdateReport{.way = Way::updated, .rank = changes.size(), .bordered = border_.size()};
}

template class Updater<double>;
template class Updater<float>;

}  // namespace tensio::detail
