#include "cli/program.h"

namespace tensio {
namespace {

TEST_F(Program, SaysItsVersion) {
  const Outcome outcome = run("--version");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(outcome.out.starts_with("tensio ")) << outcome.out;
}

TEST_F(Program, HelpsEverywhere) {
  for (const char* command : {"", "run", "inspect", "check", "scenes", "schema", "lab", "bench"}) {
    const Outcome outcome = run(std::string(command) + " --help");
    EXPECT_EQ(outcome.code, 0) << command;
    EXPECT_GT(outcome.out.size(), 100u) << command;
    EXPECT_EQ(outcome.err, "") << command;
  }
  for (const char* command : {"run", "inspect", "check", "schema", "lab", "lab convergence",
                              "lab integrators", "lab paper", "lab compare", "bench"}) {
    const std::string help = run(std::string(command) + " --help").out;
    const std::size_t examples = help.find("Examples:\n  tensio " + std::string(command));
    EXPECT_NE(examples, std::string::npos) << help;
  }
}

TEST_F(Program, BadUsageIsOneSentenceAndExitCode2) {
  write("good.toml", small_scene);
  for (const char* arguments : {"rum good.toml",
                                "run",
                                "run no-such-scene",
                                "run missing.toml",
                                "run .",
                                "run good.toml --frames -1",
                                "run good.toml --frames many",
                                "run good.toml --frobnicate",
                                "run good.toml --format stl",
                                "run good.toml --size 12",
                                "run good.toml --size 0x0",
                                "run good.toml --size 99999x99999",
                                "run good.toml --set nonsense",
                                "run good.toml --set body.0.mas=1",
                                "run good.toml --set body.7.mass=1",
                                "run good.toml --image picture.jpg",
                                "run good.toml --image no/such/folder/a.png",
                                "run good.toml --json no/such/folder/a.json",
                                "run good.toml --image-frame 3",
                                "run good.toml --format ply",
                                "run good.toml --video-size 64x48",
                                "run good.toml --video a.mp4 --video-size 63x48",
                                "run good.obj",
                                "inspect tube.fbx",
                                "run good.toml --image a.png --image-frame 6",
                                "run good.toml --out good.toml",
                                "inspect",
                                "inspect missing.obj",
                                "inspect missing.toml",
                                "inspect good.toml extra",
                                "scenes --show clot",
                                "schema --texts",
                                "scenes extra"}) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 2) << arguments << ": " << outcome.err;
    EXPECT_TRUE(outcome.is_one_sentence()) << arguments << ": " << outcome.err;
    EXPECT_EQ(outcome.out, "") << arguments;
  }
}

TEST_F(Program, SuggestsWhatWasMeant) {
  write("typo.toml", std::string(small_scene) + "\n[tiem]\nframe = 1\n");
  EXPECT_NE(run("inspct cloth").err.find("did you mean \"inspect\"?"), std::string::npos);
  EXPECT_NE(run("run clth").err.find("did you mean \"cloth\"?"), std::string::npos);
  EXPECT_NE(run("run cloth --frmes 3").err.find("did you mean \"--frames\"?"), std::string::npos);
  EXPECT_EQ(run("run nope").err.find("did you mean"), std::string::npos);
  EXPECT_NE(run("run cloth --set body.1.mass=1").err.find("there is only body 0"), std::string::npos);
  EXPECT_NE(run("inspect tube.fbx").err.find("unknown format .fbx"), std::string::npos);
  EXPECT_EQ(run("run typo.toml").err, "tensio: typo.toml: unknown field tiem; did you mean \"time\"?\n");
}

TEST_F(Program, BlamesTheOptionThatIsWrongInTheWordsOfItsUser) {
  write("good.toml", small_scene);
  EXPECT_EQ(run("run good.toml --set body.0.mas=1").err,
            "tensio: --set body.0.mas=1: unknown field body.0.mas; did you mean \"mass\"?\n");
  EXPECT_EQ(
      run("run good.toml --set 'body.0.vertices=[1, x]'").err.find("tensio: --set body.0.vertices=[1, x]: "),
      0u);
  EXPECT_EQ(
      run("run good.toml --set body.0.mass=-1").err.find("tensio: --set body.0.mass=-1: body.0.mass must be"),
      0u);
  EXPECT_EQ(run("run good.toml --set nonsense").err.find("tensio: --set nonsense: "), 0u);
  EXPECT_NE(run("run good.toml --frames 1e3").err.find("1e3 is not a whole number from 0 to 1000000"),
            std::string::npos);
  EXPECT_NE(run("run good.toml --substeps two").err.find("two is not auto or a whole number from 1"),
            std::string::npos);
}

TEST_F(Program, FailsWhenItsOutputIsLost) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "needs /dev/full";
  write("small.toml", small_scene);
  for (const char* arguments : {"scenes", "schema", "run small.toml", "run small.toml --json -", "--help"}) {
    const std::string command = "cd '" + folder_.string() + "' && '" TENSIO_PROGRAM "' " + arguments +
                                " >/dev/full 2>stderr.txt </dev/null";
    EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 1) << arguments;
    EXPECT_NE(read(folder_ / "stderr.txt").find("tensio: "), std::string::npos) << arguments;
  }
}

TEST_F(Program, SyntaxErrorsNameFileLineAndColumn) {
  write("bad.toml", "name = \"x\"\nframes = = 3\n");
  write("bad.json", "{\"name\": \"x\",\n \"frames\": }");
  EXPECT_NE(run("run bad.toml").err.find("bad.toml: line 2, column 10"), std::string::npos)
      << run("run bad.toml").err;
  EXPECT_NE(run("run bad.json").err.find("bad.json: line 2"), std::string::npos);
}

TEST_F(Program, ListsTheBuiltinScenesAndShowsThem) {
  const Outcome list = run("scenes");
  EXPECT_EQ(list.code, 0);
  for (const char* name :
       {"cloth ", "cloth-on-sphere ", "curtain ", "flag ", "tablecloth ", "hanging-chain ", "cape "})
    EXPECT_NE(list.out.find(name), std::string::npos) << name;
  EXPECT_EQ(run("scenes --show cloth").out, read(TENSIO_SOURCE_DIR "/scenes/cloth.toml"));
}

TEST_F(Program, WritesASchemaThatIsJson) {
  const auto schema = nlohmann::json::parse(run("schema").out, nullptr, false);
  ASSERT_TRUE(schema.is_object());
  EXPECT_TRUE(schema["properties"].contains("body"));
  EXPECT_NE(run("schema --text").out.find("| `structural` |"), std::string::npos);
}

TEST_F(Program, InspectsScenesAndMeshes) {
  const auto cloth = nlohmann::json::parse(run("inspect cloth --json").out, nullptr, false);
  ASSERT_TRUE(cloth.is_object());
  EXPECT_EQ(cloth["vertices"], 6561);
  EXPECT_EQ(cloth["springs"], 32158);  // Liu et al. 2013, Table 1
  EXPECT_EQ(cloth["pieces"], 1);
  EXPECT_GT(cloth["factor_nonzeros"], cloth["vertices"]);
  EXPECT_LT(cloth["stable_steps"]["velocity-verlet"]["at_start"], 0.001);
  EXPECT_LT(cloth["stable_steps"]["explicit-euler"]["at_start"], 1e-7);
  write("two.obj", "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nf 1 3 2\nf 1 4 3\n");
  const Outcome mesh = run("inspect two.obj");
  EXPECT_EQ(mesh.code, 0) << mesh.err;
  EXPECT_NE(mesh.out.find("triangles      2"), std::string::npos) << mesh.out;
}

}  // namespace
}  // namespace tensio
