#include "integrate/adaptive.h"

#include <algorithm>
#include <cmath>

#include "integrate/scheme_row.h"
#include "math/elementary.h"
#include "math/stopwatch.h"

namespace tensio {
namespace {

/// The largest distance between positions, or by which velocities differ after so many seconds.
double largest_difference(const State& a, const State& b, double seconds) {
  double largest = 0;
  for (std::size_t i = 0; i < a.x.size(); ++i)
    largest = std::max({largest, norm(a.x[i] - b.x[i]), seconds * norm(a.v[i] - b.v[i])});
  return largest;
}

class AdaptiveExplicit final : public Integrator {
 public:
  AdaptiveExplicit(Scheme scheme, const SchemeOptions& options, const MinimiseOptions& minimise,
                   const AdaptiveOptions& adaptive, Workers& workers)
      : order_(scheme_facts(scheme).order), options_(adaptive) {
    if (const ExplicitTable* table = explicit_table(scheme); table && table->lower_order > 0) {
      order_ = table->lower_order;
      embedded_ = make_explicit_integrator(*table, minimise.precision, workers);
    } else {
      plain_ = make_integrator(scheme, options, minimise, workers);
    }
  }

  SolveReport advance(System& system, State& state, double h, double end) override {
    const Stopwatch clock;
    SolveReport report;
    steps_ = 0;
    start_ = state;
    if (!(next_ > 0)) next_ = h;
    double time = end - h;
    for (int tries = 0; time < end; ++tries) {
      if (tries == options_.max_steps) {
        state = start_;
        report.status = SolveStatus::diverged;
        break;
      }
      // The last two steps share what is left, so that none is a splinter.
      const double left = end - time;
      const bool is_last = next_ >= left, is_before_last = !is_last && 2 * next_ > left;
      const double length = is_last ? left : is_before_last ? left / 2 : next_;
      const double arrival = is_last ? end : time + length;
      before_ = state;
      const double error = try_step(system, state, length, arrival, h, report);
      if (error <= options_.tolerance) {
        time = arrival;
        ++steps_;
        // A step that was cut short says nothing against longer ones.
        const double longer = length * factor(error);
        next_ = is_last || is_before_last ? std::max(next_, longer) : longer;
      } else {
        state = before_;
        next_ = length * std::min(0.5, factor(error));
      }
    }
    report.seconds = clock.seconds();
    return report;
  }

 private:
  /// Advances the state by a step; its estimated error, ∞ when it failed.
  double try_step(System& system, State& state, double h, double end, double horizon, SolveReport& report) {
    SolveReport step;
    double error = 0;
    if (embedded_) {
      step = embedded_->advance(system, state, h, end);
      error = embedded_->last_error(h, horizon);
    } else {
      whole_ = state;
      step = plain_->advance(system, whole_, h, end);
      for (const double at : {end - h / 2, end})
        if (is_usable(step.status)) add_step(step, plain_->advance(system, state, h / 2, at));
      error = largest_difference(whole_, state, horizon) / (power(2, order_) - 1);
    }
    report.evaluations += step.evaluations;
    return is_usable(step.status) && std::isfinite(error) ? error : HUGE_VAL;
  }

  /// By how much a step may be longer whose error is below the tolerance, or must be shorter: the error of a
  /// step goes with its length to the power of order + 1.
  double factor(double error) const {
    constexpr double caution = 0.9, least = 0.1, most = 5;
    const double ratio = options_.tolerance / std::max(error, 1e-10 * options_.tolerance);
    return std::clamp(caution * power(ratio, 1.0 / (order_ + 1)), least, most);
  }

  int order_;
  AdaptiveOptions options_;
  std::unique_ptr<ExplicitIntegrator> embedded_;  // one of the two
  std::unique_ptr<Integrator> plain_;
  State start_, before_, whole_;
  double next_ = 0;  // s, the step to try; kept from call to call
};

class AdaptiveImplicit final : public Integrator {
 public:
  AdaptiveImplicit(std::unique_ptr<Integrator> inner, const AdaptiveOptions& adaptive, double tolerance)
      : inner_(std::move(inner)), options_(adaptive), tolerance_(tolerance) {}

  SolveReport advance(System& system, State& state, double h, double end) override {
    SolveReport report;
    const Stopwatch clock;
    steps_ = 0;
    start_ = state;
    constexpr long whole = 1L << most_halvings;
    long done = 0;  // of the whole
    for (int tries = 0; done < whole; ++tries) {
      if (tries == options_.max_steps) return give_up(SolveStatus::diverged, report, state);
      const long length = whole >> halvings_;
      const double arrival = end - h * (static_cast<double>(whole - done - length) / whole);
      before_ = state;
      SolveReport step = inner_->advance(system, state, h * (static_cast<double>(length) / whole), arrival);
      const SolveStatus status = step.status;
      const bool is_good = is_usable(status) && has_converged(status) && !stretches_too_far(system, state);
      if (is_good || (is_usable(status) && halvings_ == most_halvings)) {
        add_step(report, step);
        done += length;
        ++steps_;
        // Only where the doubled steps still end with the whole.
        const bool may_double = halvings_ > 0 && done % (2 * length) == 0;
        if (++successes_ >= successes_to_double && may_double) --halvings_, successes_ = 0;
      } else {
        state = before_;
        step.status = SolveStatus::converged;  // what is refused counts by its cost only
        add_step(report, step);
        if (halvings_ == most_halvings) return give_up(status, report, state);
        ++halvings_;
        successes_ = 0;
      }
    }
    report.seconds = clock.seconds();
    return report;
  }

 private:
  static constexpr int most_halvings = 12;
  static constexpr int successes_to_double = 4;

  SolveReport give_up(SolveStatus status, SolveReport& report, State& state) {
    state = start_;
    halvings_ = successes_ = 0;
    report.status = status;
    return std::move(report);
  }

  bool has_converged(SolveStatus status) const {
    return !(tolerance_ > 0) || status <= SolveStatus::rounding_limit;
  }

  bool stretches_too_far(const System& system, const State& state) const {
    const Springs& springs = system.model->springs;
    for (std::size_t s = 0; s < springs.size(); ++s) {
      const double rest = springs.rest_length[s];
      if (!(rest > 0) || !(springs.stiffness[s] > 0)) continue;
      const auto [a, b] = springs.ends[s];
      const double before = norm(before_.x[a] - before_.x[b]), after = norm(state.x[a] - state.x[b]);
      if (after - std::max(before, rest) > options_.max_stretch * rest) return true;
    }
    return false;
  }

  std::unique_ptr<Integrator> inner_;
  AdaptiveOptions options_;
  double tolerance_;
  State start_, before_;
  int halvings_ = 0, successes_ = 0;  // kept from call to call
};

}  // namespace

std::unique_ptr<Integrator> make_adaptive_integrator(Scheme scheme, const SchemeOptions& options,
                                                     const MinimiseOptions& minimise,
                                                     const AdaptiveOptions& adaptive, Workers& workers) {
  if (is_implicit(scheme))
    return std::make_unique<AdaptiveImplicit>(make_integrator(scheme, options, minimise, workers), adaptive,
                                              minimise.tolerance);
  return std::make_unique<AdaptiveExplicit>(scheme, options, minimise, adaptive, workers);
}

}  // namespace tensio
