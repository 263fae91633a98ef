#include "factor/border.h"

#include <algorithm>
#include <cmath>

#include "factor/elimination_tree.h"

namespace tensio::detail {
namespace {

/// The supernodes on the paths from the columns of B to the roots, and room for their columns.
void find_path(const Supernodes& nodes, std::span<const std::uint32_t> node_of, Border::Row& row) {
  row.node.clear();
  for (const auto& [column, value] : row.original)
    for (std::uint32_t s = node_of[column]; s != no_parent; s = nodes.parent[s]) row.node.push_back(s);
  std::ranges::sort(row.node);
  row.node.erase(std::unique(row.node.begin(), row.node.end()), row.node.end());
  row.start.assign(1, 0);
  for (const std::uint32_t s : row.node) row.start.push_back(row.start.back() + nodes.width(s));
  row.scaled.assign(row.start.back(), 0.0);
  row.plain.assign(row.start.back(), 0.0);
}

}  // namespace

std::size_t Border::Row::find(std::uint32_t s) const {
  const auto at = std::ranges::lower_bound(node, s);
  return at != node.end() && *at == s ? static_cast<std::size_t>(at - node.begin()) : node.size();
}

std::size_t Border::entries() const {
  std::size_t sum = 0;
  for (const Row& row : rows) sum += row.scaled.size() + row.plain.size();
  return sum;
}

void Border::append(Row row) {
  const std::size_t k = size();
  std::vector<double> larger((k + 1) * (k + 1), 0.0);
  for (std::size_t v = 0; v < k; ++v) std::copy_n(&left[v * k], k, &larger[v * (k + 1)]);
  left = std::move(larger);
  rows.push_back(std::move(row));
}

void Border::erase(std::size_t gone) {
  const std::size_t k = size();
  std::vector<double> smaller;
  for (std::size_t v = 0; v < k; ++v)
    for (std::size_t u = 0; u < k; ++u)
      if (v != gone && u != gone) smaller.push_back(left[v * k + u]);
  left = std::move(smaller);
  rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(gone));
}

template <class Real>
void Border::eliminate(std::span<const std::size_t> which, const Supernodes& nodes,
                       std::span<const std::uint32_t> node_of, SolveFactor<Real>& factor,
                       Panels<Real>& panels) {
  std::vector<std::pair<std::uint32_t, std::size_t>> visits;  // supernode, row
  std::vector<std::vector<std::vector<double>>> arrived(size());
  for (const std::size_t v : which) {
    Row& row = rows[v];
    find_path(nodes, node_of, row);
    for (const std::uint32_t s : row.node) {
      visits.emplace_back(s, v);
      arrived[v].emplace_back(nodes.width(s) + nodes.height(s), 0.0);
    }
    for (const auto& [column, value] : row.original) {
      const std::uint32_t s = node_of[column];
      arrived[v][row.find(s)][column - nodes.first[s]] += value;
    }
  }
  std::ranges::sort(visits);

  std::vector<double> product;
  for (const auto& [s, v] : visits) {
    const std::size_t width = nodes.width(s), height = nodes.height(s);
    const Panel panel = panels.get(nodes, s, factor);
    Row& row = rows[v];
    const std::size_t place = row.find(s);
    const std::vector<double>& here = arrived[v][place];
    product.assign(height + width, 0.0);
    for (std::size_t j = 0; j < width; ++j)
      for (std::size_t i = 0; i < height + width; ++i)
        product[i] += panel.column[i + j * panel.stride] * here[j];
    std::copy_n(here.data(), width, &row.plain[row.start[place]]);
    std::copy_n(product.data() + height, width, &row.scaled[row.start[place]]);
    if (height == 0) continue;
    std::vector<double>& above = arrived[v][row.find(nodes.parent[s])];
    const std::uint32_t* in_parent = nodes.in_parent.data() + nodes.row_start[s];
    for (std::size_t i = 0; i < height; ++i) above[in_parent[i]] += here[width + i] - product[i];
  }
}

double Border::product(const Row& a, const Row& b, const Supernodes& nodes) {
  double sum = 0;
  for (std::size_t p = 0, q = 0; p < a.node.size() && q < b.node.size();) {
    if (a.node[p] < b.node[q]) {
      ++p;
    } else if (b.node[q] < a.node[p]) {
      ++q;
    } else {
      const std::size_t width = nodes.width(a.node[p]);
      for (std::size_t j = 0; j < width; ++j) sum += a.scaled[a.start[p] + j] * b.plain[b.start[q] + j];
      ++p, ++q;
    }
  }
  return sum;
}

bool Border::factor() {
  const std::size_t k = size();
  factored_ = left;
  scratch_.assign(k, {});
  kept_.assign(identity.size(), {});
  for (std::size_t j = 0; j < k; ++j) {
    const double pivot = factored_[j * k + j];
    if (!((rows[j].is_tie() ? -pivot : pivot) > 0) || !std::isfinite(1 / pivot)) return false;
    for (std::size_t i = j + 1; i < k; ++i) {
      const double below = factored_[i * k + j] / pivot;
      for (std::size_t l = j + 1; l <= i; ++l) factored_[i * k + l] -= below * factored_[l * k + j];
    }
    for (std::size_t i = j + 1; i < k; ++i) factored_[i * k + j] /= pivot;
  }
  return true;
}

template <class Real>
void Border::solve(const Supernodes& nodes, Lanes<Real>* z, const Real* scale, const Field<Real>& b) {
  const std::size_t k = size();
  std::vector<Vec3>& y = scratch_;
  const auto get = [&](std::uint32_t i) {
    return Vec3{b.component(0)[i], b.component(1)[i], b.component(2)[i]};
  };
  for (std::size_t p = 0; p < identity.size(); ++p) kept_[p] = get(identity[p]);
  for (std::size_t v = 0; v < k; ++v) {
    const Row& row = rows[v];
    Vec3 sum = row.is_tie() ? Vec3{} : get(row.vertex);
    for (std::size_t p = 0; p < row.node.size(); ++p) {
      std::size_t column = nodes.first[row.node[p]];
      for (std::size_t j = row.start[p]; j < row.start[p + 1]; ++j, ++column) {
        const Real* at = z[column].lane;
        sum -= (row.scaled[j] / scale[column]) * Vec3{at[0], at[1], at[2]};
      }
    }
    for (std::size_t u = 0; u < v; ++u) sum -= factored_[v * k + u] * y[u];
    y[v] = sum;
  }
  for (std::size_t v = k; v-- > 0;) {
    y[v] = y[v] / factored_[v * k + v];
    for (std::size_t u = v + 1; u < k; ++u) y[v] -= factored_[u * k + v] * y[u];
  }
  for (std::size_t v = 0; v < k; ++v) {
    const Row& row = rows[v];
    for (std::size_t p = 0; p < row.node.size(); ++p) {
      std::size_t column = nodes.first[row.node[p]];
      for (std::size_t j = row.start[p]; j < row.start[p + 1]; ++j, ++column) {
        const Vec3 change = row.plain[j] * scale[column] * y[v];
        for (int axis = 0; axis < 3; ++axis) z[column].lane[axis] -= static_cast<Real>(change[axis]);
      }
    }
  }
}

template <class Real>
void Border::finish(Field<Real>& x) const {
  const auto put = [&](std::uint32_t i, const Vec3& value) {
    for (int axis = 0; axis < 3; ++axis) x.component(axis)[i] = static_cast<Real>(value[axis]);
  };
  for (std::size_t v = 0; v < size(); ++v)
    if (!rows[v].is_tie()) put(rows[v].vertex, scratch_[v]);
  for (std::size_t p = 0; p < identity.size(); ++p) put(identity[p], kept_[p]);
}

template void Border::finish(Field<double>&) const;
template void Border::finish(Field<float>&) const;
template void Border::eliminate(std::span<const std::size_t>, const Supernodes&,
                                std::span<const std::uint32_t>, SolveFactor<double>&, Panels<double>&);
template void Border::eliminate(std::span<const std::size_t>, const Supernodes&,
                                std::span<const std::uint32_t>, SolveFactor<float>&, Panels<float>&);
template void Border::solve(const Supernodes&, Lanes<double>*, const double*, const Field<double>&);
template void Border::solve(const Supernodes&, Lanes<float>*, const float*, const Field<float>&);

}  // namespace tensio::detail
