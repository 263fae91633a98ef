#include "lab/report.h"

#include <filesystem>
#include <fmt/format.h>
#include <system_error>

#include "io/write_file.h"
#include "lab/base64.h"
#include "lab/svg_text.h"
#include "lab/text_table.h"

namespace tensio::lab {
namespace {

namespace fs = std::filesystem;

constexpr const char* style = R"(
body { font: 16px/1.5 Helvetica, Arial, "DejaVu Sans", sans-serif; color: #222; background: #fff;
       max-width: 1280px; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.8rem; } h2 { font-size: 1.3rem; margin-top: 2.5rem; }
p, figcaption, caption { max-width: 60rem; }
figure { margin: 1.5rem 0; } figcaption { color: #444; font-size: 0.95rem; }
img { max-width: 100%; height: auto; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: 1rem 0; font-size: 0.92rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: bold; padding-bottom: 0.4rem; }
th, td { padding: 0.25rem 0.7rem; border-bottom: 1px solid #ddd; vertical-align: top; white-space: nowrap; }
td.l { white-space: normal; min-width: 7rem; } td:first-child { white-space: nowrap; } th { border-bottom: 2px solid #666; white-space: normal; }
.l { text-align: left; } .r { text-align: right; }
tbody tr:nth-child(even) { background: #f6f6f6; }
)";

char align_of(const ReportTable& table, std::size_t column) {
  if (column < table.align.size()) return table.align[column] == 'l' ? 'l' : 'r';
  return column == 0 ? 'l' : 'r';
}

/// Adds the HTML of one block.
struct HtmlBlock {
  std::string& html;

  void operator()(const ReportText& block) const {
    if (!block.heading.empty()) html += fmt::format("<h2>{}</h2>\n", escape(block.heading));
    for (std::size_t begin = 0; begin < block.text.size();) {
      const std::size_t end = std::min(block.text.find("\n\n", begin), block.text.size());
      std::string paragraph = block.text.substr(begin, end - begin);
      for (char& c : paragraph)
        if (c == '\n') c = ' ';
      if (!paragraph.empty()) html += fmt::format("<p>{}</p>\n", escape(paragraph));
      begin = end + 2;
    }
  }
  void operator()(const ReportTable& table) const {
    html += "<div class=\"wide\"><table>\n";
    if (!table.caption.empty()) html += fmt::format("<caption>{}</caption>\n", escape(table.caption));
    const auto add_row = [&](const std::vector<std::string>& cells, const char* tag) {
      html += "<tr>";
      for (std::size_t c = 0; c < cells.size(); ++c)
        html += fmt::format("<{0} class=\"{1}\">{2}</{0}>", tag, align_of(table, c), escape(cells[c]));
      html += "</tr>\n";
    };
    html += "<thead>";
    add_row(table.head, "th");
    html += "</thead>\n<tbody>\n";
    for (const auto& row : table.rows) add_row(row, "td");
    html += "</tbody></table></div>\n";
  }
  void operator()(const ReportFigure& figure) const {
    add_image(figure.name + ".svg", "image/svg+xml", figure.svg, figure.caption);
  }
  void operator()(const ReportPicture& picture) const {
    add_image(picture.name + ".png", "image/png", picture.png, picture.caption);
  }
  /// As an image each keeps its own ids, which several SVG documents within one page would mix up.
  void add_image(const std::string& file, const char* type, const std::string& bytes,
                 const std::string& caption) const {
    html += fmt::format(
        "<figure><img src=\"data:{};base64,{}\" alt=\"{}\"/>\n<figcaption>{} <a "
        "href=\"{}\">{}</a></figcaption></figure>\n",
        type, base64(bytes), escape(caption), escape(caption), escape(file), escape(file));
  }
};

/// Embeds an SVG or PNG that also lies beside the page.
struct FileOfBlock {
  ReportData operator()(const ReportFigure& figure) const { return {figure.name + ".svg", figure.svg}; }
  ReportData operator()(const ReportPicture& picture) const { return {picture.name + ".png", picture.png}; }
  ReportData operator()(const auto&) const { return {}; }
};

}  // namespace

std::string report_html(const Report& report) {
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
      "<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n",
      escape(report.title), style);
  for (const auto& block : report.blocks) std::visit(HtmlBlock{html}, block);
  if (!report.data.empty()) {
    html += "<h2>Raw numbers</h2>\n<ul>\n";
    for (const ReportData& data : report.data)
      html += fmt::format("<li><a href=\"{0}\">{0}</a></li>\n", escape(data.file));
    html += "</ul>\n";
  }
  return html + "</body>\n</html>\n";
}

std::string report_text(const Report& report) {
  std::string text;
  for (const auto& block : report.blocks) {
    const auto* table = std::get_if<ReportTable>(&block);
    if (table == nullptr || !table->is_printed) continue;
    TextTable lines;
    lines.add(table->head);
    for (const auto& row : table->rows) lines.add(row);
    text += fmt::format("{}{}{}{}", text.empty() ? "" : "\n", table->caption,
                        table->caption.empty() ? "" : "\n", lines.text());
  }
  return text;
}

Result<ReportFolder> ReportFolder::open(const std::string& path) {
  ReportFolder folder(path);
  const auto failure = [&](const std::string& reason) {
    return fail(fmt::format("{}: cannot write a report there ({}); choose another folder", path, reason));
  };
  if (path.empty()) return fail("the report folder has no name; give one");
  std::error_code error;
  for (fs::path at = fs::absolute(path, error).lexically_normal(); !at.empty() && !fs::exists(at, error);
       at = at.parent_path()) {
    if (at.has_filename()) folder.made_.insert(folder.made_.begin(), at.string());
    if (at == at.parent_path()) break;
  }
  fs::create_directories(path, error);
  if (error) return failure(error.message());
  if (!fs::is_directory(path, error)) return failure("it is not a folder");
  const std::string probe = (fs::path(path) / ".tensio-report").string();
  if (auto ok = write_file(probe, ""); !ok) return failure("nothing can be stored in it");
  fs::remove(probe, error);
  return folder;
}

ReportFolder::~ReportFolder() {
  remove_if_empty();
}

void ReportFolder::remove_if_empty() {
  // Removing fails, rightly, for a folder that is not empty.
  std::error_code error;
  for (auto at = made_.rbegin(); at != made_.rend(); ++at) fs::remove(*at, error);
}

ReportFolder::ReportFolder(ReportFolder&& other) noexcept
    : path_(std::move(other.path_)), made_(std::move(other.made_)) {
  other.made_.clear();
}

Result<void> ReportFolder::write(const Report& report) const {
  const auto put = [&](const ReportData& data) {
    return write_file((fs::path(path_) / data.file).string(), data.bytes);
  };
  for (const ReportData& data : report.data)
    if (auto ok = put(data); !ok) return ok;
  for (const auto& block : report.blocks)
    if (const ReportData data = std::visit(FileOfBlock{}, block); !data.file.empty())
      if (auto ok = put(data); !ok) return ok;
  return put({report.name + ".html", report_html(report)});
}

std::string ReportFolder::page(const Report& report) const {
  return (fs::path(path_) / (report.name + ".html")).string();
}

}  // namespace tensio::lab
