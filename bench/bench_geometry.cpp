// How long the queries of src/geometry take: distances, trees of boxes, crossings, collisions.
//   bench_geometry [side]     vertices along a side of the cloth; 81 is the paper's

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <random>
#include <vector>

#include "geometry/box_tree.h"
#include "geometry/ccd.h"
#include "geometry/crossings.h"
#include "geometry/distance.h"
#include "measure.h"

namespace tensio {
namespace {

struct Cloth {
  std::vector<Vec3> points;
  std::vector<std::array<VertexId, 3>> triangles;
};

/// A cloth of 1 m, flat or gathered into folds.
Cloth make_sheet(int side, bool is_folded) {
  Cloth cloth;
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j) {
      const double u = i / (side - 1.0), v = j / (side - 1.0);
      cloth.points.push_back(
          is_folded ? Vec3{u, 0.05 * std::sin(20 * u) * std::cos(25 * v), 0.3 * v + 0.05 * std::sin(40 * v)}
                    : Vec3{u, 0, v});
    }
  const auto row = static_cast<VertexId>(side);
  for (VertexId i = 0; i + 1 < row; ++i)
    for (VertexId j = 0; j + 1 < row; ++j) {
      const VertexId at = i * row + j;
      cloth.triangles.push_back({at, at + 1, at + row});
      cloth.triangles.push_back({at + 1, at + row + 1, at + row});
    }
  return cloth;
}

void measure_tree(int side, bool is_folded) {
  const Cloth cloth = make_sheet(side, is_folded);
  std::vector<Bounds> boxes;
  for (const auto& triangle : cloth.triangles) {
    Bounds& box = boxes.emplace_back();
    for (const VertexId vertex : triangle) box.add(cloth.points[vertex], 0.002);
  }
  BoxTree tree;
  CrossingFinder finder;
  std::size_t pairs = 0, crossings = 0;
  const double build = least_seconds([&] { tree.build(boxes); });
  const double refit = least_seconds([&] { tree.refit(boxes); });
  const double visit = least_seconds([&] {
    pairs = 0;
    tree.visit_pairs([&](std::size_t, std::size_t) { ++pairs; });
  });
  const double cross = least_seconds([&] {
    crossings = finder.find({cloth.points, cloth.triangles}, true).size();
  });
  fmt::print(
      "{} cloth, {} triangles: build {:.2f} ms, refit {:.2f} ms, {} pairs within 4 mm {:.2f} ms, {} "
      "crossings {:.1f} ms\n",
      is_folded ? "folded" : "flat", cloth.triangles.size(), 1e3 * build, 1e3 * refit, pairs, 1e3 * visit,
      crossings, 1e3 * cross);
}

void measure_queries() {
  std::mt19937_64 engine(7);
  std::uniform_real_distribution<double> number(-1, 1);
  const auto point = [&](double reach) {
    return reach * Vec3{number(engine), number(engine), number(engine)};
  };
  constexpr std::size_t count = 20000;
  std::vector<Vec3> p(count + 3);
  for (Vec3& at : p) at = point(1);
  // A vertex that meets a face at a random time and place.
  std::vector<FourPoints> hits(count);
  for (auto& [start, end] : hits) {
    const double time = 0.5 + 0.5 * number(engine), u = 0.25 + 0.25 * number(engine),
                 v = 0.25 + 0.25 * number(engine);
    for (std::size_t i = 1; i < 4; ++i) start[i] = point(1), end[i] = start[i] + point(0.3);
    const auto then = [&](std::size_t i) { return (1 - time) * start[i] + time * end[i]; };
    const Vec3 place = (1 - u - v) * then(1) + u * then(2) + v * then(3), way = point(0.3);
    start[0] = place - time * way, end[0] = place + (1 - time) * way;
  }
  double sum = 0;
  std::size_t found = 0;
  const double per = 1e9 / count;
  const double triangle = least_seconds([&] {
    for (std::size_t i = 0; i < count; ++i)
      sum += closest_point_triangle(p[i], p[i + 1], p[i + 2], p[i + 3]).square;
  });
  const double segments = least_seconds([&] {
    for (std::size_t i = 0; i < count; ++i)
      sum += closest_segment_segment(p[i], p[i + 1], p[i + 2], p[i + 3]).square;
  });
  const double orient = least_seconds([&] {
    for (std::size_t i = 0; i < count; ++i) sum += orient3d(p[i], p[i + 1], p[i + 2], p[i + 3]);
  });
  const double ccd = least_seconds([&] {
    found = 0;
    for (const FourPoints& motion : hits) found += vertex_face_ccd(motion).has_value();
  });
  fmt::print(
      "point and triangle {:.0f} ns, two segments {:.0f} ns, orientation {:.0f} ns, a vertex that hits a "
      "face "
      "{:.0f} ns (sum {:.3g}, {} hits)\n",
      per * triangle, per * segments, per * orient, per * ccd, sum, found);
}

}  // namespace
}  // namespace tensio

int main(int argc, char** argv) {
  const int side = argc > 1 ? std::max(std::atoi(argv[1]), 2) : 81;
  tensio::measure_tree(side, false);
  tensio::measure_tree(side, true);
  tensio::measure_queries();
}
