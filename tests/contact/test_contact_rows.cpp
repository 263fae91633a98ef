#include <cmath>
#include <gtest/gtest.h>

#include "contact/contact_rows.h"
#include "support/soup.h"

namespace tensio {
namespace {

using Kind = ContactKey::Kind;

/// A mesh, and triangles of another body with it.
struct Case {
  ContactSurface surface;
  std::vector<Vec3> x;

  void add(const std::vector<Vec3>& points, const std::vector<std::array<VertexId, 3>>& triangles,
           double thickness = 0.02, double friction = 0.25) {
    const VertexId first = surface.add_points(points.size(), thickness, friction);
    x.insert(x.end(), points.begin(), points.end());
    for (const auto& [a, b, c] : triangles) surface.triangles.push_back({first + a, first + b, first + c});
    surface.vertices = x.size();
  }
  std::vector<ContactRow> rows(double slack = 0, const std::vector<Vec3>& ahead = {}) {
    surface.connect({});
    return rows_at(x, slack, ahead);
  }
  /// The same where points have moved from where they are at rest.
  std::vector<ContactRow> rows_at(const std::vector<Vec3>& moved, double slack = 0,
                                  const std::vector<Vec3>& ahead = {}) {
    const std::vector<Vec3> still(x.size());
    const PairList list = make_list(surface, moved, still, std::vector<double>(x.size(), 1), 1);
    Workers workers;
    std::vector<ContactRow> rows;
    make_rows(surface, list.pairs(),
              {0, 1, moved, ahead.empty() ? still : ahead, std::vector<double>(x.size(), slack)}, x, workers,
              rows, planes);
    return rows;
  }
  std::vector<DividingPlane> planes;
};

/// A square of 2 by 2 cells about the origin; `lift` raises its middle row: a crease along x.
Case creased(double lift) {
  Case made;
  std::vector<Vec3> points;
  for (int j = -1; j <= 1; ++j)
    for (int i = -1; i <= 1; ++i) points.push_back({0.1 * i, j == 0 ? lift : 0, 0.1 * j});
  made.add(points, {{0, 3, 1}, {1, 3, 4}, {1, 4, 2}, {2, 4, 5}, {3, 6, 4}, {4, 6, 7}, {4, 7, 5}, {5, 7, 8}});
  return made;
}

/// Adds a needle: a triangle whose tip is here and which stands along `up`, far from all else.
void add_needle(Case& to, const Vec3& tip, const Vec3& up = {0, 1, 0}) {
  to.add({tip, tip + up + Vec3{0.01, 0, 0}, tip + up + Vec3{0, 0, 0.01}}, {{0, 1, 2}});
}

/// That weights add up to nothing, and that the row tells distance and direction of its two places.
void expect_sound(const ContactRow& row, Positions x) {
  double sum = 0, first = 0;
  Vec3 way;
  for (int k = 0; k < 4; ++k) {
    sum += row.weight[k], first += std::max(0.0, row.weight[k]);
    way += row.weight[k] * x[row.point[k]];
  }
  EXPECT_NEAR(sum, 0, 1e-12);
  EXPECT_NEAR(first, 1, 1e-12);
  EXPECT_NEAR(norm(row.normal), 1, 1e-12);
  EXPECT_NEAR(norm(way - row.distance * row.normal), 0, 1e-12);
}

TEST(ContactRows, OfAPointAboveAFlatMeshAreOneWhereverItIs) {
  const struct {
    double x, z;
    Kind kind;
  } places[] = {{0.031, 0.047, Kind::point_face}, {0.03, 0, Kind::point_edge},
                {0, 0.03, Kind::point_edge},      {0.05, 0.05, Kind::point_edge},
                {0, 0, Kind::point_point},        {-0.062, -0.081, Kind::point_face}};
  for (const auto& [x, z, kind] : places)
    for (const double side : {1.0, -1.0}) {
      Case made = creased(0);
      add_needle(made, {x, side * 0.01, z}, {0, side, 0});
      const std::vector<ContactRow> rows = made.rows();
      ASSERT_EQ(rows.size(), 1u) << x << ", " << z;
      EXPECT_EQ(rows[0].key.kind, kind) << x << ", " << z;
      EXPECT_NEAR(rows[0].distance, 0.01, 1e-15);
      EXPECT_EQ(rows[0].gap, 0.02);
      EXPECT_NEAR(rows[0].friction, 0.25, 1e-15);
      // From the mesh to the tip, or the other way round where the mesh comes first.
      const bool is_tip_first = rows[0].point[0] == 9;
      EXPECT_NEAR(rows[0].normal.y, is_tip_first ? side : -side, 1e-12);
      expect_sound(rows[0], made.x);
    }
}

TEST(ContactRows, KeepTheirKeyWhileTheirPointSlidesOnAFace) {
  ContactKey before{};
  for (const double x : {0.02, 0.03, 0.04}) {
    Case made = creased(0);
    add_needle(made, {x, 0.01, 0.045});
    const std::vector<ContactRow> rows = made.rows();
    ASSERT_EQ(rows.size(), 1u);
    if (x > 0.02) {
      EXPECT_EQ(rows[0].key, before);
    }
    before = rows[0].key;
  }
}

TEST(ContactRows, AboveAConvexCreaseAreOneAlongItsOuterNormals) {
  for (const double shift : {-0.001, 0.0, 0.001}) {
    Case made = creased(0.05);
    add_needle(made, {0.03, 0.06, shift});
    const std::vector<ContactRow> rows = made.rows();
    ASSERT_EQ(rows.size(), 1u) << shift;
    EXPECT_EQ(rows[0].key.kind, Kind::point_edge);  // within the wedge of normals of the crease
    EXPECT_NEAR(rows[0].distance, std::hypot(0.01, shift), 1e-12);
    expect_sound(rows[0], made.x);
  }
  Case made = creased(0.05);
  add_needle(made, {0.03, 0.05, 0.02});  // to the side: above one face
  const std::vector<ContactRow> rows = made.rows();
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].key.kind, Kind::point_face);
  EXPECT_NEAR(rows[0].distance, 0.01 / std::hypot(1, 0.5), 1e-12);
}

TEST(ContactRows, InAConcaveCreaseAreOnePerFace) {
  Case made = creased(-0.1);
  add_needle(made, {0.03, -0.09, 0});
  const std::vector<ContactRow> rows = made.rows();
  ASSERT_EQ(rows.size(), 2u) << "the edge in the depth of a groove is never what is nearest";
  for (const ContactRow& row : rows) {
    EXPECT_EQ(row.key.kind, Kind::point_face);
    EXPECT_NEAR(row.distance, 0.01 * std::sqrt(0.5), 1e-12);
    EXPECT_NEAR(row.normal.y, std::sqrt(0.5), 1e-12);
    expect_sound(row, made.x);
  }
  EXPECT_NEAR(rows[0].normal.z, -rows[1].normal.z, 1e-12);
}

TEST(ContactRows, OfCrossedEdgesAreOne) {
  // Two roofs, one upside down above the other, their ridges crossed.
  for (const double angle : {0.3, 0.9, std::acos(0.0)}) {
    Case made;
    made.add({{-1, 0, 0}, {1, 0, 0}, {0, -1, 1}, {0, -1, -1}}, {{0, 2, 1}, {0, 1, 3}});
    const Vec3 along{std::cos(angle), 0, std::sin(angle)}, across{-along.z, 0, along.x}, up{0, 0.013, 0};
    const Vec3 high{0, 1.013, 0};
    made.add({up - along, up + along, high + across, high - across}, {{0, 1, 2}, {1, 0, 3}});
    const std::vector<ContactRow> rows = made.rows();
    ASSERT_EQ(rows.size(), 1u) << angle;
    EXPECT_EQ(rows[0].key.kind, Kind::edge_edge);
    EXPECT_NEAR(rows[0].distance, 0.013, 1e-12);
    EXPECT_NEAR(std::abs(rows[0].normal.y), 1, 1e-12);
    for (const double weight : rows[0].weight) EXPECT_NEAR(std::abs(weight), 0.5, 1e-12);
    expect_sound(rows[0], made.x);
  }
}

TEST(ContactRows, OfEdgesWithinAFlatMeshBelowAnotherAreNone) {
  // Two flat sheets face to face touch with the corners of each alone: inner edges do not stand out.
  Case made = creased(0);
  Case upper = creased(0);
  for (Vec3& p : upper.x) p += Vec3{0.031, 0.0195, 0.017};
  made.add(upper.x, upper.surface.triangles);
  const std::vector<ContactRow> rows = made.rows();
  for (const ContactRow& row : rows) {
    EXPECT_NEAR(row.distance, 0.0195, 1e-12);
    EXPECT_NEAR(std::abs(row.normal.y), 1, 1e-9);
    expect_sound(row, made.x);
  }
  for (std::size_t i = 1; i < rows.size(); ++i) EXPECT_LT(rows[i - 1].key, rows[i].key) << "each once";
  std::size_t points = 0;
  for (const ContactRow& row : rows) points += row.key.kind == Kind::point_face ? 1 : 0;
  EXPECT_EQ(points, 8u);  // corners of each above or below the other
}

TEST(ContactRows, BearEveryPointThatIsTooNearThoughItsNeighboursAreNearer) {
  // Otherwise a sheet that is a little wavy would lie on its lowest vertices alone.
  Case made;
  made.add({{-1, 0, -1}, {-1, 0, 3}, {3, 0, -1}}, {{0, 1, 2}});
  Case upper = creased(0);
  for (std::size_t i = 0; i < 9; ++i) upper.x[i].y = 0.01 + 0.001 * static_cast<double>(i * 5 % 9);
  made.add(upper.x, upper.surface.triangles);
  const std::vector<ContactRow> rows = made.rows();
  EXPECT_EQ(rows.size(), 9u);
  for (const ContactRow& row : rows) EXPECT_EQ(row.key.kind, Kind::point_face);
}

TEST(ContactRows, AreMadeWhereTheGapIsOrWillBeTooSmall) {
  const auto rows_at = [](double height, double slack, double fall) {
    Case made = creased(0);
    add_needle(made, {0.031, height, 0.047});
    std::vector<Vec3> ahead(made.x.size());
    ahead[9].y = -fall;
    return made.rows(slack, ahead).size();
  };
  EXPECT_EQ(rows_at(0.0199, 0, 0), 1u);
  EXPECT_EQ(rows_at(0.0201, 0, 0), 0u);
  EXPECT_EQ(rows_at(0.0239, 0.002, 0), 1u);
  EXPECT_EQ(rows_at(0.0241, 0.002, 0), 0u);
  EXPECT_EQ(rows_at(0.0301, 0, 0.0102), 1u);
  EXPECT_EQ(rows_at(0.0301, 0, 0.01), 0u);
  EXPECT_EQ(rows_at(0.0199, 0, -1), 1u) << "parting, but near now";
}

TEST(ContactRows, OfOneBodyAreLeftOutWhereItIsAsNearAtRest) {
  // A mesh finer than its thickness does not push itself apart, but keeps its planes.
  Case made;
  std::vector<Vec3> points;
  std::vector<std::array<VertexId, 3>> triangles;
  for (std::uint32_t i = 0; i <= 6; ++i) {
    points.push_back({0.01 * i, 0, 0}), points.push_back({0.01 * i, 0, 0.01});
    if (i < 6)
      triangles.push_back({2 * i, 2 * i + 1, 2 * i + 2}),
          triangles.push_back({2 * i + 1, 2 * i + 3, 2 * i + 2});
  }
  made.add(points, triangles, 0.025);
  EXPECT_TRUE(made.rows(0.01).empty());
  EXPECT_FALSE(made.planes.empty());
  EXPECT_TRUE(made.rows().empty());
  EXPECT_TRUE(made.planes.empty()) << "nothing can move";
  // Rolled up, its ends meet.
  made.surface.connect({});
  std::vector<Vec3> rolled = made.x;
  for (std::size_t i = 0; i < rolled.size(); ++i) {
    const double turn = 100 * made.x[i].x;  // of 6 and a bit
    rolled[i] = {0.0102 * std::cos(turn), 0.0102 * std::sin(turn), made.x[i].z};
  }
  EXPECT_FALSE(made.rows_at(rolled).empty());
}

TEST(ContactRows, OfWhatTouchesAtNoDistanceAreNone) {
  Case made = creased(0);
  add_needle(made, {0.031, 0, 0.047});
  for (const ContactRow& row : made.rows()) EXPECT_GT(row.distance, 0);
}

}  // namespace
}  // namespace tensio
