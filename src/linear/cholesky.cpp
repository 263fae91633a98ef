#include "linear/cholesky.h"

#include <algorithm>

#include "linear/elimination_tree.h"
#include "linear/multifrontal.h"
#include "linear/ordering.h"
#include "linear/supernodal_solve.h"

namespace tensio {

template <class Real>
struct BasicCholesky<Real>::Factor {
  SimdLevel level;
  SparseMatrix pattern_of;  // A of the last symbolic analysis
  detail::Supernodes nodes;
  detail::AssemblyPlan plan;
  detail::SolveFactor<Real> values;
  detail::Follower<Real> follower;

  /// The ordering and the pattern of L. False when L is too large.
  bool analyse(const SparseMatrix& a);
  bool factor(const SparseMatrix& a);
  std::vector<detail::Lanes<Real>> z, scratch;
};

template <class Real>
BasicCholesky<Real>::BasicCholesky(SimdLevel level) : factor_(std::make_unique<Factor>()) {
  factor_->level = level;
}
template <class Real>
BasicCholesky<Real>::BasicCholesky(BasicCholesky&&) noexcept = default;
template <class Real>
BasicCholesky<Real>& BasicCholesky<Real>::operator=(BasicCholesky&&) noexcept = default;
template <class Real>
BasicCholesky<Real>::~BasicCholesky() = default;

template <class Real>
bool BasicCholesky<Real>::Factor::analyse(const SparseMatrix& a) {
  const detail::Graph graph = detail::make_graph(a);
  nodes = detail::make_supernodes(graph, detail::make_fill_reducing_order(graph));
  pattern_of = {};
  if (nodes.entries() > max_factor_entries) return false;
  plan = detail::make_assembly_plan(a, nodes);
  values.resize(nodes);
  pattern_of = {a.column_start, a.row, {}};
  z.assign(a.size(), {});
  std::uint32_t widest = 0;
  for (std::size_t s = 0; s < nodes.size(); ++s) widest = std::max(widest, nodes.width(s));
  scratch.assign(widest, {});
  return true;
}

template <class Real>
bool BasicCholesky<Real>::Factor::factor(const SparseMatrix& a) {
  follower.forget();
  if (!detail::factor(a, nodes, plan, level, values)) return false;
  follower.reset(a, nodes);
  return true;
}

template <class Real>
bool BasicCholesky<Real>::factor(const SparseMatrix& a) {
  Factor& f = *factor_;
  f.follower.forget();
  const bool is_known = f.z.size() == a.size() && f.pattern_of.has_pattern_of(a);
  return (is_known || f.analyse(a)) && f.factor(a);
}

template <class Real>
UpdateReport BasicCholesky<Real>::update(const SparseMatrix& a) {
  using Way = UpdateReport::Way;
  Factor& f = *factor_;
  if (!f.follower.is_ready()) return {.way = factor(a) ? Way::reordered : Way::failed};
  if (const auto report = f.follower.follow(a, f.nodes, f.level, f.values)) return *report;
  if (!f.follower.has_room_for(a, f.nodes)) return {.way = factor(a) ? Way::reordered : Way::failed};
  f.plan = detail::make_assembly_plan(a, f.nodes);
  f.pattern_of = {a.column_start, a.row, {}};
  return {.way = f.factor(a) ? Way::refactored : Way::failed};
}

template <class Real>
void BasicCholesky<Real>::solve(std::span<Vec3> b) {
  Factor& f = *factor_;
  const std::size_t n = f.z.size();
  for (std::size_t j = 0; j < n; ++j) {
    const Vec3& v = b[f.nodes.order[j]];
    f.z[j] = {{static_cast<Real>(v.x), static_cast<Real>(v.y), static_cast<Real>(v.z), 0}};
  }
  detail::solve_forward(f.nodes, f.values, f.z.data(), f.level);
  f.follower.border().solve(f.nodes, f.z.data(), b.subspan(n), n);
  detail::solve_backward(f.nodes, f.values, f.z.data(), f.scratch.data(), f.level);
  for (std::size_t j = 0; j < n; ++j) {
    const auto& lane = f.z[j].lane;
    b[f.nodes.order[j]] = {lane[0], lane[1], lane[2]};
  }
}

template <class Real>
std::size_t BasicCholesky<Real>::nonzeros() const {
  return factor_->nodes.entries();
}

template class BasicCholesky<double>;
template class BasicCholesky<float>;

}  // namespace tensio
