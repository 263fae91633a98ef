// Reference cases written as scenes alone (scenes/validation), run by the command line and read from the
// frames that it writes for NumPy.

#include <cmath>
#include <fmt/format.h>
#include <numbers>

#include "cli/program.h"
#include "io/npy.h"
#include "tensio/vec3.h"

namespace tensio {
namespace {

constexpr double g = 9.81, pi = std::numbers::pi;

class Validation : public Program {
 protected:
  /// Runs a scene and keeps its frames.
  void run_scene(const std::string& name) {
    const std::string scene = std::string(TENSIO_SOURCE_DIR) + "/scenes/validation/" + name + ".toml";
    const Outcome outcome = run("run " + scene + " --strict --quiet --out frames --format npz");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
  }
  /// An array of a frame.
  NpyArray array(int frame, const std::string& name) {
    const std::string file = fmt::format("frames/frame_{:05}.npz", frame);
    auto arrays = parse_npz(read(folder_ / file), file);
    EXPECT_TRUE(arrays) << arrays.error().message;
    return arrays ? (*arrays)[name] : NpyArray{};
  }
  std::vector<Vec3> vectors(int frame, const std::string& name) {
    const NpyArray numbers = array(frame, name);
    std::vector<Vec3> rows;
    for (std::size_t i = 0; i + 2 < numbers.values.size(); i += 3)
      rows.push_back({numbers.values[i], numbers.values[i + 1], numbers.values[i + 2]});
    EXPECT_FALSE(rows.empty()) << name;
    return rows;
  }
};

TEST_F(Validation, R1_SpinningDumbbell) {
  run_scene("R1-dumbbell");
  for (const int frame : {0, 7, 60}) {
    const auto x = vectors(frame, "position");
    EXPECT_NEAR(norm(x[1] - x[0]), 1.05263157895, 1e-9) << frame;
    EXPECT_NEAR(array(frame, "tension").values[0], 1000 * 0.05263157895, 1e-6);
  }
  const auto start = vectors(0, "position"), end = vectors(60, "position");  // turned by 6 rad
  EXPECT_NEAR(dot(end[1], start[1]) / dot(start[1], start[1]), std::cos(6.0), 1e-7);
}

TEST_F(Validation, R2_SpinningTriangle) {
  run_scene("R2-triangle");
  for (const int frame : {0, 60}) {
    const auto x = vectors(frame, "position");
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_NEAR(norm(x[(i + 1) % 3] - x[i]), 1.03448275862, 1e-9) << frame;
  }
}

TEST_F(Validation, SpinningRing) {
  run_scene("ring");
  const double sine = std::sin(pi / 64), side = 2 * 0.5 * sine / (1 - 400.0 / 64 / (8000 * sine * sine));
  for (const int frame : {0, 60}) {
    const auto x = vectors(frame, "position");
    ASSERT_EQ(x.size(), 64u);
    for (std::size_t i = 0; i < 64; ++i) EXPECT_NEAR(norm(x[(i + 1) % 64] - x[i]), side, 1e-8) << frame;
  }
}

TEST_F(Validation, M4_HangingChainSwingsHalfAPeriod) {
  run_scene("M4-hanging-chain");
  const auto x = vectors(100, "position"), v0 = vectors(0, "velocity"), v = vectors(100, "velocity");
  const double amplitude = 1e-3 / 3.595501868;  // m, of the lowest mass
  EXPECT_GT(std::abs(vectors(50, "position")[5].x), 0.99 * amplitude);
  for (std::size_t i = 1; i < 6; ++i) {
    EXPECT_NEAR(x[i].x, 0, 1e-3 * pi * amplitude) << i;  // 1e-3 of the frequency
    EXPECT_NEAR(v[i].x, -v0[i].x, 1e-3 * 1e-3) << i;
  }
  // At rest before: the pin carries the weight of the five masses and its own.
  EXPECT_NEAR(vectors(0, "reaction")[0].y, 6 * 0.1 * g, 1e-9);
}

TEST_F(Validation, T2_SlinkyIsLetGo) {
  run_scene("T2-slinky");
  const auto centre = [&](int frame) {
    double sum = 0;
    const auto x = vectors(frame, "position");
    for (std::size_t i = 0; i < x.size(); ++i) sum += (i == 0 || i + 1 == x.size() ? 0.5 : 1) * x[i].y / 200;
    return sum;
  };
  const double start = centre(0), bottom = vectors(0, "position").back().y;
  EXPECT_NEAR(bottom, -1 - g * 2 / (2 * 50), 1e-9);  // M g/2K below its rest, S2
  EXPECT_NEAR(centre(10), start, 1e-10);
  for (const int frame : {15, 26, 30}) {
    const double t = 0.01 * (frame - 10);
    EXPECT_NEAR(centre(frame), start - g / 2 * t * t, 1e-10) << frame;
  }
  const double fall = g / 2 * 0.16 * 0.16;  // of a free mass in 0.8 √(M/K)
  EXPECT_LT(std::abs(vectors(26, "position").back().y - bottom), 0.01 * fall);
  EXPECT_GT(std::abs(vectors(0, "position")[0].y - vectors(26, "position")[0].y), fall);
}

TEST_F(Validation, C3_Capstan) {
  run_scene("C3-capstan");
  const double force = 20, reaction = norm(vectors(100, "reaction")[0]);
  EXPECT_NEAR(force / reaction, std::exp(0.3 * pi), 0.05 * std::exp(0.3 * pi));
}

}  // namespace
}  // namespace tensio
