#include <algorithm>
#include <fmt/format.h>

#include "lab/convergence.h"

namespace tensio::lab {
namespace {

// Far below any error of interest; it only spares iterations that could change nothing but rounding.
constexpr double tolerance = 1e-13;

ConvergenceMethod make_newton(std::string form, HessianForm hessian, std::string solver, LinearMethod linear,
                              std::string label, int iterations) {
  return {fmt::format("Newton {}, {}", form, solver),
          std::move(label),
          {.method = Method::newton,
           .iterations = iterations,
           .tolerance = tolerance,
           .hessian = hessian,
           .linear = {.method = linear}}};
}

}  // namespace

std::vector<ConvergenceMethod> convergence_methods(int local_global_iterations, int newton_iterations) {
  std::vector<ConvergenceMethod> methods;
  for (const Method method : all_methods()) {
    if (is_position_based(method) || has_own_matrix(method)) continue;
    const char* name = method_facts(method).title;
    const int iterations = method == Method::newton_cg ? 4 * newton_iterations : local_global_iterations;
    methods.push_back({name, name, {.method = method, .iterations = iterations, .tolerance = tolerance}});
  }
  const MinimiseOptions both{
      .method = Method::local_global_newton, .iterations = newton_iterations, .tolerance = tolerance};
  methods.push_back({fmt::format("{} local/global, then Newton", both.warm_iterations), "then Newton", both});

  const auto add = [&](std::string form, HessianForm hessian, std::string solver, LinearMethod linear,
                       std::string label) {
    methods.push_back(make_newton(std::move(form), hessian, std::move(solver), linear, std::move(label),
                                  newton_iterations));
  };
  add("projected", HessianForm::projected, "LLT", LinearMethod::llt, "projected");
  add("Gauss-Newton", HessianForm::gauss_newton, "LLT", LinearMethod::llt, "Gauss-Newton");
  add("exact", HessianForm::exact, "LLT", LinearMethod::llt, "exact");
  add("Laplacian", HessianForm::laplacian, "LLT", LinearMethod::llt, "Laplacian");
  add("projected", HessianForm::projected, "LDLT", LinearMethod::ldlt, "LDLT");
  add("projected", HessianForm::projected, "LU", LinearMethod::lu, "LU");
  add("projected", HessianForm::projected, "PCG", LinearMethod::pcg, "PCG");
  add("projected", HessianForm::projected, "PCG + IC", LinearMethod::pcg_ic, "PCG + IC");
  add("projected", HessianForm::projected, "Jacobi", LinearMethod::jacobi, "Jacobi");
  add("projected", HessianForm::projected, "Chebyshev", LinearMethod::chebyshev, "Chebyshev");

  MinimiseOptions truncated{.method = Method::newton,
                            .iterations = 4 * newton_iterations,
                            .tolerance = tolerance,
                            .hessian = HessianForm::exact,
                            .linear = {.method = LinearMethod::pcg, .tolerance = 1e-2}};
  methods.push_back({"Newton exact, truncated PCG", "truncated", truncated});
  return methods;
}

std::vector<ConvergenceMethod> quick_convergence_methods() {
  std::vector<ConvergenceMethod> quick;
  for (ConvergenceMethod& method : convergence_methods(100, 10)) {
    const MinimiseOptions& m = method.minimise;
    const bool is_main_newton = m.hessian == HessianForm::projected ? m.linear.method == LinearMethod::llt ||
                                                                          m.linear.method == LinearMethod::pcg
                                                                    : m.hessian == HessianForm::exact;
    if (m.method != Method::newton || is_main_newton) quick.push_back(std::move(method));
  }
  return quick;
}

}  // namespace tensio::lab
