#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

#include "cli/check.h"
#include "cli/command.h"
#include "cli/library.h"
#include "cli/wording.h"
#include "geometry/crossings.h"
#include "io/frame_cache.h"
#include "io/mesh_file.h"
#include "io/mesh_format.h"
#include "io/tet_parse.h"
#include "io/write_file.h"
#include "tensio/scene.h"

namespace tensio::cli {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// Points and triangles of one frame.
struct Surface {
  std::vector<Vec3> points;
  std::vector<std::array<VertexId, 3>> triangles;
};

/// Frames that are read one by one.
struct Source {
  std::size_t frames = 0;
  bool is_sequence = false;
  std::vector<std::string> warnings{};
  std::function<Result<Surface>(std::size_t frame)> read{};
};

/// Gives points at the same place the number of the first: formats without common points (STL) and seams
/// repeat them.
void join_equal_points(Surface& surface) {
  std::vector<VertexId> order(surface.points.size()), first(surface.points.size());
  std::iota(order.begin(), order.end(), VertexId{0});
  const auto key = [&](VertexId i) {
    const Vec3& p = surface.points[i];
    return std::array{p.x, p.y, p.z};
  };
  std::sort(order.begin(), order.end(), [&](VertexId i, VertexId j) {
    const auto a = key(i), b = key(j);
    return a != b ? a < b : i < j;
  });
  for (std::size_t n = 0; n < order.size(); ++n)
    first[order[n]] = n > 0 && key(order[n]) == key(order[n - 1]) ? first[order[n - 1]] : order[n];
  for (auto& triangle : surface.triangles)
    for (VertexId& vertex : triangle) vertex = first[vertex];
}

Result<Surface> read_mesh(const std::string& path) {
  auto mesh = read_mesh_file(path);
  if (!mesh) return fail(mesh.error());
  Surface surface{std::move(mesh->points), std::move(mesh->triangles)};
  join_equal_points(surface);
  return surface;
}

Result<Source> open_cache(const std::string& path) {
  auto opened = FrameCacheReader::open(path);
  if (!opened) return fail(opened.error());
  auto reader = std::make_shared<FrameCacheReader>(std::move(*opened));
  Source source{reader->frame_count(), true};
  if (reader->truncated()) source.warnings.push_back("the file ends within a frame, which is left out");
  source.read = [reader](std::size_t frame) -> Result<Surface> {
    auto cached = reader->read(frame);
    if (!cached) return fail(cached.error());
    return Surface{std::move(cached->points), cached->seen->triangles};
  };
  return source;
}

/// Frames that a run wrote to a folder: the cache or else one mesh per frame.
Result<Source> open_folder(const std::string& folder) {
  std::error_code problem;
  const fs::path cache = fs::path(folder) / "frames.tfc";
  if (fs::exists(cache, problem)) return open_cache(cache.string());
  for (const MeshFormat* format : mesh_formats()) {
    std::vector<std::string> files;
    for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end;
         entry.increment(problem)) {
      const fs::path& path = entry->path();
      if (path.filename().string().starts_with("frame_") &&
          path.extension() == fmt::format(".{}", format->name))
        files.push_back(path.string());
    }
    if (files.empty()) continue;
    std::sort(files.begin(), files.end());
    Source source{files.size(), true};
    source.read = [files](std::size_t frame) { return read_mesh(files[frame]); };
    return source;
  }
  return fail(fmt::format("{}: there are no frames in this folder; tensio run SCENE --out {} writes some",
                          folder, folder));
}

Result<Source> open_scene(const std::string& name, const SceneOptions& changes) {
  const auto scene = load_scene(name, changes);
  if (!scene) return fail(scene.error());
  const Model& model = scene->setup.model;
  const Seen seen = see(model);
  Source source{1, false, scene->warnings};
  source.read = [surface = Surface{seen_points(model, make_state(scene->setup).x), seen.triangles}](
                    std::size_t) { return Result<Surface>(surface); };
  return source;
}

Result<Source> open_source(const CheckOptions& options) {
  std::error_code problem;
  const std::string& name = options.name;
  const bool is_folder = fs::is_directory(name, problem), is_cache = name.ends_with(".tfc");
  if ((is_folder || is_cache || is_mesh_file(name)) && !options.changes.empty())
    return fail("--set applies to scenes, not to meshes and frames; leave it out");
  if (is_folder) return open_folder(name);
  if (is_cache) return open_cache(name);
  if (is_tet_file(name))
    return fail(
        fmt::format("{}: check looks at surfaces, not at tetrahedra; put the file into a scene to check its "
                    "surface",
                    name));
  if (!is_mesh_file(name)) return open_scene(name, {"", options.changes});
  Source source{1, false};
  source.read = [name](std::size_t) { return read_mesh(name); };
  return source;
}

std::string place_text(const Vec3& p) {
  return fmt::format("({}, {}, {})", plain(p.x, 4), plain(p.y, 4), plain(p.z, 4));
}

/// Collects what was found, frame by frame.
class Findings {
 public:
  Findings(const CheckOptions& options, const Source& source)
      : options_(options), is_sequence_(source.is_sequence) {
    report_["name"] = options.name;
    report_["frames_checked"] = source.frames;
    report_["triangles"] = 0;
    report_["crossings"] = 0;
    report_["touching"] = 0;
    report_["frames"] = Json::array();
    report_["warnings"] = source.warnings;
  }

  void add(std::size_t frame, const Surface& surface, std::span<const Crossing> found) {
    triangles_ = std::max(triangles_, surface.triangles.size());
    Json places = Json::array();
    std::size_t crossings = 0, touching = 0;
    for (const Crossing& at : found) {
      const bool is_touching = at.meeting == Meeting::touching;
      ++(is_touching ? touching : crossings);
      if (is_touching && !options_.with_touching) continue;
      const Vec3 place = at.place + Vec3{};  // 0 for -0
      const char* kind = is_touching ? "touches" : "crosses";
      if (options_.as_json)
        places.push_back({{"edge", at.edge},
                          {"triangle", at.triangle},
                          {"place", {place.x, place.y, place.z}},
                          {"kind", kind}});
      if (!options_.csv.empty())
        csv_ += fmt::format("{},{},{},{},{},{},{},{}\n", frame, at.edge[0], at.edge[1], at.triangle, place.x,
                            place.y, place.z, kind);
      if (listed_++ < most_lines)
        lines_ += fmt::format("  {}edge {}-{} {} triangle {} at {} m\n",
                              is_sequence_ ? fmt::format("frame {}: ", frame) : "", at.edge[0], at.edge[1],
                              kind, at.triangle, place_text(place));
    }
    crossings_ += crossings, touching_ += touching;
    const std::size_t counted = crossings + (options_.with_touching ? touching : 0);
    if (counted > 0) ++frames_with_any_;
    if (counted > most_) most_ = counted, worst_frame_ = frame;
    Json row{{"frame", frame}, {"crossings", crossings}, {"touching", touching}};
    if (options_.as_json) row["places"] = std::move(places);
    report_["frames"].push_back(std::move(row));
  }

  bool is_clean() const { return most_ == 0; }
  std::string csv() const { return "frame,edge_a,edge_b,triangle,x,y,z,kind\n" + csv_; }

  Json json() const {
    Json report = report_;
    report["triangles"] = triangles_;
    report["crossings"] = crossings_;
    report["touching"] = touching_;
    return report;
  }

  void print() const {
    if (triangles_ == 0) {
      fmt::print("{}: no triangles to check; ropes and hair have none\n", options_.name);
      return;
    }
    const std::size_t frames = report_["frames_checked"];
    const std::string noun = count_of(crossings_, "crossing");
    fmt::print("{}: {}{} in {}{}\n", options_.name, crossings_ == 0 ? "no crossings" : noun,
               touching_ > 0 ? fmt::format(" and {}", count_of(touching_, "touching place")) : "",
               count_of(triangles_, "triangle"),
               is_sequence_ ? fmt::format(", {}", count_of(frames, "frame")) : "");
    if (is_sequence_ && !is_clean())
      fmt::print("  {} of {} have some; frame {} has the most, {}\n", frames_with_any_,
                 count_of(frames, "frame"), worst_frame_, most_);
    fmt::print("{}", lines_);
    if (listed_ > most_lines)
      fmt::print("  and {} more; --out FILE.csv and --json list all\n", listed_ - most_lines);
    if (touching_ > 0 && !options_.with_touching) fmt::print("  --touching lists places that only touch\n");
    for (const Json& warning : report_["warnings"]) fmt::print("  warning: {}\n", warning.get<std::string>());
  }

 private:
  static constexpr std::size_t most_lines = 10;

  const CheckOptions& options_;
  bool is_sequence_;
  std::size_t triangles_ = 0, crossings_ = 0, touching_ = 0, listed_ = 0;
  std::size_t frames_with_any_ = 0, most_ = 0, worst_frame_ = 0;
  std::string lines_, csv_;
  Json report_;
};

}  // namespace

int check_surfaces(const CheckOptions& options) {
  const auto source = open_source(options);
  if (!source) return complain(source.error().message, exit_bad_input);
  if (source->frames == 0)
    return complain(options.name + ": there is no whole frame in this file; run the scene again",
                    exit_bad_input);
  Findings findings(options, *source);
  CrossingFinder finder;
  for (std::size_t frame = 0; frame < source->frames; ++frame) {
    const auto surface = source->read(frame);
    if (!surface) return complain(surface.error().message, exit_bad_input);
    if (!is_finite(surface->points))
      return complain(fmt::format("{}: frame {} has points that are no numbers; there is nothing to check",
                                  options.name, frame),
                      exit_bad_input);
    findings.add(frame, *surface, finder.find({surface->points, surface->triangles}, true));
  }
  if (!options.csv.empty())
    if (const auto ok = write_file(options.csv, findings.csv()); !ok)
      return complain(ok.error().message, exit_failed);
  if (options.as_json)
    fmt::print("{}\n", findings.json().dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  else
    findings.print();
  return findings.is_clean() ? exit_ok : exit_found;
}

}  // namespace tensio::cli
