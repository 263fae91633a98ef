#include "factor/solve_factor.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "factor/border.h"
#include "factor/elimination_tree.h"
#include "math/denormals.h"

namespace tensio::detail {
namespace {

/// Rows that a task of a large supernode of the crown takes (one with fewer entries is not worth the threads'
/// meeting), and vertices that one of a large field takes.
constexpr std::size_t rows_per_task = 64, entries_worth_sharing = 100'000, vertices_per_task = 1024;

void encode(double value, double& to) {
  to = value;
}
void encode(double value, float& to) {
  to = static_cast<float>(value);
}
void encode(double value, Half& to) {
  to.bits = to_half(value);
}
void encode(double value, Bfloat& to) {
  to.bits = to_bfloat(value);
}
double decode(double value) {
  return value;
}
double decode(float value) {
  return static_cast<double>(value);
}
double decode(Half value) {
  return static_cast<double>(from_half(value.bits));
}
double decode(Bfloat value) {
  return static_cast<double>(from_bfloat(value.bits));
}

/// Calls work with pointers of the type that the two matrices hold.
template <class Real, class Bytes, class Work>
void as_stored(Storage storage, Bytes* a, Bytes* b, const Work& work) {
  const auto call = [&]<class T>(T) {
    using Pointer = std::conditional_t<std::is_const_v<Bytes>, const T*, T*>;
    work(reinterpret_cast<Pointer>(a), reinterpret_cast<Pointer>(b));
  };
  if constexpr (sizeof(Real) == 8) {
    call(double{});
  } else {
    if (storage == Storage::f16) return call(Half{});
    if (storage == Storage::bf16) return call(Bfloat{});
    call(float{});
  }
}

template <class Real>
std::size_t in_lines(std::size_t size) {
  constexpr std::size_t lanes = Tiles<Real>::lanes;
  return (size + lanes - 1) / lanes * lanes;
}

/// −M and [−Mᵀ D⁻¹] of a supernode.
template <class Real>
Tiles<Real> down_tiles(const Supernodes& nodes, std::size_t s) {
  return {nodes.height(s), nodes.width(s)};
}
template <class Real>
Tiles<Real> up_tiles(const Supernodes& nodes, std::size_t s) {
  return {nodes.width(s), nodes.width(s) + nodes.height(s)};
}

}  // namespace

template <class Real>
std::size_t SolveFactor<Real>::element_bytes() const {
  return storage_ == Storage::f64 ? 8 : storage_ == Storage::f32 ? 4 : 2;
}

template <class Real>
void SolveFactor<Real>::resize(const Supernodes& nodes, Storage storage) {
  storage_ = sizeof(Real) == 8 ? Storage::f64 : storage == Storage::f64 ? Storage::f32 : storage;
  plan_ = make_solve_plan(nodes);
  // In the order in which a solve reads them.
  std::size_t down = 0, up = 0;
  down_start_.resize(nodes.size());
  up_start_.resize(nodes.size());
  for (std::size_t s = 0; s < nodes.size(); ++s)
    down_start_[s] = std::exchange(down, down + in_lines<Real>(down_tiles<Real>(nodes, s).size()));
  for (std::size_t s = nodes.size(); s-- > 0;)
    up_start_[s] = std::exchange(up, up + in_lines<Real>(up_tiles<Real>(nodes, s).size()));
  down_.assign(down * element_bytes(), std::byte{0});
  up_.assign(up * element_bytes(), std::byte{0});
  scale_.assign(nodes.order.size(), Real{1});
  field_scale_.assign(plan_.place.size(), Real{1});
  b_.assign(plan_.slots, {});
  x_.assign(plan_.slots, {});
}

template <class Real>
void SolveFactor<Real>::set_scale(const Supernodes& nodes, const SparseMatrix& a) {
  if (storage_ != Storage::f16) return;
  for (std::size_t j = 0; j < scale_.size(); ++j) {
    const double diagonal = a.diagonal(nodes.order[j]);
    // Clamped to what the squares of may be divided by in single precision.
    const int exponent =
        diagonal > 0 && std::isfinite(diagonal) ? std::clamp(std::ilogb(diagonal), -60, 60) : 0;
    scale_[j] = field_scale_[nodes.order[j]] = static_cast<Real>(std::ldexp(1.0, -exponent / 2));
  }
}

// Of S A S: D⁻¹ → S⁻¹ D⁻¹ S⁻¹, M → S M S⁻¹
template <class Real>
bool SolveFactor<Real>::set(const Supernodes& nodes, std::size_t s, const double* inverse_from,
                            const double* below_from, std::size_t stride) {
  const std::size_t width = nodes.width(s), height = nodes.height(s);
  const auto rows = nodes.rows(s);
  const Real* own_scale = scale_.data() + nodes.first[s];
  const double limit = storage_ == Storage::f64   ? std::numeric_limits<double>::max()
                       : storage_ == Storage::f16 ? max_half
                                                  : 1e38;
  bool is_in_range = true;
  as_stored<Real>(storage_, down_.data() + down_start_[s] * element_bytes(),
                  up_.data() + up_start_[s] * element_bytes(), [&](auto* down, auto* up) {
                    const auto encoded = [&](double value) {
                      const bool fits = std::fabs(value) <= limit;
                      is_in_range &= fits;
                      std::remove_pointer_t<decltype(up)> element;
                      encode(fits ? value : 0, element);
                      return element;
                    };
                    const auto below = [&](std::size_t i, std::size_t j) {
                      return encoded(-below_from[i + j * stride] * (static_cast<double>(scale_[rows[i]]) /
                                                                    static_cast<double>(own_scale[j])));
                    };
                    const auto inverse = [&](std::size_t i, std::size_t j) {
                      return encoded(inverse_from[i + j * stride] /
                                     (static_cast<double>(own_scale[j]) * static_cast<double>(own_scale[i])));
                    };
                    down_tiles<Real>(nodes, s).for_each(
                        down, [&](std::size_t first, std::size_t end, auto* to, std::size_t tile_stride) {
                          for (std::size_t j = 0; j < width; ++j, to += tile_stride)
                            for (std::size_t i = first; i < end; ++i) to[i - first] = below(i, j);
                        });
                    up_tiles<Real>(nodes, s).for_each(
                        up, [&](std::size_t first, std::size_t end, auto* to, std::size_t tile_stride) {
                          for (std::size_t i = 0; i < height; ++i, to += tile_stride)
                            for (std::size_t j = first; j < end; ++j) to[j - first] = below(i, j);
                          for (std::size_t i = 0; i < width; ++i, to += tile_stride)
                            for (std::size_t j = first; j < end; ++j) to[j - first] = inverse(i, j);
                        });
                  });
  return is_in_range;
}

template <class Real>
void SolveFactor<Real>::unpack(const Supernodes& nodes, std::size_t s, double* inverse_to, double* below_to,
                               std::size_t stride) const {
  const std::size_t width = nodes.width(s), height = nodes.height(s);
  const auto rows = nodes.rows(s);
  const Real* own_scale = scale_.data() + nodes.first[s];
  const auto scale = [&](std::size_t j) { return static_cast<double>(own_scale[j]); };
  as_stored<Real>(storage_, down_.data() + down_start_[s] * element_bytes(),
                  up_.data() + up_start_[s] * element_bytes(), [&](const auto* down, const auto* up) {
                    down_tiles<Real>(nodes, s).for_each(down, [&](std::size_t first, std::size_t end,
                                                                  const auto* from, std::size_t tile_stride) {
                      for (std::size_t j = 0; j < width; ++j, from += tile_stride)
                        for (std::size_t i = first; i < end; ++i)
                          below_to[i + j * stride] =
                              -decode(from[i - first]) * (scale(j) / static_cast<double>(scale_[rows[i]]));
                    });
                    up_tiles<Real>(nodes, s).for_each(up, [&](std::size_t first, std::size_t end,
                                                              const auto* from, std::size_t tile_stride) {
                      from += height * tile_stride;
                      for (std::size_t i = 0; i < width; ++i, from += tile_stride)
                        for (std::size_t j = first; j < end; ++j)
                          inverse_to[i + j * stride] = decode(from[j - first]) * (scale(j) * scale(i));
                    });
                  });
}

template <class Real>
std::size_t SolveFactor<Real>::bytes_read(const Supernodes& nodes) const {
  std::size_t entries = 0;
  for (std::size_t s = 0; s < nodes.size(); ++s) {
    const std::size_t width = nodes.width(s);
    entries += width * (width + 2 * nodes.height(s));
  }
  return entries * element_bytes();
}

template <class Real>
SolveMatrix SolveFactor<Real>::down(const Supernodes& nodes, std::size_t s) const {
  return {.values = down_.data() + down_start_[s] * element_bytes(),
          .rows = nodes.height(s),
          .columns = nodes.width(s)};
}

template <class Real>
SolveMatrix SolveFactor<Real>::up(const Supernodes& nodes, std::size_t s) const {
  return {.values = up_.data() + up_start_[s] * element_bytes(),
          .rows = nodes.width(s),
          .columns = nodes.width(s) + nodes.height(s)};
}

/// One solve: what its stages share.
template <class Real>
struct SolveFactor<Real>::Solve {
  const SolveFactor& factor;
  const Supernodes& nodes;
  const SolvePlan& plan;
  SolveKernels<Real> kernels;
  Workers& workers;
  Lanes<Real>* b;  // per slot
  Lanes<Real>* x;  // per column

  /// b ← S from
  void read(const Field<Real>& from) const {
    for_vertices([&](std::size_t begin, std::size_t end) {
      kernels.spread({from.component(0) + begin, from.component(1) + begin, from.component(2) + begin},
                     factor.field_scale_.data() + begin, plan.place.data() + begin, end - begin, b);
    });
  }
  /// to ← S x
  void write(Field<Real>& to) const {
    for_vertices([&](std::size_t begin, std::size_t end) {
      kernels.collect(x, factor.field_scale_.data() + begin, plan.place.data() + begin, end - begin,
                      {to.component(0) + begin, to.component(1) + begin, to.component(2) + begin});
    });
  }

  void forward_task(std::uint32_t task) const {
    for (std::uint32_t t = plan.tasks[task].begin; t < plan.tasks[task].end; ++t) {
      const SolvePlan::Subtree& tree = plan.subtrees[t];
      std::fill_n(b + tree.buffer, nodes.height(tree.end - 1), Lanes<Real>{});
      for (std::uint32_t c = tree.last_child; c != no_parent; c = plan.subtrees[c].previous_sibling)
        add_child(plan.subtrees[c], tree);
      for (std::uint32_t s = tree.begin; s < tree.end; ++s)
        forward(s, factor.down(nodes, s), 0, nodes.height(s));
    }
  }
  /// Adds what waits in the child's buffer to the columns, then the buffer, of its parent.
  void add_child(const SolvePlan::Subtree& child, const SolvePlan::Subtree& parent) const {
    const std::uint32_t root = child.end - 1, width = nodes.width(parent.begin);
    const std::uint32_t* place = nodes.in_parent.data() + nodes.row_start[root];
    const std::size_t height = nodes.height(root);
    const Lanes<Real>* from = b + child.buffer;
    std::size_t i = 0;
    for (Lanes<Real>* to = b + nodes.first[parent.begin]; i < height && place[i] < width; ++i)
      add(to[place[i]], from[i]);
    for (Lanes<Real>* to = b + parent.buffer; i < height; ++i) add(to[place[i] - width], from[i]);
  }
  void backward_task(std::uint32_t task) const {
    for (std::uint32_t t = plan.tasks[task].begin; t < plan.tasks[task].end; ++t)
      for (std::uint32_t s = plan.subtrees[t].end; s-- > plan.subtrees[t].begin;)
        backward(s, factor.up(nodes, s), 0, nodes.width(s));
  }
  void forward_crown() const {
    if (plan.crown.empty()) return;
    for (const SolvePlan::Subtree& tree : plan.subtrees) {
      if (tree.parent != no_parent) continue;
      const auto above = nodes.rows(tree.end - 1);
      for (std::size_t i = 0; i < above.size(); ++i) add(b[above[i]], b[tree.buffer + i]);
    }
    for (const std::uint32_t s : plan.crown) {
      const SolveMatrix m = factor.down(nodes, s);
      share_rows(m, [&](std::size_t begin, std::size_t end) { forward(s, m, begin, end); });
    }
  }
  void backward_crown() const {
    for (std::size_t i = plan.crown.size(); i-- > 0;) {
      const std::uint32_t s = plan.crown[i];
      const SolveMatrix m = factor.up(nodes, s);
      share_rows(m, [&](std::size_t begin, std::size_t end) { backward(s, m, begin, end); });
    }
  }
  static void add(Lanes<Real>& to, const Lanes<Real>& a) {
    for (int axis = 0; axis < 4; ++axis) to.lane[axis] += a.lane[axis];
  }

  void forward(std::uint32_t s, const SolveMatrix& m, std::size_t begin, std::size_t end) const {
    kernels.scatter_product(m, begin, end, b + nodes.first[s], plan.slot.data() + nodes.row_start[s], b);
  }
  void backward(std::uint32_t s, const SolveMatrix& m, std::size_t begin, std::size_t end) const {
    kernels.gather_product(m, begin, end, x, nodes.row.data() + nodes.row_start[s], nodes.height(s),
                           b + nodes.first[s], x + nodes.first[s]);
  }

  void run(TaskGraph& tasks, void (Solve::*work)(std::uint32_t) const) const {
    tasks.run(workers, [&](std::uint32_t task) {
      [[maybe_unused]] const KernelMode<Real> mode;
      (this->*work)(task);
    });
  }
  /// Calls work(begin, end) for parts of the vertices, the padding of fields included.
  template <class Work>
  void for_vertices(const Work& work) const {
    share(plan.place.size(), vertices_per_task, plan.place.size() <= vertices_per_task, work);
  }
  /// Calls work(begin, end) for parts of the rows of a product. They are independent of each other, so how
  /// they are shared changes nothing.
  template <class Work>
  void share_rows(const SolveMatrix& m, const Work& work) const {
    share(m.rows, rows_per_task, m.rows * m.columns < entries_worth_sharing, work);
  }
  template <class Work>
  void share(std::size_t count, std::size_t per_task, bool is_small, const Work& work) const {
    if (is_small || workers.count() == 1) return work(0, count);
    workers.share((count + per_task - 1) / per_task, [&](std::size_t task) {
      [[maybe_unused]] const KernelMode<Real> mode;
      work(task * per_task, std::min(count, (task + 1) * per_task));
    });
  }
};

template <class Real>
void SolveFactor<Real>::solve(const Supernodes& nodes, const Field<Real>& b, Field<Real>& x, SimdLevel level,
                              Workers& workers, Border& border) {
  if (x.size() != b.size()) x.resize(b.size());
  const Solve solve{*this, nodes, plan_, solve_kernels<Real>(level, storage_), workers, b_.data(), x_.data()};
  [[maybe_unused]] const KernelMode<Real> mode;
  solve.read(b);
  b_[plan_.slots - 1] = {};  // the border's vertices stand where the padding of the factor's would
  solve.run(plan_.forward, &Solve::forward_task);
  solve.forward_crown();
  border.solve(nodes, b_.data(), scale_.data(), b);
  solve.backward_crown();
  solve.run(plan_.backward, &Solve::backward_task);
  solve.write(x);
  border.finish(x);
}

template class SolveFactor<double>;
template class SolveFactor<float>;

}  // namespace tensio::detail
