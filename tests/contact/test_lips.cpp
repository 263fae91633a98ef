#include <gtest/gtest.h>

#include "contact/lips.h"
#include "edit/edit.h"
#include "tensio/build.h"

namespace tensio {
namespace {

constexpr double distance = 2e-5;

/// A sheet cut across its middle, and its lips parted.
struct CutSheet {
  Model model;
  State state;
  std::vector<Vec3> parted;

  explicit CutSheet(const auto& shape, const std::vector<VertexId>& pinned_vertices = {}) {
    model = *make_grid({.columns = 9, .rows = 9, .width = 0.2, .depth = 0.2});
    state.x = model.rest_position;
    state.v.resize(state.x.size());
    const auto cut =
        apply(Cut{{.eye = {0, 50, 0}, .directions = {{-0.05, -50, 0.012}, {0.2, -50, 0.012}}}}, model, state);
    EXPECT_GT(cut->vertices_added, 3u);
    for (Vec3& p : state.x) p = shape(p);
    const ContactSurface surface = make_contact_surface(model, {}, {});
    Untangler untangler(surface, {});
    std::vector<Axes> pinned(state.x.size(), 0);
    for (const VertexId v : pinned_vertices) pinned[v] = all_axes;
    parted = state.x;
    part_lips(surface, model.copies, pinned, distance, untangler, parted);
    EXPECT_TRUE(untangler.find(parted, true).empty());
  }
  double moved(VertexId v) const { return norm(parted[v] - state.x[v]); }
};

TEST(Lips, PartAlongTheSheet) {
  const CutSheet sheet([](const Vec3& p) { return p; });
  for (const auto& [copy, original] : sheet.model.copies)
    EXPECT_NEAR(norm(sheet.parted[copy] - sheet.parted[original]), 2 * distance, 1e-9);
  for (const Vec3& p : sheet.parted) EXPECT_EQ(p.y, 0);
  std::size_t moved = 0;
  for (VertexId v = 0; v < sheet.state.x.size(); ++v) moved += sheet.moved(v) > 0;
  EXPECT_EQ(moved, 2 * sheet.model.copies.size());
}

TEST(Lips, PartWhereTheSheetIsFoldedAlongTheCut) {
  const CutSheet sheet([](const Vec3& p) { return Vec3{p.x, 0.01 * p.z, std::abs(p.z)}; });
  for (const auto& [copy, original] : sheet.model.copies)
    EXPECT_GT(norm(sheet.parted[copy] - sheet.parted[original]), distance);
}

TEST(Lips, GoLessFarWhereAnotherSurfaceIsNear) {
  // What is beside the cut rises, so that the lip across it goes down too, turns over and comes back below.
  const auto shape = [](const Vec3& p) {
    if (p.z < 0.01) return p;
    if (p.z < 0.03) return Vec3{p.x, 0.02, 0.02};
    if (p.z < 0.06) return Vec3{p.x, 0.03, 0.05};
    return p.z < 0.08 ? Vec3{p.x, -0.1 * distance, 0.06} : Vec3{p.x, -0.1 * distance, -0.04};
  };
  const CutSheet sheet(shape);
  for (const auto& [copy, original] : sheet.model.copies) {
    EXPECT_GT(norm(sheet.parted[copy] - sheet.parted[original]), 0);
    EXPECT_LT(std::max(sheet.moved(copy), sheet.moved(original)), 0.5 * distance);
  }
}

TEST(Lips, StayWherePinsHoldThem) {
  const CutSheet free([](const Vec3& p) { return p; });
  const auto [copy, original] = free.model.copies[1];
  const CutSheet held([](const Vec3& p) { return p; }, {original});
  EXPECT_EQ(held.moved(original), 0);
  EXPECT_NEAR(held.moved(copy), distance, 1e-9);
}

}  // namespace
}  // namespace tensio
