#include <Eigen/Geometry>
#include <Eigen/SVD>
#include <gtest/gtest.h>

#include "energy/polar_lanes.h"
#include "support/random_system.h"

namespace tensio {
namespace {

using detail::Lanes33;

Eigen::Matrix3d random_rotation(Random& random) {
  const Eigen::Quaterniond q(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1),
                             random.uniform(-1, 1));
  return q.normalized().toRotationMatrix();
}

struct Accuracy {
  double worst = 0;   // of the entries of R
  int undefined = 0;  // of a thousand
};

/// Compares with Eigen's singular values: F with singular values between 1/most and most, the last negative
/// if it mirrors.
template <class Real>
Accuracy measure(double most, bool mirrors) {
  using P = Pack<Real, 1>;
  Random random(7);
  Accuracy found;
  for (int sample = 0; sample < 1000; ++sample) {
    Eigen::Vector3d sigma;
    for (double& s : sigma) s = std::pow(most, random.uniform(-1, 1));
    std::sort(sigma.begin(), sigma.end(), std::greater<>());
    if (mirrors) sigma[2] = -sigma[2];
    Eigen::Matrix3d f = random_rotation(random) * sigma.asDiagonal() * random_rotation(random).transpose();
    Lanes33<P> in;
    for (int k = 0; k < 3; ++k) {
      in.column[k] = {static_cast<Real>(f(0, k)), static_cast<Real>(f(1, k)), static_cast<Real>(f(2, k))};
      f.col(k) << in.column[k].x, in.column[k].y, in.column[k].z;
    }
    const Eigen::JacobiSVD<Eigen::Matrix3d> svd(f, Eigen::ComputeFullU | Eigen::ComputeFullV);
    Eigen::Vector3d signs(1, 1, f.determinant() < 0 ? -1 : 1);
    const Eigen::Matrix3d exact = svd.matrixU() * signs.asDiagonal() * svd.matrixV().transpose();
    const detail::Polar3<P> polar(in);
    if (polar.undefined > 0) {
      ++found.undefined;
      continue;
    }
    for (int k = 0; k < 3; ++k) {
      const auto& r = polar.rotation.column[k];
      const Eigen::Vector3d column(r.x, r.y, r.z);
      found.worst = std::max(found.worst, (column - exact.col(k)).cwiseAbs().maxCoeff());
    }
  }
  return found;
}

TEST(PolarLanes, AgreeWithEigensSingularValues) {
  struct Case {
    double most;
    bool mirrors;
    double single_error, double_error;
    int undefined;  // at most
  };
  for (const Case& c :
       {Case{1.05, false, 2e-6, 2e-15, 0}, Case{1.5, false, 4e-6, 5e-15, 0}, Case{2, false, 1e-5, 1e-14, 0},
        Case{4, false, 1e-4, 1e-12, 200}, Case{2, true, 2e-4, 1e-11, 1000}}) {
    const Accuracy single = measure<float>(c.most, c.mirrors), twice = measure<double>(c.most, c.mirrors);
    EXPECT_LT(single.worst, c.single_error) << c.most << c.mirrors;
    EXPECT_LT(twice.worst, c.double_error) << c.most << c.mirrors;
    EXPECT_LE(single.undefined, c.undefined) << c.most << c.mirrors;
    EXPECT_LE(twice.undefined, c.undefined) << c.most << c.mirrors;
  }
}

TEST(PolarLanes, LeaveUndefinedWhatHasNoRotation) {
  using P = Pack<double, 1>;
  const Lanes33<P> nothing{{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}}, line{{{1, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
  const Lanes33<P> mirror{{{1, 0, 0}, {0, 1, 0}, {0, 0, -1}}};  // every half turn about a normal of z
  for (const Lanes33<P>& f : {nothing, line, mirror}) EXPECT_GT(detail::Polar3<P>(f).undefined, 0);
}

}  // namespace
}  // namespace tensio
