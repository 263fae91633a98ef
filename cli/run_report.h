#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "io/scene.h"
#include "lab/balance.h"
#include "tensio/simulation.h"

namespace tensio::cli {

/// Returns a warning if springs are stretched so far that the result is meaningless, or "". Compression is
/// harmless: springs across a fold of cloth lose most of their length.
std::string stretch_warning(const Setup& setup, Positions x);

/// How many edges of sheets, surfaces and strands pass through triangles, exactly, where contact by
/// projection lets them; 0 with another method.
std::size_t count_passing(const Setup& setup, Positions x);
/// Returns a warning if more of them do than at the start, or "".
std::string passing_warning(const Setup& setup, Positions x, std::size_t at_start);

/// The energy at the start and the end, and what flowed in between, J.
nlohmann::ordered_json balance_json(const std::vector<lab::BalancePoint>& points);

/// How a run ended.
struct RunEnd {
  std::string status = "finished";  // or "interrupted", "output-failed", or why a step failed
  std::string error{};              // one sentence; empty if nothing failed
  int frames_requested = 0;

  bool is_finished() const { return status == "finished"; }
};

/// Collects the reports of frames and writes them as JSON or as a few lines of text.
class RunReport {
 public:
  /// Adds a frame; of a failed frame it keeps only the status.
  void add(const FrameReport& frame);

  /// Returns a warning if implicit steps turned springs over and are so long that this may be an error, or
  /// "".
  std::string turned_warning(const Setup& setup) const;
  /// Returns a sentence on edits of the scene that did nothing, or "".
  std::string edits_warning() const;
  nlohmann::ordered_json json(const Scene& scene, const Simulation& simulation, const RunEnd& end) const;
  static std::string summary(const nlohmann::ordered_json& report);

 private:
  std::vector<double> frame_seconds_;  // wall clock, factorisations excluded
  double total_seconds_ = 0;           // wall clock
  double factor_seconds_ = 0;
  double iteration_seconds_min_ = 0;
  long steps_ = 0;
  long iterations_ = 0;
  std::size_t turned_ = 0;         // springs, in all frames
  std::size_t turned_first_ = 0;   // in the first frame that turned any
  std::size_t turned_frame_ = 0;   // its number
  std::size_t missed_cuts_ = 0;    // in all frames
  std::size_t refused_edits_ = 0;  // the same
  std::string first_refusal_{};
  ContactReport contact_;           // of all frames
  std::size_t last_crossings_ = 0;  // in the last frame that was checked
  SolveStatus last_status_ = SolveStatus::converged;
};

}  // namespace tensio::cli
