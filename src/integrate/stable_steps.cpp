#include "integrate/stable_steps.h"

#include <algorithm>
#include <cmath>

#include "integrate/stability.h"
#include "math/hash.h"

namespace tensio {
namespace {

constexpr double most_change = 0.05;   // of a length, over that at the reference
constexpr int most_steps_at_once = 8;  // of the steps asked for
constexpr double most_parts = 10'000;  // of a step; one that needs more fails

class StableSteps final : public Integrator {
 public:
  StableSteps(Scheme scheme, const SchemeOptions& options, const MinimiseOptions& minimise, Workers& workers)
      : scheme_(scheme), options_(options), inner_(make_integrator(scheme, options, minimise, workers)) {}

  SolveReport advance(System& system, State& state, double h, double end) override {
    return advance_run(system, state, h, 1, end);
  }

  SolveReport advance_run(System& system, State& state, double h, int count, double end) override {
    SolveReport report;
    long taken = 0;
    for (int left = count; left > 0 && is_usable(report.status);) {
      const int steps = settle(system, state, h, left);
      const double parts = std::isinf(limit_) || limit_ == 0 ? 1 : std::max(1.0, std::ceil(h / limit_));
      if (!(parts <= most_parts)) {
        report.status = SolveStatus::diverged;
        break;
      }
      left -= steps;
      add_step(report, inner_->advance_run(system, state, h / parts, steps * static_cast<int>(parts),
                                           end - left * h));
      taken += inner_->steps();
    }
    steps_ = taken;
    return report;
  }

  void forget() override { has_begun_ = false; }

 private:
  struct Pair {
    VertexId a, b;
    double length = 0;  // m, at the reference
  };

  /// How many of the steps to take before the next look, with the limit that holds for them.
  int settle(System& system, const State& state, double h, int left) {
    if (stamp_ != system.stamp()) take(system);
    if (pairs_.empty()) return left;
    if (!has_begun_) return_to_rest(system);
    int steps = std::min(left, most_steps_at_once);
    bool is_near = !has_changed(state, 0);
    while (is_near && has_changed(state, steps * h)) {
      if (steps == 1) is_near = false;
      steps = std::max(1, steps / 2);
    }
    if (is_near) return steps;
    refer_to(state.x);
    limit_ = std::min(limit_of(find_modes_near(system, state.x)),
                      limit_of(find_modes_near(system, ahead(state, h))));
    return 1;
  }

  void take(System& system) {
    stamp_ = system.stamp();
    const std::uint64_t now = signature(system);
    if (has_taken_ && now == signature_) return;
    signature_ = now;
    has_taken_ = true;
    has_begun_ = false;
    find_pairs(system);
    const Positions rest = system.model->rest_position;
    rest_limit_ = pairs_.empty() ? limit_of(find_modes(system, rest, HessianForm::laplacian))
                                 : limit_of(find_modes_near(system, rest));
    limit_ = rest_limit_;
  }

  /// Of what the constant matrices are made of, which plastic flow leaves alone and hands do not.
  static std::uint64_t signature(const System& system) {
    std::vector<double> diagonal(system.vertex_count(), 0.0);
    for (const auto& energy : system.energies) energy->add_quadratic_diagonal(1, diagonal);
    for (const auto& dissipation : system.dissipations) dissipation->add_quadratic_diagonal(1, diagonal);
    Hash hash;
    hash.add(system.ether);
    for (std::size_t i = 0; i < diagonal.size(); ++i)
      hash.add(system.pinned[i] == all_axes ? 0 : diagonal[i] / system.model->mass[i] + system.pinned[i]);
    return hash.value();
  }

  void find_pairs(const System& system) {
    std::vector<BlockMatrix::Pair> found;
    for (const auto& energy : system.energies)
      if (!energy->is_projective()) energy->add_pairs(found);
    pairs_.clear();
    for (const auto& [p, q] : found) pairs_.push_back({std::min(p, q), std::max(p, q)});
    const auto ends = [](const Pair& pair) { return std::pair(pair.a, pair.b); };
    std::ranges::sort(pairs_, {}, ends);
    const auto [first, last] = std::ranges::unique(pairs_, {}, ends);
    pairs_.erase(first, last);
  }

  void return_to_rest(const System& system) {
    has_begun_ = true;
    refer_to(system.model->rest_position);
    limit_ = rest_limit_;
  }

  void refer_to(Positions x) {
    for (Pair& pair : pairs_) pair.length = norm(x[pair.a] - x[pair.b]);
  }

  /// Whether a length will have changed too much in so many seconds.
  bool has_changed(const State& state, double seconds) const {
    constexpr double low = (1 - most_change) * (1 - most_change),
                     high = (1 + most_change) * (1 + most_change);
    for (const Pair& pair : pairs_) {
      const Vec3 d = state.x[pair.a] - state.x[pair.b] + seconds * (state.v[pair.a] - state.v[pair.b]);
      const double square = dot(d, d), before = pair.length * pair.length;
      if (!(square >= low * before && square <= high * before)) return true;
    }
    return false;
  }

  const std::vector<Vec3>& ahead(const State& state, double seconds) {
    ahead_.resize(state.x.size());
    for (std::size_t i = 0; i < ahead_.size(); ++i) ahead_[i] = state.x[i] + seconds * state.v[i];
    return ahead_;
  }

  double limit_of(const Modes& modes) const {
    return largest_stable_step(scheme_, options_, modes) / step_margin;
  }

  Scheme scheme_;
  SchemeOptions options_;
  std::unique_ptr<Integrator> inner_;
  SystemStamp stamp_;
  std::uint64_t signature_ = 0;
  bool has_taken_ = false;
  std::vector<Pair> pairs_;                          // of energies without a bound
  double rest_limit_ = HUGE_VAL, limit_ = HUGE_VAL;  // s
  bool has_begun_ = false;                           // since the last forget()
  std::vector<Vec3> ahead_;
};

}  // namespace

std::unique_ptr<Integrator> make_stable_integrator(Scheme scheme, const SchemeOptions& options,
                                                   const MinimiseOptions& minimise, Workers& workers) {
  return std::make_unique<StableSteps>(scheme, options, minimise, workers);
}

}  // namespace tensio
