#include "linear/supernodal_solve.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "linear/border.h"
#include "math/denormals.h"

namespace tensio::detail {
namespace {

/// Rows, and columns, that a task of a large supernode of the top takes. A supernode with fewer entries is
/// not worth the threads' meeting.
constexpr std::size_t rows_per_task = 128, columns_per_task = 64, entries_worth_sharing = 100'000,
                      vertices_per_task = 8192;

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

/// Calls work with a pointer of the type that the bytes hold.
template <class Real, class Bytes, class Work>
void as_stored(Storage storage, Bytes* bytes, const Work& work) {
  constexpr bool is_const = std::is_const_v<Bytes>;
  const auto call = [&]<class T>(T) {
    work(reinterpret_cast<std::conditional_t<is_const, const T*, T*>>(bytes));
  };
  if constexpr (sizeof(Real) == 8) {
    call(double{});
  } else {
    if (storage == Storage::f16) return call(Half{});
    if (storage == Storage::bf16) return call(Bfloat{});
    call(float{});
  }
}

/// Denormals cost time in single precision; double precision keeps them, for the same bits everywhere.
template <class Real>
struct KernelMode {};
template <>
struct KernelMode<float> {
  FlushDenormals flush;
};

}  // namespace

template <class Real>
std::size_t SolveFactor<Real>::element_bytes() const {
  return storage_ == Storage::f64 ? 8 : storage_ == Storage::f32 ? 4 : 2;
}

template <class Real>
void SolveFactor<Real>::resize(const Supernodes& nodes, Storage storage) {
  storage_ = sizeof(Real) == 8 ? Storage::f64 : storage == Storage::f64 ? Storage::f32 : storage;
  plan_ = make_solve_plan(nodes, Line<Real, 64>::lanes);
  start_.assign(1, 0);
  for (std::size_t s = 0; s < nodes.size(); ++s)
    start_.push_back(start_.back() + nodes.width(s) * plan_.stride(s));
  values_.assign(start_.back() * element_bytes(), std::byte{0});
  scale_.assign(nodes.order.size(), Real{1});
  field_scale_.assign(plan_.place.size(), Real{1});
  z_.assign(plan_.slots, {});
  scratch_.assign(3 * plan_.scratch_rows, Real{0});
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

// B of S A S: D⁻¹ → S⁻¹ D⁻¹ S⁻¹, M → S M S⁻¹
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
  as_stored<Real>(storage_, values_.data() + start_[s] * element_bytes(), [&](auto* to) {
    for (std::size_t j = 0; j < width; ++j, to += plan_.stride(s)) {
      const auto put = [&](std::size_t i, double value) {
        is_in_range &= std::fabs(value) <= limit;
        encode(std::clamp(value, -limit, limit), to[i]);
      };
      const double column_scale = 1 / static_cast<double>(own_scale[j]);
      for (std::size_t i = 0; i < height; ++i)
        put(i, -below_from[i + j * stride] * (static_cast<double>(scale_[rows[i]]) * column_scale));
      for (std::size_t i = 0; i < width; ++i)
        put(height + i, inverse_from[i + j * stride] * (column_scale / static_cast<double>(own_scale[i])));
    }
  });
  return is_in_range;
}

template <class Real>
void SolveFactor<Real>::unpack(const Supernodes& nodes, std::size_t s, double* inverse_to, double* below_to,
                               std::size_t stride) const {
  const std::size_t width = nodes.width(s), height = nodes.height(s);
  const auto rows = nodes.rows(s);
  const Real* own_scale = scale_.data() + nodes.first[s];
  as_stored<Real>(storage_, values_.data() + start_[s] * element_bytes(), [&](const auto* from) {
    for (std::size_t j = 0; j < width; ++j, from += plan_.stride(s)) {
      const double column_scale = static_cast<double>(own_scale[j]);
      for (std::size_t i = 0; i < height; ++i)
        below_to[i + j * stride] = -decode(from[i]) * (column_scale / static_cast<double>(scale_[rows[i]]));
      for (std::size_t i = 0; i < width; ++i)
        inverse_to[i + j * stride] =
            decode(from[height + i]) * (column_scale * static_cast<double>(own_scale[i]));
    }
  });
}

template <class Real>
double* SolveFactor<Real>::in_place(std::size_t s) {
  if (storage_ != Storage::f64) return nullptr;
  return reinterpret_cast<double*>(values_.data()) + start_[s];
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
SolveNode<Real> SolveFactor<Real>::node(const Supernodes& nodes, std::size_t s) const {
  return {.matrix = values_.data() + start_[s] * element_bytes(),
          .stride = plan_.stride(s),
          .width = nodes.width(s),
          .height = nodes.height(s),
          .slot = plan_.slot.data() + plan_.slot_start[s]};
}

/// One solve: what its stages share.
template <class Real>
struct SolveFactor<Real>::Solve {
  SolveFactor& factor;
  const Supernodes& nodes;
  const SolvePlan& plan;
  SolveKernels<Real> kernels;
  const Field<Real>& b;
  Field<Real>& x;
  Workers& workers;
  Border& border;
  Lanes<Real>* z;

  /// Calls work(begin, end) for the vertices, padding included.
  template <class Work>
  void for_vertices(const Work& work) const {
    const std::size_t count = plan.place.size();
    if (count < 2 * vertices_per_task) return work(0, count);
    workers.run((count + vertices_per_task - 1) / vertices_per_task, [&](std::size_t task) {
      [[maybe_unused]] const KernelMode<Real> mode;
      work(task * vertices_per_task, std::min(count, (task + 1) * vertices_per_task));
    });
  }
  /// z ← S b
  void read() const {
    for_vertices([&](std::size_t begin, std::size_t end) {
      kernels.spread({b.component(0) + begin, b.component(1) + begin, b.component(2) + begin},
                     factor.field_scale_.data() + begin, plan.place.data() + begin, end - begin, z);
    });
  }
  /// x ← S z
  void write() const {
    for_vertices([&](std::size_t begin, std::size_t end) {
      kernels.gather(plan.place.data() + begin, end - begin, z, factor.field_scale_.data() + begin,
                     {x.component(0) + begin, x.component(1) + begin, x.component(2) + begin});
    });
  }
  void gather(const SolveNode<Real>& node, Real* v) const {
    kernels.gather(node.slot, node.stride, z, nullptr, {v, v + node.stride, v + 2 * node.stride});
  }

  void forward(const SolvePlan::Subtree& tree) const {
    std::fill_n(z + tree.buffer, nodes.height(tree.end - 1), Lanes<Real>{});
    for (std::uint32_t s = tree.begin; s < tree.end; ++s) {
      const SolveNode<Real> node = factor.node(nodes, s);
      kernels.forward(node, 0, node.height, z + nodes.first[s], z);
    }
  }
  void backward(const SolvePlan::Subtree& tree, Real* v) const {
    const auto rows = nodes.rows(tree.end - 1);
    for (std::size_t i = 0; i < rows.size(); ++i) z[tree.buffer + i] = z[rows[i]];
    for (std::uint32_t s = tree.end; s-- > tree.begin;) {
      const SolveNode<Real> node = factor.node(nodes, s);
      gather(node, v);
      kernels.backward(node, 0, node.width, v, z + nodes.first[s]);
    }
  }

  /// Rows, and columns, of a supernode are independent of each other, so how they are shared changes nothing.
  template <class Work>
  void share(const SolveNode<Real>& node, std::size_t count, std::size_t per_task, const Work& work) const {
    if (node.stride * node.width < entries_worth_sharing || workers.count() == 1) return work(0, count);
    workers.run((count + per_task - 1) / per_task, [&](std::size_t task) {
      [[maybe_unused]] const KernelMode<Real> mode;
      work(task * per_task, std::min(count, (task + 1) * per_task));
    });
  }
  void forward_top() const {
    for (const SolvePlan::Subtree& tree : plan.subtrees) {
      const auto rows = nodes.rows(tree.end - 1);
      for (std::size_t i = 0; i < rows.size(); ++i)
        for (int axis = 0; axis < 4; ++axis) z[rows[i]].lane[axis] += z[tree.buffer + i].lane[axis];
    }
    for (const std::uint32_t s : plan.top) {
      const SolveNode<Real> node = factor.node(nodes, s);
      share(node, node.height, rows_per_task, [&](std::size_t begin, std::size_t end) {
        kernels.forward(node, begin, end, z + nodes.first[s], z);
      });
    }
  }
  void backward_top() const {
    Real* v = factor.scratch_.data() + 3 * plan.top_scratch;
    for (std::size_t i = plan.top.size(); i-- > 0;) {
      const std::uint32_t s = plan.top[i];
      const SolveNode<Real> node = factor.node(nodes, s);
      gather(node, v);
      share(node, node.width, columns_per_task, [&](std::size_t begin, std::size_t end) {
        kernels.backward(node, begin, end, v, z + nodes.first[s]);
      });
    }
  }

  void run() const {
    read();
    z[plan.slots - 1] = {};  // the border's vertices stand where the padding of the factor's would
    workers.run(plan.tasks.size(), [&](std::size_t i) {
      [[maybe_unused]] const KernelMode<Real> mode;
      for (std::uint32_t t = plan.tasks[i].begin; t < plan.tasks[i].end; ++t) forward(plan.subtrees[t]);
    });
    {
      [[maybe_unused]] const KernelMode<Real> mode;
      forward_top();
      border.solve(nodes, z, factor.scale_.data(), b);
      backward_top();
    }
    workers.run(plan.tasks.size(), [&](std::size_t i) {
      [[maybe_unused]] const KernelMode<Real> mode;
      Real* v = factor.scratch_.data() + 3 * plan.tasks[i].scratch;
      for (std::uint32_t t = plan.tasks[i].begin; t < plan.tasks[i].end; ++t) backward(plan.subtrees[t], v);
    });
    write();
  }
};

template <class Real>
void SolveFactor<Real>::solve(const Supernodes& nodes, const Field<Real>& b, Field<Real>& x, SimdLevel level,
                              Workers& workers, Border& border) {
  if (x.size() != b.size()) x.resize(b.size());
  Solve{*this, nodes, plan_, solve_kernels<Real>(level, storage_), b, x, workers, border, z_.data()}.run();
  border.finish(x);
}

template class SolveFactor<double>;
template class SolveFactor<float>;

}  // namespace tensio::detail
