#include "integrate/rigid_motion.h"

#include <algorithm>

#include "math/elementary.h"
#include "tensio/vec3.h"

namespace tensio {
namespace {

/// One of Jacobi's rotations, which makes a(p, q) zero; the columns of e are the eigenvectors so far.
void rotate(Mat3& a, Mat3& e, int p, int q) {
  if (a(p, q) == 0) return;
  // tan of the angle, the smaller root of t² + 2θt − 1 = 0
  const double theta = (a(q, q) - a(p, p)) / (2 * a(p, q));
  const double t = (theta < 0 ? -1 : 1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
  const double c = 1 / std::sqrt(t * t + 1), s = t * c;
  for (int k = 0; k < 3; ++k) {
    const double u = a(k, p), v = a(k, q);
    a(k, p) = c * u - s * v, a(k, q) = s * u + c * v;
  }
  for (int k = 0; k < 3; ++k) {
    const double u = a(p, k), v = a(q, k);
    a(p, k) = c * u - s * v, a(q, k) = s * u + c * v;
    const double f = e(k, p), g = e(k, q);
    e(k, p) = c * f - s * g, e(k, q) = s * f + c * g;
  }
}

/// The smallest solution of A x = b for a symmetric A ≥ 0 that may be singular: what stands on one line has
/// no inertia about it.
Vec3 solve_semidefinite(Mat3 a, const Vec3& b) {
  Mat3 e = Mat3::identity();
  for (int sweep = 0; sweep < 8; ++sweep) {
    rotate(a, e, 0, 1);
    rotate(a, e, 0, 2);
    rotate(a, e, 1, 2);
  }
  const double largest = std::max({a(0, 0), a(1, 1), a(2, 2)});
  Vec3 x;
  for (int i = 0; i < 3; ++i) {
    if (!(a(i, i) > 1e-12 * largest)) continue;
    const Vec3 axis{e(0, i), e(1, i), e(2, i)};
    x += (dot(axis, b) / a(i, i)) * axis;
  }
  return x;
}

}  // namespace

RigidMotions::RigidMotions(const Model& model, Held held)
    : model_(model), piece_of_(connected_pieces(model)), pinned_(model.vertex_count(), 0) {
  std::uint32_t count = 0;
  for (const std::uint32_t piece : piece_of_) count = std::max(count, piece + 1);
  pieces_.resize(count);
  turns_.resize(count);
  for (const Pin& pin : model.pins) pinned_[pin.vertex] = pin.axes;
  if (held == Held::move) return;
  for (const Pin& pin : model.pins)
    if (pin.axes == all_axes) pieces_[piece_of_[pin.vertex]].stands_still = true;
  for (const Attachment& attachment : model.attachments)
    if (attachment.stiffness > 0) pieces_[piece_of_[attachment.vertex]].stands_still = true;
}

void RigidMotions::fit(Positions x, std::span<const Vec3> v) {
  for (Piece& piece : pieces_) {
    piece.mass = 0;
    piece.centre = piece.velocity = {};
  }
  std::ranges::fill(turns_, Turn{});
  const auto for_each = [&](auto&& work) {
    for (std::size_t i = 0; i < x.size(); ++i)
      if (pinned_[i] != all_axes && !pieces_[piece_of_[i]].stands_still)
        work(i, model_.mass[i], pieces_[piece_of_[i]], turns_[piece_of_[i]]);
  };
  for_each([&](std::size_t i, double m, Piece& piece, Turn&) {
    piece.mass += m;
    piece.centre += m * x[i];
    piece.velocity += m * v[i];
  });
  for (Piece& piece : pieces_) {
    if (!(piece.mass > 0)) continue;
    piece.centre = piece.centre / piece.mass;
    piece.velocity = piece.velocity / piece.mass;
  }
  for_each([&](std::size_t i, double m, const Piece& piece, Turn& t) {
    const Vec3 d = x[i] - piece.centre;
    t.xx += m * d.x * d.x, t.yy += m * d.y * d.y, t.zz += m * d.z * d.z;
    t.xy += m * d.x * d.y, t.xz += m * d.x * d.z, t.yz += m * d.y * d.z;
    t.momentum += m * cross(d, v[i] - piece.velocity);
  });
  for (std::size_t p = 0; p < pieces_.size(); ++p) {
    const Turn& t = turns_[p];
    const Mat3 inertia{{t.yy + t.zz, -t.xy, -t.xz, -t.xy, t.xx + t.zz, -t.yz, -t.xz, -t.yz, t.xx + t.yy}};
    pieces_[p].spin = solve_semidefinite(inertia, t.momentum);
  }
}

void RigidDrag::apply(double h, State& state) {
  const double kept = power(rigid_, h);
  motions_.fit(state.x, state.v);
  for (std::size_t i = 0; i < state.v.size(); ++i) {
    const Vec3 rigid = motions_.velocity(i, state.x[i]);
    copy_axes(other_axes(motions_.pinned(i)), rigid + kept * (state.v[i] - rigid), state.v[i]);
  }
}

}  // namespace tensio
