#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

#include "build/chain.h"
#include "build/material.h"
#include "build/sizes.h"
#include "math/elementary.h"
#include "tensio/vec3.h"

namespace tensio {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double taper = 0.8;  // radius at a branch's end over that at its root
constexpr double golden_angle = 2.399963229728653;

Result<void> check_counts(const PlantOptions& o) {
  if (o.levels < 1 || o.levels > 8)
    return fail(fmt::format("levels is {}; it must be between 1 and 8", o.levels));
  if (o.branches < 1 || o.branches > 12)
    return fail(fmt::format("branches is {}; it must be between 1 and 12", o.branches));
  if (o.segments < 2 || o.segments > 1000)
    return fail(fmt::format("segments is {}; it must be between 2 and 1000", o.segments));
  if (o.twig_segments < 1 || o.twig_segments > 1000)
    return fail(fmt::format("twig_segments is {}; it must be between 1 and 1000", o.twig_segments));
  if (o.twigs > 12) return fail(fmt::format("twigs is {}; it must be at most 12", o.twigs));
  if (plant_size(o).vertices > max_vertices)
    return fail(fmt::format(
        "the plant has more than {} vertices, the limit; use fewer levels, branches, twigs or leaves",
        max_vertices));
  return {};
}

Result<void> check(const PlantOptions& o) {
  if (auto ok = check_counts(o); !ok) return ok;
  if (!(o.spread >= 0) || !(o.spread <= 180))
    return fail(fmt::format("spread is {}°; it must be between 0 and 180", o.spread));
  if (!(o.droop >= 0) || !(o.droop <= 1))
    return fail(fmt::format("droop is {}; it must be between 0 and 1", o.droop));
  if (!(o.shorten > 0) || !(o.shorten <= 2))
    return fail(fmt::format("shorten is {}; it must be above 0 and at most 2", o.shorten));
  if (auto ok = detail::check_length("height", o.height); !ok) return ok;
  if (auto ok = detail::check_length("radius", o.radius); !ok) return ok;
  if (auto ok = detail::check_length("twig_length", o.twig_length); !ok) return ok;
  if (auto ok = detail::check_length("twig_radius", o.twig_radius); !ok) return ok;
  if (auto ok = detail::check_not_negative("leaf", o.leaf, "m"); !ok) return ok;
  if (auto ok = detail::check_positive("leaf_mass", o.leaf_mass, "kg"); !ok) return ok;
  if (auto ok = detail::check_positive("young", o.young, "Pa"); !ok) return ok;
  return detail::check_positive("density", o.density, "kg/m³");
}

/// What a place where branches meet keeps in shape.
struct Joint {
  std::vector<VertexId> vertex;
  std::vector<double> stiffness;  // N/m, of each
};

class Gardener {
 public:
  Gardener(const PlantOptions& options, Model& model) : o_(options), model_(model), x_(model.rest_position) {}

  void grow() {
    const VertexId root = add_vertex({}, o_.radius);
    Joint ground;
    grow_branch(root, {0, 1, 0}, {.length = o_.height, .radius = o_.radius, .level = 1, .number = 0}, ground);
    // The ground holds what the joint of a trunk would.
    model_.pins.push_back({root, x_[root], {}});
    for (const VertexId v : ground.vertex) model_.pins.push_back({v, x_[v], {}});
    model_.parts.push_back({"plant", 0, model_.vertex_count(), 0, 0});
    if (o_.leaf > 0 && !twig_vertices_.empty()) add_leaves();
  }

 private:
  struct Branch {
    double length, radius;  // m, at its root
    std::size_t level;
    std::size_t number;  // of those that grow at the same place
  };

  VertexId add_vertex(const Vec3& at, double radius) {
    model_.radius.resize(model_.vertex_count(), 0);
    model_.radius.push_back(radius);
    return model_.add_vertex(at, 1e-6);  // the mass comes with the segments
  }
  double rigidity(double radius) const { return o_.young * pi / 4 * radius * radius * radius * radius; }

  /// A straight row of segments from a vertex, tapering; its vertices without that one.
  std::vector<VertexId> add_row(VertexId from, const Vec3& direction, double length, std::size_t segments,
                                double thick, double thin, double share_of_mass = 1) {
    const double l = length / static_cast<double>(segments);
    const Vec3 start = x_[from];
    std::vector<VertexId> row;
    VertexId last = from, before = from;
    for (std::size_t i = 1; i <= segments; ++i) {
      const double at = static_cast<double>(i) / static_cast<double>(segments);
      const double r = thick + (at - 0.5 / static_cast<double>(segments)) * (thin - thick), area = pi * r * r;
      const VertexId v = add_vertex(start + (at * length) * direction, thick + at * (thin - thick));
      model_.springs.add(last, v, SpringFamily::structural, l, o_.young * area / l);
      for (const VertexId end : {last, v}) model_.mass[end] += 0.5 * share_of_mass * o_.density * area * l;
      if (i >= 2)
        model_.stencils.push_back({.vertex = {before, last, v, before},
                                   .coefficient = {1, -2, 1, 0},
                                   .weight = rigidity(model_.radius[last]) / (l * l * l)});
      row.push_back(v);
      before = last, last = v;
    }
    return row;
  }

  /// By a spread angle away from a direction, about it by the golden angle from one to the next.
  Vec3 sprout(const Vec3& direction, std::size_t number, double spread) const {
    const Vec3 u = unit_across(direction), w = cross(direction, u);
    const auto [s, c] = sine_cosine(std::fmod(golden_angle * static_cast<double>(number), 2 * pi));
    const auto [lean, keep] = sine_cosine(spread * pi / 180);
    return normalized(keep * direction + (lean * c) * u + (lean * s) * w);
  }

  void grow_branch(VertexId from, const Vec3& direction, const Branch& branch, Joint& below) {
    const double end_radius = taper * branch.radius, l = branch.length / static_cast<double>(o_.segments);
    const std::vector<VertexId> row =
        add_row(from, direction, branch.length, o_.segments, branch.radius, end_radius, 1 - frame_mass);
    const VertexId frame = add_branch_frame(from, row, direction, branch, l);
    const double first = rigidity(branch.radius) / (l * l * l);
    below.vertex.insert(below.vertex.end(), {row.front(), frame});
    below.stiffness.insert(below.stiffness.end(), {first, first});

    const double held = rigidity(end_radius) / (l * l * l);
    const auto joint_at = [&](std::size_t i) {  // of the vertex, with the segment that leads to it
      return Joint{{row[i], row[i - 1], frame + static_cast<VertexId>(i)}, {held, held, held}};
    };
    if (branch.level == o_.levels) {
      for (std::size_t i = 1; i < row.size() && o_.twigs > 0; ++i) {
        Joint joint = joint_at(i);
        for (std::size_t t = 0; t < o_.twigs; ++t) grow_twig(row[i], direction, joint);
        close(joint);
      }
      return;
    }
    Joint joint = joint_at(row.size() - 1);
    const double share = end_radius / std::sqrt(static_cast<double>(o_.branches));
    for (std::size_t b = 0; b < o_.branches; ++b) {
      // Branches are not alike: by up to a seventh in length, by a few degrees in direction.
      const double wave = sine_cosine(std::fmod(1.7 * static_cast<double>(++count_), 2 * pi)).sine;
      grow_branch(row.back(),
                  sprout(direction, b + branch.number + branch.level, o_.spread * (1 + 0.2 * wave)),
                  {.length = branch.length * o_.shorten * (1 - wave / 7),
                   .radius = share,
                   .level = branch.level + 1,
                   .number = b},
                  joint);
    }
    close(joint);
  }

  /// The first of the vertices that know how it is twisted.
  VertexId add_branch_frame(VertexId from, const std::vector<VertexId>& row, const Vec3& direction,
                            const Branch& branch, double l) {
    std::vector<VertexId> strand{from};
    strand.insert(strand.end(), row.begin(), row.end());
    const auto first = static_cast<VertexId>(model_.vertex_count());
    const double r = 0.5 * (1 + taper) * branch.radius;
    add_frame(model_, strand, unit_across(direction),
              {.segment_length = l,
               .torsional_rigidity = 0.8 * rigidity(r),
               .edge_stiffness = o_.young * pi * r * r / l,
               .altitude_stiffness = 0,
               .vertex_mass = frame_mass * o_.density * pi * r * r * l});
    model_.radius.resize(model_.vertex_count(), 0);
    return first;
  }

  void grow_twig(VertexId from, const Vec3& direction, Joint& below) {
    const Vec3 side = sprout(direction, ++count_, 60);
    const Vec3 along = normalized((1 - o_.droop) * side + Vec3{0, -o_.droop, 0} + Vec3{1e-9, 0, 0});
    const auto row =
        add_row(from, along, o_.twig_length, o_.twig_segments, o_.twig_radius, 0.5 * o_.twig_radius);
    const double l = o_.twig_length / static_cast<double>(o_.twig_segments);
    below.vertex.push_back(row.front());
    below.stiffness.push_back(rigidity(o_.twig_radius) / (l * l * l));
    twig_vertices_.insert(twig_vertices_.end(), row.begin(), row.end());
  }

  void close(const Joint& joint) {
    std::vector<Vec3> rest;
    double sum = 0;
    for (const VertexId v : joint.vertex) rest.push_back(x_[v]);
    for (const double k : joint.stiffness) sum += k;
    model_.clusters.push_back(make_cluster(joint.vertex, rest, joint.stiffness, sum, 0));
  }

  void add_leaves() {
    const std::size_t begin = model_.vertex_count();
    for (std::size_t i = 0; i < twig_vertices_.size(); ++i) {
      const VertexId stem = twig_vertices_[i];
      const auto [s, c] = sine_cosine(std::fmod(golden_angle * static_cast<double>(i), 2 * pi));
      const Vec3 out = o_.leaf * Vec3{0.45 * c, -0.9, 0.45 * s}, across = 0.15 * o_.leaf * Vec3{s, 0, -c};
      const VertexId left = add_vertex(x_[stem] + out + across, 0),
                     right = add_vertex(x_[stem] + out - across, 0);
      const double k = 50 * o_.leaf_mass * 9.81 / o_.leaf;  // stretched by a fiftieth by its own weight
      for (const auto& [a, b] : {std::array{stem, left}, {stem, right}, {left, right}})
        model_.springs.add(a, b, SpringFamily::bend, norm(x_[a] - x_[b]), k);
      model_.mass[left] = model_.mass[right] = 0.5 * o_.leaf_mass;
      model_.triangles.push_back({stem, left, right});
    }
    model_.parts.push_back({"leaves", begin, model_.vertex_count(), 0, model_.triangles.size()});
  }

  const PlantOptions& o_;
  Model& model_;
  const std::vector<Vec3>& x_;
  std::vector<VertexId> twig_vertices_;
  std::size_t count_ = 0;  // of branches and twigs so far
};

}  // namespace

PlantSize plant_size(const PlantOptions& o) {
  double branches = 1, all = 0;  // no number of levels makes doubles overflow
  for (std::size_t level = 0; level < std::min<std::size_t>(o.levels, 8); ++level) {
    if (level > 0) branches *= static_cast<double>(o.branches);
    all += branches;
  }
  const double twigs = branches * static_cast<double>(o.twigs) * (static_cast<double>(o.segments) - 1) *
                       static_cast<double>(o.twig_segments);
  const double leaves = o.leaf > 0 ? twigs : 0;
  const auto whole = [](double n) { return static_cast<std::size_t>(std::clamp(n, 0.0, 1e15)); };
  return {whole(1 + 2 * all * static_cast<double>(o.segments) + twigs + 2 * leaves), whole(leaves)};
}

Result<Model> make_plant(const PlantOptions& options) {
  if (auto ok = check(options); !ok) return fail(ok.error().message);
  Model model;
  Gardener(options, model).grow();
  if (auto ok = validate(model); !ok) return fail(ok.error().message);
  return model;
}

}  // namespace tensio
