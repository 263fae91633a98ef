#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

#include "io/scene_fixture.h"
#include "tensio/cloth.h"

namespace tensio {
namespace {

Scene read_good(const std::string& text) {
  auto scene = read_toml(text);
  EXPECT_TRUE(scene) << scene.error().message;
  return scene ? std::move(*scene) : Scene{};
}

TEST(Scene, StaticEquilibriumIsAScheme) {
  const Scene scene = read_good(R"(
    integrator = { scheme = "static" }
    body = [{ kind = "chain", segments = 3, pin = [{ end = "start" }] }]
  )");
  EXPECT_EQ(scene.setup.scheme, Scheme::static_equilibrium);
}

TEST(Scene, FieldsThatAreNotGivenKeepTheEnginesDefaults) {
  const Scene scene = read_good("[[body]]\nkind = 'grid'");
  const tensio::Setup defaults;
  EXPECT_EQ(scene.setup.model.vertex_count(), GridOptions{}.columns * GridOptions{}.rows);
  EXPECT_EQ(scene.setup.gravity, defaults.gravity);
  EXPECT_EQ(scene.setup.frame_time, defaults.frame_time);
  EXPECT_EQ(scene.setup.minimise.iterations, defaults.minimise.iterations);
  EXPECT_FALSE(scene.view.eye);
}

TEST(Scene, EveryPartOfTheDocumentArrives) {
  const Scene scene = read_good(R"(
    name = "all"
    description = "of it"
    frames = 7
    gravity = [0, -1, 0]
    [time]
    frame = 0.02
    substeps = 3
    [integrator]
    scheme = "implicit-euler"
    [minimiser]
    method = "local-global-newton"
    iterations = 4
    tolerance = 1e-6
    warm_iterations = 5
    hessian = "choi-ko"
    linear = { method = "pcg-ic", iterations = 9, tolerance = 1e-3, alpha = 0.5 }
    [damping]
    ether = 0.5
    point = 0.25
    [strain_limit]
    limit = 0.1
    sweeps = 6
    [[body]]
    kind = "chain"
    name = "rope"
    segments = 4
    start = [0, 0, 0]
    end = [4, 0, 0]
    position = [0, 2, 0]
    rotation = { axis = [0, 0, 2], degrees = 90 }
    velocity = [1, 2, 3]
    pin = [{ end = "start", path = { keys = [[0, 0, 0, 0], [1, 1, 0, 0], [2, 0, 0, 0]], smooth = true, repeat = true } }]
    attachment = [{ end = "end", stiffness = 12 }]
    force = [{ vertices = [1, 2], force = [0, 0, 5] }]
    [[collider]]
    kind = "box"
    center = [0, -1, 0]
    size = [2, 4, 6]
    friction = 0.7
    thickness = 0.01
    [view]
    eye = [0, 1, 5]
    colour = "#0A10ff"
    floor = 0.5)");
  EXPECT_EQ(scene.name, "all");
  EXPECT_EQ(scene.description, "of it");
  EXPECT_EQ(scene.frames, 7);
  const auto& setup = scene.setup;
  EXPECT_EQ(setup.gravity, (Vec3{0, -1, 0}));
  EXPECT_EQ(setup.frame_time, 0.02);
  EXPECT_EQ(setup.substeps, 3);
  EXPECT_EQ(setup.scheme, Scheme::implicit_euler);
  EXPECT_EQ(setup.minimise.method, Method::local_global_newton);
  EXPECT_EQ(setup.minimise.warm_iterations, 5);
  EXPECT_EQ(setup.minimise.hessian, HessianForm::projected);
  EXPECT_EQ(setup.minimise.linear.method, LinearMethod::pcg_ic);
  EXPECT_EQ(setup.minimise.linear.alpha, 0.5);
  EXPECT_EQ(setup.damping.ether, 0.5);
  EXPECT_EQ(setup.damping.point, 0.25);
  EXPECT_EQ(setup.strain_limit.limit, 0.1);
  EXPECT_EQ(setup.strain_limit.sweeps, 6);
  const Model& model = setup.model;
  ASSERT_EQ(model.vertex_count(), 5u);
  EXPECT_EQ(model.parts.at(0).name, "rope");
  EXPECT_NEAR(norm(model.rest_position[4] - Vec3{0, 6, 0}), 0, 1e-12);
  EXPECT_EQ(model.pins.at(0).position, model.rest_position[0]);
  EXPECT_TRUE(model.pins[0].path.smooth && model.pins[0].path.repeat);
  EXPECT_EQ(model.pins[0].path.keys.at(1).offset, (Vec3{1, 0, 0}));
  EXPECT_EQ(model.attachments.at(0).stiffness, 12);
  EXPECT_EQ(model.attachments[0].anchor, model.rest_position[4]);
  EXPECT_EQ(model.force[2], (Vec3{0, 0, 5}));
  EXPECT_EQ(setup.velocity.at(0), (Vec3{})) << "pinned";
  EXPECT_EQ(setup.velocity.at(1), (Vec3{1, 2, 3}));
  const Box& box = std::get<Box>(setup.colliders.at(0).shape);
  EXPECT_EQ(box.half_extent, (Vec3{1, 2, 3}));
  EXPECT_EQ(setup.colliders[0].friction, 0.7);
  EXPECT_EQ(scene.view.eye, (Vec3{0, 1, 5}));
  EXPECT_EQ(scene.view.colour.code, 0x0a10ffu);
  EXPECT_EQ(scene.view.floor, 0.5);
}

TEST(Scene, JsonAndTomlDescribeTheSameScene) {
  const auto json = parse_json(R"({"body": [{"kind": "grid", "vertices": [3, 4], "mass": 2}]})");
  const auto toml = parse_toml("[[body]]\nkind = 'grid'\nvertices = [3, 4]\nmass = 2");
  ASSERT_TRUE(json && toml);
  EXPECT_EQ(*json, *toml);
}

TEST(Scene, EveryMethodHasAWord) {
  for (const auto& [word, method] : {std::pair{"local-global", Method::local_global},
                                     {"ncg", Method::ncg},
                                     {"lbfgs", Method::lbfgs},
                                     {"anderson", Method::anderson},
                                     {"chebyshev", Method::chebyshev},
                                     {"nesterov", Method::nesterov},
                                     {"newton-cg", Method::newton_cg},
                                     {"auto", Method::automatic},
                                     {"newton", Method::newton},
                                     {"local-global-newton", Method::local_global_newton}}) {
    const Scene scene = read_good(fmt::format("[[body]]\nkind = 'grid'\n[minimiser]\nmethod = '{}'", word));
    EXPECT_EQ(scene.setup.minimise.method, method);
  }
}

TEST(Scene, PrecisionThreadsAndHistoryAreRead) {
  const Scene scene =
      read_good("[[body]]\nkind = 'grid'\n[minimiser]\nprecision = 'mixed'\nthreads = 0\nhistory = 3");
  EXPECT_EQ(scene.setup.minimise.precision, Precision::mixed);
  EXPECT_EQ(scene.setup.minimise.threads, 0);
  EXPECT_EQ(scene.setup.minimise.history, 3);
}

TEST(Scene, MeshesComeThroughTheFilesCallback) {
  const Scene scene = read_good("[[body]]\nkind = 'mesh'\nfile = 'two.obj'\nscale = 2");
  ASSERT_EQ(scene.setup.model.vertex_count(), 4u);
  EXPECT_EQ(scene.setup.model.rest_position[1], (Vec3{2, 0, 0}));
}

TEST(Scene, AFabricSetsItsNumbersAndFieldsOverrideThem) {
  const auto total = [](const Scene& scene) {
    double sum = 0;
    for (const double mass : scene.setup.model.mass) sum += mass;
    return sum;
  };
  const std::string grid = "[[body]]\nkind = 'grid'\nvertices = [3, 3]\nsize = [2, 2]\nfabric = 'denim'\n";
  const Scene denim = read_good(grid);
  const Model& model = denim.setup.model;
  EXPECT_NEAR(total(denim), 4 * 0.324, 1e-12);
  EXPECT_NEAR(model.mass[4] / model.mass[0], 3, 1e-9) << "by area";
  EXPECT_EQ(model.springs.size(), 12u + 8u);
  EXPECT_FALSE(model.stencils.empty());
  EXPECT_GT(model.springs.stiffness[7], 4 * model.springs.stiffness[2]) << "warp over weft";

  EXPECT_NEAR(total(read_good(grid + "mass = 0.5")), 0.5, 1e-12);
  EXPECT_NEAR(total(read_good(grid + "area_density = 0.1")), 0.4, 1e-12);
  const Scene soft = read_good(grid + "membrane.weft = 2000\nbending.stiffness = 0\nbending.weft = 0");
  EXPECT_GT(soft.setup.model.springs.stiffness[2], soft.setup.model.springs.stiffness[7]);
  EXPECT_TRUE(soft.setup.model.stencils.empty());
  const Scene mesh = read_good("[[body]]\nkind = 'mesh'\nfile = 'two.obj'\nfabric = 'silk'");
  EXPECT_NEAR(total(mesh), 0.069, 1e-12);
  EXPECT_TRUE(mesh.setup.model.springs.ends.empty());
  EXPECT_EQ(mesh.setup.model.stencils.size(), 2u * 4u + 1u);
}

TEST(Scene, APinTakesThePlaceOfOneThatABodyCameWith) {
  const std::string hair = "[[body]]\nkind = 'hair'\nstrands = 4\nsegments = 5\nvelocity = [1, 0, 0]\n";
  const Scene scene = read_good(hair);
  const Model& own = scene.setup.model;
  ASSERT_FALSE(own.pins.empty());
  for (const Pin& pin : own.pins) EXPECT_EQ(scene.setup.velocity[pin.vertex], Vec3{});
  const Scene moved =
      read_good(hair + "[[body.pin]]\nvertices = [0]\n" + "path = { keys = [[0, 0, 0, 0], [1, 0, 1, 0]] }");
  const Model& model = moved.setup.model;
  ASSERT_EQ(model.pins.size(), own.pins.size());
  EXPECT_EQ(std::ranges::count_if(model.pins, [](const Pin& pin) { return !pin.path.keys.empty(); }), 1);
  EXPECT_NE(error_of(hair + "[[body.pin]]\nvertices = [0]\n[[body.pin]]\nvertices = [0]")
                .find("pins vertex 0 again"),
            std::string::npos);
}

TEST(Scene, WhatIsGivenAndDoesNothingIsWarnedOf) {
  const auto expect = [](const std::string& text, const char* part) {
    const Scene scene = read_good(text);
    ASSERT_EQ(scene.warnings.size(), 1u) << text;
    EXPECT_NE(scene.warnings[0].find(part), std::string::npos) << scene.warnings[0];
  };
  const std::string grid = "[[body]]\nkind = 'grid'\nvertices = [3, 3]\n",
                    lattice = "[[body]]\nkind = 'lattice'\n";
  expect(grid + "fabric = 'silk'\nstiffness.shear = 3", "body[0].stiffness");
  expect(grid + "membrane.young = 5", "corotated");
  expect(grid + "bending.poisson = 0.2", "plate");
  expect(lattice + "solid.young = 1e6", "body[0].solid.young");
  expect(lattice + "solid.model = 'corotated'\nstiffness.shear = 1", "body[0].stiffness");
  expect(lattice + "solid.model = 'corotated'\nspring_damping = 1", "body[0].spring_damping");
  expect("[[body]]\nkind = 'tetrahedra'\nsolid.model = 'neo-hookean'\nspring_damping = 1",
         "body[0].spring_damping");
  expect(grid + "membrane.model = 'corotated'\nbending.model = 'plate'\nspring_damping = 1",
         "body[0].spring_damping");
  expect(lattice + "shape = 'ellipsoid'\nfile = 'closed.obj'", "body[0].shape");
  expect("plasticity.yield = 0.1\n" + lattice + "solid.model = 'corotated'", "plasticity.yield");
  expect("air.density = 1\n[[body]]\nkind = 'chain'", "air");
  expect("air.density = 1\nair.gust = 0.5\n" + grid, "air.gust");
  expect("minimiser = { method = 'local-global', hessian = 'exact' }\n" + grid,
         "minimiser.hessian has no effect with minimiser.method = \"local-global\"");
  expect("minimiser = { method = 'newton', history = 3 }\n" + grid, "minimiser.history");
  expect("minimiser.warm_iterations = 3\n" + grid, "minimiser.warm_iterations");
  expect("minimiser.linear.method = 'pcg'\nintegrator.scheme = 'rk4'\n" + grid,
         "integrator.scheme = \"rk4\"");
  expect("integrator.newmark_beta = 0.3\n" + grid, "integrator.newmark_beta");
  for (const char* option : {"self = false", "thickness = 0.02", "friction = 0.9", "rounds = 3",
                             "verify = 'frame'", "when_forced = 'pass'"})
    expect(std::string("[contact]\n") + option + "\n" + grid, "without contact.method = \"planes\"");
  const std::string ball = "[[collider]]\nkind = 'sphere'\nmass = 1\nvelocity = [0, 1, 0]\n";
  EXPECT_TRUE(read_good(grid + ball).warnings.empty());
  expect(grid + ball + "path.keys = [[0, 0, 0, 0], [1, 1, 0, 0]]",
         "collider[0].velocity has no effect beside its path");
  EXPECT_TRUE(
      read_good("minimiser = { method = 'newton', hessian = 'exact', linear.method = 'pcg' }\n" + grid)
          .warnings.empty());
  EXPECT_TRUE(read_good("minimiser = { method = 'lbfgs', history = 3 }\n" + grid).warnings.empty());
  EXPECT_TRUE(read_good("plasticity.yield = 0.1\n" + grid).warnings.empty());
}

TEST(Scene, UnnamedBodiesGetTheirKindAndNumber) {
  const Scene scene = read_good("[[body]]\nkind = 'grid'\nvertices = [2, 2]\n[[body]]\nkind = 'chain'");
  ASSERT_EQ(scene.setup.model.parts.size(), 2u);
  EXPECT_EQ(scene.setup.model.parts[0].name, "grid 0");
  EXPECT_EQ(scene.setup.model.parts[1].name, "chain 1");
}

TEST(Scene, SolidsFillWhatTheyAreTold) {
  const Scene lattice = read_good(
      "[[body]]\nkind = 'lattice'\nfile = 'closed.obj'\nscale = 2\nresolution = 6\ndensity = 3\n"
      "position = [5, 0, 0]");
  const Model& model = lattice.setup.model;
  ASSERT_EQ(model.skins.size(), 1u);
  EXPECT_EQ(model.skins[0].triangles.size(), 4u);
  EXPECT_LT(norm(model.skins[0].points[1].of(model.rest_position) - Vec3{7, 0, 0}), 1e-12);
  double mass = 0;
  for (const double m : model.mass) mass += m;
  EXPECT_NEAR(mass, 3 * 8.0 / 6, 1e-12);
  EXPECT_TRUE(
      read_good("[[body]]\nkind = 'lattice'\nshape = 'ellipsoid'\nembed = false").setup.model.skins.empty());
  EXPECT_EQ(read_good("[[body]]\nkind = 'lattice'\nshape = 'ellipsoid'").setup.model.skins.size(), 1u);

  const Scene tets = read_good(
      "[[body]]\nkind = 'tetrahedra'\nfile = 'one.msh'\nscale = 3\nsolid = { model = 'corotated', bulk = 7 "
      "}");
  EXPECT_EQ(tets.setup.model.tetrahedra.size(), 2u);
  EXPECT_NEAR(tets.setup.model.tetrahedra[0].measure, 27.0 / 6, 1e-12);
  EXPECT_EQ(tets.setup.model.parts[0].name, "tetrahedra 0");
  EXPECT_GT(read_good("[[body]]\nkind = 'tetrahedra'\nresolution = 4\nsolid.model = 'corotated'")
                .setup.model.tetrahedra.size(),
            100u);
}

TEST(Scene, SolidsThatCannotBeFilledSayWhy) {
  const auto expect = [](const std::string& body, const char* part) {
    const std::string error = error_of("[[body]]\n" + body);
    EXPECT_NE(error.find(part), std::string::npos) << error;
    EXPECT_EQ(error.find('\n'), std::string::npos) << error;
  };
  for (const std::string kind : {"kind = 'lattice'\n", "kind = 'tetrahedra'\n"}) {
    expect(kind + "file = 'two.obj'", "body[0].file: two.obj: the surface is not closed");
    expect(kind + "file = 'none.obj'", "none.obj does not exist");
    expect(kind + "file = 'closed.obj'\nresolution = 1000", "body[0].resolution needs");
  }
  expect("kind = 'lattice'\nfile = 'one.msh'", "use it in a body of kind \"tetrahedra\"");
  expect("kind = 'tetrahedra'\nfile = 'one.ele'", "body[0].file: one.node does not exist");
  expect("kind = 'tetrahedra'\nfile = 'one.msh'\nmass = 0", "body[0].mass");
}

TEST(Scene, EveryShippedSceneReads) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(TENSIO_SOURCE_DIR "/scenes")) {
    if (entry.path().extension() != ".toml") continue;
    const std::string path = entry.path().string();
    const auto document = read_document_file(path);
    ASSERT_TRUE(document) << document.error().message;
    const auto scene = read_scene(*document, files_beside(path));
    ASSERT_TRUE(scene) << path << ": " << scene.error().message;
    EXPECT_EQ(scene->name, entry.path().stem().string());
    EXPECT_FALSE(scene->description.empty()) << path;
    EXPECT_TRUE(scene->warnings.empty()) << path << ": " << scene->warnings[0];
    ++count;
  }
  EXPECT_GE(count, 7);
}

}  // namespace
}  // namespace tensio
