#include "io/number_table.h"

#include <algorithm>
#include <cmath>

#include "io/mesh_ply.h"
#include "io/mesh_scan.h"
#include "io/nearest_name.h"
#include "io/npy.h"
#include "math/format.h"

namespace tensio {
namespace {

bool holds(const TableForm::Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blank = " \t\r\"";
  const std::size_t begin = std::min(text.find_first_not_of(blank), text.size());
  const std::size_t end = text.find_last_not_of(blank);
  return end == std::string_view::npos ? std::string_view{} : text.substr(begin, end + 1 - begin);
}

/// Reads lines of words between separators.
class CsvParser {
 public:
  CsvParser(std::string_view text, std::string_view name, const TableForm& form)
      : lines_(text), name_(name), form_(form) {}

  Result<NumberTable> parse() {
    if (!next_line()) return fail(fmt::format("{} is empty; begin with a line of column names", name_));
    if (auto ok = read_names(); !ok) return fail(ok.error());
    while (next_line())
      if (auto ok = read_row(); !ok) return fail(ok.error());
    return std::move(table_);
  }

 private:
  /// Moves to the next line that is not blank.
  bool next_line() {
    while (lines_.next()) {
      rest_ = lines_.line();
      if (!trimmed(rest_).empty()) return true;
    }
    return false;
  }

  std::string_view take_cell() {
    const std::size_t end = std::min(rest_.find(separator_), rest_.size());
    const std::string_view cell = trimmed(rest_.substr(0, end));
    has_more_ = end < rest_.size();
    rest_.remove_prefix(has_more_ ? end + 1 : end);
    return cell;
  }

  Result<void> read_names() {
    if (rest_.starts_with("\xef\xbb\xbf")) rest_.remove_prefix(3);  // as some programs mark UTF-8
    if (rest_.starts_with('#')) rest_.remove_prefix(1);             // as numpy.savetxt begins a header
    for (const char separator : {'\t', ';', ','})
      if (rest_.find(separator) != std::string_view::npos) separator_ = separator;
    do {
      const std::string column(take_cell());
      if (!holds(form_.columns, column)) {
        const std::vector<std::string> known(form_.columns.begin(), form_.columns.end());
        const std::string near = nearest_name(column, known);
        return error(fmt::format("unknown column {}; {}", detail::quoted(column),
                                 near.empty() ? fmt::format("name any of {}", joined(known, ", "))
                                              : fmt::format("did you mean \"{}\"?", near)));
      }
      if (table_.find(column)) return error(fmt::format("column {} is there twice; remove one", column));
      table_.columns.push_back(column);
      table_.values.emplace_back();
    } while (has_more_);
    return {};
  }

  Result<void> read_row() {
    for (std::size_t i = 0; i < table_.columns.size(); ++i) {
      if (i > 0 && !has_more_)
        return error(
            fmt::format("the row has {} numbers for {} columns; complete it", i, table_.columns.size()));
      const std::string_view cell = take_cell();
      const auto value = detail::to_number(cell);
      if (!value)
        return error(fmt::format("{} of column {} is not a finite number; correct it", detail::quoted(cell),
                                 table_.columns[i]));
      table_.values[i].push_back(*value);
    }
    if (has_more_ && !trimmed(rest_).empty())
      return error(fmt::format("the row has more than {} numbers, one per column; remove the extra ones",
                               table_.columns.size()));
    return {};
  }

  Failure error(const std::string& what) const {
    return fail(fmt::format("{}, line {}: {}", name_, lines_.number(), what));
  }

  detail::LineReader lines_;
  std::string_view name_, rest_;
  const TableForm& form_;
  NumberTable table_;
  char separator_ = ',';
  bool has_more_ = false;
};

/// Adds the columns of an array.
Result<void> add_array(NumberTable& table, const NpyArray& array, const TableForm::Names& columns,
                       std::string_view place) {
  const std::size_t rows = array.shape.empty() ? 1 : array.shape[0], width = columns.size();
  if (!table.values.empty() && rows != table.rows())
    return fail(fmt::format("{} has {} rows, but the array before it has {}; save as many of each", place,
                            rows, table.rows()));
  for (std::size_t column = 0; column < width; ++column) {
    table.columns.emplace_back(columns[column]);
    std::vector<double>& values = table.values.emplace_back(rows);
    for (std::size_t row = 0; row < rows; ++row) {
      values[row] = array.values[row * width + column];
      if (!std::isfinite(values[row]))
        return fail(
            fmt::format("{}: {} of row {} is not a finite number; correct it", place, columns[column], row));
    }
  }
  return {};
}

/// Returns the number of columns of an array; 0 if it is not a table.
std::size_t width_of(const NpyArray& array) {
  if (array.shape.size() == 1) return 1;
  return array.shape.size() == 2 ? array.shape[1] : 0;
}

Result<NumberTable> to_table(const NpyArray& array, std::string_view name, const TableForm& form) {
  NumberTable table;
  std::string known;
  for (const TableForm::Names& columns : form.arrays) {
    if (columns.size() == width_of(array)) {
      if (auto ok = add_array(table, array, columns, name); !ok) return fail(ok.error());
      return table;
    }
    known += fmt::format("{}{} ({})", known.empty() ? "" : ", ", columns.size(), joined(columns, " "));
  }
  return fail(fmt::format("{} has the shape ({}); save one row per item, with this number of columns: {}",
                          name, joined(array.shape, ", "), known));
}

Result<NumberTable> to_table(const std::map<std::string, NpyArray>& arrays, std::string_view name,
                             const TableForm& form) {
  NumberTable table;
  std::vector<std::string_view> names;
  for (const auto& [group, columns] : form.groups) {
    names.push_back(group);
    const auto found = arrays.find(std::string(group));
    if (found == arrays.end()) continue;
    const std::string place = fmt::format("{}, {}", name, group);
    if (width_of(found->second) != columns.size())
      return fail(fmt::format("{} has the shape ({}); save one row per item, with {} numbers in it", place,
                              joined(found->second.shape, ", "), columns.size()));
    if (auto ok = add_array(table, found->second, columns, place); !ok) return fail(ok.error());
  }
  if (table.columns.empty())
    return fail(fmt::format("{} has none of the arrays {}; save at least one under its name", name,
                            joined(names, ", ")));
  return table;
}

Result<NumberTable> parse_ply_table(std::string_view bytes, std::string_view name, const TableForm& form) {
  auto table = detail::parse_ply_vertices(bytes, name, form.columns);
  if (!table) return fail(table.error());
  if (table->columns.empty())
    return fail(fmt::format("the vertices of {} have none of the properties {}; add one", name,
                            joined(form.columns, ", ")));
  return table;
}

}  // namespace

const std::vector<double>* NumberTable::find(std::string_view column) const {
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (columns[i] == column) return &values[i];
  return nullptr;
}

Result<NumberTable> parse_table(std::string_view bytes, std::string_view name, const TableForm& form) {
  const std::string lower = detail::lower_case(name);
  if (lower.ends_with(".csv") || lower.ends_with(".txt")) return CsvParser(bytes, name, form).parse();
  if (lower.ends_with(".ply")) return parse_ply_table(bytes, name, form);
  if (lower.ends_with(".npy")) {
    const auto array = parse_npy(bytes, name);
    if (!array) return fail(array.error());
    return to_table(*array, name, form);
  }
  if (lower.ends_with(".npz") && !form.groups.empty()) {
    const auto arrays = parse_npz(bytes, name);
    if (!arrays) return fail(arrays.error());
    return to_table(*arrays, name, form);
  }
  return fail(
      fmt::format("{} is not a table of a known format; its name must end in .csv, .txt, .ply or .npy{}",
                  name, form.groups.empty() ? "" : ", or .npz"));
}

}  // namespace tensio
