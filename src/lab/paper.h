#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "lab/bench_machine.h"
#include "lab/convergence.h"
#include "lab/paper_bodies.h"
#include "lab/state_pictures.h"

namespace tensio::lab {

/// Options of `tensio lab paper`, which reproduces the table and figures of Liu et al. 2013.
struct PaperOptions {
  bool is_quick = false;
  double seconds = 1;  // least time per row of Table 1, s
};

/// Table 1, beside the paper's figures.
struct PaperRow {
  struct Times {
    double iteration = 0;  // s, of one local/global iteration
    double factor = 0;     // s: assembly, ordering and factorisation of the constant matrix
  };
  PaperBody body;  // without its setup
  std::size_t vertices = 0, springs = 0;
  Times exact{}, mixed{};  // in double precision; in single precision where that is enough. One thread each.
};

/// A frame of an animation, simulated from the start with this number of local/global iterations per step.
struct IteratedFrame {
  int iterations = 0;  // 0: every step fully solved
  std::vector<Vec3> x{};
  double frame_seconds = 0;  // mean
  double distance = 0;       // m, root mean square, from the exact one
  std::optional<StatePicture> picture{};
  std::optional<double> similarity{};  // SSIM with the exact picture, where there is cloth
};
struct IteratedMotion {
  Setup setup;
  int frame = 0;                        // frame shown
  std::vector<IteratedFrame> frames{};  // the last one is the exact one
};

struct PaperReport {
  PaperOptions options;
  Machine machine;
  std::vector<PaperRow> rows{};
  ConvergenceReport convergence{};  // fig. 2
  IteratedMotion swing{};           // fig. 3
  IteratedMotion impact{};          // fig. 4
  std::string picture_problem{};    // why there are no pictures; "": there are some
};

Result<PaperReport> measure_paper(const PaperOptions& options, const Progress& progress = {});

nlohmann::ordered_json paper_json(const PaperReport& report);
Report paper_page(const PaperReport& report);

}  // namespace tensio::lab
