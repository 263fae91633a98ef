#pragma once

#include <string>
#include <variant>
#include <vector>

#include "tensio/result.h"

namespace tensio::lab {

/// A heading and what is to be said below it; either may be empty. Empty lines part paragraphs.
struct ReportText {
  std::string heading, text;
};

/// Cells are ready to be shown.
struct ReportTable {
  std::string caption;
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows{};
  std::string align{};     // per column 'l' or 'r'; what is missing: the first 'l', the others 'r'
  bool is_printed = true;  // also in the terminal; false for tables too wide for it
};

/// An SVG document that also stands alone as NAME.svg.
struct ReportFigure {
  std::string name, svg, caption;
};

/// The bytes of a PNG that also stands alone as NAME.png.
struct ReportPicture {
  std::string name, png, caption;
};

/// Raw numbers: a file beside the page.
struct ReportData {
  std::string file;  // "energy.csv"
  std::string bytes;
};

/// What an experiment hands over.
struct Report {
  std::string name;   // of the page: NAME.html
  std::string title;  // of the page
  std::vector<std::variant<ReportText, ReportTable, ReportFigure, ReportPicture>> blocks{};
  std::vector<ReportData> data{};
};

/// One page without scripts or outside resources: figures and pictures are part of it.
std::string report_html(const Report& report);
/// The tables, for a terminal.
std::string report_text(const Report& report);

/// The folder that reports are written into: made when it is missing, and taken away again when nothing came
/// to stand in it.
class ReportFolder {
 public:
  /// Fails when nothing can be written there, before any work is done.
  static Result<ReportFolder> open(const std::string& path);
  ~ReportFolder();
  ReportFolder(ReportFolder&& other) noexcept;
  ReportFolder& operator=(ReportFolder&&) = delete;

  /// Writes every file in one piece; the page comes last, so that what it links to is there.
  Result<void> write(const Report& report) const;
  /// What the destructor does, for programs that end without one.
  void remove_if_empty();
  /// Of the report's page.
  std::string page(const Report& report) const;

 private:
  explicit ReportFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
  std::vector<std::string> made_{};  // folders that were missing, from the outermost to path_
};

}  // namespace tensio::lab
