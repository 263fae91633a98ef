#include "io/nearest_name.h"

#include <algorithm>
#include <numeric>

namespace tensio {
namespace {

/// Computes the Levenshtein distance, with the exchange of two neighbours as one edit.
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last.back();
}

}  // namespace

std::string nearest_name(const std::string& name, const std::vector<std::string>& known) {
  constexpr std::size_t longest = 64;  // a longer name is no typo, and the cost grows with its square
  if (name.size() > longest) return "";
  std::string best;
  std::size_t best_distance = longest;
  for (const std::string& candidate : known) {
    const std::size_t distance = edit_distance(name, candidate);
    const bool is_close = 3 * distance <= std::max({name.size(), candidate.size(), std::size_t{3}});
    if (is_close && distance < best_distance && distance < candidate.size())
      best = candidate, best_distance = distance;
  }
  return best;
}

}  // namespace tensio
