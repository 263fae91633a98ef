#include "linear/path_update.h"

#include <algorithm>
#include <cmath>

#include "linear/elimination_tree.h"

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
  std::vector<double> product{};  // P w_s, then [u; M w_s]
  std::vector<double> g{};        // σ' [−u; w']
};

Traveller start(const Supernodes& nodes, std::span<const std::uint32_t> node_of, const RankOne& change,
                std::size_t border_size) {
  const std::uint32_t s = node_of[change.w.front().first];
  Traveller result{s, change.sigma, std::vector<double>(nodes.width(s) + nodes.height(s), 0.0),
                   std::vector<double>(border_size, 0.0)};
  for (const auto& [i, value] : change.w) result.w[nodes.local(s, i)] += value;
  return result;
}

/// P w_s of every traveller.
TENSIO_INLINE void multiply_panel(const double* panel, std::size_t stride, std::size_t width,
                                  std::span<Traveller*> batch) {
  for (std::size_t j = 0; j < width; ++j, panel += stride) {
    for (Traveller* t : batch) {
      const double factor = t->w[j];
      if (factor == 0) continue;
      double* product = t->product.data();
      for (std::size_t i = 0; i < stride; ++i) product[i] += panel[i] * factor;
    }
  }
}

/// P ← P + Σ g uᵀ
TENSIO_INLINE void change_panel(double* panel, std::size_t stride, std::size_t width,
                                std::span<Traveller*> batch) {
  for (std::size_t j = 0; j < width; ++j, panel += stride) {
    for (const Traveller* t : batch) {
      const double factor = t->product[j];
      if (factor == 0) continue;
      const double* g = t->g.data();
      for (std::size_t i = 0; i < stride; ++i) panel[i] += g[i] * factor;
    }
  }
}

#define TENSIO_PANEL_KERNELS(name, target)                                                              \
  target void multiply_##name(const double* p, std::size_t s, std::size_t w, std::span<Traveller*> b) { \
    multiply_panel(p, s, w, b);                                                                         \
  }                                                                                                     \
  target void change_##name(double* p, std::size_t s, std::size_t w, std::span<Traveller*> b) {         \
    change_panel(p, s, w, b);                                                                           \
  }
TENSIO_PANEL_KERNELS(baseline, )
TENSIO_PANEL_KERNELS(avx2, TENSIO_TARGET_AVX2)
TENSIO_PANEL_KERNELS(avx512, TENSIO_TARGET_AVX512)
#undef TENSIO_PANEL_KERNELS

struct Kernels {
  void (*multiply)(const double*, std::size_t, std::size_t, std::span<Traveller*>);
  void (*change)(double*, std::size_t, std::size_t, std::span<Traveller*>);
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
bool find_steps(std::span<Traveller*> batch, std::size_t width, std::size_t stride, double least_growth) {
  for (std::size_t k = 0; k < batch.size(); ++k) {
    Traveller& t = *batch[k];
    for (std::size_t before = 0; before < k; ++before) {
      const Traveller& r = *batch[before];
      const double factor = dot(r.product.data(), t.w.data(), width);
      if (factor == 0) continue;
      for (std::size_t i = 0; i < stride; ++i) t.product[i] += r.g[i] * factor;
    }
    const double growth = 1 + t.sigma * dot(t.product.data(), t.w.data(), width);
    if (!(growth > least_growth) || !std::isfinite(growth)) return false;
    t.next_sigma = t.sigma / growth;
    t.g.resize(stride);
    for (std::size_t i = 0; i < width; ++i) t.g[i] = -t.next_sigma * t.product[i];
    for (std::size_t i = width; i < stride; ++i) t.g[i] = t.next_sigma * (t.w[i] - t.product[i]);
  }
  return true;
}

void change_border(Border& border, std::uint32_t s, std::size_t width, std::span<Traveller*> batch) {
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
      for (std::size_t j = 0; j < width; ++j) {
        plain[j] += plain_factor * t->w[j];
        scaled[j] += scaled_factor * t->product[j];
      }
    }
  }
}

/// To the parent, or into S.
void go_on(const Supernodes& nodes, Traveller& t, Border& border) {
  const std::uint32_t s = t.node, parent = nodes.parent[s];
  const std::size_t width = nodes.width(s), height = nodes.height(s);
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
  for (std::size_t i = 0; i < height; ++i) next[in_parent[i]] = t.w[width + i] - t.product[width + i];
  t.w = std::move(next);
}

}  // namespace

template <class Real>
bool update_paths(const Supernodes& nodes, std::span<const std::uint32_t> node_of,
                  std::span<const RankOne> changes, SimdLevel level, SolveFactor<Real>& factor,
                  Border& border) {
  // Rounding errors of the old factor grow by 1 / (1 + σ α): to 1e-10, or 1e-5.
  constexpr double least_growth = sizeof(Real) == sizeof(double) ? 3e-6 : 6e-3;
  const Kernels kernels = kernels_for(level);
  std::vector<Traveller> travellers;
  for (const RankOne& change : changes) travellers.push_back(start(nodes, node_of, change, border.size()));
  std::vector<Traveller*> batch;
  std::vector<double> panel;
  for (;;) {
    const auto lowest = std::ranges::min_element(travellers, {}, &Traveller::node);
    if (lowest == travellers.end() || lowest->node == no_parent) return true;
    const std::uint32_t s = lowest->node;
    const std::size_t width = nodes.width(s), stride = width + nodes.height(s);
    batch.clear();
    for (Traveller& t : travellers) {
      if (t.node != s) continue;
      t.product.assign(stride, 0.0);
      batch.push_back(&t);
    }
    panel.resize(stride * width);
    factor.unpack(nodes, s, panel.data(), panel.data() + width, stride);
    kernels.multiply(panel.data(), stride, width, batch);
    if (!find_steps(batch, width, stride, least_growth)) return false;
    kernels.change(panel.data(), stride, width, batch);
    factor.set(nodes, s, panel.data(), panel.data() + width, stride);
    change_border(border, s, width, batch);
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
                           SimdLevel, SolveFactor<double>&, Border&);
template bool update_paths(const Supernodes&, std::span<const std::uint32_t>, std::span<const RankOne>,
                           SimdLevel, SolveFactor<float>&, Border&);

}  // namespace tensio::detail
