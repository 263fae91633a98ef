#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tensio/result.h"

namespace tensio {

/// Numbers in rows, with a name for each column.
struct NumberTable {
  std::vector<std::string> columns;
  std::vector<std::vector<double>> values;  // of each column, finite, all of the same length

  std::size_t rows() const { return values.empty() ? 0 : values[0].size(); }
  /// Returns the numbers of a column; null if there is none of that name.
  const std::vector<double>* find(std::string_view column) const;
};

/// Which columns a table may have.
struct TableForm {
  using Names = std::vector<std::string_view>;

  Names columns;
  std::vector<Names> arrays;  // what the columns of an array without names are, by their number
  struct Group {
    std::string_view name;
    Names columns;
  };
  std::vector<Group> groups{};  // arrays of an archive
};

/// Reads a table; `name` is the file, whose ending tells its format:
/// - .csv, .txt: a line with the names of the columns, then a line per row; commas, semicolons or tabs
/// between
/// - .ply: properties of the element `vertex`; those with other names are skipped
/// - .npy: an array
/// - .npz: the arrays of TableForm::groups; others are skipped
Result<NumberTable> parse_table(std::string_view bytes, std::string_view name, const TableForm& form);

}  // namespace tensio
