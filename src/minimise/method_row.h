#pragma once

#include <variant>

#include "minimise/descent.h"
#include "minimise/position_based.h"

namespace tensio {

/// Makes a method that needs no matrix but the constant one, in either precision.
struct MakeDescentMethod {
  std::unique_ptr<DescentMethod<double>> (*in_double)(const MinimiseOptions&);
  std::unique_ptr<DescentMethod<float>> (*in_float)(const MinimiseOptions&);
};
/// Makes a minimiser with a loop, and as a rule a matrix, of its own.
using MakeMinimiser = std::unique_ptr<Minimiser> (*)(const MinimiseOptions&, Workers&);

/// All that the engine knows about a method. To add one, write its class, and its row in method_rows.cpp.
struct MethodRow {
  MethodFacts facts;
  std::variant<MakeDescentMethod, MakeMinimiser, SweepRule> method;
};
const MethodRow& method_row(Method method);

}  // namespace tensio
