#include <algorithm>

#include "energy/cluster_lanes.h"
#include "energy/element_damping.h"
#include "energy/element_energies.h"
#include "energy/singular_values.h"

namespace tensio {
namespace {

using detail::SingularValues;

/// A⁻¹ of a symmetric matrix on the directions that its points span: none along those in which they are flat.
Mat3 pseudo_inverse(const Mat3& a) {
  const SingularValues<3> svd(
      {Vec3{a(0, 0), a(1, 0), a(2, 0)}, Vec3{a(0, 1), a(1, 1), a(2, 1)}, Vec3{a(0, 2), a(1, 2), a(2, 2)}});
  Mat3 out;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 v{svd.v[0][k], svd.v[1][k], svd.v[2][k]};
    if (svd.sigma[k] > 1e-9 * svd.sigma[0]) out += (1 / svd.sigma[k]) * outer(v, v);
  }
  return out;
}

/// Σ_i columns: a q-weighted moment Σ w x qᵀ of vectors x, as columns.
using Moment = std::array<Vec3, 3>;
Vec3 times(const Moment& m, const Vec3& q) {
  return q.x * m[0] + q.y * m[1] + q.z * m[2];
}
Moment times(const Moment& m, const Mat3& s) {
  Moment out{};
  for (std::size_t j = 0; j < 3; ++j)
    for (std::size_t k = 0; k < 3; ++k) out[j] += s(static_cast<int>(k), static_cast<int>(j)) * m[k];
  return out;
}

/// What matching needs of a cluster: of a row of the table, or of a SmallCluster.
struct ClusterView {
  std::span<const Vec3> rest;
  std::span<const double> weight;
  double stiffness, linear;
  const Mat3 &spread, &inverse_spread;
  double size;
};

struct Fit {
  Vec3 centre;
  Moment moment{};  // m²

  Fit(const ClusterView& c, std::span<const Vec3> x) {
    for (std::size_t i = 0; i < x.size(); ++i) centre += c.weight[i] * x[i];
    for (std::size_t i = 0; i < x.size(); ++i)
      for (int axis = 0; axis < 3; ++axis)
        moment[static_cast<std::size_t>(axis)] += (c.weight[i] * c.rest[i][axis]) * (x[i] - centre);
  }
};

Moment mix(const ClusterView& c, const Moment& rigid, const Moment& linear) {
  Moment goal;
  for (std::size_t k = 0; k < 3; ++k) goal[k] = (1 - c.linear) * rigid[k] + c.linear * linear[k];
  return goal;
}
Moment rotation(const SingularValues<3>& svd) {
  return svd.outside({{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}});
}

using KnownMoment = detail::KnownSingularValues<3>;

/// With c = Σ w x the centre and M = Σ w (x − c) qᵀ: R is the rotation nearest to M, and A = M (Σ w q qᵀ)⁻¹.
/// E = ½ k [Σ w |x − c|² − (1 − β) (2 R:M − Σ w |q|²) − β A:M], of differences, as the closed form would lose
/// the digits of a small energy.
double match(const ClusterView& c, std::span<const Vec3> x, KnownMoment& known, std::span<Vec3> force) {
  const Fit fit(c, x);
  const Moment rigid = rotation(known.at(fit.moment)), linear = times(fit.moment, c.inverse_spread);
  const Moment goal = mix(c, rigid, linear);
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Vec3 arm = x[i] - fit.centre;
    const Vec3 a = arm - times(rigid, c.rest[i]), b = arm - times(linear, c.rest[i]);
    sum += 0.5 * c.stiffness * c.weight[i] * ((1 - c.linear) * dot(a, a) + c.linear * dot(b, b));
    if (!force.empty()) force[i] = (c.stiffness * c.weight[i]) * (arm - times(goal, c.rest[i]));
  }
  return sum;
}

Moment turning(const SingularValues<3>& svd, const Moment& change, const ClusterView& c, HessianForm form);

/// H p = k w_i [p_i − c(p) − ((1 − β) dR + β dA) q_i]
void multiply(const ClusterView& c, std::span<const Vec3> x, std::span<const Vec3> p, KnownMoment& known,
              HessianForm form, std::span<Vec3> out) {
  const Fit change(c, p);
  Moment goal{};
  if (form != HessianForm::laplacian) {
    Moment turned{};
    if (c.linear < 1) turned = turning(known.at(Fit(c, x).moment), change.moment, c, form);
    goal = mix(c, turned, times(change.moment, c.inverse_spread));
  }
  for (std::size_t i = 0; i < p.size(); ++i)
    out[i] = (c.stiffness * c.weight[i]) * (p[i] - change.centre - times(goal, c.rest[i]));
}

/// Σ w q qᵀ of points q.
Mat3 spread_of(std::span<const Vec3> rest, std::span<const double> weight) {
  Mat3 spread;
  for (std::size_t i = 0; i < rest.size(); ++i) spread += weight[i] * outer(rest[i], rest[i]);
  return spread;
}
double trace(const Mat3& a) {
  return a(0, 0) + a(1, 1) + a(2, 2);
}

/// Clusters of any size, one by one.
class ClusterEnergy final : public ProjectiveEnergy {
 public:
  explicit ClusterEnergy(std::vector<Cluster> clusters) : clusters_(std::move(clusters)) {
    for (const Cluster& c : clusters_) {
      const Mat3 spread = spread_of(c.rest, c.weight);
      shapes_.push_back({spread, pseudo_inverse(spread), trace(spread)});
    }
  }

  const char* name() const override { return "shape matching"; }

  double value(Positions x, Workers&) const override {
    double sum = 0;
    for (std::size_t n = 0; n < clusters_.size(); ++n) {
      gather(n, x, x_);
      sum += match(view(n), x_, known_[n], {});
    }
    return sum;
  }
  double evaluate(Positions x, double scale, std::span<Vec3> g, Workers&) const override {
    double sum = 0;
    for (std::size_t n = 0; n < clusters_.size(); ++n) {
      gather(n, x, x_);
      out_.resize(x_.size());
      sum += match(view(n), x_, known_[n], out_);
      for (std::size_t i = 0; i < out_.size(); ++i) g[clusters_[n].vertex[i]] += scale * out_[i];
    }
    return sum;
  }

  void add_hessian_product(Positions x, std::span<const Vec3> p, double scale, HessianForm form,
                           std::span<Vec3> out, Workers&) const override {
    for (std::size_t n = 0; n < clusters_.size(); ++n) add_product(n, x, p, scale, form, out);
  }
  double curvature(Positions x, std::span<const Vec3> p, HessianForm form, Workers& workers) const override {
    scratch_.assign(x.size(), {});
    add_hessian_product(x, p, 1, form, scratch_, workers);
    return dot(p, scratch_);
  }

  void add_hessian(Positions x, double scale, HessianForm form, BlockMatrix& h) const override {
    std::vector<Vec3> unit(x.size()), column(x.size());
    for (std::size_t n = 0; n < clusters_.size(); ++n) {
      const std::vector<VertexId>& vertex = clusters_[n].vertex;
      std::vector<Mat3> blocks(vertex.size());
      for (std::size_t j = 0; j < vertex.size(); ++j) {
        for (int axis = 0; axis < 3; ++axis) {
          for (const VertexId v : vertex) column[v] = {};
          unit[vertex[j]][axis] = 1;
          add_product(n, x, unit, scale, form, column);
          unit[vertex[j]][axis] = 0;
          for (std::size_t i = 0; i < vertex.size(); ++i)
            for (int row = 0; row < 3; ++row) blocks[i](row, axis) = column[vertex[i]][row];
        }
        h.add_diagonal(vertex[j], blocks[j]);
        for (std::size_t i = j + 1; i < vertex.size(); ++i) h.add_pair(vertex[i], vertex[j], blocks[i]);
      }
    }
  }

  void add_pairs(std::vector<BlockMatrix::Pair>& pairs) const override {
    for (const Cluster& c : clusters_)
      for (std::size_t i = 0; i < c.vertex.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) pairs.push_back({c.vertex[i], c.vertex[j]});
  }
  void add_quadratic(double scale, SparseBuilder& q) const override {
    for (const Cluster& c : clusters_)
      for (std::size_t i = 0; i < c.vertex.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
          q.add_difference(c.vertex[i], c.vertex[j], scale * c.stiffness * c.weight[i] * c.weight[j]);
  }
  void add_quadratic_diagonal(double scale, std::span<double> diagonal) const override {
    for (const Cluster& c : clusters_)
      for (std::size_t i = 0; i < c.vertex.size(); ++i)
        diagonal[c.vertex[i]] += scale * c.stiffness * c.weight[i] * (1 - c.weight[i]);
  }

  /// out += scale · H p of the n-th cluster.
  void add_product(std::size_t n, Positions x, std::span<const Vec3> p, double scale, HessianForm form,
                   std::span<Vec3> out) const {
    gather(n, x, x_), gather(n, p, p_);
    out_.resize(p_.size());
    multiply(view(n), x_, p_, known_[n], form, out_);
    for (std::size_t i = 0; i < out_.size(); ++i) out[clusters_[n].vertex[i]] += scale * out_[i];
  }

 private:
  struct RestShape {
    Mat3 spread;          // Σ w q qᵀ, m²
    Mat3 inverse_spread;  // 1/m²
    double size;          // Σ w |q|², m²
  };
  ClusterView view(std::size_t n) const {
    const Cluster& c = clusters_[n];
    const RestShape& shape = shapes_[n];
    return {c.rest, c.weight, c.stiffness, c.linear, shape.spread, shape.inverse_spread, shape.size};
  }
  void gather(std::size_t n, Positions from, std::vector<Vec3>& to) const {
    to.clear();
    for (const VertexId v : clusters_[n].vertex) to.push_back(from[v]);
  }

  const std::vector<Cluster> clusters_;
  std::vector<RestShape> shapes_;
  mutable std::vector<Vec3> scratch_, x_, p_, out_;           // the last three of one cluster
  mutable std::vector<KnownMoment> known_{clusters_.size()};  // of each cluster
};

/// dR: in the frame of M's singular vectors its entries are (D_ij − D_ji)/(σ_i + σ_j), D = Uᵀ dM V. With J
/// the inertia of the rest shape in that frame, the Hessian is definite where J ≤ diag(σ_i + σ_j): not if the
/// cluster is squeezed. The projected form then turns by less, in the ratio of the two (a bound after
/// Gershgorin).
Moment turning(const SingularValues<3>& svd, const Moment& change, const ClusterView& shape,
               HessianForm form) {
  const auto in = svd.inside(change);
  Vec3 inverse_sum;  // of the twist about each axis
  for (int k = 0; k < 3; ++k) {
    const auto i = static_cast<std::size_t>((k + 1) % 3), j = static_cast<std::size_t>((k + 2) % 3);
    const double sum = svd.sigma[i] + svd.sigma[j];
    inverse_sum[k] = sum > 1e-12 * shape.size ? 1 / sum : 0;
  }
  if (form != HessianForm::exact) {
    double largest = 1;
    for (int k = 0; k < 3; ++k) {
      double row = 0;
      for (int l = 0; l < 3; ++l) {
        const Vec3 a{svd.v[0][static_cast<std::size_t>(k)], svd.v[1][static_cast<std::size_t>(k)],
                     svd.v[2][static_cast<std::size_t>(k)]};
        const Vec3 b{svd.v[0][static_cast<std::size_t>(l)], svd.v[1][static_cast<std::size_t>(l)],
                     svd.v[2][static_cast<std::size_t>(l)]};
        const double inertia = (k == l ? shape.size : 0) - dot(a, shape.spread * b);
        row += std::abs(inertia) * std::sqrt(inverse_sum[k] * inverse_sum[l]);
      }
      largest = std::max(largest, row);
    }
    inverse_sum *= 1 / largest;
  }
  std::array<std::array<double, 3>, 3> out{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = i + 1; j < 3; ++j) {
      out[i][j] = inverse_sum[static_cast<int>(3 - i - j)] * (in[i][j] - in[j][i]);
      out[j][i] = -out[i][j];
    }
  return svd.outside(out);
}

/// Clusters of a few points as elements.
template <std::size_t Most>
struct SmallClusterKernel {
  using Law = detail::ClusterLaw<Most>;
  using Element = detail::SmallCluster<Most>;
  static constexpr std::size_t count = Most;
  using Corners = std::array<Vec3, count>;
  using Frame = KnownMoment;
  static constexpr const char* name = "shape matching";
  static bool is_projective(const Element&) { return true; }

  static ClusterView view(const Element& c) {
    return {c.rest, c.weight, c.stiffness, c.linear, c.spread, c.inverse_spread, c.size};
  }
  static double value(const Element& c, const Corners& x) {
    Frame frame;
    return match(view(c), x, frame, {});
  }
  static double evaluate(const Element& c, const Corners& x, Frame& frame, Corners& force) {
    return match(view(c), x, frame, force);
  }

  class Curvature {
   public:
    Curvature(const Element& c, const Corners& x, HessianForm form) : c_(c), x_(x), form_(form) {}
    Curvature(const Element& c, const Corners& x, const Frame& frame, HessianForm form)
        : c_(c), x_(x), frame_(frame), form_(form) {}
    Corners operator()(const Corners& p) const {
      Corners out;
      multiply(view(c_), x_, p, frame_, form_, out);
      return out;
    }

   private:
    const Element& c_;
    Corners x_;
    mutable Frame frame_;
    HessianForm form_;
  };

  /// k (W − w wᵀ)
  static double quadratic(const Element& c, std::size_t i, std::size_t j) {
    return c.stiffness * c.weight[i] * ((i == j ? 1 : 0) - c.weight[j]);
  }
};

template <std::size_t Most>
detail::SmallCluster<Most> small_cluster(const Cluster& c) {
  detail::SmallCluster<Most> small{.stiffness = c.stiffness, .linear = c.linear};
  small.vertex.fill(c.vertex[0]);
  std::ranges::copy(c.vertex, small.vertex.begin());
  std::ranges::copy(c.rest, small.rest.begin());
  std::ranges::copy(c.weight, small.weight.begin());
  small.spread = spread_of(c.rest, c.weight);
  small.inverse_spread = pseudo_inverse(small.spread);
  small.size = trace(small.spread);
  return small;
}
template <std::size_t Most>
void add_small(std::vector<detail::SmallCluster<Most>> clusters,
               std::vector<std::unique_ptr<Energy>>& energies) {
  if (!clusters.empty())
    energies.push_back(std::make_unique<detail::PartEnergy<SmallClusterKernel<Most>>>(std::move(clusters)));
}

/// Damping by stiffness, as that of other elements (DampingKernel).
class ClusterDamping final : public Dissipation {
 public:
  ClusterDamping(const std::vector<Cluster>& clusters, double per_stiffness, Positions rest)
      : clusters_(clusters), energy_(clusters), b_(per_stiffness) {
    freeze(rest);
  }
  const char* name() const override { return "damping by stiffness (rayleigh_stiffness)"; }

  void freeze(Positions x) override {
    frozen_.assign(x.begin(), x.end());
    turns_.clear();
    std::vector<Vec3> in(x.size()), out(x.size());
    for (std::size_t n = 0; n < clusters_.size(); ++n) {
      const std::vector<VertexId>& vertex = clusters_[n].vertex;
      std::vector<Vec3> corners;
      for (const VertexId v : vertex) corners.push_back(x[v]);
      const auto product = [&](std::vector<Vec3> z) {
        for (std::size_t i = 0; i < z.size(); ++i) in[vertex[i]] = z[i], out[vertex[i]] = {};
        energy_.add_product(n, frozen_, in, 1, HessianForm::projected, out);
        for (std::size_t i = 0; i < z.size(); ++i) z[i] = out[vertex[i]];
        return z;
      };
      turns_.push_back(detail::resisted_turns(
          corners, product, [&](std::size_t i) { return clusters_[n].stiffness * clusters_[n].weight[i]; }));
    }
  }

  double value(Positions v, Workers& workers) const override {
    return 0.5 * curvature(v, v, HessianForm::projected, workers);
  }
  double evaluate(Positions v, double scale, std::span<Vec3> g, Workers& workers) const override {
    add_hessian_product(v, v, scale, HessianForm::projected, g, workers);
    return value(v, workers);
  }
  double curvature(Positions, std::span<const Vec3> p, HessianForm form, Workers& workers) const override {
    double sum = energy_.curvature(frozen_, p, form_of(form), workers);
    for_each_turn(form, [&](const Cluster& c, const std::vector<Vec3>& turn) {
      const double share = along(c, turn, p);
      sum -= share * share;
    });
    return b_ * sum;
  }
  void add_hessian_product(Positions, std::span<const Vec3> p, double scale, HessianForm form,
                           std::span<Vec3> out, Workers& workers) const override {
    energy_.add_hessian_product(frozen_, p, scale * b_, form_of(form), out, workers);
    for_each_turn(form, [&](const Cluster& c, const std::vector<Vec3>& turn) {
      const double share = scale * b_ * along(c, turn, p);
      for (std::size_t i = 0; i < turn.size(); ++i) out[c.vertex[i]] -= share * turn[i];
    });
  }
  void add_hessian(Positions, double scale, HessianForm form, BlockMatrix& h) const override {
    energy_.add_hessian(frozen_, scale * b_, form_of(form), h);
    for_each_turn(form, [&](const Cluster& c, const std::vector<Vec3>& turn) {
      for (std::size_t i = 0; i < turn.size(); ++i) {
        h.add_diagonal(c.vertex[i], (-scale * b_) * outer(turn[i], turn[i]));
        for (std::size_t j = 0; j < i; ++j)
          h.add_pair(c.vertex[i], c.vertex[j], (-scale * b_) * outer(turn[i], turn[j]));
      }
    });
  }
  void add_pairs(std::vector<BlockMatrix::Pair>& pairs) const override { energy_.add_pairs(pairs); }
  void add_quadratic(double scale, SparseBuilder& q) const override { energy_.add_quadratic(scale * b_, q); }
  void add_quadratic_diagonal(double scale, std::span<double> diagonal) const override {
    energy_.add_quadratic_diagonal(scale * b_, diagonal);
  }

 private:
  static HessianForm form_of(HessianForm form) {
    return form == HessianForm::laplacian ? form : HessianForm::projected;
  }
  template <class Work>
  void for_each_turn(HessianForm form, const Work& work) const {
    if (form == HessianForm::laplacian) return;
    for (std::size_t n = 0; n < clusters_.size(); ++n)
      for (const std::vector<Vec3>& turn : turns_[n]) work(clusters_[n], turn);
  }
  static double along(const Cluster& c, const std::vector<Vec3>& turn, std::span<const Vec3> p) {
    double sum = 0;
    for (std::size_t i = 0; i < turn.size(); ++i) sum += dot(turn[i], p[c.vertex[i]]);
    return sum;
  }

  const std::vector<Cluster>& clusters_;
  ClusterEnergy energy_;
  double b_;  // s
  std::vector<Vec3> frozen_;
  std::vector<std::array<std::vector<Vec3>, 3>> turns_;
};

}  // namespace

std::unique_ptr<Dissipation> make_damping(const std::vector<Cluster>& clusters, double per_stiffness,
                                          Positions rest) {
  return std::make_unique<ClusterDamping>(clusters, per_stiffness, rest);
}
std::unique_ptr<Energy> make_energy(const std::vector<Cluster>& clusters) {
  return std::make_unique<ClusterEnergy>(clusters);
}
void add_energies(const std::vector<Cluster>& clusters, std::vector<std::unique_ptr<Energy>>& energies) {
  using detail::few_points, detail::more_points;
  std::vector<detail::SmallCluster<few_points>> few;
  std::vector<detail::SmallCluster<more_points>> more;
  std::vector<Cluster> many;
  for (const Cluster& c : clusters) {
    if (c.vertex.size() <= detail::cube_points)
      few.push_back(small_cluster<few_points>(c));
    else if (c.vertex.size() <= more_points)
      more.push_back(small_cluster<more_points>(c));
    else
      many.push_back(c);
  }
  add_small(std::move(few), energies);
  add_small(std::move(more), energies);
  if (!many.empty()) energies.push_back(std::make_unique<ClusterEnergy>(std::move(many)));
}

}  // namespace tensio
