#pragma once

#include "lab/progress.h"
#include "lab/report.h"
#include "lab/sheets.h"

namespace tensio::lab {

struct LockingOptions {
  bool is_quick = false;  // coarser sheets, fewer of them
};

/// How sheets of every bending model and layout bend, against closed forms.
struct LockingReport {
  struct CantileverRun {
    Cantilever strip;
    std::optional<double> drop_over_reach;
  };
  struct RolledRun {
    RolledSheet sheet;
    std::optional<RolledEnergy> energy;
  };
  struct DrapeRun {
    Drape drape;
    std::optional<DrapeShape> shape;
  };
  struct BucklingRun {
    BendingModel model;
    std::size_t rows;
    std::optional<double> gamma;
  };
  std::vector<CantileverRun> cantilevers;  // guided but for plates, by model, then by Γ
  std::vector<CantileverRun> strips;       // at Γ = 0.1: by layout, guided and free
  std::vector<RolledRun> rolled;           // by direction, kind, then resolution
  std::vector<DrapeRun> drapes;            // by resolution, then Γ
  std::vector<BucklingRun> buckling;
};

Result<LockingReport> measure_locking(const LockingOptions& options, const Progress& progress);
Report locking_report(const LockingReport& report);

}  // namespace tensio::lab
