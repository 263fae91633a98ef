#include "factor/path_update.h"

#include <algorithm>
#include <cmath>

#include "factor/elimination_tree.h"

namespace tensio::detail {
namespace {

/// A change on its way to the root.
struct Traveller {
  std::uint32_t node;
  double sigma;
  std::vector<double> w;       // columns, then rows of the supernode
  std::vector<double> beside;  // w in the rows of the border
  // Of the supernode where it is:
  double next_sigma = 0;
  std::vector<double> next_w{};   // w'
  std::vector<double> product{};  // P w_s; its lower part is u
  std::vector<double> g{};        // σ' [± w'; −u]
};

/// Rounding errors of the old factor grow by 1 / (1 + σ α) where that is small: the least that keeps them to
/// 1e-10 in double and 1e-5 in single precision. Halves only precondition; a pin among stiff springs takes
/// 1e-2.
double least_growth_for(Storage storage) {
  return storage == Storage::f64 ? 3e-6 : 3e-3;
}

Traveller start(const Supernodes& nodes, std::span<const std::uint32_t> node_of, const RankOne& change,
                std::size_t border_size) {
  const std::uint32_t s = node_of[change.w.front().first];
  Traveller result{s, change.sigma, std::vector<double>(nodes.width(s) + nodes.height(s), 0.0),
                   std::vector<double>(border_size, 0.0)};
  for (const auto& [i, value] : change.w) result.w[nodes.local(s, i)] += value;
  return result;
}

/// The matrix P = [± M; D⁻¹] of a supernode.
struct Matrix {
  double* column;
  std::size_t stride, width, height;

  std::size_t rows() const { return height + width; }
};

/// P w_s of every traveller.
TENSIO_INLINE void multiply_matrix(const Matrix& matrix, std::span<Traveller*> batch) {
  const std::size_t rows = matrix.rows();
  for (std::size_t j = 0; j < matrix.width; ++j) {
    const double* column = matrix.column + j * matrix.stride;
    for (Traveller* t : batch) {
      const double factor = t->w[j];
      if (factor == 0) continue;
      double* product = t->product.data();
      for (std::size_t i = 0; i < rows; ++i) product[i] += column[i] * factor;
    }
  }
}

/// P ← P + Σ g uᵀ
TENSIO_INLINE void change_matrix(const Matrix& matrix, std::span<Traveller*> batch) {
  const std::size_t rows = matrix.rows();
  for (std::size_t j = 0; j < matrix.width; ++j) {
    double* column = matrix.column + j * matrix.stride;
    for (const Traveller* t : batch) {
      const double factor = t->product[matrix.height + j];
      if (factor == 0) continue;
      const double* g = t->g.data();
      for (std::size_t i = 0; i < rows; ++i) column[i] += g[i] * factor;
    }
  }
}

#define TENSIO_MATRIX_KERNELS(name, target)                                   \
  target void multiply_##name(const Matrix& m, std::span<Traveller*> batch) { \
    multiply_matrix(m, batch);                                                \
  }                                                                           \
  target void change_##name(const Matrix& m, std::span<Traveller*> batch) {   \
    change_matrix(m, batch);                                                  \
  }
TENSIO_MATRIX_KERNELS(baseline, )
TENSIO_MATRIX_KERNELS(avx2, TENSIO_TARGET_AVX2)
TENSIO_MATRIX_KERNELS(avx512, TENSIO_TARGET_AVX512)
#undef TENSIO_MATRIX_KERNELS

struct Kernels {
  void (*multiply)(const Matrix&, std::span<Traveller*>);
  void (*change)(const Matrix&, std::span<Traveller*>);
};
Kernels kernels_for(SimdLevel level) {
  if (level == SimdLevel::avx512) return {multiply_avx512, change_avx512};
  if (level == SimdLevel::avx2) return {multiply_avx2, change_avx2};
  return {multiply_baseline, change_baseline};
}

double dot(const double* a, const double* b, std::size_t count) {
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += a[i] * b[i];
  return sum;
}

/// From P w_s of the first P to u, σ', w' and g of each traveller.
bool find_steps(const Matrix& matrix, std::span<Traveller*> batch, double least_growth) {
  const std::size_t width = matrix.width, height = matrix.height;
  for (std::size_t k = 0; k < batch.size(); ++k) {
    Traveller& t = *batch[k];
    for (std::size_t before = 0; before < k; ++before) {
      const Traveller& r = *batch[before];
      const double factor = dot(r.product.data() + height, t.w.data(), width);
      if (factor == 0) continue;
      for (std::size_t i = 0; i < matrix.rows(); ++i) t.product[i] += r.g[i] * factor;
    }
    const double* u = t.product.data() + height;
    const double growth = 1 + t.sigma * dot(u, t.w.data(), width);
    if (!(growth > least_growth) || !std::isfinite(growth)) return false;
    t.next_sigma = t.sigma / growth;
    t.next_w.resize(height);
    t.g.resize(matrix.rows());
    for (std::size_t i = 0; i < height; ++i) {
      t.next_w[i] = t.w[width + i] - t.product[i];
      t.g[i] = t.next_sigma * t.next_w[i];
    }
    for (std::size_t j = 0; j < width; ++j) t.g[height + j] = -t.next_sigma * u[j];
  }
  return true;
}

void change_border(Border& border, std::uint32_t s, const Matrix& matrix, std::span<Traveller*> batch) {
  const std::size_t width = matrix.width;
  for (std::size_t v = 0; v < border.size(); ++v) {
    Border::Row& row = border.rows[v];
    const std::size_t place = row.find(s);
    if (place == row.node.size()) continue;
    double* scaled = &row.scaled[row.start[place]];
    double* plain = &row.plain[row.start[place]];
    for (Traveller* t : batch) {
      const double old = t->beside[v];
      t->beside[v] -= dot(scaled, t->w.data(), width);
      const double plain_factor = t->sigma * old, scaled_factor = t->next_sigma * t->beside[v];
      const double* u = t->product.data() + matrix.height;
      for (std::size_t j = 0; j < width; ++j) {
        plain[j] += plain_factor * t->w[j];
        scaled[j] += scaled_factor * u[j];
      }
    }
  }
}

/// To the parent, or into S.
void go_on(const Supernodes& nodes, Traveller& t, Border& border) {
  const std::uint32_t s = t.node, parent = nodes.parent[s];
  t.sigma = t.next_sigma;
  t.node = parent;
  if (parent == no_parent) {
    for (std::size_t v = 0; v < border.size(); ++v)
      for (std::size_t u = 0; u < border.size(); ++u)
        border.left_over(v, u) += t.sigma * t.beside[v] * t.beside[u];
    return;
  }
  std::vector<double> next(nodes.width(parent) + nodes.height(parent), 0.0);
  const std::uint32_t* in_parent = nodes.in_parent.data() + nodes.row_start[s];
  for (std::size_t i = 0; i < nodes.height(s); ++i) next[in_parent[i]] = t.next_w[i];
  t.w = std::move(next);
}

}  // namespace

template <class Real>
bool update_paths(const Supernodes& nodes, std::span<const std::uint32_t> node_of,
                  std::span<const RankOne> changes, SimdLevel level, SolveFactor<Real>& factor,
                  Panels<Real>& panels, Border& border) {
  const double least_growth = least_growth_for(factor.storage());
  const Kernels kernels = kernels_for(level);
  std::vector<Traveller> travellers;
  for (const RankOne& change : changes) travellers.push_back(start(nodes, node_of, change, border.size()));
  std::vector<Traveller*> batch;
  for (;;) {
    const auto lowest = std::ranges::min_element(travellers, {}, &Traveller::node);
    if (lowest == travellers.end() || lowest->node == no_parent) return true;
    const std::uint32_t s = lowest->node;
    const Panel panel = panels.get(nodes, s, factor);
    const Matrix matrix{panel.column, panel.stride, nodes.width(s), nodes.height(s)};
    batch.clear();
    for (Traveller& t : travellers) {
      if (t.node != s) continue;
      t.product.assign(matrix.rows(), 0.0);
      batch.push_back(&t);
    }
    kernels.multiply(matrix, batch);
    if (!find_steps(matrix, batch, least_growth)) return false;
    kernels.change(matrix, batch);
    if (!panels.put(nodes, s, panel, factor)) return false;
    change_border(border, s, matrix, batch);
    for (Traveller* t : batch) go_on(nodes, *t, border);
  }
}

double estimate_update(const Supernodes& nodes, std::span<const std::uint32_t> node_of,
                       std::span<const RankOne> changes) {
  constexpr double per_panel = 12, per_change = 2;  // passes over the matrices of a supernode
  std::vector<std::uint8_t> seen(nodes.size(), 0);
  double sum = 0;
  for (const RankOne& change : changes) {
    for (std::uint32_t s = node_of[change.w.front().first]; s != no_parent; s = nodes.parent[s]) {
      const double numbers =
          static_cast<double>(nodes.width(s)) * (nodes.width(s) + static_cast<double>(nodes.height(s)));
      sum += numbers * (per_change + (seen[s] ? 0 : per_panel));
      seen[s] = 1;
    }
  }
  return sum;
}

double estimate_factorisation(const Supernodes& nodes) {
  constexpr double per_number = 20, per_product = 0.5;
  double sum = 0;
  for (std::size_t s = 0; s < nodes.size(); ++s) {
    const double width = nodes.width(s), stride = width + static_cast<double>(nodes.height(s));
    sum += width * stride * (per_number + per_product * stride);
  }
  return sum;
}

template bool update_paths(const Supernodes&, std::span<const std::uint32_t>, std::span<const RankOne>,
                           SimdLevel, SolveFactor<double>&, Panels<double>&, Border&);
template bool update_paths(const Supernodes&, std::span<const std::uint32_t>, std::span<const RankOne>,
                           SimdLevel, SolveFactor<float>&, Panels<float>&, Border&);

}  // namespace tensio::detail
