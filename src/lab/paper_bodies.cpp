#include "lab/paper_bodies.h"

#include <algorithm>
#include <cmath>

#include "lab/bench_scene.h"
#include "tensio/solids.h"

namespace tensio::lab {
namespace {

/// All points within the radius of the segment from a to b.
struct Limb {
  Vec3 a, b;
  double radius;

  double distance(const Vec3& p) const {
    const Vec3 along = b - a;
    const double length2 = dot(along, along);
    const double t = length2 > 0 ? std::clamp(dot(p - a, along) / length2, 0.0, 1.0) : 0;
    return norm(p - a - t * along) - radius;
  }
};

/// A limb and its mirror image on the other side.
void add_pair(std::vector<Limb>& limbs, Limb limb) {
  limbs.push_back(limb);
  limb.a.z = -limb.a.z;
  limb.b.z = -limb.b.z;
  limbs.push_back(limb);
}

Model make_animal(const std::vector<Limb>& limbs, const std::array<std::size_t, 3>& cells, const Vec3& size,
                  double wall_cells) {
  LatticeOptions options{.cells = cells, .size = size};
  options.stiffness = {500, 500};
  const double wall = wall_cells * size.x / static_cast<double>(cells[0]);
  options.contains = [&limbs, wall](const Vec3& p) {
    double distance = 1;
    for (const Limb& limb : limbs) distance = std::min(distance, limb.distance(p));
    return distance < 0 && distance > -wall;
  };
  return *make_lattice(options);  // within the limits of the builder, so that it does not fail
}

Setup make_setup(Model model) {
  Setup setup = make_bench_setup(BenchCloth::soft, 2);  // gravity and step
  setup.model = std::move(model);
  return setup;
}

}  // namespace

PaperBody make_paper_cloth() {
  return {"cloth", "Cloth", make_bench_setup(BenchCloth::soft, 81), 6561, 32158, 5e-3, 113e-3};
}

PaperBody make_paper_hippo() {
  std::vector<Limb> limbs{{{-0.3, 0.05, 0}, {0.22, 0.05, 0}, 0.28}, {{0.5, 0.16, 0}, {0.72, 0.1, 0}, 0.17}};
  for (const double x : {-0.35, 0.25}) add_pair(limbs, {{x, -0.12, 0.17}, {x, -0.42, 0.17}, 0.1});
  return {"hippo-shaped lattice",
          "Hippo",
          make_setup(make_animal(limbs, {30, 22, 13}, {1.7, 1.2, 0.7}, 2.5)),
          2387,
          13135,
          1e-3,
          18e-3};
}

PaperBody make_paper_frog() {
  std::vector<Limb> limbs{{{-0.25, 0, 0}, {0.2, 0.06, 0}, 0.17}, {{0.25, 0.1, 0}, {0.38, 0.1, 0}, 0.14}};
  add_pair(limbs, {{-0.25, 0, 0.15}, {-0.05, 0.02, 0.42}, 0.085});
  add_pair(limbs, {{-0.05, 0.02, 0.42}, {-0.4, -0.12, 0.5}, 0.065});
  add_pair(limbs, {{-0.4, -0.12, 0.5}, {-0.12, -0.18, 0.58}, 0.05});
  add_pair(limbs, {{0.2, 0, 0.15}, {0.3, -0.15, 0.28}, 0.06});
  add_pair(limbs, {{0.3, -0.15, 0.28}, {0.45, -0.18, 0.36}, 0.05});
  add_pair(limbs, {{0.3, 0.22, 0.08}, {0.3, 0.22, 0.08}, 0.06});
  return {"frog-shaped lattice",
          "Frog",
          make_setup(make_animal(limbs, {44, 26, 51}, {1.2, 0.7, 1.4}, 2)),
          6834,
          35261,
          3.1e-3,
          54e-3};
}

PaperBody make_paper_dog() {
  std::vector<Limb> limbs{{{-0.4, 0.1, 0}, {0.3, 0.12, 0}, 0.19},
                          {{0.34, 0.16, 0}, {0.5, 0.42, 0}, 0.11},
                          {{0.5, 0.45, 0}, {0.56, 0.46, 0}, 0.15},
                          {{0.6, 0.42, 0}, {0.78, 0.38, 0}, 0.08},
                          {{-0.55, 0.18, 0}, {-0.78, 0.42, 0}, 0.045}};
  for (const double x : {-0.42, 0.32}) add_pair(limbs, {{x, 0.05, 0.11}, {x, -0.48, 0.11}, 0.075});
  add_pair(limbs, {{0.45, 0.55, 0.1}, {0.42, 0.36, 0.16}, 0.05});
  return {"dog-shaped lattice",
          "Dog",
          make_setup(make_animal(limbs, {102, 78, 30}, {1.7, 1.3, 0.5}, 2)),
          28390,
          148047,
          20.3e-3,
          442e-3};
}

}  // namespace tensio::lab
