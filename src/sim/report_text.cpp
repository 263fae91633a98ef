#include <fmt/format.h>

#include "tensio/report.h"

namespace tensio {
namespace {

std::string count_of(long count, const char* noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string turned_text(std::size_t turned) {
  return count_of(static_cast<long>(turned), "spring") + " turned over within a step";
}

std::string milliseconds(double seconds) {
  return fmt::format("{:.3g} ms", 1e3 * seconds);
}

/// "name  value" in columns, a line each.
void add_line(std::string& lines, const char* name, const std::string& value) {
  lines += fmt::format("{:<13}{}\n", name, value);
}

void add_solve_lines(std::string& lines, SolveStatus status, int iterations, double objective,
                     double gradient, double relative) {
  add_line(lines, "status", status_name(status));
  if (iterations == 0) return;
  add_line(lines, "iterations", std::to_string(iterations));
  add_line(lines, "objective", fmt::format("{:.6g} J·s²", objective));
  add_line(lines, "gradient", fmt::format("{:.3g} N·s², {:.3g} of the start's", gradient, relative));
}

void add_time_line(std::string& lines, double seconds, double factor, int factorisations, double check) {
  std::string text = milliseconds(seconds);
  if (factorisations > 0)
    text +=
        fmt::format(", of which {} for {}", milliseconds(factor), count_of(factorisations, "factorisation"));
  if (check > 0) text += fmt::format(", {} for measuring the gradient", milliseconds(check));
  add_line(lines, "time", text);
}

}  // namespace

std::string summary(const SolveReport& report) {
  std::string line = status_name(report.status);
  if (report.iterations > 0)
    line += fmt::format(", {}, gradient {:.2g} of the start's", count_of(report.iterations, "iteration"),
                        report.relative_gradient());
  if (report.evaluations > 0) line += ", " + count_of(report.evaluations, "force evaluation");
  if (report.turned > 0) line += ", " + turned_text(report.turned);
  return line + ", " + milliseconds(report.seconds);
}

std::string full_text(const SolveReport& report) {
  std::string lines;
  add_solve_lines(lines, report.status, report.iterations, report.objective, report.gradient_norm,
                  report.relative_gradient());
  if (report.evaluations > 0)
    add_line(lines, "evaluations", count_of(report.evaluations, "force evaluation"));
  if (report.turned > 0) add_line(lines, "turned", turned_text(report.turned));
  add_time_line(lines, report.seconds, report.factor_seconds, report.factorisations, report.check_seconds);
  return lines;
}

std::string summary(const FrameReport& report) {
  std::string line = fmt::format("{}, {}", status_name(report.status), count_of(report.steps, "step"));
  if (report.iterations > 0)
    line += fmt::format(", {}, gradient {:.2g} of the start's", count_of(report.iterations, "iteration"),
                        report.relative_gradient);
  if (report.turned > 0) line += ", " + turned_text(report.turned);
  if (report.contact.touched > 0)
    line += fmt::format(", {} in contact", count_of(static_cast<long>(report.contact.touched), "point"));
  if (report.edits.applied > 0) line += ", " + count_of(static_cast<long>(report.edits.applied), "edit");
  if (!report.edits.refused.empty())
    line += fmt::format(", {} refused", count_of(static_cast<long>(report.edits.refused.size()), "edit"));
  return line + ", " + milliseconds(report.seconds);
}

std::string full_text(const FrameReport& report) {
  std::string lines;
  add_solve_lines(lines, report.status, report.iterations, report.objective, report.gradient_norm,
                  report.relative_gradient);
  add_line(lines, "steps", std::to_string(report.steps));
  if (report.turned > 0) add_line(lines, "turned", turned_text(report.turned));
  if (report.strain_limit.corrections > 0)
    add_line(lines, "strain limit",
             fmt::format("{}, largest strain left {:.3g} %",
                         count_of(report.strain_limit.corrections, "correction"),
                         100 * report.strain_limit.strain));
  if (report.contact.touched > 0)
    add_line(lines, "contact",
             fmt::format("{}, deepest penetration undone {:.3g} mm",
                         count_of(static_cast<long>(report.contact.touched), "point"),
                         1e3 * report.contact.deepest));
  const ContactReport& contact = report.contact;
  if (contact.pairs > 0)
    add_line(
        lines, "pairs",
        fmt::format("{} near each other, {} held back, {} forced, {} passing, obstacles {:.3g} mm behind",
                    contact.pairs, contact.limited, contact.forced, contact.passing, 1e3 * contact.lag));
  if (std::isfinite(contact.least_gap))
    add_line(lines, "least gap",
             fmt::format("{:.3g} mm, {}", 1e3 * contact.least_gap,
                         contact.crossings ? count_of(static_cast<long>(*contact.crossings), "crossing")
                                           : "crossings not checked"));
  const EditsReport& edits = report.edits;
  if (edits.applied > 0)
    add_line(lines, "edits",
             fmt::format("{} applied: {} vertices added, {} springs and {} triangles removed", edits.applied,
                         edits.vertices_added, edits.springs_removed, edits.triangles_removed));
  for (const std::string& reason : edits.refused) add_line(lines, "refused", reason);
  add_time_line(lines, report.seconds, report.factor_seconds, report.factorisations, report.check_seconds);
  return lines;
}

}  // namespace tensio
