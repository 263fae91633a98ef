#include "factor/cholesky.h"

#include <algorithm>
#include <cmath>

#include "factor/elimination_tree.h"
#include "factor/multifrontal.h"
#include "factor/ordering.h"
#include "factor/updater.h"

namespace tensio {
namespace {

/// Half precision pays where single precision would leave the caches (decoding costs as much as a product),
/// as long as its errors, which grow with the size, cost few iterations: ‖I − P⁻¹A‖ ≈ 0.04 at 100,000
/// vertices.
constexpr std::size_t least_entries_in_half = 1'500'000, most_vertices_in_half = 120'000;

template <class Real>
Storage choose_storage(const detail::Supernodes& nodes, SimdLevel level) {
  if (sizeof(Real) == 8) return Storage::f64;
  const bool suits_half =
      nodes.entries() >= least_entries_in_half && nodes.order.size() <= most_vertices_in_half;
  return level >= SimdLevel::avx2 && suits_half ? Storage::f16 : Storage::f32;
}

/// The greatest ‖I − P⁻¹A‖ at which half precision is kept without having been asked for.
constexpr double most_error_in_half = 0.3;

}  // namespace

template <class Real>
struct BasicCholesky<Real>::Factor {
  SimdLevel level;
  std::optional<Storage> wanted;
  SparseMatrix pattern_of;  // A of the last symbolic analysis
  detail::Supernodes nodes;
  detail::AssemblyPlan plan;
  detail::SolveFactor<Real> values;
  detail::Updater<Real> updater;
  Field<Real> field;  // for right-hand sides that come as Vec3
  Workers serial;

  std::size_t ordered = 0;  // vertices when the order was searched for

  /// The ordering and the pattern of L. False when L is too large.
  bool analyse(const SparseMatrix& a, Workers& workers);
  /// The same from the order before, with appended vertices put beside their neighbours. False when there are
  /// too many of them.
  bool extend(const SparseMatrix& a);
  bool take_nodes(const SparseMatrix& a);
  bool factor(const SparseMatrix& a, Workers& workers);
  /// ‖I − P⁻¹A‖, from below, by power iteration.
  double estimate_error(const SparseMatrix& a, Workers& workers);
};

template <class Real>
BasicCholesky<Real>::BasicCholesky(SimdLevel level, std::optional<Storage> storage)
    : factor_(std::make_unique<Factor>()) {
  factor_->level = level;
  factor_->wanted = storage;
}
template <class Real>
BasicCholesky<Real>::BasicCholesky(BasicCholesky&&) noexcept = default;
template <class Real>
BasicCholesky<Real>& BasicCholesky<Real>::operator=(BasicCholesky&&) noexcept = default;
template <class Real>
BasicCholesky<Real>::~BasicCholesky() = default;

template <class Real>
bool BasicCholesky<Real>::Factor::analyse(const SparseMatrix& a, Workers& workers) {
  const detail::Graph graph = detail::make_graph(a);
  nodes = detail::make_supernodes(graph, detail::make_fill_reducing_order(graph, workers));
  ordered = a.size();
  return take_nodes(a);
}

template <class Real>
bool BasicCholesky<Real>::Factor::extend(const SparseMatrix& a) {
  if (a.size() < nodes.order.size() || a.size() > ordered + ordered / 4) return false;
  const detail::Graph graph = detail::make_graph(a);
  nodes = detail::make_supernodes(graph, detail::extend_order(graph, nodes.order));
  return take_nodes(a);
}

template <class Real>
bool BasicCholesky<Real>::Factor::take_nodes(const SparseMatrix& a) {
  pattern_of = {};
  if (nodes.entries() > max_factor_entries) return false;
  plan = detail::make_assembly_plan(a, nodes);
  values.resize(nodes, wanted.value_or(choose_storage<Real>(nodes, level)));
  pattern_of = {a.column_start, a.row, {}};
  return true;
}

template <class Real>
double BasicCholesky<Real>::Factor::estimate_error(const SparseMatrix& a, Workers& workers) {
  std::vector<Vec3> x(a.size()), y(a.size());
  for (std::size_t i = 0; i < x.size(); ++i) {  // anything without a pattern
    const auto k = static_cast<double>(i);
    x[i] = {std::fmod(k * 0.754877666, 1) - 0.5, std::fmod(k * 0.569840291, 1) - 0.5, 0.5};
  }
  double error = 0;
  for (int iteration = 0; iteration < 6; ++iteration) {
    multiply(a, x, y);
    field.set(y);
    values.solve(nodes, field, field, level, workers, updater.border());
    field.get(y);
    double before = 0, after = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      before += dot(x[i], x[i]);
      x[i] -= y[i];
      after += dot(x[i], x[i]);
    }
    if (!(after > 0)) return std::isnan(after) ? after : error;
    error = std::sqrt(after / before);
    for (Vec3& v : x) v = v * std::sqrt(static_cast<double>(x.size()) / after);
  }
  return error;
}

template <class Real>
bool BasicCholesky<Real>::Factor::factor(const SparseMatrix& a, Workers& workers) {
  updater.forget();
  detail::FactorStatus status = detail::factor(a, nodes, plan, level, workers, values);
  if (status == detail::FactorStatus::ready) updater.reset(a, nodes);
  const bool is_half = values.storage() == Storage::f16;
  const bool is_poor = is_half && !wanted && status == detail::FactorStatus::ready &&
                       !(estimate_error(a, workers) <= most_error_in_half);
  if (is_poor || (is_half && status == detail::FactorStatus::out_of_range)) {
    values.resize(nodes, Storage::f32);
    updater.forget();
    status = detail::factor(a, nodes, plan, level, workers, values);
    if (status == detail::FactorStatus::ready) updater.reset(a, nodes);
  }
  return status == detail::FactorStatus::ready;
}

template <class Real>
bool BasicCholesky<Real>::factor(const SparseMatrix& a, Workers& workers) {
  Factor& f = *factor_;
  f.updater.forget();
  return (f.pattern_of.has_pattern_of(a) || f.analyse(a, workers)) && f.factor(a, workers);
}

template <class Real>
bool BasicCholesky<Real>::factor(const SparseMatrix& a) {
  return factor(a, factor_->serial);
}

template <class Real>
UpdateReport BasicCholesky<Real>::update(const SparseMatrix& a, Workers& workers) {
  using Way = UpdateReport::Way;
  Factor& f = *factor_;
  if (f.updater.is_ready()) {
    if (const auto report = f.updater.update(a, f.nodes, f.level, f.values)) return *report;
    if (!f.pattern_of.has_pattern_of(a) && f.updater.has_room_for(a, f.nodes)) {
      f.plan = detail::make_assembly_plan(a, f.nodes);
      f.pattern_of = {a.column_start, a.row, {}};
    }
    if (f.pattern_of.has_pattern_of(a) || f.extend(a))
      return {.way = f.factor(a, workers) ? Way::refactored : Way::failed};
  }
  return {.way = factor(a, workers) ? Way::reordered : Way::failed};
}

template <class Real>
UpdateReport BasicCholesky<Real>::update(const SparseMatrix& a) {
  return update(a, factor_->serial);
}

template <class Real>
void BasicCholesky<Real>::solve(const Field<Real>& b, Field<Real>& x, Workers& workers) {
  factor_->values.solve(factor_->nodes, b, x, factor_->level, workers, factor_->updater.border());
}

template <class Real>
void BasicCholesky<Real>::solve(std::span<Vec3> b) {
  Factor& f = *factor_;
  f.field.set(b);
  solve(f.field, f.field, f.serial);
  f.field.get(b);
}

template <class Real>
std::size_t BasicCholesky<Real>::nonzeros() const {
  return factor_->nodes.entries();
}

template <class Real>
Storage BasicCholesky<Real>::storage() const {
  return factor_->values.storage();
}

template <class Real>
std::size_t BasicCholesky<Real>::bytes_kept() const {
  return factor_->values.bytes_kept();
}

template <class Real>
std::size_t BasicCholesky<Real>::bytes_read() const {
  return factor_->values.bytes_read(factor_->nodes);
}

template class BasicCholesky<double>;
template class BasicCholesky<float>;

}  // namespace tensio
