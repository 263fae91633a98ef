#include "bench/baseline/projective.h"

namespace tensio::lab {
namespace {

std::vector<char> pinned_vertices(const Model& model) {
  std::vector<char> pinned(model.vertex_count(), 0);
  for (const Pin& pin : model.pins) pinned[pin.vertex] = 1;
  return pinned;
}

}  // namespace

ProjectiveMatrices::ProjectiveMatrices(const BaselineProblem& problem, int copies) {
  const Model& model = *problem.model;
  const std::vector<char> pinned = pinned_vertices(model);
  std::vector<Eigen::Triplet<double>> of_system, of_spread;
  for (int c = 0; c < copies; ++c) {
    const auto index = [&](std::size_t i) { return copies * static_cast<int>(i) + c; };
    for (std::size_t i = 0; i < model.vertex_count(); ++i)
      of_system.emplace_back(index(i), index(i), pinned[i] ? 1 : model.mass[i]);
    for (std::size_t s = 0; s < model.springs.size(); ++s) {
      const double weight = problem.h * problem.h * model.springs.stiffness[s];
      const auto [a, b] = model.springs.ends[s];
      for (const auto& [i, j, sign] : {std::tuple{a, b, 1.0}, std::tuple{b, a, -1.0}}) {
        if (pinned[i]) continue;
        of_system.emplace_back(index(i), index(i), weight);
        if (!pinned[j]) of_system.emplace_back(index(i), index(j), -weight);
        of_spread.emplace_back(index(i), index(s), sign * weight);
      }
    }
  }
  const auto n = static_cast<Eigen::Index>(model.vertex_count()) * copies;
  system.resize(n, n);
  system.setFromTriplets(of_system.begin(), of_system.end());
  spread.resize(n, static_cast<Eigen::Index>(model.springs.size()) * copies);
  spread.setFromTriplets(of_spread.begin(), of_spread.end());
}

std::vector<Vec3> constant_side(const BaselineProblem& problem, Positions y) {
  const Model& model = *problem.model;
  const std::vector<char> pinned = pinned_vertices(model);
  const double h2 = problem.h * problem.h;
  std::vector<Vec3> side(y.begin(), y.end());
  for (std::size_t i = 0; i < side.size(); ++i)
    if (!pinned[i]) side[i] = model.mass[i] * y[i] + h2 * (model.mass[i] * problem.gravity + model.force[i]);
  for (std::size_t s = 0; s < model.springs.size(); ++s) {
    const auto [a, b] = model.springs.ends[s];
    const double weight = h2 * model.springs.stiffness[s];
    if (pinned[a] && !pinned[b]) side[b] += weight * y[a];
    if (pinned[b] && !pinned[a]) side[a] += weight * y[b];
  }
  return side;
}

void ColumnBaseline::begin(Positions y) {
  const std::vector<Vec3> side = constant_side(problem_, y);
  const auto n = static_cast<Eigen::Index>(y.size());
  x_.resize(n, 3);
  constant_.resize(n, 3);
  b_.resize(n, 3);
  d_.resize(static_cast<Eigen::Index>(problem_.model->springs.size()), 3);
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto v = static_cast<std::size_t>(i);
    x_.row(i) << y[v].x, y[v].y, y[v].z;
    constant_.row(i) << side[v].x, side[v].y, side[v].z;
  }
}

void ColumnBaseline::local_step() {
  const Springs& springs = problem_.model->springs;
  for (std::size_t s = 0; s < springs.size(); ++s) {
    const auto [a, b] = springs.ends[s];
    const Eigen::RowVector3d p = x_.row(a) - x_.row(b);
    d_.row(static_cast<Eigen::Index>(s)) = springs.rest_length[s] * p.normalized();
  }
}

void ColumnBaseline::global_step() {
  b_ = constant_;
  b_ += matrices_.spread * d_;
  solve(b_, x_);
}

void ColumnBaseline::get_positions(std::span<Vec3> x) const {
  for (std::size_t i = 0; i < x.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    x[i] = {x_(row, 0), x_(row, 1), x_(row, 2)};
  }
}

}  // namespace tensio::lab
