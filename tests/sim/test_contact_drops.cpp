// Random drops of sheets that are handled, cut, torn and changed at random while they fall and lie.

#include <cstdlib>
#include <optional>
#include <string>

#include "support/random_drop.h"

namespace tensio {
namespace {

/// What may happen to sheets, at random.
class Handler {
 public:
  Handler(Simulation& simulation, std::uint32_t seed) : simulation_(simulation), random_(seed) {}

  /// Does something, and says what.
  const char* act() {
    const Model& model = simulation_.model();
    const auto vertex = random_.below(static_cast<std::uint32_t>(model.vertex_count()));
    const std::uint32_t hand = 1 + random_.below(3);
    switch (random_.below(13)) {
      case 0:
        return grab(hand);
      case 1:
        return simulation_.move_grab(hand, random_.vec3(0.3)), "move a hand";
      case 2:
        return simulation_.request(Release{hand}), "let go";
      case 3:
        return simulation_.request(PinVertex{vertex}), "pin";
      case 4:
        return simulation_.request(UnpinVertex{vertex}), "unpin";
      case 5:
        return cut();
      case 6:
        return simulation_.request(Tear{random_.uniform(0.005, 0.05)}), "tear";
      case 7:
        return simulation_.request(RemoveVertex{vertex}), "remove a vertex";
      case 8:
        return change_fabric();
      case 9:
        return change_thickness();
      case 10:
        return throw_ball();
      case 11:
        return go_back();
      default:
        return change_velocities();
    }
  }

 private:
  const char* grab(std::uint32_t hand) {
    const auto& triangles = simulation_.model().triangles;
    const auto& corners = triangles[random_.below(static_cast<std::uint32_t>(triangles.size()))];
    simulation_.request(GrabPoint{{hand, {corners, {0.3, 0.3, 0.4}}, 50, random_.vec3(0.3)}});
    return "grab";
  }
  const char* cut() {
    const Vec3 eye = 3 * normalized(random_.vec3(1) + Vec3{0, 1.5, 0});
    const auto direction = [&] { return random_.vec3(0.15) - eye; };
    simulation_.request(Cut{{.eye = eye, .directions = {direction(), direction(), direction()}}});
    return "cut";
  }
  const char* change_fabric() {
    const auto all = fabrics();
    EXPECT_TRUE(simulation_.change_fabric(all[random_.below(static_cast<std::uint32_t>(all.size()))]));
    return "change the fabric";
  }
  /// As programs do it: by another simulation, which goes on from the same state.
  const char* change_thickness() {
    tensio::Setup setup = simulation_.setup();
    setup.contact.thickness = random_.uniform(1e-3, 4e-3);
    State state = simulation_.state();
    setup.position = state.x, setup.velocity = state.v;
    for (Collider& collider : setup.colliders)
      collider.path = {.keys = {{0, collider.path.offset(state.time)}}};
    simulation_ = make_simulation(std::move(setup));
    moment_.reset();
    return "change the thickness";
  }
  const char* throw_ball() {
    const Vec3 from = random_.vec3(0.4) + Vec3{0, 0.8, 0};
    Collider ball{Sphere{from, random_.uniform(0.02, 0.05)}, 0.3, 0, {}};
    ball.mass = random_.uniform(0.01, 0.2);
    ball.velocity = -4 * normalized(from);
    EXPECT_TRUE(simulation_.add_collider(ball));
    return "throw a ball";
  }
  const char* go_back() {
    if (moment_) simulation_.restore(*moment_);
    moment_ = simulation_.snapshot();
    return "go back to the last time, if any";
  }
  const char* change_velocities() {
    State state = simulation_.state();
    const Vec3 push = random_.vec3(2);
    for (Vec3& v : state.v) v = 0.5 * v + push;
    EXPECT_TRUE(simulation_.set_state(std::move(state)));
    return "change velocities";
  }

  Simulation& simulation_;
  Random random_;
  std::optional<Snapshot> moment_;
};

void check_drop(std::uint32_t seed) {
  tensio::Setup setup = make_drop(seed);
  if (seed % 2 == 0) setup.minimise.precision = Precision::mixed;
  Simulation simulation = make_simulation(std::move(setup));
  Handler handler(simulation, 1000 + seed);
  std::string done;
  for (int i = 0; i < 15; ++i) {
    done += std::string("; ") + handler.act();
    ASSERT_EQ(run(simulation, 3).crossings, 0u) << "drop " << seed << done;
  }
}

TEST(ContactDrops, WithRandomEditsNeverCross) {
  for (const std::uint32_t seed : {3, 9, 18, 113, 156}) check_drop(seed);
}

class ContactDropsByTheThousand : public ::testing::TestWithParam<std::uint32_t> {};

TEST_P(ContactDropsByTheThousand, NeverCross) {
  if (!std::getenv("TENSIO_LONG_TESTS")) GTEST_SKIP() << "takes minutes; see scripts/test --long";
  for (std::uint32_t seed = GetParam() + 1; seed <= GetParam() + 250; ++seed) check_drop(seed);
}

INSTANTIATE_TEST_SUITE_P(Long, ContactDropsByTheThousand, ::testing::Values(0, 250, 500, 750));

}  // namespace
}  // namespace tensio
