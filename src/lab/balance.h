#pragma once

#include <span>
#include <string>
#include <vector>

#include "lab/progress.h"
#include "lab/report.h"
#include "tensio/setup.h"
#include "tensio/simulation.h"

namespace tensio::lab {

/// The energy at the end of a frame, and what has flowed since the start.
struct BalancePoint {
  double time = 0;  // s
  EnergyBalance energy;
  EnergyFlow flow;
};

/// A part of EnergyFlow.
struct FlowRow {
  const char* name;     // in plots, CSV and JSON
  const char* meaning;  // in the table
  double EnergyFlow::*flow;
};
std::span<const FlowRow> flow_rows();
/// The numbers of every point, a line each.
std::string balance_csv(std::span<const BalancePoint> points);

struct BalanceReport {
  std::string scene;
  std::string method;                // "bdf2, local-global, h = 0.0033 s"
  std::vector<BalancePoint> points;  // the start, and every frame
  std::string failure;               // one sentence, if a frame failed: there are no points from there on
};

/// Simulates and accounts for energy at every step.
Result<BalanceReport> measure_balance(const std::string& scene, const Setup& setup, int frames,
                                      const Progress& progress);

/// A table of where energy came from and went, a plot over time, and the numbers of every frame as CSV.
Report balance_page(const BalanceReport& report);

}  // namespace tensio::lab
