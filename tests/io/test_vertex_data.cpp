#include <cmath>
#include <map>
#include <numbers>

#include "io/npy.h"
#include "io/scene_fixture.h"
#include "tensio/simulation.h"

namespace tensio {
namespace {

using Files = std::map<std::string, std::string>;

Result<Scene> read_with(const std::string& toml, const Files& files) {
  const auto document = parse_toml(toml);
  if (!document) return fail(document.error());
  return read_scene(*document, [&](const std::string& name) -> Result<std::string> {
    const auto found = files.find(name);
    if (found == files.end()) return fail(name + " does not exist");
    return found->second;
  });
}

tensio::Setup setup_of(const std::string& toml, const Files& files = {}) {
  auto scene = read_with(toml, files);
  EXPECT_TRUE(scene) << scene.error().message;
  return scene ? std::move(scene->setup) : tensio::Setup{};
}

std::string error_with(const std::string& toml, const Files& files = {}) {
  const auto scene = read_with(toml, files);
  return scene ? "" : scene.error().message;
}

const std::string rope =
    "[[body]]\nkind = 'chain'\nsegments = 2\nstart = [0, 0, 0]\nend = [2, 0, 0]\nmass = 3\n";

TEST(VertexData, FormulasSetStartMotionAndMass) {
  const tensio::Setup setup = setup_of(rope + R"toml(
    position = [0, 1, 0]
    velocity = [0, 0, 5]
    [body.vertex]
    position = ["2*x", "y + 0.5*sin(pi*x/2)", 3]
    velocity = ["i", "n", "0"]
    mass = "m*(1 + x)"
  )toml");
  EXPECT_EQ(setup.model.rest_position[1], Vec3(1, 1, 0));
  EXPECT_EQ(setup.model.springs.rest_length[0], 1);
  ASSERT_EQ(setup.position.size(), 3u);
  EXPECT_EQ(setup.position[1], Vec3(2, 1.5, 3));
  EXPECT_EQ(setup.velocity[2], Vec3(2, 3, 5));
  EXPECT_EQ(setup.model.mass, (std::vector<double>{1, 2, 3}));
  const auto simulation = Simulation::make(setup);
  EXPECT_EQ(simulation->state().x[1], Vec3(2, 1.5, 3));
}

TEST(HeldVertices, SlideAreCaughtAndReleased) {
  const tensio::Setup setup = setup_of(rope + R"toml(
    gravity = 0.25
    [[body.pin]]
    vertices = [0]
    axes = "yz"
    [[body.pin]]
    end = "end"
    until = 2
    [[body.pin]]
    end = "end"
    from = 3
    path = { keys = [[3, 0, 0, 0], [4, 1, 0, 0]] }
    [[body.force]]
    vertices = [1]
    over_time = { keys = [[0, 0, 0, 0], [1, 0, 5, 0]] }
    [[body]]
    kind = "chain"
    segments = 1
    [[body.pin]]
    end = "start"
    until = 1
  )toml");
  ASSERT_EQ(setup.model.pins.size(), 3u);
  EXPECT_EQ(setup.model.pins[0].axes, 6);
  EXPECT_EQ(setup.model.pins[1].axes, all_axes);
  ASSERT_EQ(setup.schedule.size(), 3u);
  EXPECT_EQ(setup.schedule[0].time, 2);
  EXPECT_EQ(std::get<UnpinVertex>(setup.schedule[0].edit).vertex, 2u);
  EXPECT_EQ(std::get<PinVertex>(setup.schedule[1].edit).path.keys.size(), 2u);
  EXPECT_EQ(std::get<UnpinVertex>(setup.schedule[2].edit).vertex, 3u);  // of the second body
  ASSERT_EQ(setup.model.pushes.size(), 1u);
  EXPECT_EQ(setup.model.pushes[0].force.offset(0.5), Vec3(0, 2.5, 0));
  EXPECT_EQ(setup.model.parts[0].gravity, 0.25);
  EXPECT_EQ(setup.model.parts[1].gravity, 1);
}

TEST(HeldVertices, MoveEachInItsOwnWay) {
  const std::string pins = rope + "[[body.pin]]\nvertices = [0, 2]\npaths = 'walk.csv'\n";
  const Files files{{"walk.csv", "time,vertex,x,y,z\n0,2,0,0,0\n2,2,0,4,0\n1,2,0,1,0\n"}};
  const tensio::Setup setup = setup_of(pins, files);
  EXPECT_TRUE(setup.model.pins[0].path.keys.empty());
  EXPECT_EQ(setup.model.pins[1].path.offset(1.5), Vec3(0, 2.5, 0));
  for (const auto& [table, says] : std::vector<std::pair<std::string, std::string>>{
           {"time,vertex,x,y,z\n0,1,0,0,0\n", "body[0].pin[0].paths: walk.csv moves vertex 1"},
           {"time,vertex,x,y\n0,2,0,0\n", "body[0].pin[0].paths: walk.csv has no column z"},
           {"time,vertex,x,y,z\n0,2,0,0,0\n0,2,1,0,0\n", "vertex 2: keyframe 1"}})
    EXPECT_NE(error_with(pins, {{"walk.csv", table}}).find(says), std::string::npos)
        << error_with(pins, {{"walk.csv", table}});
  EXPECT_NE(
      error_with(pins + "path = { keys = [[0, 0, 0, 0]] }\n", files).find("one of path, paths and motion"),
      std::string::npos);
}

TEST(HeldVertices, MoveByFormulas) {
  const std::string pins = rope + "[[body.pin]]\nvertices = [0, 2]\n";
  const std::string turn = "place = ['x*cos(2*pi*t)', 'x*sin(2*pi*t) + 0.1*i*t', 'n*t']";
  const tensio::Setup setup = setup_of(pins + "motion = { " + turn + ", duration = 1.5 }\n");
  for (const double t : {0.0, 0.21, 1.0, 1.5, 7.0}) {
    const double angle = 2 * std::numbers::pi * std::min(t, 1.5), end = std::min(t, 1.5);
    EXPECT_LT(norm(setup.model.pins[0].place(t) - Vec3(0, 0, 3 * end)), 1e-9) << t;
    const Vec3 wanted(2 * std::cos(angle), 2 * std::sin(angle) + 0.2 * end, 3 * end);
    EXPECT_LT(norm(setup.model.pins[1].place(t) - wanted), 1e-9) << t;
  }
  // Between keyframes it goes straight.
  const double angle = 2 * std::numbers::pi * 0.215;
  EXPECT_NEAR(setup.model.pins[1].place(0.215).x, 2 * std::cos(angle), 2 * 5e-4);
  for (const auto& [text, says] : std::vector<std::pair<std::string, std::string>>{
           {"motion = { " + turn + " }\n", "body[0].pin[0].motion.duration"},
           {"motion = { " + turn + ", duration = 0 }\n", "body[0].pin[0].motion.duration"},
           {"motion = { duration = 1 }\n", "body[0].pin[0].motion.place"},
           {"motion = { place = ['x', 'q', 'z'], duration = 1 }\n", "body[0].pin[0].motion.place[1]"},
           {"motion = { place = ['x', '1/t', 'z'], duration = 1 }\n", "at 0 s, for vertex 0"},
           {"motion = { " + turn + ", duration = 1e6 }\n", "keyframes"},
           {"motion = { " + turn + ", duration = 1 }\nfrom = 1\n", "leave out from"},
           {"motion = { " + turn + ", duration = 1 }\npath = { keys = [[0, 0, 0, 0]] }\n", "one of path"}})
    EXPECT_NE(error_with(pins + text).find(says), std::string::npos) << error_with(pins + text);
}

TEST(Cuts, HappenAtTheirTimes) {
  const std::string cut = "[[cut]]\ntime = 0.05\neye = [0, 0, 5]\n";
  tensio::Setup setup = setup_of(rope + cut + "points = [[0.5, -1, 0], [0.5, 1, 0]]\n");
  setup.frame_time = 0.025;
  auto simulation = Simulation::make(std::move(setup));
  ASSERT_TRUE(simulation);
  for (const std::size_t springs : {2u, 2u, 1u}) {
    (void)simulation->advance_frame();
    EXPECT_EQ(simulation->model().springs.size(), springs);
  }
  std::string many_points;
  for (int i = 0; i <= 1000; ++i) many_points += "[0.5, 1, 0],";
  for (const auto& [points, says] : std::vector<std::pair<std::string, std::string>>{
           {"points = [[0.5, 1, 0]]\n", "cut[0]: eye must see all points in one view: two or more"},
           {"points = [[0.5, 1, 0], [0, 0, 5]]\n", "cut[0]: eye must see all points"},
           {"points = [[0, 0, 0], [0, 0, 9]]\n", "cut[0]: eye must see all points"},
           {"points = [" + many_points + "]\n",
            "cut[0].points has 1001 points; give at most 1000, or several cuts"},
           {"", "cut[0].points"}})
    EXPECT_NE(error_with(rope + cut + points).find(says), std::string::npos)
        << error_with(rope + cut + points);
}

TEST(Start, ReadsASavedMomentAndLetsPinsHoldItThere) {
  const std::vector<double> x{0, 0, 1, 1, 0, 1, 2, 0, 1}, v{0, 0, 0, 0, 7, 0, 0, 0, 0};
  NpzWriter archive;
  archive.add<double>("position", {3, 3}, x);
  archive.add<double>("velocity", {3, 3}, v);
  const std::string bytes = *archive.finish(), pinned = rope + "[[body.pin]]\nend = 'start'\n";
  const tensio::Setup setup = setup_of("start = 'a.npz'\n" + pinned, {{"a.npz", bytes}});
  EXPECT_EQ(setup.position[2], Vec3(2, 0, 1));
  EXPECT_EQ(setup.velocity[1], Vec3(0, 7, 0));
  EXPECT_EQ(setup.model.pins[0].position, Vec3(0, 0, 1));
  EXPECT_TRUE(setup_of("start = 'rest'\n" + pinned).starts_at_rest);
  const std::string places = pinned + "motion = { place = ['x', 'y', 't'], duration = 1 }\n";
  EXPECT_NE(
      error_with("start = 'a.npz'\n" + places, {{"a.npz", bytes}}).find("body[0].pin[0].motion says where"),
      std::string::npos);

  NpzWriter short_one;
  short_one.add<double>("position", {1, 3}, std::span(x).first(3));
  for (const auto& [start, file, says] : std::vector<std::array<std::string, 3>>{
           {"a.npz", *short_one.finish(), "start: a.npz: the array position must have the shape (3, 3)"},
           {"a.npz", "nonsense", "start: a.npz"},
           {"b.npz", "", "start: b.npz does not exist"},
           {"pause", "", "use \"rest\" or the name of an .npz file"}}) {
    const std::string message = error_with("start = '" + start + "'\n" + pinned, {{"a.npz", file}});
    EXPECT_NE(message.find(says), std::string::npos) << message;
  }
}

TEST(VertexData, TablesSetTheSame) {
  const std::string table = "[body.vertex]\nfile = 'a.";
  const std::vector<double> numbers{1, 2, 3, 4, 5, 6, 7, 0, 0, 0, 1, 1, 1, 8, 9, 9, 9, 0, 0, 0, 9};
  const std::size_t shape[] = {3, 7};
  const Files files{
      {"a.csv", "x,y,z,vx,vy,vz,mass\n1,2,3,4,5,6,7\n0,0,0,1,1,1,8\n9,9,9,0,0,0,9\n"},
      {"a.npy", *write_npy<double>(shape, numbers)},
      {"a.ply",
       "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
       "property float vx\nproperty float vy\nproperty float vz\nproperty float mass\nend_header\n"
       "1 2 3 4 5 6 7\n0 0 0 1 1 1 8\n9 9 9 0 0 0 9\n"}};
  for (const char* format : {"csv", "npy", "ply"}) {
    const tensio::Setup setup = setup_of(rope + "position = [0, 7, 0]\n" + table + format + "'\n", files);
    ASSERT_EQ(setup.position.size(), 3u) << format;
    EXPECT_EQ(setup.position[0], Vec3(1, 2, 3));  // in the scene: the body's place does not move them
    EXPECT_EQ(setup.position[2], Vec3(9, 9, 9));
    EXPECT_EQ(setup.velocity[0], Vec3(4, 5, 6));
    EXPECT_EQ(setup.model.mass[1], 8);
  }
}

TEST(VertexData, AColumnIndexNamesSomeVertices) {
  const tensio::Setup setup =
      setup_of(rope + "[body.vertex]\nfile = 'a.csv'\nmass = 'm + i'", {{"a.csv", "index,y\n2,5\n0,-1\n"}});
  EXPECT_EQ(setup.position, (std::vector<Vec3>{{0, -1, 0}, {1, 0, 0}, {2, 5, 0}}));
  EXPECT_EQ(setup.model.mass, (std::vector<double>{1, 2, 3}));
}

TEST(VertexData, BodiesWithoutItStartAtRest) {
  const std::string moved = rope + "[body.vertex]\nposition = ['x', '1', '0']\n";
  const tensio::Setup setup = setup_of(rope + moved + rope);
  ASSERT_EQ(setup.position.size(), 9u);
  EXPECT_EQ(setup.position[1], Vec3(1, 0, 0));
  EXPECT_EQ(setup.position[4], Vec3(1, 1, 0));
  EXPECT_EQ(setup.position[7], Vec3(1, 0, 0));
  EXPECT_TRUE(setup_of(rope + rope).position.empty());
}

TEST(VertexData, PinsAndAnchorsHoldWhereTheirVerticesStart) {
  const tensio::Setup setup = setup_of(rope + R"toml(
    [body.vertex]
    position = ["1.5*x", "0", "0"]
    velocity = ["1", "1", "1"]
    [[body.pin]]
    end = "end"
    [[body.attachment]]
    end = "start"
  )toml");
  EXPECT_EQ(setup.model.pins[0].position, Vec3(3, 0, 0));
  EXPECT_EQ(setup.velocity[2], Vec3{});
  EXPECT_EQ(setup.model.attachments[0].anchor, Vec3(0, 0, 0));
  const tensio::Setup hair = setup_of(
      "[[body]]\nkind = 'hair'\nstrands = 2\n[body.vertex]\nposition = ['x', 'y + 1', 'z']\nvelocity = [1, "
      "0, 0]");
  for (const Pin& pin : hair.model.pins) {
    EXPECT_EQ(pin.position, hair.model.rest_position[pin.vertex] + Vec3(0, 1, 0));
    EXPECT_EQ(hair.velocity[pin.vertex], Vec3{});
  }
}

TEST(VertexData, BodiesSpinAboutTheirCentreOfMass) {
  const tensio::Setup setup = setup_of(rope + R"toml(
    velocity = [0, 0, 1]
    angular_velocity = [0, 3, 0]
    [body.vertex]
    mass = "1 + step(x - 1.5)*2"     # 1, 1 and 3: the centre is at 7/5
    [[body.pin]]
    vertices = [1]
  )toml");
  EXPECT_NEAR(setup.velocity[0].z, 1 + 3 * 1.4, 1e-14);
  EXPECT_EQ(setup.velocity[1], Vec3{});
  EXPECT_NEAR(setup.velocity[2].z, 1 - 3 * 0.6, 1e-14);
  Vec3 momentum, angular;
  const tensio::Setup sheet = setup_of(
      "[[body]]\nkind = 'grid'\nvertices = [5, 5]\nmass = 2\nangular_velocity = [1, 2, 3]\n"
      "[body.vertex]\nposition = ['x', 'x*z', 'z']\nmass = 'm*(2 + x)'");
  for (std::size_t i = 0; i < sheet.velocity.size(); ++i) momentum += sheet.model.mass[i] * sheet.velocity[i];
  EXPECT_LT(norm(momentum), 1e-14);
}

TEST(VertexData, SaysWhichFileAndFieldIsWrong) {
  const Files files{{"two.csv", "x\n1\n2\n"},
                    {"mass.csv", "mass\n1\n0\n1\n"},
                    {"col.csv", "x,q\n"},
                    {"far.csv", "x\n1\n1e7\n1\n"},
                    {"nan.csv", "x\n1\nnan\n1\n"},
                    {"index.csv", "index,x\n3,1\n"},
                    {"twice.csv", "index,x\n1,1\n1,2\n"}};
  const auto error = [&](const std::string& fields) {
    return error_with(rope + "[body.vertex]\n" + fields, files);
  };
  EXPECT_EQ(error("file = 'no.csv'"), "body[0].vertex.file: no.csv does not exist");
  EXPECT_EQ(
      error("file = 'two.csv'"),
      "body[0].vertex.file: two.csv has 2 rows, but the body has 3 vertices; give one row per vertex, or a "
      "column index");
  EXPECT_EQ(
      error("file = 'mass.csv'"),
      "body[0].vertex.file: mass.csv, column mass is 0 kg at vertex 1; it must be at least 1e-09 and at "
      "most 1000000000");
  EXPECT_EQ(error("file = 'col.csv'").substr(0, 58),
            "body[0].vertex.file: col.csv, line 1: unknown column \"q\"; ");
  EXPECT_EQ(
      error("file = 'far.csv'"),
      "body[0].vertex.file: far.csv, column x is 10000000 m at vertex 1; it must be at least -1000000 and "
      "at most 1000000");
  EXPECT_EQ(error("file = 'nan.csv'"),
            "body[0].vertex.file: nan.csv, line 3: \"nan\" of column x is not a finite number; correct it");
  EXPECT_EQ(error("file = 'index.csv'"),
            "body[0].vertex.file: index.csv has index 3 in row 0, but the body has vertices 0 to 2");
  EXPECT_EQ(error("file = 'twice.csv'"),
            "body[0].vertex.file: twice.csv has vertex 1 twice; remove one of its rows");
  EXPECT_EQ(error("file = 'two.csv'\nposition = ['x', 'y', 'z']").substr(0, 20), "body[0].vertex.file:");
  EXPECT_EQ(error("file = 'mass.csv'\nmass = 'm'"),
            "body[0].vertex.mass is given although mass.csv has a column mass; remove one of them");
  EXPECT_EQ(error("position = ['x', 'y +', 'z']"),
            "body[0].vertex.position[1], column 4: something is missing at the end; add a number or a name");
  EXPECT_EQ(error("velocity = ['x', 'y']"),
            "body[0].vertex.velocity must be a list of three formulas, like [\"x\", \"0\", \"z\"], not a "
            "list of 2");
  EXPECT_EQ(error("mass = 'log(x)'"),
            "body[0].vertex.mass is -inf kg at vertex 0; it must be at least 1e-09 and at most 1000000000");
  EXPECT_EQ(error("mass = '-m'").substr(0, 35), "body[0].vertex.mass is -1 kg at ver");
  EXPECT_EQ(error("mass = true"),
            "body[0].vertex.mass must be a formula in quotes or a number, not true or false");
  EXPECT_EQ(error("mass = ''"), "body[0].vertex.mass is empty; write a formula, or leave it out");
  EXPECT_EQ(
      error_of("[[body]]\nkind = 'grid'\nvertices = [100, 100]\n[body.vertex]\nmass = '1+1+1'",
               {.formula_operations = 40'000}),
      "body[0].vertex.mass needs 50000 operations of formulas, but only 40000 are left of the scene's limit; "
      "use less");
}

TEST(PointsBody, IsListedInTheScene) {
  const tensio::Setup setup = setup_of(R"toml(
    [[body]]
    kind = "points"
    positions = [[0, 0, 0], [1, 0, 0], [0, 0, 2]]
    masses = [1, 2, 3]
    springs = [[0, 1, 100], [1, 2, 50, 0.5]]
    triangles = [[0, 2, 1]]
    spring_damping = 0.25
    position = [0, 5, 0]
    [[body.pin]]
    vertices = [0]
  )toml");
  EXPECT_EQ(setup.model.rest_position[1], Vec3(1, 5, 0));
  EXPECT_EQ(setup.model.mass[2], 3);
  EXPECT_EQ(setup.model.springs.rest_length, (std::vector<double>{1, 0.5}));
  EXPECT_EQ(setup.model.springs.damping[1], 0.25);
  EXPECT_EQ(setup.model.triangles.size(), 1u);
  auto simulation = Simulation::make(setup);
  ASSERT_TRUE(simulation);
  EXPECT_TRUE(is_usable(simulation->advance_frame().status));
}

TEST(PointsBody, ReadsTables) {
  const std::string net = "[[body]]\nkind = 'points'\nfile = 'p.csv'\nsprings_file = 's.csv'\n";
  const Files files{{"p.csv", "x,y,z,mass\n0,0,0,1\n1,0,0,2\n"},
                    {"s.csv", "a,b,stiffness,damping\n0,1,10,3\n"}};
  const tensio::Setup setup = setup_of(net, files);
  EXPECT_EQ(setup.model.mass[1], 2);
  EXPECT_EQ(setup.model.springs.stiffness[0], 10);
  EXPECT_EQ(setup.model.springs.rest_length[0], 1);
  EXPECT_EQ(setup.model.springs.damping[0], 3);
  EXPECT_EQ(error_with(net, {{"p.csv", "x,y\n0,0\n"}}), "body[0].file: p.csv has no column z; add it");
  EXPECT_EQ(error_with(net, {{"p.csv", "x,y,z\n0,0,0\n"}, {"s.csv", "a,b,stiffness\n0,1,5\n"}}),
            "body[0].springs_file: s.csv has b = 1 in row 0, but the body has vertices 0 to 0");
  EXPECT_EQ(error_with(net + "masses = 3", files),
            "body[0].masses is given although p.csv has a column mass; remove one of them");
  EXPECT_EQ(error_with(net + "springs = [[0, 1, 2]]", files),
            "body[0] has both springs and springs_file; set only one of them");
  EXPECT_EQ(error_with("[[body]]\nkind = 'points'"), "body[0] has no vertices; set positions or file");
}

TEST(PointsBody, SaysWhichRowIsWrong) {
  const auto error = [](const std::string& fields) {
    return error_with("[[body]]\nkind = 'points'\npositions = [[0, 0, 0], [1, 0, 0]]\n" + fields);
  };
  EXPECT_EQ(
      error("springs = [[0, 1]]"),
      "body[0].springs[0] must be a spring [a, b, stiffness] or [a, b, stiffness, rest length], not a list "
      "of 2");
  EXPECT_EQ(error("springs = [[0, 0.5, 1]]"), "body[0].springs[0][1] must be a whole number, not 0.5");
  EXPECT_EQ(error("springs = [[0, 1, -1]]").substr(0, 34), "body[0].springs[0][2] must be at l");
  EXPECT_EQ(error("springs = [[0, 2, 1]]"),
            "body[0]: springs[0] uses vertex 2, but there are 2, numbered from 0");
  EXPECT_EQ(error("triangles = [[0, 1]]"),
            "body[0].triangles[0] must be a triangle [a, b, c], not a list of 2");
  EXPECT_EQ(error("masses = [1]\nsprings = []"),
            "body[0].springs is empty; list at least one, or leave it out");
  EXPECT_EQ(error("masses = 'a'"), "body[0].masses must be a number or a list of numbers, not a string");
}

TEST(RopeBody, FollowsPointsOrACurve) {
  const tensio::Setup along = setup_of(
      "[[body]]\nkind = 'chain'\nsegments = 4\npoints = [[0, 0, 0], [1, 0, 0], [1, 1, 0]]\nposition = [0, 0, "
      "2]");
  EXPECT_LT(norm(along.model.rest_position[3] - Vec3(1, 0.5, 2)), 1e-15);
  const tensio::Setup ring = setup_of(
      "[[body]]\nkind = 'chain'\nsegments = 12\ncurve = ['0.5*cos(2*pi*s)', 0, '0.5*sin(2*pi*s)']\n"
      "closed = true\nrest_shape = 'curved'\nflexural_rigidity = 1e-3\n[[body.pin]]\nend = 'start'");
  ASSERT_EQ(ring.model.vertex_count(), 12u);
  EXPECT_EQ(ring.model.springs.size(), 12u);
  EXPECT_GT(ring.model.stencils[0].rest_length, 0);
  for (const Vec3& x : ring.model.rest_position) EXPECT_NEAR(norm(x), 0.5, 1e-15);
  const auto error = [](const std::string& fields) {
    return error_with("[[body]]\nkind = 'chain'\nsegments = 12\n" + fields);
  };
  EXPECT_EQ(error("curve = ['s', 't', '0']").substr(0, 38), "body[0].curve[1], column 1: there is n");
  EXPECT_EQ(error("closed = true"), "body[0]: a closed chain needs a line; set points or curve");
  EXPECT_EQ(error("curve = ['s', 0, 0]\ntorsional_rigidity = 1"),
            "body[0]: torsional_rigidity needs a straight chain; set it to 0, or use start and end");
  const auto odd = read_toml("[[body]]\nkind = 'chain'\nstart = [3, 0, 0]\npoints = [[0, 0, 0], [1, 0, 0]]");
  ASSERT_TRUE(odd);
  EXPECT_EQ(odd->warnings.at(0),
            "body[0].start has no effect together with points or curve; remove one of them");
}

}  // namespace
}  // namespace tensio
