#include "linear/block_forest.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "math/denormals.h"

namespace tensio {

using detail::ForestPass;
using detail::ForestPlan;
using detail::ForestTables;
using detail::ForestWork;

namespace {

constexpr std::uint32_t most_parts = 32;  // that threads share

/// Fills the tables of a plan.
template <class Real>
class ForestBuilder {
 public:
  ForestBuilder(const ForestPlan& plan, ForestTables<Real>& tables) : plan_(plan), t_(tables) {}

  /// `order` gets the order in which stencils are to be packed.
  void build(const SparseMatrix& q, std::span<const Stencil> stencils, std::vector<std::uint32_t>& order) {
    for (std::uint32_t g = 0; g < plan_.groups.size(); ++g) add_group(g, q);
    sort(stencils, order);
    add_terms(stencils, order);
    cut();
    make_room();
    t_.value.resize(values_ * lanes);
    t_.passed_on.resize(passed_ * lanes);
    for (auto& axis : t_.x) axis.assign(plan_.groups.size() * lanes, Real{0});
  }

 private:
  static constexpr std::size_t lanes = ForestTables<Real>::lanes;
  using Column = ForestPlan::Column;

  /// The column of a lane; lanes that are left over have the first one.
  std::uint32_t column_at(std::uint32_t g, std::size_t lane) const {
    const auto& members = plan_.groups[g];
    return members[lane < members.size() ? lane : 0];
  }

  void add_group(std::uint32_t g, const SparseMatrix& q) {
    const Column& first = plan_.columns[plan_.groups[g][0]];
    const auto rows = static_cast<std::uint32_t>(first.rows.size());
    t_.groups.push_back({.rows = rows,
                         .used = static_cast<std::uint32_t>(plan_.groups[g].size()),
                         .block = static_cast<std::uint32_t>(t_.blocks.size()),
                         .row = static_cast<std::uint32_t>(t_.rows.size()),
                         .child = static_cast<std::uint32_t>(t_.children.size()),
                         .children = static_cast<std::uint32_t>(first.children.size()),
                         .value = values_,
                         .left = 0,
                         .passed = static_cast<std::uint32_t>(passed_ * lanes)});
    values_ += 9 * (rows + 1) - 3, passed_ += 3 * rows;
    t_.blocks.resize(t_.blocks.size() + rows + 1);
    t_.rows.resize(t_.rows.size() + rows);
    auto& vertex = t_.vertex.emplace_back();
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const std::uint32_t j = column_at(g, lane);
      const Column& column = plan_.columns[j];
      vertex[lane] = column.vertex;
      add_entry(q, j, j);
    }
    for (std::size_t r = 0; r < rows; ++r) {
      auto& [slot, is_run] = t_.rows[t_.groups.back().row + r];
      is_run = true;
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        const std::uint32_t j = column_at(g, lane), row = plan_.columns[j].rows[r];
        slot[lane] = static_cast<std::uint32_t>(plan_.columns[row].group * lanes + plan_.columns[row].lane);
        is_run = is_run && slot[lane] == slot[0] + lane;
        add_entry(q, j, row);
      }
    }
    for (std::size_t c = 0; c < first.children.size(); ++c) add_child(g, c);
  }

  void add_entry(const SparseMatrix& q, std::uint32_t a, std::uint32_t b) {
    const auto [column, row] = std::minmax(plan_.columns[a].vertex, plan_.columns[b].vertex);
    const auto begin = q.row.begin() + q.column_start[column],
               end = q.row.begin() + q.column_start[column + 1];
    const auto found = column == row ? begin : std::lower_bound(begin + 1, end, row);
    t_.entry.push_back(found != end && *found == row ? static_cast<std::int32_t>(found - q.row.begin()) : -1);
  }

  void add_child(std::uint32_t g, std::size_t c) {
    const ForestPlan::Child& first = plan_.columns[column_at(g, 0)].children[c];
    t_.children.push_back({.rows = static_cast<std::uint32_t>(first.place.size() / 3),
                           .place = static_cast<std::uint32_t>(t_.place.size()),
                           .source = static_cast<std::uint32_t>(t_.passed.size()),
                           .is_run = true});
    t_.place.insert(t_.place.end(), first.place.begin(), first.place.end());
    auto& passed = t_.passed.emplace_back();
    t_.left.emplace_back();
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const Column& child = plan_.columns[plan_.columns[column_at(g, lane)].children[c].column];
      passed[lane] = t_.groups[child.group].passed + child.lane;
      t_.children.back().is_run = t_.children.back().is_run && passed[lane] == passed[0] + lane;
    }
  }

  /// Those that are alike in the lanes of a group side by side, in the order of the lanes.
  void sort(std::span<const Stencil> stencils, std::vector<std::uint32_t>& order) const {
    std::vector<std::uint32_t> first(stencils.size(), ForestPlan::none);  // column
    for (std::size_t s = 0; s < stencils.size(); ++s)
      for (std::size_t i = 0; i < 4; ++i)
        if (stencils[s].coefficient[i] != 0)
          first[s] = std::min(first[s], plan_.column_of[stencils[s].vertex[i]]);
    std::vector<std::uint32_t> rank(stencils.size()), count(plan_.columns.size() + 1, 0);
    for (std::size_t s = 0; s < stencils.size(); ++s) rank[s] = count[std::min(first[s], column_count())]++;
    order.resize(stencils.size());
    std::iota(order.begin(), order.end(), 0);
    const auto key = [&](std::uint32_t s) {
      if (first[s] == ForestPlan::none) return std::tuple(ForestPlan::none, rank[s], 0u);
      return std::tuple(plan_.columns[first[s]].group, rank[s], plan_.columns[first[s]].lane);
    };
    std::ranges::sort(order, {}, key);
  }
  std::uint32_t column_count() const { return static_cast<std::uint32_t>(plan_.columns.size()); }

  void add_terms(std::span<const Stencil> stencils, std::span<const std::uint32_t> order) {
    struct Entry {
      std::size_t block;
      std::uint32_t lane, stencil;
      double factor;
    };
    std::vector<Entry> entries;
    for (std::uint32_t at = 0; at < order.size(); ++at) {
      const Stencil& stencil = stencils[order[at]];
      for (std::size_t a = 0; a < 4; ++a)
        for (std::size_t b = 0; b <= a; ++b) {
          const double factor = stencil.coefficient[a] * stencil.coefficient[b];
          const auto [j, row] =
              std::minmax(plan_.column_of[stencil.vertex[a]], plan_.column_of[stencil.vertex[b]]);
          if (factor == 0 || row == ForestPlan::none) continue;
          const Column& column = plan_.columns[j];
          entries.push_back({t_.groups[column.group].block + column.block_of(row, j), column.lane, at,
                             a != b && j == row ? 2 * factor : factor});
        }
    }
    std::ranges::stable_sort(entries, {}, [](const Entry& e) { return std::pair(e.block, e.lane); });
    auto next = entries.begin();
    for (const auto& group : t_.groups)
      for (std::size_t block = group.block; block <= group.block + group.rows; ++block) {
        std::vector<typename ForestTables<Real>::Scattered> terms;
        for (std::uint32_t at = 0, lane = 0; next != entries.end() && next->block == block; ++next, ++at) {
          if (next->lane != lane) at = 0, lane = next->lane;
          if (at == terms.size()) terms.push_back({});
          terms[at].stencil[lane] = next->stencil;
          terms[at].factor[lane] = static_cast<Real>(next->factor);
        }
        const auto first = static_cast<std::uint32_t>(t_.terms.size());
        for (auto& term : terms) add_term(group.used, term);
        t_.blocks[block] = {first, static_cast<std::uint32_t>(t_.terms.size())};
      }
  }
  void add_term(std::size_t used, typename ForestTables<Real>::Scattered& term) {
    bool is_run = used == lanes;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      if (lane >= used) term.stencil[lane] = term.stencil[0], term.factor[lane] = term.factor[0];
      is_run = is_run && term.stencil[lane] == term.stencil[0] + lane && term.factor[lane] == term.factor[0];
    }
    const std::uint32_t at = is_run ? term.stencil[0] : static_cast<std::uint32_t>(t_.scattered.size());
    if (!is_run) t_.scattered.push_back(term);
    t_.terms.push_back({at, is_run, term.factor[0]});
  }

  /// visit(group of a child), for all lanes
  template <class Visit>
  void for_each_child(std::uint32_t g, const Visit& visit) const {
    for (const std::uint32_t j : plan_.groups[g])
      for (const ForestPlan::Child& child : plan_.columns[j].children)
        visit(plan_.columns[child.column].group);
  }

  /// Parts that no link crosses.
  void cut() {
    const auto count = static_cast<std::uint32_t>(plan_.groups.size());
    last_use_.assign(count, 0);
    for (std::uint32_t g = 0; g < count; ++g) for_each_child(g, [&](std::uint32_t c) { last_use_[c] = g; });
    std::uint32_t reach = 0;
    t_.part_start.assign(1, 0);
    for (std::uint32_t g = 0; g < count; ++g) {
      reach = std::max(reach, last_use_[g]);
      if (reach <= g && g + 1 < count && (g + 1 - t_.part_start.back()) * most_parts >= count)
        t_.part_start.push_back(g + 1);
    }
    t_.part_start.push_back(count);
  }

  /// Room for what groups leave, until their last parent has it; none of it shared among parts.
  void make_room() {
    std::vector<std::vector<std::uint32_t>> dying(plan_.groups.size());
    for (std::uint32_t g = 0; g < plan_.groups.size(); ++g)
      if (last_use_[g] > g) dying[last_use_[g]].push_back(g);
    std::map<std::uint32_t, std::vector<std::uint32_t>> free;  // by rows
    std::size_t part = 0, room = 0;
    for (std::uint32_t g = 0; g < plan_.groups.size(); ++g) {
      if (g == t_.part_start[part]) free.clear(), ++part;
      auto& group = t_.groups[g];
      auto& places = free[group.rows];
      if (places.empty()) {
        group.left = static_cast<std::uint32_t>(room);
        room += 3 * group.rows * (3 * group.rows + 1) / 2 * lanes;
      } else {
        group.left = places.back(), places.pop_back();
      }
      for (std::uint32_t c = 0; c < group.children; ++c)
        for (std::size_t lane = 0; lane < lanes; ++lane) {
          const Column& child = plan_.columns[plan_.columns[column_at(g, lane)].children[c].column];
          t_.left[t_.children[group.child + c].source][lane] = t_.groups[child.group].left + child.lane;
        }
      for (const std::uint32_t child : dying[g]) free[t_.groups[child].rows].push_back(t_.groups[child].left);
    }
    t_.left_over.resize(room);
  }

  const ForestPlan& plan_;
  ForestTables<Real>& t_;
  std::uint32_t values_ = 0;
  std::size_t passed_ = 0;
  std::vector<std::uint32_t> last_use_;  // of groups: the last that has a child in it, or 0
};

template <class Real>
void pack(std::span<const Stencil> all, std::span<const std::uint32_t> order, ForestTables<Real>& t) {
  constexpr std::size_t lanes = ForestTables<Real>::lanes;
  t.stencils.clear();
  for (std::size_t s = 0; s < all.size(); ++s) {
    if (s % lanes == 0) t.stencils.push_back({});
    auto& group = t.stencils.back();
    const Stencil& stencil = all[order[s]];
    const std::size_t lane = s % lanes;
    for (std::size_t i = 0; i < 4; ++i) group.vertex[i][lane] = stencil.vertex[i];
    for (std::uint32_t i = 1; i < 4; ++i) {
      group.coefficient[i - 1][lane] = static_cast<Real>(stencil.coefficient[i]);
      if (stencil.coefficient[i] != 0) group.corners = std::max(group.corners, i + 1);
    }
    group.weight[lane] = static_cast<Real>(stencil.weight);
  }
  for (auto& axis : t.turned) axis.assign(lanes * t.stencils.size(), Real{0});
}

}  // namespace

template <class Real>
void BlockForest<Real>::build(const ForestPlan& plan, const SparseMatrix& q,
                              std::span<const Stencil> stencils) {
  tables_ = {};
  held_.clear();
  ForestBuilder<Real>(plan, tables_).build(q, stencils, order_);
  for (VertexId v = 0; v < plan.column_of.size(); ++v)
    if (plan.column_of[v] == ForestPlan::none) held_.push_back(v);
  pack(stencils, order_, tables_);
  set_rests(stencils);
}

template <class Real>
void BlockForest<Real>::set(const SparseMatrix& q, double s2) {
  constexpr std::size_t lanes = ForestTables<Real>::lanes;
  tables_.s2 = static_cast<Real>(s2);
  tables_.constant.resize(tables_.blocks.size());
  for (std::size_t k = 0; k < tables_.entry.size(); ++k) {
    const std::int32_t from = tables_.entry[k];
    tables_.constant[k / lanes][k % lanes] =
        from < 0 ? Real{0} : static_cast<Real>(q.value[static_cast<std::size_t>(from)]);
  }
}

template <class Real>
void BlockForest<Real>::set_rests(std::span<const Stencil> stencils) {
  constexpr std::size_t lanes = ForestTables<Real>::lanes;
  for (std::size_t s = 0; s < stencils.size(); ++s) {
    auto& group = tables_.stencils[s / lanes];
    group.least[s % lanes] = static_cast<Real>(stencils[order_[s]].rest_length);
    group.most[s % lanes] = static_cast<Real>(stencils[order_[s]].rest_length + stencils[order_[s]].slack);
  }
}

template <class Real>
void BlockForest<Real>::run(ForestPass pass, const ForestWork<Real>& work, Workers& workers) const {
  const SimdLevel level = best_simd_level();
  if (pass == ForestPass::turn) {
    constexpr std::size_t chunk = 256;
    const std::size_t count = tables_.stencils.size();
    return workers.share((count + chunk - 1) / chunk, [&](std::size_t c) {
      [[maybe_unused]] const KernelMode<Real> mode;
      detail::run_forest(pass, work, c * chunk, std::min(count, (c + 1) * chunk), level);
    });
  }
  workers.share(tables_.part_start.size() - 1, [&](std::size_t part) {
    [[maybe_unused]] const KernelMode<Real> mode;
    detail::run_forest(pass, work, tables_.part_start[part], tables_.part_start[part + 1], level);
  });
}

template <class Real>
void BlockForest<Real>::factor(const Field<Real>& x, Workers& workers) {
  const ForestWork<Real> work{tables_, {x.component(0), x.component(1), x.component(2)}, {}};
  run(ForestPass::turn, work, workers);
  run(ForestPass::factor, work, workers);
}

template <class Real>
void BlockForest<Real>::solve(const Field<Real>& b, Field<Real>& x, Workers& workers) {
  if (x.size() != b.size()) x.resize(b.size());
  const ForestWork<Real> work{tables_,
                              {b.component(0), b.component(1), b.component(2)},
                              {x.component(0), x.component(1), x.component(2)}};
  run(ForestPass::forward, work, workers);
  run(ForestPass::backward, work, workers);
  for (int axis = 0; axis < 3; ++axis)
    for (const VertexId v : held_) x.component(axis)[v] = 0;
}

template class BlockForest<double>;
template class BlockForest<float>;

}  // namespace tensio
