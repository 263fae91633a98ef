#include <cholmod.h>

#include "bench/baseline/projective.h"

namespace tensio::lab {
namespace {

/// CHOLMOD's settings, and what it allocates.
class Cholmod {
 public:
  explicit Cholmod(bool is_supernodal) {
    cholmod_start(&common_);
    common_.print = 0;
    common_.nmethods = 1;
    common_.method[0].ordering = CHOLMOD_METIS;
    common_.postorder = 1;
    common_.supernodal = is_supernodal ? CHOLMOD_SUPERNODAL : CHOLMOD_SIMPLICIAL;
    common_.final_ll = 1;
  }
  ~Cholmod() {
    for (cholmod_dense** dense : {&x_, &y_, &e_}) cholmod_free_dense(dense, &common_);
    cholmod_free_factor(&factor_, &common_);
    cholmod_finish(&common_);
  }
  Cholmod(const Cholmod&) = delete;
  Cholmod& operator=(const Cholmod&) = delete;

  void analyse(cholmod_sparse& a) {
    cholmod_free_factor(&factor_, &common_);
    factor_ = cholmod_analyze(&a, &common_);
  }
  bool factor(cholmod_sparse& a) {
    return factor_ != nullptr && cholmod_factorize(&a, factor_, &common_) && common_.status == CHOLMOD_OK;
  }
  /// Column by column, n rows; the answer stays valid until the next one.
  const double* solve(const double* b, std::size_t n, std::size_t columns) {
    cholmod_dense side{};
    side.nrow = side.d = n;
    side.ncol = columns;
    side.nzmax = n * columns;
    side.x = const_cast<double*>(b);  // NOLINT: CHOLMOD does not write to it
    side.xtype = CHOLMOD_REAL;
    side.dtype = CHOLMOD_DOUBLE;
    const bool is_solved =
        cholmod_solve2(CHOLMOD_A, factor_, &side, nullptr, &x_, nullptr, &y_, &e_, &common_);
    return is_solved ? static_cast<const double*>(x_->x) : nullptr;
  }
  std::size_t entries() const { return static_cast<std::size_t>(common_.lnz); }

 private:
  cholmod_common common_{};
  cholmod_factor* factor_ = nullptr;
  cholmod_dense *x_ = nullptr, *y_ = nullptr, *e_ = nullptr;
};

/// The lower triangle of compressed columns that the caller keeps.
cholmod_sparse view_lower(std::size_t n, const int* start, const int* row, const double* value) {
  cholmod_sparse view{};
  view.nrow = view.ncol = n;
  view.nzmax = static_cast<std::size_t>(start[n]);
  view.p = const_cast<int*>(start);     // NOLINT: CHOLMOD does not write to them
  view.i = const_cast<int*>(row);       // NOLINT
  view.x = const_cast<double*>(value);  // NOLINT
  view.stype = -1;
  view.itype = CHOLMOD_INT;
  view.xtype = CHOLMOD_REAL;
  view.dtype = CHOLMOD_DOUBLE;
  view.sorted = view.packed = 1;
  return view;
}

class CholmodBaseline final : public ColumnBaseline {
 public:
  CholmodBaseline(const BaselineProblem& problem, bool is_supernodal)
      : ColumnBaseline(problem),
        is_supernodal_(is_supernodal),
        lower_(system().triangularView<Eigen::Lower>()),
        view_(view_lower(static_cast<std::size_t>(lower_.rows()), lower_.outerIndexPtr(),
                         lower_.innerIndexPtr(), lower_.valuePtr())),
        cholmod_(is_supernodal) {}
  std::string name() const override {
    return is_supernodal_ ? "CHOLMOD supernodal, m x m" : "CHOLMOD simplicial, m x m";
  }
  std::string key() const override { return is_supernodal_ ? "cholmod_supernodal" : "cholmod_simplicial"; }
  void analyse() override { cholmod_.analyse(view_); }
  bool factor() override { return cholmod_.factor(view_); }
  std::size_t factor_entries() const override { return cholmod_.entries(); }

 private:
  void solve(const Columns& b, Columns& x) override {
    if (const double* answer = cholmod_.solve(b.data(), static_cast<std::size_t>(b.rows()), 3))
      x = Eigen::Map<const Columns>(answer, b.rows(), 3);
  }

  bool is_supernodal_;
  ProjectiveMatrices::Matrix lower_;
  cholmod_sparse view_;
  Cholmod cholmod_;
};

/// Newton's matrix: the pattern is analysed once.
class CholmodSolver final : public LinearSolver {
 public:
  bool prepare(const BlockMatrix& a) override {
    const bool is_new = blocks_ != a.blocks() || 3 * a.size() + 1 != start_.size();
    if (is_new) make_pattern(a);
    fill(a);
    view_ = view_lower(3 * a.size(), start_.data(), row_.data(), value_.data());
    if (is_new) cholmod_.analyse(view_);
    return cholmod_.factor(view_);
  }
  LinearReport solve(std::span<const Vec3> b, std::span<Vec3> x) override {
    const double* answer = cholmod_.solve(&b[0].x, 3 * b.size(), 1);
    if (answer == nullptr) return {.diverged = true};
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = {answer[3 * i], answer[3 * i + 1], answer[3 * i + 2]};
    return {.iterations = 1};
  }

 private:
  // The matrix is symmetric, so that its rows, compressed, are its columns.
  template <class Visit>
  static void visit_lower(const BlockMatrix& a, const Visit& visit) {
    for (std::size_t i = 0; i < a.size(); ++i)
      for (std::size_t c = 0; c < 3; ++c)
        for (std::size_t p = a.row_start()[i]; p < a.row_start()[i + 1]; ++p)
          for (std::size_t r = 0; r < 3; ++r)
            if (const std::size_t row = 3 * std::size_t{a.column()[p]} + r; row >= 3 * i + c)
              visit(3 * i + c, row, a.block()[p](static_cast<int>(c), static_cast<int>(r)));
  }
  void make_pattern(const BlockMatrix& a) {
    blocks_ = a.blocks();
    start_.assign(3 * a.size() + 1, 0);
    row_.clear();
    visit_lower(a, [&](std::size_t column, std::size_t row, double) {
      row_.push_back(static_cast<int>(row));
      start_[column + 1] = static_cast<int>(row_.size());
    });
    value_.resize(row_.size());
  }
  void fill(const BlockMatrix& a) {
    std::size_t next = 0;
    visit_lower(a, [&](std::size_t, std::size_t, double value) { value_[next++] = value; });
  }

  std::size_t blocks_ = 0;
  std::vector<int> start_, row_;
  std::vector<double> value_;
  cholmod_sparse view_{};
  Cholmod cholmod_{true};
};

}  // namespace

std::unique_ptr<Baseline> make_cholmod_baseline(const BaselineProblem& problem, bool is_supernodal) {
  return std::make_unique<CholmodBaseline>(problem, is_supernodal);
}

std::unique_ptr<LinearSolver> make_cholmod_solver() {
  return std::make_unique<CholmodSolver>();
}

}  // namespace tensio::lab
