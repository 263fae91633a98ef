#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>

#include "factor/cholesky.h"
#include "factor/matrix_change.h"
#include "support/random_system.h"

namespace tensio {
namespace {

using Way = UpdateReport::Way;

/// Masses, springs and pins that are edited while a factor follows.
class Net {
 public:
  std::uint32_t add_vertex(double mass) {
    mass_.push_back(mass);
    return size() - 1;
  }
  void set_spring(std::uint32_t a, std::uint32_t b, double weight) { springs_[std::minmax(a, b)] = weight; }
  void remove_spring(std::uint32_t a, std::uint32_t b) { springs_.erase(std::minmax(a, b)); }
  void add_mass(std::uint32_t i, double mass) { mass_[i] += mass; }
  void toggle_pin(std::uint32_t i) {
    if (pins_.erase(i) == 0) pins_.insert(i);
  }
  /// Half of the vertex's springs go over to a new one.
  std::uint32_t duplicate(std::uint32_t i) {
    std::vector<std::pair<std::pair<std::uint32_t, std::uint32_t>, double>> mine;
    for (const auto& spring : springs_)
      if (spring.first.first == i || spring.first.second == i) mine.push_back(spring);
    mass_[i] /= 2;
    const std::uint32_t copy = add_vertex(mass_[i]);
    for (std::size_t s = 0; s < mine.size(); s += 2) {
      const auto& [ends, weight] = mine[s];
      springs_.erase(ends);
      set_spring(copy, ends.first == i ? ends.second : ends.first, weight);
    }
    return copy;
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(mass_.size()); }
  std::pair<std::uint32_t, std::uint32_t> spring(std::size_t index) const {
    return std::next(springs_.begin(), static_cast<std::ptrdiff_t>(index % springs_.size()))->first;
  }
  bool has_springs() const { return !springs_.empty(); }

  SparseMatrix matrix() const {
    SparseBuilder builder(size());
    for (std::uint32_t i = 0; i < size(); ++i) builder.add_diagonal(i, mass_[i]);
    for (const auto& [ends, weight] : springs_) builder.add_difference(ends.first, ends.second, weight);
    for (const std::uint32_t i : pins_) builder.fix(i);
    return builder.build();
  }

 private:
  std::vector<double> mass_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> springs_;
  std::set<std::uint32_t> pins_;
};

/// The paper's cloth.
Net cloth(std::uint32_t side) {
  Random random(side);
  Net net;
  for (std::uint32_t i = 0; i < side * side; ++i) net.add_vertex(random.uniform(0.5, 1.5));
  const auto join = [&](std::uint32_t r, std::uint32_t c, std::uint32_t down, std::uint32_t right) {
    if (r + down < side && c + right < side)
      net.set_spring(r * side + c, (r + down) * side + c + right, random.uniform(0.1, 10));
  };
  for (std::uint32_t r = 0; r < side; ++r)
    for (std::uint32_t c = 0; c < side; ++c)
      join(r, c, 0, 1), join(r, c, 1, 0), join(r, c, 1, 1), join(r, c, 0, 2), join(r, c, 2, 0);
  return net;
}
Net tangle(std::uint32_t n, std::uint32_t springs, std::uint32_t seed) {
  Random random(seed);
  Net net;
  for (std::uint32_t i = 0; i < n; ++i) net.add_vertex(random.uniform(0.5, 1.5));
  for (std::uint32_t s = 0; s < springs; ++s) {
    const std::uint32_t a = random.below(n), b = random.below(n);
    if (a != b) net.set_spring(a, b, random.uniform(0.1, 10));
  }
  return net;
}

std::vector<Vec3> random_vector(std::size_t n) {
  Random random(9);
  std::vector<Vec3> result(n);
  for (Vec3& v : result) v = random.vec3(1);
  return result;
}

/// max |x − x_fresh| / max |x_fresh|
template <class Factor>
double difference_to_fresh(Factor& factor, const SparseMatrix& a) {
  std::vector<Vec3> x = random_vector(a.size()), expected = x;
  factor.solve(x);
  Cholesky fresh;
  EXPECT_TRUE(fresh.factor(a));
  fresh.solve(expected);
  double worst = 0, largest = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double d = norm(x[i] - expected[i]);
    worst = d > worst || std::isnan(d) ? d : worst;
    largest = std::max(largest, norm(expected[i]));
  }
  return worst / std::max(largest, 1e-300);
}

/// One of the edits that the engine's users make.
void edit(Net& net, Random& random) {
  const std::uint32_t i = random.below(net.size()), j = random.below(net.size());
  const auto [a, b] = net.has_springs() ? net.spring(random.below(1u << 30)) : std::pair{i, j};
  switch (random.below(7)) {
    case 0:
      return net.remove_spring(a, b);
    case 1:
      if (a != b) net.set_spring(a, b, random.uniform(0.01, 20));
      return;
    case 2:
      return net.toggle_pin(i);
    case 3:
      return net.add_mass(i, random.uniform(0, 3));
    case 4:
      net.duplicate(i);
      return;
    case 5:  // a vertex that is new altogether
      net.set_spring(net.add_vertex(random.uniform(0.5, 1.5)), i, random.uniform(0.1, 10));
      return;
    default:
      if (i != j) net.set_spring(i, j, random.uniform(0.1, 10));
  }
}

TEST(Difference, FindsValuesEntriesAndAppendedRows) {
  SparseBuilder before(3), after(4);
  before.add_difference(0, 1, 1);
  before.add_difference(1, 2, 1);
  after.add_difference(0, 2, 2);
  after.add_difference(1, 2, 1);
  after.add_difference(1, 3, 5);
  const auto changes = detail::find_changes(before.build(), after.build(), 100);
  ASSERT_TRUE(changes);
  std::vector<std::array<double, 4>> found;
  for (const auto& [column, row, was, is] : *changes)
    found.push_back({static_cast<double>(column), static_cast<double>(row), was, is});
  EXPECT_EQ(found, (std::vector<std::array<double, 4>>{{0, 0, 1, 2},
                                                       {0, 1, -1, 0},
                                                       {0, 2, 0, -2},
                                                       {1, 1, 2, 6},
                                                       {1, 3, 0, -5},
                                                       {2, 2, 1, 3},
                                                       {3, 3, 0, 5}}));
  EXPECT_FALSE(detail::find_changes(before.build(), after.build(), 6));
  EXPECT_FALSE(detail::find_changes(after.build(), before.build(), 100)) << "vertices do not vanish";
}

TEST(RankOne, SumsToTheChangeAndStartsWithWhatIsPositive) {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    constexpr std::uint32_t n = 6;
    double expected[n][n] = {}, sum[n][n] = {};
    detail::SymmetricChange change;
    for (std::uint32_t j = 0; j < n; ++j) {
      for (std::uint32_t i = j; i < n; ++i) {
        if (random.below(3) != 0) continue;
        const double value = random.uniform(-5, 5);
        expected[i][j] = expected[j][i] = value;
        i == j ? change.add_diagonal(i, value, 5) : change.add_below(j, i, value);
      }
    }
    bool was_negative = false;
    for (const auto& [sigma, w] : detail::split(change)) {
      EXPECT_FALSE(was_negative && sigma > 0);
      was_negative = sigma < 0;
      for (const auto& [i, x] : w)
        for (const auto& [j, y] : w) sum[i][j] += sigma * x * y;
    }
    for (std::uint32_t i = 0; i < n; ++i)
      for (std::uint32_t j = 0; j < n; ++j) EXPECT_NEAR(sum[i][j], expected[i][j], 1e-12) << seed;
  }
}

TEST(RankOne, OfACutSpringIsOne) {
  detail::SymmetricChange change;
  change.add_diagonal(1, -0.3, 10);
  change.add_diagonal(4, -0.3 + 1e-16, 10);
  change.add_below(1, 4, 0.3);
  const auto changes = detail::split(change);
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].sigma, -0.3);
}

TEST(Update, OfACutSpringIsOfRankOneAndEqualsAFreshFactor) {
  Net net = cloth(30);
  Cholesky cholesky;
  ASSERT_TRUE(cholesky.factor(net.matrix()));
  net.remove_spring(317, 318);
  const UpdateReport report = cholesky.update(net.matrix());
  EXPECT_EQ(report.way, Way::updated);
  EXPECT_EQ(report.rank, 1u);
  EXPECT_EQ(report.bordered, 0u);
  EXPECT_LT(difference_to_fresh(cholesky, net.matrix()), 1e-12);
}

TEST(Update, OfTheSameMatrixDoesNothing) {
  const Net net = cloth(10);
  Cholesky cholesky;
  EXPECT_EQ(cholesky.update(net.matrix()).way, Way::reordered) << "the first time";
  EXPECT_EQ(cholesky.update(net.matrix()).way, Way::unchanged);
}

TEST(Update, OfATogglingPinEqualsAFreshFactor) {
  Net net = cloth(30);
  Cholesky cholesky;
  ASSERT_TRUE(cholesky.factor(net.matrix()));
  for (const std::uint32_t i : {0u, 317u, 450u, 0u, 450u, 899u}) {
    net.toggle_pin(i);
    EXPECT_EQ(cholesky.update(net.matrix()).way, Way::updated);
    EXPECT_LT(difference_to_fresh(cholesky, net.matrix()), 1e-12) << i;
  }
}

TEST(Update, HoldsPinsExactly) {
  Net net = cloth(20);
  Cholesky cholesky;
  ASSERT_TRUE(cholesky.factor(net.matrix()));
  net.toggle_pin(7), net.toggle_pin(200);
  ASSERT_EQ(cholesky.update(net.matrix()).way, Way::updated);
  net.set_spring(33, 34, 3);
  net.toggle_pin(net.duplicate(100));
  ASSERT_EQ(cholesky.update(net.matrix()).way, Way::updated);
  std::vector<Vec3> x = random_vector(net.size());
  const std::vector<Vec3> b = x;
  cholesky.solve(x);
  for (const std::uint32_t pin : {7u, 200u, 400u}) EXPECT_EQ(x[pin], b[pin]);
  net.toggle_pin(7);
  ASSERT_EQ(cholesky.update(net.matrix()).way, Way::updated);
  EXPECT_LT(difference_to_fresh(cholesky, net.matrix()), 1e-12);
}

TEST(Update, AppendsDuplicatedVerticesBesideTheFactor) {
  Net net = cloth(30);
  Cholesky cholesky;
  ASSERT_TRUE(cholesky.factor(net.matrix()));
  for (std::uint32_t cut = 0; cut < 8; ++cut) {
    net.duplicate(400 + cut);
    const UpdateReport report = cholesky.update(net.matrix());
    EXPECT_EQ(report.way, Way::updated);
    EXPECT_EQ(report.bordered, cut + 1);
    EXPECT_LT(difference_to_fresh(cholesky, net.matrix()), 1e-12) << cut;
  }
  net.toggle_pin(903);  // one of the new ones
  EXPECT_EQ(cholesky.update(net.matrix()).way, Way::updated);
  EXPECT_LT(difference_to_fresh(cholesky, net.matrix()), 1e-12);
}

TEST(Update, TiesVerticesThatTheFactorHasNoRoomFor) {
  Net net = cloth(30);
  Cholesky cholesky;
  ASSERT_TRUE(cholesky.factor(net.matrix()));
  const auto expect_bordered = [&](std::size_t rows) {
    const UpdateReport report = cholesky.update(net.matrix());
    EXPECT_EQ(report.way, Way::updated);
    EXPECT_EQ(report.bordered, rows);
    EXPECT_LT(difference_to_fresh(cholesky, net.matrix()), 1e-12) << rows;
  };
  net.set_spring(0, 899, 5);
  expect_bordered(1);
  net.set_spring(29, 870, 2);
  expect_bordered(2);
  net.set_spring(0, 899, 0.5);
  expect_bordered(2);
  net.toggle_pin(899);  // the spring is still there, but has no entry
  expect_bordered(1);
  net.toggle_pin(899);
  expect_bordered(2);
  net.remove_spring(29, 870);
  expect_bordered(1);
}

TEST(Update, EqualsAFreshFactorInRandomSequencesOfEdits) {
  std::size_t updated = 0, total = 0;
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    Net net = seed % 2 == 0 ? cloth(4 + seed / 4) : tangle(2 + seed, 2 * seed, seed);
    Cholesky cholesky;
    ASSERT_TRUE(cholesky.factor(net.matrix()));
    for (int step = 0; step < 25; ++step) {
      for (std::uint32_t edits = 1 + random.below(3); edits > 0; --edits) edit(net, random);
      const SparseMatrix a = net.matrix();
      const Way way = cholesky.update(a).way;
      ASSERT_NE(way, Way::failed);
      ++total, updated += way == Way::updated;
      ASSERT_LT(difference_to_fresh(cholesky, a), 1e-10) << seed << ' ' << step;
    }
  }
  EXPECT_GT(updated, total / 2);
}

template <class Factor>
void expect_precision_over_many_edits(Factor factor, int steps, double most) {
  Net net = cloth(20);
  Random random(1);
  ASSERT_TRUE(factor.factor(net.matrix()));
  int updated = 0;
  for (int step = 0; step < steps; ++step) {
    const auto [a, b] = net.spring(random.below(1u << 30));
    net.set_spring(a, b, random.uniform(0.01, 20));
    net.toggle_pin(random.below(net.size()));
    const Way way = factor.update(net.matrix()).way;
    ASSERT_NE(way, Way::failed);
    updated += way == Way::updated;
  }
  EXPECT_LT(difference_to_fresh(factor, net.matrix()), most);
  EXPECT_GT(updated, steps * 9 / 10);
  EXPECT_LT(updated, steps) << "refactors after a bounded number of changes";
}

TEST(Update, KeepsItsPrecisionOverManyEdits) {
  const SimdLevel level = best_simd_level();
  expect_precision_over_many_edits(Cholesky(level), 600, 1e-11);
  expect_precision_over_many_edits(FloatCholesky(level, Storage::f32), 600, 1e-5);
  expect_precision_over_many_edits(FloatCholesky(level, Storage::f16), 600, 1e-2);
  expect_precision_over_many_edits(FloatCholesky(level, Storage::bf16), 600, 1e-1);
}

TEST(Update, RefactorsWhereMuchHasChangedAndReordersWhereTheBorderIsFull) {
  Net net = cloth(20);
  Cholesky cholesky;
  ASSERT_TRUE(cholesky.factor(net.matrix()));
  for (std::uint32_t i = 0; i < net.size(); ++i) net.add_mass(i, 1);
  EXPECT_EQ(cholesky.update(net.matrix()).way, Way::refactored);
  EXPECT_LT(difference_to_fresh(cholesky, net.matrix()), 1e-12);
  bool has_reordered = false;
  for (std::uint32_t i = 0; i < 200 && !has_reordered; ++i) {
    net.duplicate(i);
    const UpdateReport report = cholesky.update(net.matrix());
    has_reordered = report.way == Way::reordered;
    EXPECT_TRUE(!has_reordered || report.bordered == 0);
    ASSERT_LT(difference_to_fresh(cholesky, net.matrix()), 1e-11);
  }
  EXPECT_TRUE(has_reordered);
}

TEST(Update, RefusesWhatIsNotPositiveDefiniteAndRecovers) {
  const Net net = cloth(12);
  const SparseMatrix good = net.matrix();
  for (const double bad :
       {-1e6, -20.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
        -std::numeric_limits<double>::infinity()}) {
    for (std::size_t p = 0; p < good.value.size(); p += 7) {
      SparseMatrix a = good;
      a.value[p] = bad;
      Cholesky cholesky, fresh;
      ASSERT_TRUE(cholesky.factor(good));
      const bool is_definite = fresh.factor(a);
      EXPECT_EQ(cholesky.update(a).way != Way::failed, is_definite) << bad << " at " << p;
      EXPECT_TRUE(!is_definite || difference_to_fresh(cholesky, a) < 1e-10) << bad << " at " << p;
      EXPECT_NE(cholesky.update(good).way, Way::failed) << "after a failure";
      EXPECT_LT(difference_to_fresh(cholesky, good), 1e-10);
    }
  }
}

TEST(Update, OfABorderThatMakesTheMatrixIndefiniteIsRefused) {
  Net net = cloth(12);
  Cholesky cholesky;
  ASSERT_TRUE(cholesky.factor(net.matrix()));
  net.set_spring(net.add_vertex(-5), 7, 1);
  EXPECT_EQ(cholesky.update(net.matrix()).way, Way::failed);
  net.add_mass(144, 10);
  EXPECT_NE(cholesky.update(net.matrix()).way, Way::failed);
  EXPECT_LT(difference_to_fresh(cholesky, net.matrix()), 1e-12);
}

TEST(Update, GivesTheSameBitsWithEveryInstructionSet) {
  std::vector<Vec3> expected;
  for (const SimdLevel level : {SimdLevel::scalar, SimdLevel::baseline, SimdLevel::avx2, SimdLevel::avx512}) {
    if (level > best_simd_level()) continue;
    Net net = cloth(25);
    Cholesky cholesky(level);
    ASSERT_TRUE(cholesky.factor(net.matrix()));
    net.toggle_pin(300);
    net.duplicate(200);
    ASSERT_EQ(cholesky.update(net.matrix()).way, Way::updated);
    std::vector<Vec3> x = random_vector(net.size());
    cholesky.solve(x);
    if (level == SimdLevel::scalar) expected = x;
    EXPECT_EQ(x, expected) << static_cast<int>(level);
  }
}

}  // namespace
}  // namespace tensio
