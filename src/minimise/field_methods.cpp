#include "minimise/local_global.h"
#include "minimise/nonlinear_cg.h"

namespace tensio {

template <class Real>
std::unique_ptr<FieldMethod<Real>> make_field_method(const MinimiseOptions& options) {
  switch (options.method) {
    case Method::ncg:
      return std::make_unique<NonlinearCg<Real>>();
    default:
      return std::make_unique<LocalGlobal<Real>>();
  }
}

template std::unique_ptr<FieldMethod<double>> make_field_method(const MinimiseOptions&);
template std::unique_ptr<FieldMethod<float>> make_field_method(const MinimiseOptions&);

}  // namespace tensio
