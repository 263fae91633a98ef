#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/check.h"
#include "cli/command.h"
#include "cli/wording.h"
#include "geometry/ccd.h"
#include "io/read_file.h"
#include "math/stopwatch.h"
#include "tensio/scene.h"

namespace tensio::cli {

namespace {

using Json = nlohmann::ordered_json;

/// A query and its known answer.
struct KnownQuery {
  FourPoints motion;
  bool is_hit = false;
};

/// Reads one line: three fractions as numerator and denominator, then 0 or 1. Whole numbers may have any
/// number of digits.
bool read_line(const std::string& line, Vec3& point, bool& is_hit) {
  const char* at = line.c_str();
  std::array<long double, 7> number{};  // wide exponents: a denominator may be beyond any double
  for (std::size_t k = 0; k < number.size(); ++k) {
    char* end = nullptr;
    number[k] = std::strtold(at, &end);
    while (end != at && (*end == ' ' || *end == '\r')) ++end;
    if (end == at || *end != (k + 1 < number.size() ? ',' : '\0')) return false;
    at = end + 1;
  }
  for (int k = 0; k < 3; ++k)
    point[k] = static_cast<double>(number[static_cast<std::size_t>(2 * k)] /
                                   number[static_cast<std::size_t>(2 * k + 1)]);
  is_hit = number[6] != 0;
  return is_finite(point) && (number[6] == 0 || number[6] == 1);
}

Result<std::vector<KnownQuery>> read_queries(const std::string& path) {
  const auto text = read_file(path, max_mesh_bytes);
  if (!text) return fail(text.error());
  std::vector<KnownQuery> queries;
  std::size_t row = 0, line_number = 0;
  for (std::size_t begin = 0; begin < text->size();) {
    const std::size_t end = std::min(text->find('\n', begin), text->size());
    const std::string line = text->substr(begin, end - begin);
    begin = end + 1, ++line_number;
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    if (row % 8 == 0) queries.emplace_back();
    auto& [motion, is_hit] = queries.back();
    bool answer = false;
    if (!read_line(line, row % 8 < 4 ? motion.start[row % 8] : motion.end[row % 8 - 4], answer))
      return fail(fmt::format(
          "{}: line {}: expected x, y, z as numerator and denominator and the answer 0 or 1, seven "
          "numbers with commas between",
          path, line_number));
    if (row % 8 > 0 && answer != is_hit)
      return fail(fmt::format("{}: line {}: the answer differs from that of the query's first line", path,
                              line_number));
    is_hit = answer, ++row;
  }
  if (row % 8 != 0 || row == 0)
    return fail(fmt::format(
        "{}: {} lines with numbers; a query has 8, four points at the start and the same at the end", path,
        row));
  return queries;
}

}  // namespace

int check_queries(const QueryOptions& options) {
  const auto queries = read_queries(options.file);
  if (!queries) return complain(queries.error().message, exit_bad_input);
  const auto ask = options.kind == "vertex-face" ? vertex_face_ccd : edge_edge_ccd;
  const CcdOptions look{.separation = options.separation, .tolerance = options.tolerance};
  std::size_t hits = 0, reported = 0, false_positives = 0, false_negatives = 0, cut_short = 0;
  const Stopwatch clock;
  for (const KnownQuery& query : *queries) {
    const auto found = ask(query.motion, look);
    hits += query.is_hit, reported += found.has_value();
    false_positives += found && !query.is_hit, false_negatives += !found && query.is_hit;
    cut_short += found && found->is_exhausted;
  }
  const double seconds = clock.seconds() / static_cast<double>(queries->size());
  if (options.as_json) {
    const Json report{{"name", options.file},
                      {"kind", options.kind},
                      {"queries", queries->size()},
                      {"hits", hits},
                      {"reported", reported},
                      {"false_positives", false_positives},
                      {"false_negatives", false_negatives},
                      {"cut_short", cut_short},
                      {"seconds_per_query", seconds}};
    fmt::print("{}\n", report.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  } else {
    fmt::print("{}: {}, {}\n", options.file, options.kind,
               queries->size() == 1 ? "1 query" : fmt::format("{} queries", queries->size()));
    fmt::print("  true hits        {}\n", hits);
    fmt::print("  false positives  {}\n", false_positives);
    fmt::print("  false negatives  {}\n", false_negatives);
    if (cut_short > 0) fmt::print("  cut short        {}, which counts as hits\n", cut_short);
    fmt::print("  time per query   {} µs\n", plain(1e6 * seconds));
  }
  return false_negatives == 0 ? exit_ok : exit_found;
}

}  // namespace tensio::cli
