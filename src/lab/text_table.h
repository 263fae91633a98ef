#pragma once

#include <string>
#include <vector>

namespace tensio::lab {

/// Rows of cells, padded to columns: the first to the left, the others to the right.
class TextTable {
 public:
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace tensio::lab
