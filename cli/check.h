#pragma once

#include <string>
#include <vector>

namespace tensio::cli {

/// What `tensio check` looks at, and what it writes.
struct CheckOptions {
  std::string name;  // a mesh, a scene, a frame cache or a folder of frames
  std::vector<std::string> changes;
  bool with_touching = false;
  bool as_json = false;
  std::string csv;  // a file, or ""
};

/// Reports crossings of surfaces and returns the exit code.
int check_surfaces(const CheckOptions& options);

/// Which collision queries to run.
struct QueryOptions {
  std::string file;
  std::string kind;         // vertex-face or edge-edge
  double tolerance = 1e-8;  // m
  double separation = 0;    // m
  bool as_json = false;
};

/// Runs collision queries with known answers, reports how many are right, and returns the exit code.
int check_queries(const QueryOptions& options);

}  // namespace tensio::cli
