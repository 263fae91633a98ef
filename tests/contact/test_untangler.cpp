#include <gtest/gtest.h>

#include "contact/untangle.h"
#include "tensio/build.h"

namespace tensio {
namespace {

TEST(Untangler, FindsWhatATriangleWouldCross) {
  Model model = *make_grid({.columns = 3, .rows = 3, .width = 0.2, .depth = 0.2});
  const auto upright = [](double s) { return Vec3{0.03, 0.1 * (2 * s - 1), 0.05}; };
  model.append(*make_chain({.segments = 3, .curve = upright, .stiffness = 100, .mass = 0.01}));
  const VertexId chain = 9;
  const ContactSurface surface = make_contact_surface(model, {}, {});
  std::vector<Vec3> x = model.rest_position;
  Untangler all(surface, {}), none(surface, {.self = true, .bodies = false});
  const std::array<VertexId, 3> across{3, 8, 5}, beside{0, 1, 3};
  EXPECT_TRUE(all.crosses(across, 4, x));
  EXPECT_FALSE(all.crosses(beside, 4, x));
  EXPECT_FALSE(none.crosses(across, 4, x));
  EXPECT_FALSE(all.crosses(across, chain + 1, x));  // an end of the only segment that crosses
  // Its own edges may cross a triangle too.
  EXPECT_TRUE(all.crosses({chain, chain + 1, chain + 3}, chain + 2, x));
  for (VertexId k = 0; k < 4; ++k) x[chain + k].y += 0.2;
  EXPECT_FALSE(all.crosses({chain, chain + 1, chain + 3}, chain + 2, x));
}

}  // namespace
}  // namespace tensio
