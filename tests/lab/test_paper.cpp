#include <cmath>
#include <gtest/gtest.h>

#include "lab/paper_bodies.h"
#include "lab/state_pictures.h"
#include "lab/xml_check.h"
#include "tensio/model.h"

using namespace tensio;
using namespace tensio::lab;

TEST(PaperBodies, ClothIsTable1sAndTheAnimalsAreWithinFivePercent) {
  const PaperBody cloth = make_paper_cloth();
  EXPECT_EQ(cloth.setup.model.vertex_count(), cloth.paper_vertices);
  EXPECT_EQ(cloth.setup.model.springs.size(), cloth.paper_springs);
  for (const PaperBody& body : {make_paper_hippo(), make_paper_frog(), make_paper_dog()}) {
    const auto vertices = static_cast<double>(body.setup.model.vertex_count());
    const auto springs = static_cast<double>(body.setup.model.springs.size());
    EXPECT_NEAR(vertices / static_cast<double>(body.paper_vertices), 1, 0.05) << body.name;
    EXPECT_NEAR(springs / static_cast<double>(body.paper_springs), 1, 0.05) << body.name;
    EXPECT_TRUE(validate(body.setup)) << body.name;
  }
}

TEST(PictureSheet, IsWellFormedForAnyNumberOfPictures) {
  for (const std::size_t count : {0u, 1u, 5u, 7u}) {
    PictureSheet sheet{.title = "a < b", .subtitle = "c", .tiles = {}};
    for (std::size_t i = 0; i < count; ++i) sheet.tiles.push_back({"png", "x & y", "note"});
    EXPECT_EQ(xml_problem(picture_sheet_svg(sheet)), "") << count;
  }
}
