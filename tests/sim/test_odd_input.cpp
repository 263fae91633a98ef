// Odd but acceptable input: it simulates cleanly, with finite numbers, by every method, or the step reports
// that it failed.

#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <numbers>

#include "build/mesh.h"
#include "support/minimise_cases.h"
#include "tensio/cloth.h"
#include "tensio/simulation.h"

namespace tensio {
namespace {

TriangleMesh star(std::size_t valence) {
  TriangleMesh mesh;
  mesh.points.push_back({0, 0, 0});
  for (std::size_t i = 0; i < valence; ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(valence);
    mesh.points.push_back({std::cos(angle), 0.1, std::sin(angle)});
    mesh.triangles.push_back({0, static_cast<VertexId>(i + 1), static_cast<VertexId>((i + 1) % valence + 1)});
  }
  return mesh;
}

/// Many pages on one edge: not a manifold.
TriangleMesh fan(std::size_t pages) {
  TriangleMesh mesh{.points = {{0, 0, 0}, {1, 0, 0}}, .triangles = {}};
  for (std::size_t i = 0; i < pages; ++i) {
    const double angle = 0.1 * static_cast<double>(i);
    mesh.points.push_back({0.5, std::cos(angle), std::sin(angle)});
    mesh.triangles.push_back({0, 1, static_cast<VertexId>(i + 2)});
  }
  return mesh;
}

TriangleMesh crossing_sheets() {
  return {
      .points =
          {{-1, 0, -1}, {1, 0, -1}, {1, 0, 1}, {-1, 0, 1}, {-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}},
      .triangles = {{0, 1, 2}, {0, 2, 3}, {4, 5, 6}, {4, 6, 7}}};
}

/// A sliver, a triangle of no area, an isolated vertex and two vertices in one place.
TriangleMesh rubble() {
  return {.points = {{0, 0, 0}, {1, 0, 0}, {0.5, 1e-9, 0}, {2, 0, 0}, {5, 5, 5}, {1, 0, 0}, {1, 1, 0}},
          .triangles = {{0, 1, 2}, {0, 1, 3}, {0, 5, 6}}};
}

struct OddMesh {
  const char* name;
  TriangleMesh mesh;
};

TEST(OddInput, OddMeshesSimulateCleanlyByEveryMethod) {
  const OddMesh meshes[] = {{"star of 5000", star(5000)},
                            {"fan of 300", fan(300)},
                            {"crossing sheets", crossing_sheets()},
                            {"rubble", rubble()}};
  for (const auto& [name, mesh] : meshes) {
    const auto built = make_mesh_model(mesh, {});
    ASSERT_TRUE(built) << name << ": " << built.error().message;
    for (const Method method :
         {Method::local_global, Method::ncg, Method::lbfgs, Method::anderson, Method::chebyshev,
          Method::nesterov, Method::newton_cg, Method::newton, Method::local_global_newton}) {
      tensio::Setup setup{.model = built->model};
      setup.model.pins.push_back({0, setup.model.rest_position[0]});
      setup.colliders.push_back({.shape = Plane{{0, -1, 0}, {0, 1, 0}}});
      setup.minimise = {.method = method, .iterations = 3};
      auto simulation = Simulation::make(setup);
      ASSERT_TRUE(simulation) << name;
      for (int frame = 0; frame < 4; ++frame) {
        const FrameReport report = simulation->advance_frame();
        EXPECT_TRUE(is_usable(report.status)) << name << ", " << status_name(report.status);
        ASSERT_TRUE(is_finite(simulation->state().x) && is_finite(simulation->state().v)) << name;
      }
    }
  }
}

TEST(OddInput, ExtremeNumbersNeverLeaveANumberThatIsNotFinite) {
  using Change = std::function<void(tensio::Setup&)>;
  const auto all = [](std::vector<double>& column, double value) { std::ranges::fill(column, value); };
  const std::pair<const char*, Change> changes[] = {
      {"stiff", [&](auto& s) { all(s.model.springs.stiffness, 1e15); }},
      {"slack", [&](auto& s) { all(s.model.springs.stiffness, 1e-15); }},
      {"no stiffness", [&](auto& s) { all(s.model.springs.stiffness, 0); }},
      {"light", [&](auto& s) { all(s.model.mass, 1e-12); }},
      {"heavy", [&](auto& s) { all(s.model.mass, 1e12); }},
      {"long step", [&](auto& s) { s.frame_time = 1e4; }},
      {"short step", [&](auto& s) { s.frame_time = 1e-9; }},
      {"gravity",
       [&](auto& s) {
         s.gravity = {0, -1e12, 0};
       }},
      {"rest length zero", [&](auto& s) { all(s.model.springs.rest_length, 0); }},
      {"rest length huge", [&](auto& s) { all(s.model.springs.rest_length, 1e6); }},
      {"one point",
       [&](auto& s) {
         std::ranges::fill(s.model.rest_position, Vec3{1, 1, 1});
       }},
      {"fast",
       [&](auto& s) {
         s.velocity.assign(s.model.vertex_count(), {1e12, 0, 0});
       }},
      {"too fast",
       [&](auto& s) {
         s.velocity.assign(s.model.vertex_count(), {1e300, 0, 0});
       }},
      {"strong dampers", [&](auto& s) { all(s.model.springs.damping, 1e9); }},
      {"no memory of velocity", [&](auto& s) { s.damping = {.ether = 0, .point = 1e9}; }},
  };
  const auto grid = make_grid({.columns = 5, .rows = 5, .width = 1, .depth = 1});
  ASSERT_TRUE(grid);
  for (const auto& [name, change] : changes) {
    const auto run = [&, name = name, change = change](const MinimiseOptions& options) {
      tensio::Setup setup{.model = *grid};
      setup.minimise = options;
      setup.minimise.iterations = 5;
      change(setup);
      auto simulation = Simulation::make(setup);
      ASSERT_TRUE(simulation) << name;
      for (int frame = 0; frame < 5; ++frame) {
        const FrameReport report = simulation->advance_frame();
        ASSERT_TRUE(is_finite(simulation->state().x) && is_finite(simulation->state().v)) << name;
        if (!is_usable(report.status)) break;
      }
    };
    for (const HessianForm form : {HessianForm::projected, HessianForm::exact, HessianForm::gauss_newton})
      run({.method = Method::newton, .hessian = form});
    for (const Precision precision : {Precision::double_, Precision::mixed})
      for (const Method method : descent_methods) run({.method = method, .precision = precision});
  }
}

TEST(OddInput, MeshCollidersNeedContactWithPlanes) {
  const ColliderMesh triangle{
      .points = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}, .triangles = {{0, 1, 2}}, .frames = {}};
  const Collider mesh{.shape = Mesh{std::make_shared<const ColliderMesh>(triangle)}};
  ASSERT_TRUE(validate(mesh));
  tensio::Setup setup{.model = *make_grid({.columns = 3, .rows = 3})};
  auto simulation = Simulation::make(setup);
  ASSERT_TRUE(simulation);
  const auto added = simulation->add_collider(mesh);
  ASSERT_FALSE(added);
  EXPECT_TRUE(simulation->setup().colliders.empty());
  setup.colliders = {{.shape = Plane{{0, -1, 0}}}, mesh};
  const auto made = Simulation::make(setup);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().message, "collider[1]: " + added.error().message);
  EXPECT_EQ(added.error().message, "contact with a mesh needs contact.method = \"planes\"");
  setup.contact.method = ContactMethod::planes;
  EXPECT_TRUE(Simulation::make(setup));
}

}  // namespace
}  // namespace tensio
