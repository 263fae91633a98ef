#pragma once

#include <string>
#include <vector>

namespace tensio::lab {

constexpr const char* absent = "-";  // a cell without a value

/// Formats rows of cells as columns: the first left-aligned, the others right-aligned.
class TextTable {
 public:
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace tensio::lab
