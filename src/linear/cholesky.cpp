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
bool BasicCholesky<Real>::factor(const SparseMatrix& a) {
  Factor& f = *factor_;
  if (f.z.size() != a.size() || !f.pattern_of.has_pattern_of(a)) {
    const detail::Graph graph = detail::make_graph(a);
    f.nodes = detail::make_supernodes(graph, detail::make_fill_reducing_order(graph));
    f.pattern_of = {};
    if (f.nodes.entries() > max_factor_entries) return false;
    f.plan = detail::make_assembly_plan(a, f.nodes);
    f.values.resize(f.nodes);
    f.pattern_of = {a.column_start, a.row, {}};
    f.z.assign(a.size(), {});
    std::uint32_t widest = 0;
    for (std::size_t s = 0; s < f.nodes.size(); ++s) widest = std::max(widest, f.nodes.width(s));
    f.scratch.assign(widest, {});
  }
  return detail::factor(a, f.nodes, f.plan, f.level, f.values);
}

template <class Real>
void BasicCholesky<Real>::solve(std::span<Vec3> b) {
  Factor& f = *factor_;
  for (std::size_t j = 0; j < b.size(); ++j) {
    const Vec3& v = b[f.nodes.order[j]];
    f.z[j] = {{static_cast<Real>(v.x), static_cast<Real>(v.y), static_cast<Real>(v.z), 0}};
  }
  detail::solve(f.nodes, f.values, f.z.data(), f.scratch.data(), f.level);
  for (std::size_t j = 0; j < b.size(); ++j) {
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
