#include "linear/cholesky.h"

#include <algorithm>

#include "linear/elimination_tree.h"
#include "linear/multifrontal.h"
#include "linear/ordering.h"
#include "linear/supernodal_solve.h"

namespace tensio {

struct Cholesky::Factor {
  SimdLevel level;
  SparseMatrix pattern_of;  // A of the last symbolic analysis
  detail::Supernodes nodes;
  detail::AssemblyPlan plan;
  detail::SolveFactor<double> values;
  std::vector<detail::Lanes<double>> z, scratch;
};

Cholesky::Cholesky(SimdLevel level) : factor_(std::make_unique<Factor>()) {
  factor_->level = level;
}
Cholesky::Cholesky(Cholesky&&) noexcept = default;
Cholesky& Cholesky::operator=(Cholesky&&) noexcept = default;
Cholesky::~Cholesky() = default;

bool Cholesky::factor(const SparseMatrix& a) {
  Factor& f = *factor_;
  if (f.z.size() != a.size() || !f.pattern_of.has_pattern_of(a)) {
    const detail::Graph graph = detail::make_graph(a);
    f.nodes = detail::make_supernodes(graph, detail::make_fill_reducing_order(graph));
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

void Cholesky::solve(std::span<Vec3> b) {
  Factor& f = *factor_;
  for (std::size_t j = 0; j < b.size(); ++j) {
    const Vec3& v = b[f.nodes.order[j]];
    f.z[j] = {{v.x, v.y, v.z, 0}};
  }
  detail::solve(f.nodes, f.values, f.z.data(), f.scratch.data(), f.level);
  for (std::size_t j = 0; j < b.size(); ++j) {
    const auto& lane = f.z[j].lane;
    b[f.nodes.order[j]] = {lane[0], lane[1], lane[2]};
  }
}

std::size_t Cholesky::nonzeros() const {
  return factor_->nodes.entries();
}

}  // namespace tensio
