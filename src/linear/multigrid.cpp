#include "linear/multigrid.h"

#include <algorithm>
#include <cmath>

#include "factor/cholesky.h"
#include "linear/prolongation.h"
#include "linear/spectrum.h"
#include "linear/stencil_rows.h"

namespace tensio {
namespace {

using detail::CsrMatrix;
using detail::StencilRows;

/// A level of so few rows is solved directly.
constexpr std::size_t direct_rows = 1000;

/// Smoothing is a polynomial in the matrix, in steps x ← x + ω (b − Âx): independent of the order of the
/// rows, and symmetric when the steps before and after the coarse correction mirror each other. With the
/// eigenvalues of Â in (0, 1], Chebyshev's polynomials of the fourth kind have the least bound for a V-cycle
/// (Lottes 2023); that of degree k has its roots 1/ω at sin²(jπ/(2k+1)). Degrees by measurement: the coarse
/// levels are cheap.
constexpr double finest_steps[] = {2.894427190999916, 1.1055728090000843};
constexpr double coarse_steps[] = {5.311941110422727, 1.6359638059755859, 1.052095083601687};

/// A level whose matrix is scaled to Â = S A S, with eigenvalues in (0, 1]. Vectors have four numbers a row.
template <class Real>
struct Level {
  StencilRows<Real> a;
  StencilRows<Real> prolongation, restriction;  // S⁻¹ P S of the next level, and its transpose; or no rows
  AlignedVector<Real> b, x, y;
  std::span<const double> steps;
};

/// S = (λ D)^(−½). Empty when A has no positive diagonal.
std::vector<double> make_scale(const CsrMatrix& a, double& largest, Workers& workers) {
  std::vector<double> scale = detail::diagonal_of(a);
  for (double& s : scale) {
    if (!(s > 0) || !std::isfinite(s)) return {};
    s = 1 / std::sqrt(s);
  }
  largest = detail::bound_eigenvalues(a, scale, workers);
  if (!(largest > 0) || !std::isfinite(largest)) return {};
  const double root = std::sqrt(largest);
  for (double& s : scale) s /= root;
  return scale;
}

/// An approximate solution: factor · vector, where the vector may still be b itself.
template <class Real>
struct Iterate {
  Real factor;
  const Real* vector;
};

/// The vector of the two that the iterate does not need.
template <class Real>
Real* spare(Level<Real>& level, const Iterate<Real>& x) {
  return x.vector == level.x.data() ? level.y.data() : level.x.data();
}

}  // namespace

template <class Real>
struct Multigrid<Real>::Hierarchy {
  Workers& workers;
  std::vector<Level<Real>> levels;
  std::vector<Real> scale;  // S of the finest level
  // The level below these, which is solved directly and not scaled; or no rows.
  Cholesky direct;
  AlignedVector<Real> direct_b, direct_x;
  Field<double> direct_work;

  Status prepare(const SparseMatrix& matrix);
  /// Makes the next level of the hierarchy; then A and its scale S are those of the one below.
  Status add_level(CsrMatrix& a, std::vector<double>& s, double& largest);
  Status prepare_direct(const CsrMatrix& a);

  /// Solves on a level for its b by one V-cycle.
  const Real* cycle(std::size_t l);
  /// The same but for the last step.
  Iterate<Real> cycle_but_one(std::size_t l);
  const Real* solve_direct();
  Iterate<Real> step(Level<Real>& level, const Iterate<Real>& x, double omega);

  Real* input(std::size_t l) { return l < levels.size() ? levels[l].b.data() : direct_b.data(); }
  void pack(const Field<Real>& b, Real* to);
  void unpack(std::size_t begin, std::size_t end, const Real* from, Field<Real>& x) const;
};

template <class Real>
auto Multigrid<Real>::Hierarchy::prepare(const SparseMatrix& matrix) -> Status {
  levels.clear();
  direct_work.resize(0);
  CsrMatrix a = detail::make_rows(matrix);
  if (a.rows() <= direct_rows) {
    scale.assign(a.rows(), Real{1});
    return prepare_direct(a);
  }
  double largest = 0;
  std::vector<double> s = make_scale(a, largest, workers);
  scale.assign(s.begin(), s.end());
  while (!s.empty()) {
    if (const Status status = add_level(a, s, largest); status != Status::ready) return status;
    if (a.rows() == 0) return Status::ready;  // smoothing alone serves the last level
    if (a.rows() <= direct_rows) return prepare_direct(a);
  }
  return Status::not_positive_definite;
}

template <class Real>
auto Multigrid<Real>::Hierarchy::add_level(CsrMatrix& a, std::vector<double>& s, double& largest) -> Status {
  Level<Real>& level = levels.emplace_back();
  level.steps = levels.size() == 1 ? std::span<const double>(finest_steps) : coarse_steps;
  for (auto* v : {&level.b, &level.x, &level.y}) v->assign(4 * a.rows(), Real{0});
  level.a = StencilRows<Real>(a, s, s);
  detail::Coarsening next = detail::make_coarsening(a, largest, workers);
  a = std::move(next.coarse);
  if (a.rows() == 0) return Status::ready;

  std::vector<double> next_s =
      a.rows() <= direct_rows ? std::vector<double>(a.rows(), 1.0) : make_scale(a, largest, workers);
  if (next_s.empty()) return Status::not_positive_definite;
  for (double& value : s) value = 1 / value;
  level.prolongation = StencilRows<Real>(next.prolongation, s, next_s);
  level.restriction = StencilRows<Real>(detail::transpose(next.prolongation), next_s, s);
  s = std::move(next_s);
  return Status::ready;
}

template <class Real>
auto Multigrid<Real>::Hierarchy::prepare_direct(const CsrMatrix& a) -> Status {
  for (auto* v : {&direct_b, &direct_x}) v->assign(4 * a.rows(), Real{0});
  direct_work.resize(a.rows());
  return direct.factor(detail::make_lower_triangle(a), workers) ? Status::ready
                                                                : Status::not_positive_definite;
}

template <class Real>
const Real* Multigrid<Real>::Hierarchy::solve_direct() {
  for (int axis = 0; axis < 3; ++axis) {
    double* to = direct_work.component(axis);
    for (std::size_t i = 0; i < direct_work.size(); ++i) to[i] = direct_b[4 * i + axis];
  }
  direct.solve(direct_work, direct_work, workers);
  for (int axis = 0; axis < 3; ++axis) {
    const double* from = direct_work.component(axis);
    for (std::size_t i = 0; i < direct_work.size(); ++i) direct_x[4 * i + axis] = static_cast<Real>(from[i]);
  }
  return direct_x.data();
}

template <class Real>
Iterate<Real> Multigrid<Real>::Hierarchy::step(Level<Real>& level, const Iterate<Real>& x, double omega) {
  const Real* b = level.b.data();
  const auto w = static_cast<Real>(omega);
  Real* to = spare(level, x);
  level.a.compute({-w * x.factor, x.vector, w, b, x.factor, x.vector}, to, workers);
  return {1, to};
}

template <class Real>
Iterate<Real> Multigrid<Real>::Hierarchy::cycle_but_one(std::size_t l) {
  Level<Real>& level = levels[l];
  const Real* b = level.b.data();
  Iterate<Real> x{static_cast<Real>(level.steps[0]), b};  // the first step from zero
  for (const double omega : level.steps.subspan(1)) x = step(level, x, omega);
  if (level.prolongation.rows() > 0) {
    Real* to = spare(level, x);
    level.a.compute({-x.factor, x.vector, 1, b, 0, b}, to, workers);
    level.restriction.compute({1, to, 0, to, 0, to}, input(l + 1), workers);
    const Real* correction = cycle(l + 1);
    level.prolongation.compute({1, correction, x.factor, x.vector, 0, x.vector}, to, workers);
    x = {1, to};
  }
  for (std::size_t k = level.steps.size(); k-- > 1;) x = step(level, x, level.steps[k]);
  return x;
}

template <class Real>
const Real* Multigrid<Real>::Hierarchy::cycle(std::size_t l) {
  if (l == levels.size()) return solve_direct();
  return step(levels[l], cycle_but_one(l), levels[l].steps[0]).vector;
}

template <class Real>
void Multigrid<Real>::Hierarchy::pack(const Field<Real>& b, Real* to) {
  constexpr std::size_t chunk = StencilRows<Real>::chunk_rows;
  const std::size_t n = scale.size();
  workers.share((n + chunk - 1) / chunk, [&](std::size_t task) {
    const Real *x = b.component(0), *y = b.component(1), *z = b.component(2);
    for (std::size_t i = task * chunk; i < std::min(n, (task + 1) * chunk); ++i) {
      const Real packed[4] = {scale[i] * x[i], scale[i] * y[i], scale[i] * z[i], 0};
      std::copy_n(packed, 4, to + 4 * i);
    }
  });
}

template <class Real>
void Multigrid<Real>::Hierarchy::unpack(std::size_t begin, std::size_t end, const Real* from,
                                        Field<Real>& to) const {
  Real *x = to.component(0), *y = to.component(1), *z = to.component(2);
  for (std::size_t i = begin; i < end; ++i, from += 4) {
    x[i] = scale[i] * from[0];
    y[i] = scale[i] * from[1];
    z[i] = scale[i] * from[2];
  }
}

template <class Real>
Multigrid<Real>::Multigrid(Workers& workers) : hierarchy_(new Hierarchy{workers, {}, {}, {}, {}, {}, {}}) {}
template <class Real>
Multigrid<Real>::~Multigrid() = default;

template <class Real>
auto Multigrid<Real>::prepare(const SparseMatrix& a) -> Status {
  return hierarchy_->prepare(a);
}

template <class Real>
void Multigrid<Real>::solve(const Field<Real>& b, Field<Real>& x) {
  constexpr std::size_t chunk = StencilRows<Real>::chunk_rows;
  Hierarchy& h = *hierarchy_;
  const std::size_t n = h.scale.size();
  h.pack(b, h.input(0));
  if (h.levels.empty()) return h.unpack(0, n, h.solve_direct(), x);

  // The last step is unpacked chunk by chunk, while it is in the cache.
  const Level<Real>& finest = h.levels[0];
  const Iterate<Real> last = h.cycle_but_one(0);
  const auto w = static_cast<Real>(finest.steps[0]);
  h.workers.share(finest.a.chunks(), [&](std::size_t task) {
    Real rows[4 * chunk];
    finest.a.compute_chunk(
        task, {-w * last.factor, last.vector, w, finest.b.data(), last.factor, last.vector}, rows);
    h.unpack(task * chunk, std::min(n, (task + 1) * chunk), rows, x);
  });
}

template <class Real>
std::size_t Multigrid<Real>::bytes() const {
  std::size_t sum = hierarchy_->direct.bytes_read();
  for (const Level<Real>& level : hierarchy_->levels)
    sum += 2 * level.steps.size() * level.a.bytes() + level.prolongation.bytes() + level.restriction.bytes();
  return sum;
}

template <class Real>
std::vector<std::size_t> Multigrid<Real>::level_sizes() const {
  std::vector<std::size_t> sizes;
  for (const Level<Real>& level : hierarchy_->levels) sizes.push_back(level.a.rows());
  if (hierarchy_->direct_work.size() > 0) sizes.push_back(hierarchy_->direct_work.size());
  return sizes;
}

template <class Real>
std::unique_ptr<GlobalSolver<Real>> make_multigrid(Workers& workers) {
  return std::make_unique<Multigrid<Real>>(workers);
}

template class Multigrid<double>;
template class Multigrid<float>;
template std::unique_ptr<GlobalSolver<double>> make_multigrid(Workers&);
template std::unique_ptr<GlobalSolver<float>> make_multigrid(Workers&);

}  // namespace tensio
