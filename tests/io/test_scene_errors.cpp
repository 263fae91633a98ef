#include "io/scene_fixture.h"

namespace tensio {
namespace {

/// A scene that is good but for one fault, and what the one sentence about it must say.
struct Fault {
  const char* scene;
  std::vector<const char*> says;
};

const char* const grid = "[[body]]\nkind = 'grid'\nvertices = [3, 3]\n";

// Rows that begin with "+" are appended to a small grid.
const std::vector<Fault>& faults() {
  static const std::vector<Fault> list = {
      {"", {"body", "missing"}},
      {"body = []", {"body is empty"}},
      {"body = 3", {"body must be a list of tables, not a number"}},
      {"body = [3]", {"body[0] must be a table, not a number"}},
      {"[[body]]", {"body[0].kind is missing"}},
      {"[[body]]\nkind = 'gird'", {"body[0].kind", "\"gird\"", "did you mean \"grid\"?"}},
      {"[[body]]\nkind = 'blob'", {"body[0].kind", "\"grid\", \"chain\", \"mesh\""}},
      {"[[body]]\nkind = 7", {"body[0].kind must be one of"}},
      {"[[body]]\nknd = 'grid'", {"body[0].kind is missing"}},
      {"[[body]]\nkind = 'mesh'", {"body[0].file is missing"}},
      {"[[body]]\nkind = 'mesh'\nfile = 'no.obj'", {"body[0].file", "no.obj does not exist"}},
      {"[[body]]\nkind = 'grid'\nvertices = [1, 3]", {"body[0].vertices[0]", "at least 2"}},
      {"[[body]]\nkind = 'grid'\nvertices = [2.5, 3]", {"body[0].vertices[0]", "whole number", "2.5"}},
      {"[[body]]\nkind = 'grid'\nvertices = [3]", {"body[0].vertices", "two numbers", "list of 1"}},
      {"[[body]]\nkind = 'grid'\nvertices = [100000, 10000]", {"body[0].vertices", "1000000000"}},
      {"[[body]]\nkind = 'grid'\nvertices = [2000, 1999]\n[[body]]\nkind = 'grid'\nvertices = [2000, 1999]",
       {"body[1].vertices", "of the scene's limit"}},
      {"[[body]]\nkind = 'chain'\nsegments = 1000000000", {"body[0].segments", "1000000000"}},
      {"[[body]]\nkind = 'chain'\nsegments = 0", {"body[0].segments"}},
      {"[[body]]\nkind = 'chain'\nstart = [0, 0, 0]\nend = [0, 0, 0]", {"body[0]", "same point"}},
      {"+fabric = 'denmi'", {"body[0].fabric", "did you mean \"denim\"?"}},
      {"+fabric = 'unobtainium'", {"body[0].fabric", "\"silk\"", "\"rubber\""}},
      {"+membrane = {model = 'woven', warp = 1, weft = 100, shear = 90}",
       {"body[0]", "membrane.shear is 90"}},
      {"+membrane = {warp = 0}", {"body[0].membrane.warp", "more than 0"}},
      {"+stiffening = {strain = 0.1, factor = 0.5}", {"body[0].stiffening.factor", "at least 1"}},
      {"+strain_bounds = {max = -0.1}", {"body[0].strain_bounds.max", "at least 0"}},
      {"+strain_bounds = {max = 0.1, of = 'triangle'}", {"did you mean \"triangles\"?"}},
      {"+mass = -1", {"body[0].mass", "at least", "kg", "-1"}},
      {"+thickness = 0", {"body[0].thickness", "at least", "m"}},
      {"+friction = -1", {"body[0].friction", "at least 0"}},
      {"+[contact]\nignore = 3", {"contact.ignore must be a list of pairs of names, not a number"}},
      {"+[contact]\nignore = [['grid 0']]", {"contact.ignore[0] must be a list of two names"}},
      {"+[contact]\nignore = [['grid 0', 'grid 1']]", {"contact.ignore[0][1]", "did you mean \"grid 0\"?"}},
      {"+[contact]\nignore = [['trousers', 'grid 0']]", {"contact.ignore[0][0]", "\"trousers\"", "no body"}},
      {"+[contact]\nwhen_forced = 'past'", {"contact.when_forced", "did you mean \"pass\"?"}},
      {"+[[collider]]\nkind = 'plane'\nname = 'grid 0'", {"collider[0].name", "\"grid 0\"", "already has"}},
      {"+[[collider]]\nkind = 'mesh'\nfile = 'two.obj'\nsides = 3", {"collider[0].sides", "at most 2"}},
      {"+mass = 0", {"body[0].mass"}},
      {"+mass = nan", {"body[0].mass", "finite", "nan"}},
      {"+mass = inf", {"body[0].mass", "finite", "inf"}},
      {"+mass = 'heavy'", {"body[0].mass must be a number, not a string"}},
      {"+size = [0, 1]", {"body[0].size[0]"}},
      {"+stiffness = { structual = 1 }", {"body[0].stiffness.structual", "did you mean \"structural\"?"}},
      {"+stiffness = { bend = -1 }", {"body[0].stiffness.bend", "N/m"}},
      {"+stiffness = 80", {"body[0].stiffness must be a table, not a number"}},
      {"[[body]]\nkind = 'mesh'\nfile = 'two.obj'\nstiffness = { shear = 5 }",
       {"unknown field body[0].stiffness.shear", "known fields: structural, bend"}},
      {"[[body]]\nkind = 'mesh'\nfile = 'two.obj'\nweld_distance = -2e6", {"body[0].weld_distance", "m"}},
      {"+layout = 'papper'", {"body[0].layout", "did you mean \"paper\"?"}},
      {"+bend_reach = 4", {"body[0].bend_reach", "at most 3"}},
      {"+[[body.pin]]\nall = true\naxes = 'w'", {"body[0].pin[0].axes", "\"xyz\""}},
      {"+[[body.pin]]\nall = true\nuntil = -1", {"body[0].pin[0].until", "at least 0"}},
      {"+[[body.pin]]\nall = true\nfrom = 2\nuntil = 1", {"body[0].pin[0].until is 1 s", "not later"}},
      {"+[[body.pin]]\nall = true\nuntil = 2\n[[body.pin]]\nall = true\nfrom = 1",
       {"body[0].pin[1] pins vertex 0 again", "once at a time"}},
      {"+[[body.force]]\nall = true", {"body[0].force[0] has neither force nor over_time"}},
      {"+[[body.force]]\nall = true\nover_time = {keys = [[1, 0, 0, 0], [0, 0, 0, 0]]}",
       {"body[0].force[0].over_time.keys[1]", "sort"}},
      {"+gravity = 'none'", {"body[0].gravity must be a number"}},
      {"+position = [0, 1]", {"body[0].position", "three numbers"}},
      {"+position = [0, 1, nan]", {"body[0].position[2]", "finite"}},
      {"+position = [0, 1e9, 0]", {"body[0].position[1]", "1000000"}},
      {"+rotation = { axis = [0, 0, 0] }", {"body[0].rotation.axis", "is zero"}},
      {"+frobnicate = 1", {"unknown field body[0].frobnicate", "known fields: kind"}},
      {"+[[body.pin]]", {"body[0].pin[0] selects no vertices"}},
      {"+[[body.pin]]\ncorner = 'back-left'\nedge = 'back'",
       {"body[0].pin[0]", "corner", "edge", "only one"}},
      {"+[[body.pin]]\ncorner = 'top'", {"body[0].pin[0].corner", "\"top\""}},
      {"+[[body.pin]]\nend = 'start'", {"body[0].pin[0].end", "grid"}},
      {"+[[body.pin]]\nall = false", {"body[0].pin[0].all"}},
      {"+[[body.pin]]\nvertices = []", {"body[0].pin[0].vertices is empty"}},
      {"+[[body.pin]]\nvertices = [9]", {"body[0].pin[0].vertices", "vertex 9"}},
      {"+[[body.pin]]\nvertices = [-1]", {"body[0].pin[0].vertices[0]"}},
      {"+[[body.pin]]\nsphere = { center = [9, 9, 9], radius = 1 }", {"body[0].pin[0].sphere", "no vertex"}},
      {"+[[body.pin]]\nbox = { min = [0, 0, 0] }", {"body[0].pin[0].box.max is missing"}},
      {"+[[body.pin]]\nvertices = [4]\n[[body.pin]]\nall = true",
       {"body[0].pin[1]", "vertex 4", "only once"}},
      {"+[[body.pin]]\nall = true\npath = {}", {"body[0].pin[0].path.keys is missing"}},
      {"+[[body.pin]]\nall = true\npath = { keys = [] }", {"body[0].pin[0].path.keys is empty"}},
      {"+[[body.pin]]\nall = true\npath = { keys = [[0, 1]] }",
       {"body[0].pin[0].path.keys[0]", "four numbers"}},
      {"+[[body.pin]]\nall = true\npath = { keys = [[1, 0, 0, 0], [1, 0, 0, 0]] }",
       {"body[0].pin[0].path.keys[1]", "1 s", "sort"}},
      {"+[[body.pin]]\nall = true\npath = { keys = [[0, 0, 0, 0], [1, 1, 0, 0]], repeat = true }",
       {"body[0].pin[0].path", "jump"}},
      {"+[[collider]]\nkind = 'sphere'\npath = { keys = [[0, 0, 0, 0], [1, 1, 0, 0]], repeat = true }",
       {"collider[0]", "jump"}},
      {"+[[body.attachment]]\nall = true\nstiffness = -2", {"body[0].attachment[0].stiffness"}},
      {"+[[collider]]\nkind = 'sphere'\nradius = 0", {"collider[0].radius", "m"}},
      {"+[[collider]]\nkind = 'plane'\nnormal = [0, 0, 0]", {"collider[0].normal"}},
      {"+[[collider]]\nkind = 'sphere'\nfriction = -1", {"collider[0].friction"}},
      {"+[[collider]]\nkind = 'sphere'\nsize = [1, 1, 1]", {"unknown field collider[0].size"}},
      {"+name = 'a'\n[[body]]\nkind = 'grid'\nname = 'a'", {"body[1].name", "\"a\""}},
      {"+[time]\nframe = 0", {"time.frame", "s"}},
      {"+[time]\nsubsteps = 0", {"time.substeps"}},
      {"[body]\nkind = 'grid'", {"body must be a list of tables, not a table; write [[body]]"}},
      {"+[body.pin]\nindices = [1]", {"body[0].pin must be", "write [[body.pin]]"}},
      {"+[tiem]\nframe = 1", {"unknown field tiem; did you mean \"time\"?"}},
      {"+[minimiser]\niterations = -5", {"minimiser.iterations"}},
      {"+[minimiser]\niterations = 1e300", {"minimiser.iterations"}},
      {"+[minimiser]\nhessian = 'shifted'", {"minimiser.hessian", "\"shifted\"", "\"exact\""}},
      {"+[minimiser.linear]\nmethod = 'lt'", {"minimiser.linear.method", "did you mean \"llt\"?"}},
      {"+stiffening.strain = 0.1\nmembrane.model = 'corotated'", {"body[0]", "stiffening", "none"}},
      {"+strain_bounds.max = 0.1\nmembrane.model = 'corotated'",
       {"body[0]", "strain_bounds.of", "triangles"}},
      {"+[damping]\nether = 2", {"damping.ether", "at most 1"}},
      {"+[view]\ncolour = 'red'", {"view.colour", "\"red\""}},
      {"+[view]\ncolour = '#12345g'", {"view.colour"}},
      {"+[view]\neye = [1, 1, 1]\ntarget = [1, 1, 1]", {"view.eye", "view.target"}},
      {"frames = -3\n[[body]]\nkind = 'grid'", {"frames", "-3"}},
      {"frames = 1979-05-27\n[[body]]\nkind = 'grid'", {"line 1, column", "dates"}},
  };
  return list;
}

TEST(SceneErrors, EachFaultIsOneSentenceThatNamesTheField) {
  for (const Fault& fault : faults()) {
    const std::string text = *fault.scene == '+' ? std::string(grid) + (fault.scene + 1) : fault.scene;
    const std::string message = error_of(text);
    ASSERT_FALSE(message.empty()) << "was accepted: " << text;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    EXPECT_LT(message.size(), 400u) << message;
    for (const char* part : fault.says)
      EXPECT_NE(message.find(part), std::string::npos) << message << "\n  lacks: " << part;
  }
}

TEST(SceneErrors, AMisspeltFieldIsReportedRatherThanItsConsequences) {
  EXPECT_EQ(error_of("[[body]]\nkind = 'mesh'\nfil = 'two.obj'"),
            "unknown field body[0].fil; did you mean \"file\"?");
}

TEST(SceneErrors, TomlSyntaxErrorsNameLineAndColumn) {
  for (const char* text : {"name = \"x\nframes = 3", "frames = = 3", "[body\n", "a = 1\na = 2", "\xff\xfe"}) {
    const auto document = parse_toml(text);
    ASSERT_FALSE(document) << text;
    EXPECT_NE(document.error().message.find("line "), std::string::npos) << document.error().message;
    EXPECT_EQ(document.error().message.find('\n'), std::string::npos) << document.error().message;
  }
}

TEST(SceneErrors, JsonSyntaxErrorsNameLineAndColumn) {
  const auto document = parse_json("{\n  \"name\": \"x\",\n  \"frames\": ,\n}");
  ASSERT_FALSE(document);
  EXPECT_NE(document.error().message.find("line 3, column 13"), std::string::npos)
      << document.error().message;
  for (const char* text :
       {"", "{", "[1, 2", "{\"a\": 1e999}", "nul", "{} {}", "\xff", "{\"a\": 1, \"a\": 2}"})
    EXPECT_FALSE(parse_json(text)) << text;
}

TEST(SceneErrors, DeepDocumentsAreRefusedNotCrashedOn) {
  const std::string open(1'000'000, '['), close(1'000'000, ']');
  EXPECT_FALSE(parse_json(open + close));
  EXPECT_FALSE(parse_json(open));
  EXPECT_FALSE(parse_toml("a = " + open + close));
  std::string dotted = "a", spaced = "1", quoted = "a";
  for (int i = 0; i < 1'000'000; ++i) dotted += ".a", spaced += " . 1.1", quoted += ".\",\"";
  for (const std::string& key : {dotted, spaced, quoted}) {
    EXPECT_FALSE(parse_toml(key + " = 1"));
    EXPECT_FALSE(parse_toml("[" + key + "]\nx = 1"));
  }
  // The deepest that passes both limits: 48 dots on each of 250 lines.
  std::string nested = "a = [", tail;
  for (int i = 0; i < 120; ++i) {
    nested += "{";
    for (int j = 0; j < 47; ++j) nested += "a.";
    nested += "a = [\n";
    tail += "]}";
  }
  EXPECT_FALSE(parse_toml(nested + tail + "]"));
}

TEST(SceneErrors, DotsInCommentsAndStringsAreNotKeys) {
  const std::string dots(60, '.');
  for (const std::string& text :
       {"# " + dots + "\n", "a = 1 # \"" + dots, "a = \"" + dots + "\"", "a = '" + dots + "\\'",
        "a = \"\\\"" + dots + "\"", "a = \"\"\"\n\"\"" + dots + "\\\"\"\"\"\"\nb = 1",
        "a = '''\n''" + dots + "'''''\nb = 1", "a = '''" + dots + "'''", "'" + dots + "' = 1"}) {
    const auto document = parse_toml(text);
    EXPECT_TRUE(document) << text << "\n" << document.error().message;
  }
}

TEST(SceneErrors, NoStringOrCommentHidesADeepKey) {
  std::string key = "a";
  for (int i = 0; i < 1'000'000; ++i) key += ".a";
  for (const char* before :
       {"# '''\n", "x = \"\"\n", "x = ''\n", "x = \"\\\\\"\n", "x = '\\'\n", "x = '#'\n", "'x\\' = 1\n",
        "x = \"\"\"\"\"\"\n", "x = '''a'''\n", "x = \"\"\"\\\"\"\"\"\n", "x = [1, # \"\"\"\n 2]\n", "# \r\n"})
    EXPECT_FALSE(parse_toml(before + key + " = 1")) << before;
  // Quotes that stand at the end of a string and belong to it open no other.
  for (const std::string before :
       {R"("""a""")", R"("""a"""")", R"("""a""""")", "'''a''''", R"(""""""")", "''"})
    EXPECT_FALSE(parse_toml("x = [" + before + ", {" + key + " = 1}]")) << before;
  EXPECT_FALSE(parse_toml("x = " + std::string(max_document_bytes - 10, '"')));
}

TEST(SceneErrors, HugeDocumentsAreRefused) {
  const std::string blanks(max_document_bytes + 1, ' ');
  EXPECT_FALSE(parse_json(blanks));
  EXPECT_FALSE(parse_toml(blanks));
}

TEST(SceneErrors, AMissingFileIsNamed) {
  const auto document = read_document_file("no/such/scene.toml");
  ASSERT_FALSE(document);
  EXPECT_NE(document.error().message.find("no/such/scene.toml cannot be opened"), std::string::npos);
  EXPECT_FALSE(read_document_file(TENSIO_SOURCE_DIR));
}

TEST(SceneErrors, WeldingIsSwitchedOffByAnyNegativeDistance) {
  EXPECT_EQ(error_of("[[body]]\nkind = 'mesh'\nfile = 'two.obj'\nweld_distance = -2"), "");
}

// Each document needs exactly `enough` of the limit, in two bodies: each would fit alone.
TEST(SceneLimits, CountAllBodiesTogether) {
  const std::string mesh = "[[body]]\nkind = 'mesh'\nfile = 'two.obj'\n";
  const std::string attached = "[[body.attachment]]\nall = true\n";
  const std::string path = "[[body.pin]]\nall = true\npath = { keys = [[0, 0, 0, 0], [1, 1, 0, 0]] }\n";
  const std::string force =
      "[[body.force]]\nsphere = { center = [0, 0, 0], radius = 9 }\nforce = [0, 1, 0]\n";
  const std::string cut = "[[cut]]\neye = [0, 9, 0]\npoints = [[-1, 0, 0], [1, 0, 0]]\n";
  struct Case {
    std::string body;
    std::size_t SceneLimits::*limit;
    std::size_t enough;
    const char* names;
  };
  const std::size_t bytes = test_files("two.obj")->size();
  for (const Case& c :
       {Case{grid, &SceneLimits::vertices, 18, "body[1].vertices"},
        Case{grid, &SceneLimits::triangles, 36, "body[1].vertices"},
        Case{mesh, &SceneLimits::vertices, 8, "body[1].file"},
        Case{mesh, &SceneLimits::triangles, 4, "body[1].file"},
        Case{mesh, &SceneLimits::mesh_bytes, 2 * bytes, "body[1].file"},
        Case{grid + attached + attached, &SceneLimits::attached_vertices, 36, "body[1].attachment[1]"},
        Case{grid + path, &SceneLimits::path_keys, 36, "body[1].pin[0].path"},
        Case{grid + cut, &SceneLimits::cut_vertices, 36, "cut needs"},
        Case{grid + force + attached, &SceneLimits::searched_vertices, 36, "body[1]"}}) {
    SceneLimits limits;
    limits.*c.limit = c.enough;
    EXPECT_EQ(error_of(c.body + c.body, limits), "");
    --(limits.*c.limit);
    const std::string message = error_of(c.body + c.body, limits);
    EXPECT_EQ(message.find(c.names), 0u) << message << "\n  lacks: " << c.names;
    EXPECT_NE(message.find("of the scene's limit"), std::string::npos) << message;
  }
}

TEST(SceneLimits, TenBillionVerticesAreNotSearched) {
  const nlohmann::json force{{"force", {0, 1, 0}}, {"all", true}};
  nlohmann::json body{{"kind", "grid"}, {"vertices", {1000, 100}}};
  body["force"] = std::vector<nlohmann::json>(100'000, force);
  nlohmann::json document;
  document["body"].push_back(body);
  const auto scene = read_scene(document, test_files);
  ASSERT_FALSE(scene);
  EXPECT_NE(scene.error().message.find("body[0] needs 10000000000 vertices"), std::string::npos)
      << scene.error().message;
}

}  // namespace
}  // namespace tensio
