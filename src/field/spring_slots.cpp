#include "field/spring_slots.h"

#include <algorithm>
#include <tuple>

#include "math/field.h"

namespace tensio::detail {
namespace {

/// One end of a spring, seen from a vertex of a pack.
struct End {
  std::int64_t offset;  // to the other end
  std::uint32_t twin;   // how many springs before this one join the same two vertices
  std::uint32_t lane;
  std::uint32_t spring;

  auto key() const { return std::tuple(offset, twin, lane); }
};

/// All ends of a pack with the same offset, hence at most one in each lane.
struct Group {
  std::span<const End> ends;
  bool is_readable;  // as a run: the vector lies within the field
};

/// The ends of all springs, vertex by vertex.
class Ends {
 public:
  Ends(std::size_t vertices, const Springs& springs, std::span<const double> coefficient)
      : springs_(springs), start_(vertices + 1, 0) {
    const auto counts = [&](std::size_t s) {
      return coefficient[s] != 0 && springs.ends[s][0] != springs.ends[s][1];
    };
    for (std::size_t s = 0; s < springs.size(); ++s)
      if (counts(s))
        for (const VertexId end : springs.ends[s]) ++start_[end + 1];
    for (std::size_t i = 0; i < vertices; ++i) start_[i + 1] += start_[i];
    spring_.resize(start_[vertices]);
    std::vector<std::uint32_t> next(start_.begin(), start_.end() - 1);
    for (std::size_t s = 0; s < springs.size(); ++s)
      if (counts(s))
        for (const VertexId end : springs.ends[s]) spring_[next[end]++] = static_cast<std::uint32_t>(s);
  }

  std::size_t size() const { return spring_.size(); }

  /// The ends at the vertices [first, last), in the order of key().
  void get(std::size_t first, std::size_t last, std::vector<End>& ends) const {
    ends.clear();
    for (std::size_t i = first; i < last; ++i) {
      for (std::uint32_t at = start_[i]; at < start_[i + 1]; ++at) {
        const auto [a, b] = springs_.ends[spring_[at]];
        const std::int64_t other = a == i ? b : a;
        ends.push_back(
            {other - static_cast<std::int64_t>(i), 0, static_cast<std::uint32_t>(i - first), spring_[at]});
      }
    }
    std::ranges::sort(ends, {}, [](const End& end) { return std::tuple(end.offset, end.lane, end.spring); });
    bool has_twins = false;
    for (std::size_t e = 1; e < ends.size(); ++e)
      if (ends[e].offset == ends[e - 1].offset && ends[e].lane == ends[e - 1].lane) {
        ends[e].twin = ends[e - 1].twin + 1;
        has_twins = true;
      }
    if (has_twins) std::ranges::sort(ends, {}, &End::key);
  }

 private:
  const Springs& springs_;
  std::vector<std::uint32_t> start_, spring_;
};

template <class Real>
class SlotBuilder {
 public:
  SlotBuilder(std::size_t vertices, const Springs& springs, std::span<const double> coefficient,
              SpringSlots<Real>& slots)
      : vertices_(vertices),
        springs_(springs),
        coefficient_(coefficient),
        ends_(vertices, springs, coefficient),
        slots_(slots) {}

  bool build() {
    // Whole packs up to the padding of a field.
    const std::size_t stride =
        (vertices_ + Field<Real>::padding - 1) / Field<Real>::padding * Field<Real>::padding;
    const std::size_t limit = 4 * (ends_.size() + stride) / lanes;
    slots_.packs.reserve(stride / lanes);
    for (std::size_t first = 0; first < stride; first += lanes) {
      ends_.get(std::min(first, vertices_), std::min(first + lanes, vertices_), pack_ends_);
      group(first, stride);
      add_pack(first, count_runs());
      if (slots_.gathered.size() > limit) return false;
    }
    return true;
  }

 private:
  static constexpr std::size_t lanes = SpringSlots<Real>::lanes;
  /// What a gathered slot costs, in runs.
  static constexpr std::size_t gather_cost = 4;

  void group(std::size_t first, std::size_t stride) {
    groups_.clear();
    for (std::size_t e = 0; e < pack_ends_.size();) {
      const End& front = pack_ends_[e];
      std::size_t last = e + 1;
      while (last < pack_ends_.size() && pack_ends_[last].offset == front.offset &&
             pack_ends_[last].twin == front.twin)
        ++last;
      const std::int64_t at = static_cast<std::int64_t>(first) + front.offset;
      groups_.push_back(
          {{&front, last - e},
           at >= 0 && at + static_cast<std::int64_t>(lanes) <= static_cast<std::int64_t>(stride)});
      e = last;
    }
    // The best runs first.
    std::ranges::stable_sort(groups_, [](const Group& a, const Group& b) {
      return a.is_readable != b.is_readable ? a.is_readable : a.ends.size() > b.ends.size();
    });
  }

  /// How many of the groups to make runs, the rest being gathered, for the least cost: every run costs 1,
  /// the others as many gathered slots as the vertex has that has most.
  std::size_t count_runs() const {
    std::uint32_t degree[lanes] = {};
    std::uint32_t gathered = 0;
    std::size_t best = groups_.size(), least = groups_.size();
    bool is_allowed = groups_.empty() || groups_.back().is_readable;
    if (!is_allowed) least = ~std::size_t{0};
    for (std::size_t runs = groups_.size(); runs-- > 0;) {
      for (const End& end : groups_[runs].ends) gathered = std::max(gathered, ++degree[end.lane]);
      is_allowed = runs == 0 || groups_[runs - 1].is_readable;
      const std::size_t cost = runs + gather_cost * gathered;
      if (is_allowed && cost < least) least = cost, best = runs;
    }
    return best;
  }

  void add_pack(std::size_t first, std::size_t runs) {
    typename SpringSlots<Real>::Pack pack{};
    uniform_.clear();
    pack.varying = static_cast<std::uint32_t>(slots_.varying.size());
    pack.gathered = static_cast<std::uint32_t>(slots_.gathered.size());
    for (const bool forward : {true, false}) {
      for (std::size_t g = 0; g < runs; ++g) {
        const Group& run = groups_[g];
        if ((run.ends.front().offset > 0) != forward) continue;
        const bool uniform = is_uniform(run.ends);
        ++(forward ? (uniform ? pack.forward_uniform : pack.forward_varying)
                   : (uniform ? pack.backward_uniform : pack.backward_varying));
        if (uniform)
          uniform_.push_back({static_cast<std::int32_t>(run.ends.front().offset),
                              coefficient(run.ends.front()), rest(run.ends.front())});
        else
          add_varying(run.ends);
      }
    }
    add_gathered(first, std::span(groups_).subspan(runs));
    pack.gathered_count = static_cast<std::uint32_t>(slots_.gathered.size()) - pack.gathered;
    pack.uniform = store_uniform();
    slots_.packs.push_back(pack);
  }

  bool is_uniform(std::span<const End> ends) const {
    return ends.size() == lanes && std::ranges::all_of(ends, [&](const End& end) {
             return coefficient(end) == coefficient(ends[0]) && rest(end) == rest(ends[0]);
           });
  }

  /// Neighbouring packs of a grid have the same runs, and share them: less to read.
  std::uint32_t store_uniform() {
    const auto previous = std::span(slots_.uniform).subspan(last_uniform_);
    if (!std::ranges::equal(previous, uniform_)) {
      last_uniform_ = slots_.uniform.size();
      slots_.uniform.insert(slots_.uniform.end(), uniform_.begin(), uniform_.end());
    }
    return static_cast<std::uint32_t>(last_uniform_);
  }

  void add_varying(std::span<const End> ends) {
    auto& slot = slots_.varying.emplace_back();
    slot.offset = static_cast<std::int32_t>(ends[0].offset);
    for (const End& end : ends) {
      slot.coefficient[end.lane] = coefficient(end);
      slot.rest[end.lane] = rest(end);
    }
  }

  void add_gathered(std::size_t first, std::span<const Group> groups) {
    std::uint32_t degree[lanes] = {};
    const std::size_t begin = slots_.gathered.size();
    for (const Group& group : groups) {
      for (const End& end : group.ends) {
        const std::size_t at = begin + degree[end.lane]++;
        if (at == slots_.gathered.size()) add_empty_gathered(first);
        auto& slot = slots_.gathered[at];
        slot.neighbour[end.lane] =
            static_cast<std::uint32_t>(static_cast<std::int64_t>(first + end.lane) + end.offset);
        slot.coefficient[end.lane] = coefficient(end);
        slot.rest[end.lane] = rest(end);
        slot.share[end.lane] = end.offset > 0 ? Real{1} : Real{0};
      }
    }
  }

  /// Lanes without a spring look at themselves.
  void add_empty_gathered(std::size_t first) {
    auto& slot = slots_.gathered.emplace_back();
    for (std::size_t lane = 0; lane < lanes; ++lane)
      slot.neighbour[lane] = static_cast<std::uint32_t>(first + lane);
  }

  Real coefficient(const End& end) const { return static_cast<Real>(coefficient_[end.spring]); }
  Real rest(const End& end) const { return static_cast<Real>(springs_.rest_length[end.spring]); }

  std::size_t vertices_;
  const Springs& springs_;
  std::span<const double> coefficient_;
  Ends ends_;
  SpringSlots<Real>& slots_;
  std::vector<End> pack_ends_;
  std::vector<Group> groups_;
  std::vector<typename SpringSlots<Real>::Uniform> uniform_;
  std::size_t last_uniform_ = 0;
};

}  // namespace

template <class Real>
bool SpringSlots<Real>::build(std::size_t vertices, const Springs& springs,
                              std::span<const double> coefficient) {
  *this = {};
  if (SlotBuilder<Real>(vertices, springs, coefficient, *this).build()) return true;
  *this = {};
  return false;
}

template struct SpringSlots<double>;
template struct SpringSlots<float>;

std::vector<HeldLanes> held_lanes(std::span<const Axes> pinned, std::size_t stride, std::size_t lanes) {
  std::vector<HeldLanes> held(stride / lanes);
  for (std::size_t i = 0; i < pinned.size(); ++i)
    for (int axis = 0; axis < 3; ++axis)
      if (has_axis(pinned[i], axis))
        held[i / lanes].axis[static_cast<std::size_t>(axis)] |= static_cast<std::uint16_t>(1u << i % lanes);
  return held;
}

}  // namespace tensio::detail
