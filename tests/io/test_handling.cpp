#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>

#include "io/scene_preset.h"
#include "support/random_system.h"
#include "tensio/scene.h"
#include "tensio/simulation.h"

namespace tensio {
namespace {

namespace fs = std::filesystem;

/// Hands that grab anywhere and tear away at up to 10 m/s, gusts of up to 16 m/s, and balls thrown through
/// the middle, all at times of their own.
class Violence {
 public:
  explicit Violence(Simulation& simulation) : simulation_(simulation), calm_(simulation.setup().damping) {
    const auto& x = simulation.state().x;
    for (const Vec3& p : x) middle_ += p / static_cast<double>(x.size());
    for (const Vec3& p : x) size_ = std::max(size_, norm(p - middle_));
    for (const double m : simulation.model().mass) mass_ += m;
  }

  /// Before each frame.
  void act() {
    const double now = simulation_.state().time;
    if (now >= next_wind_) blow(now);
    if (now >= calm_at_) set_damping(calm_), calm_at_ = never;
    if (now >= next_hand_) grab(now);
    if (has_hand_) {
      hand_ += simulation_.setup().frame_time * hand_velocity_;
      simulation_.move_grab(1, hand_);
      if (now >= release_at_) simulation_.request(Release{1}), has_hand_ = false;
    }
    if (now >= gone_at_)
      simulation_.remove_collider(simulation_.setup().colliders.size() - 1), gone_at_ = never;
    if (now >= next_ball_) throw_ball(now);
  }

 private:
  static constexpr double never = 1e300;

  void set_damping(const Damping& damping) {
    Setup setup = simulation_.setup();
    setup.damping = damping;
    EXPECT_TRUE(simulation_.reconfigure(setup));
  }
  void blow(double now) {
    Damping windy = calm_;
    windy.air = {.density = 1.2, .wind = 8 * normalized(random_.vec3(1)), .gust = 1, .gust_period = 0.5};
    set_damping(windy);
    next_wind_ = now + 3.1, calm_at_ = now + 1;
  }
  void grab(double now) {
    const VertexId v = random_.below(static_cast<std::uint32_t>(simulation_.state().x.size()));
    hand_ = simulation_.state().x[v];
    hand_velocity_ = random_.vec3(6);
    simulation_.request(GrabPoint{{.id = 1,
                                   .point = {{v, v, v}, {1, 0, 0}},
                                   .stiffness = mass_ * random_.uniform(300, 3000),
                                   .target = hand_}});
    has_hand_ = true;
    next_hand_ = now + 2.3, release_at_ = now + random_.uniform(0.3, 1);
  }
  void throw_ball(double now) {
    const Vec3 way = normalized(random_.vec3(1));
    Collider ball{.shape = Sphere{middle_ - 3 * size_ * way, 0.15 * size_}};
    const double through = 6 * size_ / 10;  // s, at 10 m/s
    ball.path.keys = {{now, {}}, {now + through, 6 * size_ * way}};
    EXPECT_TRUE(simulation_.add_collider(ball));
    next_ball_ = now + std::max(4.1, through), gone_at_ = now + through;
  }

  Simulation& simulation_;
  Damping calm_;
  Random random_{7};
  Vec3 middle_, hand_, hand_velocity_;
  double size_ = 0, mass_ = 0;
  double next_wind_ = 1, calm_at_ = never, next_hand_ = 0.5, release_at_ = 0, next_ball_ = 2,
         gone_at_ = never;
  bool has_hand_ = false;
};

/// Whatever is done to a scene, its energy is never above what was put in. Leaves out presets that the scene
/// refuses.
void handle(const fs::path& path, const ScenePreset& preset, double seconds) {
  SCOPED_TRACE(path.stem().string() + ", " + preset.name);
  SceneChanges changes = preset.changes;
  changes.push_back("minimiser.threads=1");
  ASSERT_TRUE(read_scene_file(path.string()));
  const auto scene = read_scene_file(path.string(), changes);
  if (!scene) return;
  auto simulation = Simulation::make(scene->setup);
  ASSERT_TRUE(simulation) << simulation.error().message;
  simulation->track_energy(true);
  Violence violence(*simulation);
  const EnergyBalance start = simulation->energy();
  EnergyFlow before;
  double put_in = start.kinetic + start.elastic, lowest = start.potential, strain = 0, worst = 0, second = 0,
         least = 0, rise = 0;
  while (simulation->state().time < seconds) {
    violence.act();
    ASSERT_TRUE(is_usable(simulation->advance_frame().status)) << "frame " << simulation->frame();
    const EnergyFlow flow = simulation->energy_flow();
    for (double EnergyFlow::*part :
         {&EnergyFlow::pins, &EnergyFlow::air, &EnergyFlow::contact, &EnergyFlow::limits, &EnergyFlow::edits})
      put_in += std::max(0.0, flow.*part - before.*part);
    before = flow;
    lowest = std::min(lowest, simulation->energy().potential);
    const double surplus = flow.surplus(), time = simulation->state().time;
    worst = std::max(worst, surplus / (put_in + start.potential - lowest));
    if (time >= second + 1) second = time, least = surplus;
    least = std::min(least, surplus);
    rise = std::max(rise, (surplus - least) / (put_in + start.potential - lowest));
    strain = std::max(strain, measure_strain(simulation->model(), simulation->state().x).max);
  }
  EXPECT_LT(worst, 0.01);
  EXPECT_LT(rise, 0.01) << "within a second";
  std::printf("%-16s %-15s %4.0f s  energy %.2g %% above what was put in  largest strain %.3g\n",
              path.stem().string().c_str(), preset.name, seconds, 100 * worst, strain);
}

const fs::path folder = fs::path(TENSIO_SOURCE_DIR) / "scenes";

TEST(Handling, MakesNoEnergyFromNothing) {
  for (const char* scene : {"cloth-on-sphere", "garment", "hair"})
    handle(folder / (std::string(scene) + ".toml"), **find_preset("realtime"), 3);
}

TEST(Handling, MakesNoEnergyFromNothingInTenMinutesOfAnySceneWithAnyPreset) {
  if (!std::getenv("TENSIO_LONG_TESTS")) GTEST_SKIP() << "takes an hour; see scripts/test --long";
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".toml")
      for (const ScenePreset& preset : scene_presets()) handle(entry.path(), preset, 600);
}

}  // namespace
}  // namespace tensio
