#pragma once

#include <variant>

#include "integrate/explicit.h"
#include "integrate/implicit.h"
#include "integrate/kick_drift.h"
#include "integrate/stability.h"

namespace tensio {

using MakeImplicitScheme = std::unique_ptr<ImplicitScheme> (*)(const SchemeOptions&);
using MakeIntegrator = std::unique_ptr<Integrator> (*)(const SchemeOptions&, Precision, Workers&);

/// All that the engine knows about a scheme. To add one, write its numbers or its class, and its row in
/// scheme_rows.cpp.
struct SchemeRow {
  SchemeFacts facts;
  /// Its numbers, for a loop that serves many; or what makes it.
  std::variant<const ExplicitTable*, KickDriftTable, MakeImplicitScheme, MakeIntegrator> method;
  /// A step of a single mode, where the numbers do not say; null: stable at every step.
  ModeStep mode_step = nullptr;
  const char* why_not_adaptive = "";
};
const SchemeRow& scheme_row(Scheme scheme);

/// Null unless the scheme has a table.
const ExplicitTable* explicit_table(Scheme scheme);

}  // namespace tensio
