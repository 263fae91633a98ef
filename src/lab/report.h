#pragma once

#include <string>
#include <variant>
#include <vector>

#include "tensio/result.h"

namespace tensio::lab {

/// A heading and the text below it; either may be empty. Empty lines separate paragraphs.
struct ReportText {
  std::string heading, text;
};

/// A table of formatted cells.
struct ReportTable {
  std::string caption;
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows{};
  std::string align{};     // per column 'l' or 'r'; default: the first 'l', the others 'r'
  bool is_printed = true;  // also in the terminal; false for tables too wide for it
};

/// An SVG document, also written as NAME.svg.
struct ReportFigure {
  std::string name, svg, caption;
};

/// The bytes of a PNG, also written as NAME.png.
struct ReportPicture {
  std::string name, png, caption;
};

/// Raw numbers: a file beside the page.
struct ReportData {
  std::string file;  // "energy.csv"
  std::string bytes;
};

/// Result of an experiment.
struct Report {
  std::string name;   // the page is NAME.html
  std::string title;  // of the page
  std::vector<std::variant<ReportText, ReportTable, ReportFigure, ReportPicture>> blocks{};
  std::vector<ReportData> data{};
};

/// Returns one page with all figures and pictures, without scripts or external resources.
std::string report_html(const Report& report);
/// Returns the tables for a terminal.
std::string report_text(const Report& report);

/// Folder for reports. Created if missing, and removed again if it stays empty.
class ReportFolder {
 public:
  /// Opens the folder; fails, before any work, if it is not writable.
  static Result<ReportFolder> open(const std::string& path);
  ~ReportFolder();
  ReportFolder(ReportFolder&& other) noexcept;
  ReportFolder& operator=(ReportFolder&&) = delete;

  /// Writes every file atomically; the page comes last, so that its links work.
  Result<void> write(const Report& report) const;
  /// Does what the destructor does, for programs that end without it.
  void remove_if_empty();
  /// Path of the report's page.
  std::string page(const Report& report) const;

 private:
  explicit ReportFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
  std::vector<std::string> made_{};  // folders it created, from the outermost to path_
};

}  // namespace tensio::lab
