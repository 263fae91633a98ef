#include <algorithm>

#include "minimise/anderson.h"
#include "minimise/chebyshev.h"
#include "minimise/descent_minimiser.h"
#include "minimise/lbfgs.h"
#include "minimise/local_global.h"
#include "minimise/nesterov.h"
#include "minimise/newton_cg.h"
#include "minimise/nonlinear_cg.h"

namespace tensio {
namespace {

/// Nonlinear CG, and truncated Newton from where that slows down.
template <class Real>
class Automatic final : public DescentMethod<Real> {
 public:
  explicit Automatic(const MinimiseOptions& options)
      : first_(options.tolerance > 0 && options.tolerance < tight), second_(options.linear.iterations) {}
  void run(Descent<Real>& descent) override {
    first_.run(descent);
    if (!descent.has_ended()) second_.run(descent);
  }

 private:
  static constexpr double tight = 1e-5;  // a looser tolerance is reached by nonlinear CG alone
  NonlinearCg<Real> first_;
  NewtonCg<Real> second_;
};

}  // namespace

template <class Real>
std::unique_ptr<DescentMethod<Real>> make_descent_method(const MinimiseOptions& options) {
  const int history = std::clamp(options.history, 1, max_history);
  switch (options.method) {
    case Method::ncg:
      return std::make_unique<NonlinearCg<Real>>();
    case Method::lbfgs:
      return std::make_unique<Lbfgs<Real>>(history);
    case Method::anderson:
      return std::make_unique<Anderson<Real>>(history);
    case Method::chebyshev:
      return std::make_unique<Chebyshev<Real>>();
    case Method::nesterov:
      return std::make_unique<Nesterov<Real>>();
    case Method::newton_cg:
      return std::make_unique<NewtonCg<Real>>(options.linear.iterations);
    case Method::automatic:
      return std::make_unique<Automatic<Real>>(options);
    case Method::local_global:
    case Method::newton:
    case Method::local_global_newton:
    case Method::jakobsen:
    case Method::pbd:
    case Method::xpbd:
    case Method::xpbd_turned:
      break;
  }
  return std::make_unique<LocalGlobal<Real>>();
}

template std::unique_ptr<DescentMethod<double>> make_descent_method(const MinimiseOptions&);
template std::unique_ptr<DescentMethod<float>> make_descent_method(const MinimiseOptions&);

}  // namespace tensio
