#include <algorithm>
#include <array>
#include <iterator>

#include "math/enum_rows.h"
#include "minimise/anderson.h"
#include "minimise/chebyshev.h"
#include "minimise/descent_minimiser.h"
#include "minimise/lbfgs.h"
#include "minimise/local_global.h"
#include "minimise/method_row.h"
#include "minimise/nesterov.h"
#include "minimise/newton.h"
#include "minimise/newton_cg.h"
#include "minimise/nonlinear_cg.h"

namespace tensio {
namespace {

/// Nonlinear CG, and truncated Newton from where that slows down.
template <class Real>
class Automatic final : public DescentMethod<Real> {
 public:
  explicit Automatic(const MinimiseOptions& options)
      : first_(options.tolerance > 0 && options.tolerance < tight), second_(options) {}
  void run(Descent<Real>& descent) override {
    first_.run(descent);
    if (!descent.has_ended()) second_.run(descent);
  }
  bool may_turn() const override { return true; }

 private:
  static constexpr double tight = 1e-5;  // a looser tolerance is reached by nonlinear CG alone
  NonlinearCg<Real> first_;
  NewtonCg<Real> second_;
};

class LocalGlobalNewton final : public Minimiser {
 public:
  LocalGlobalNewton(const MinimiseOptions& options, Workers& workers)
      : local_global_(warm_options(options), workers), newton_(options) {}

  SolveReport minimise(const StepObjective& objective, std::span<Vec3> x) override {
    SolveReport warm = local_global_.minimise(objective, x);
    if (warm.status != SolveStatus::iteration_limit) return warm;
    newton_.set_reference_gradient(warm.start_gradient_norm);
    SolveReport report = newton_.minimise(objective, x);
    for (TracePoint point : report.trace) {
      if (point.iteration == 0) continue;  // the last of the warm start
      point.iteration += warm.iterations;
      point.seconds += warm.seconds;
      warm.trace.push_back(point);
    }
    report.trace = std::move(warm.trace);
    report.iterations += warm.iterations;
    report.start_gradient_norm = warm.start_gradient_norm;
    report.seconds += warm.seconds;
    report.factorisations += warm.factorisations;
    report.factor_seconds += warm.factor_seconds;
    report.energy_seconds += warm.energy_seconds;
    report.linear_seconds += warm.linear_seconds;
    return report;
  }
  void set_iterations(int iterations) override { newton_.set_iterations(iterations); }

 private:
  static MinimiseOptions warm_options(MinimiseOptions options) {
    options.method = Method::local_global;
    options.iterations = options.warm_iterations;
    return options;
  }
  DescentMinimiser<double> local_global_;
  Newton newton_;
};

template <class Class>
auto make_one(const MinimiseOptions& options) {
  if constexpr (std::is_constructible_v<Class, const MinimiseOptions&>)
    return std::make_unique<Class>(options);
  else
    return std::make_unique<Class>();
}

template <template <class> class Class>
constexpr MakeDescentMethod make_descent{
    [](const MinimiseOptions& options) -> std::unique_ptr<DescentMethod<double>> {
      return make_one<Class<double>>(options);
    },
    [](const MinimiseOptions& options) -> std::unique_ptr<DescentMethod<float>> {
      return make_one<Class<float>>(options);
    }};

// In the order of the enumeration.
constexpr MethodRow rows[] = {
    {{Method::local_global, "local-global", "local/global",
      "Liu et al. 2013: one constant matrix, factored once", true},
     make_descent<LocalGlobal>},
    {{Method::ncg, "ncg", "nonlinear CG",
      "nonlinear conjugate gradients, preconditioned by the local/global matrix and the diagonal blocks of "
      "the Hessian, P⁻¹ + ½ D⁻¹; for many strands and for plants by Newton's matrix"},
     make_descent<NonlinearCg>},
    {{Method::lbfgs, "lbfgs", "L-BFGS",
      "quasi-Newton, starting from the local/global matrix (Liu et al. 2017)", false, true},
     make_descent<Lbfgs>},
    {{Method::anderson, "anderson", "Anderson", "local/global with Anderson acceleration (Peng et al. 2018)",
      true, true},
     make_descent<Anderson>},
    {{Method::chebyshev, "chebyshev", "Chebyshev", "local/global with Chebyshev's weights (Wang 2015)", true},
     make_descent<Chebyshev>},
    {{Method::nesterov, "nesterov", "Nesterov", "local/global with restarted momentum", true},
     make_descent<Nesterov>},
    {{Method::newton_cg, "newton-cg", "Newton-CG",
      "truncated Newton: matrix-free exact Hessian, conjugate gradients with the preconditioners of ncg"},
     make_descent<NewtonCg>},
    {{Method::automatic, "auto", "automatic", "ncg, then newton-cg for tolerances below 1e-5"},
     make_descent<Automatic>},
    {{Method::newton, "newton", "Newton", "Newton's method with line search"},
     [](const MinimiseOptions& options, Workers&) -> std::unique_ptr<Minimiser> {
       return std::make_unique<Newton>(options);
     }},
    {{Method::local_global_newton, "local-global-newton", "local/global, then Newton",
      "local/global iterations, then Newton", true, false, true},
     [](const MinimiseOptions& options, Workers& workers) -> std::unique_ptr<Minimiser> {
       return std::make_unique<LocalGlobalNewton>(options, workers);
     }},
    {{Method::jakobsen, "jakobsen", "Jakobsen",
      "baseline: relaxation of rigid sticks (Jakobsen 2001); ignores stiffness"},
     SweepRule::rigid},
    {{Method::pbd, "pbd", "PBD",
      "baseline: position-based dynamics (Müller et al. 2007); stiffness depends on the iterations"},
     SweepRule::adjusted},
    {{Method::xpbd, "xpbd", "XPBD",
      "baseline: position-based dynamics with compliance (Macklin et al. 2016); ends near the minimum"},
     SweepRule::compliant},
    {{Method::xpbd_turned, "xpbd-turned", "XPBD, turned",
      "xpbd whose impulses turn with their springs; ends at the minimum"},
     SweepRule::turned},
};
static_assert(has_row_for_each<Method>(rows, [](const MethodRow& row) { return row.facts.method; }));

/// Makes the minimiser that a row says. One function per kind of method.
struct MinimiserMaker {
  const MinimiseOptions& options;
  Workers& workers;

  std::unique_ptr<Minimiser> operator()(const MakeDescentMethod&) const {
    if (options.precision == Precision::mixed)
      return std::make_unique<DescentMinimiser<float>>(options, workers);
    return std::make_unique<DescentMinimiser<double>>(options, workers);
  }
  std::unique_ptr<Minimiser> operator()(MakeMinimiser made) const { return made(options, workers); }
  std::unique_ptr<Minimiser> operator()(SweepRule rule) const {
    return std::make_unique<PositionBased>(options, rule);
  }
};

}  // namespace

const MethodRow& method_row(Method method) {
  return rows[static_cast<int>(method)];
}

const MethodFacts& method_facts(Method method) {
  return method_row(method).facts;
}

std::span<const Method> all_methods() {
  static constexpr auto methods = [] {
    std::array<Method, std::size(rows)> all{};
    std::ranges::transform(rows, all.begin(), [](const MethodRow& row) { return row.facts.method; });
    return all;
  }();
  return methods;
}

bool is_position_based(Method method) {
  return std::holds_alternative<SweepRule>(method_row(method).method);
}

bool has_own_matrix(Method method) {
  return std::holds_alternative<MakeMinimiser>(method_row(method).method);
}

std::unique_ptr<Minimiser> make_minimiser(const MinimiseOptions& options, Workers& workers) {
  return std::visit(MinimiserMaker{options, workers}, method_row(options.method).method);
}

template <>
std::unique_ptr<DescentMethod<double>> make_descent_method(const MinimiseOptions& options) {
  return std::get_if<MakeDescentMethod>(&method_row(options.method).method)->in_double(options);
}
template <>
std::unique_ptr<DescentMethod<float>> make_descent_method(const MinimiseOptions& options) {
  return std::get_if<MakeDescentMethod>(&method_row(options.method).method)->in_float(options);
}

}  // namespace tensio
