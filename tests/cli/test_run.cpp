#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/program.h"
#include "io/frame_cache.h"

namespace tensio {
namespace {

using nlohmann::json;

json report_of(const Outcome& outcome) {
  return json::parse(outcome.out, nullptr, false);
}

TEST_F(Program, ReportsWhatItMeasured) {
  write("small.toml", small_scene);
  const Outcome outcome = run("run small.toml --json - --quiet");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  const json report = report_of(outcome);
  for (const char* key : {"vertices", "springs", "triangles", "frames", "factor_ms", "iteration_us_min",
                          "frame_ms_min", "frame_ms_median", "frame_ms_max", "realtime_factor", "max_strain",
                          "mean_strain", "status", "state_hash", "method", "scheme"})
    EXPECT_TRUE(report.contains(key)) << key;
  EXPECT_EQ(report["vertices"], 25);
  EXPECT_EQ(report["frames"], 5);
  EXPECT_EQ(report["status"], "finished");
  EXPECT_EQ(report["state_hash"].get<std::string>().size(), 16u);
}

TEST_F(Program, ReportsContactByBodyColliderAndStage) {
  write("lie.toml",
        "frames = 20\n[time]\nframe = 0.01\n[damping]\nether = 0.01\n[contact]\nmethod = 'planes'\n"
        "thickness = 0.002\n[[body]]\nkind = 'grid'\nname = 'sheet'\nvertices = [4, 4]\nsize = [0.1, 0.1]\n"
        "mass = 0.05\nposition = [0, 0.001, 0]\n[[collider]]\nkind = 'plane'\nname = 'floor'\n");
  const Outcome outcome = run("run lie.toml --json - --quiet");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json contact = report_of(outcome)["contact"];
  for (const char* key : {"most_contacts", "most_pairs", "most_limited", "most_forced", "most_passing",
                          "collider_lag", "lists"})
    EXPECT_TRUE(contact.contains(key)) << key;
  EXPECT_EQ(contact["most_crossings"], "not checked");
  for (const char* stage : {"list", "rows", "sweeps", "planes", "verify"})
    EXPECT_GE(contact["ms"][stage].get<double>(), 0) << stage;
  EXPECT_NEAR(contact["force_on_bodies"]["sheet"][1].get<double>(), 0.05 * 9.81, 0.01);
  EXPECT_NEAR(contact["force_on_colliders"]["floor"][1].get<double>(), -0.05 * 9.81, 0.01);
}

TEST_F(Program, TellsWhatIsStillTangledAtTheEnd) {
  const auto sheet = [](const std::string& more) {
    return "[[body]]\nkind = 'grid'\nvertices = [6, 6]\nsize = [0.2, 0.2]\n" + more + "\n";
  };
  write("tangled.toml",
        "gravity = [0, 0, 0]\nframes = 60\n[contact]\nmethod = 'planes'\nverify = 'substep'\n" + sheet("") +
            sheet("position = [0.06, 0, 0.013]\nrotation = { axis = [0, 0, 1], degrees = 70 }"));
  const Outcome outcome = run("run tangled.toml --json report.json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json contact = json::parse(read(folder_ / "report.json"))["contact"];
  EXPECT_GT(contact["most_crossings"].get<int>(), 0);
  EXPECT_EQ(contact["last_crossings"], 0);
  EXPECT_NE(outcome.out.find("(0 at the end)"), std::string::npos) << outcome.out;
}

TEST_F(Program, PrintsALinePerFrameWhenVerbose) {
  write("small.toml", small_scene);
  const Outcome outcome = run("run small.toml --verbose");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  for (const char* line : {"  frame 1   iteration-limit, 1 step, 10 iterations, gradient ", "  frame 5   "})
    EXPECT_NE(outcome.out.find(line), std::string::npos) << outcome.out;
  EXPECT_EQ(run("run small.toml").out.find("frame 1 "), std::string::npos);
  EXPECT_EQ(run("run small.toml --verbose --quiet").code, 2);
}

TEST_F(Program, WarnsOfUnstableStepsRefusesThemWhenStrictAndPicksStableOnes) {
  write("small.toml", small_scene);
  const std::string verlet = "run small.toml --json - --set integrator.scheme=velocity-verlet";
  const Outcome warned = run(verlet);
  EXPECT_EQ(warned.code, 0);
  EXPECT_NE(warned.err.find("warning: velocity-verlet is stable up to steps of"), std::string::npos)
      << warned.err;
  const Outcome refused = run(verlet + " --strict");
  EXPECT_EQ(refused.code, 2);
  EXPECT_TRUE(refused.is_one_sentence()) << refused.err;
  const Outcome automatic = run(verlet + " --strict --quiet --substeps auto");
  EXPECT_EQ(automatic.code, 0) << automatic.err;
  EXPECT_LT(report_of(automatic)["step"], 0.02);
  const Outcome none = run("run small.toml --set integrator.scheme=heun --substeps auto");
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("time.substeps: heun has no stable step"), std::string::npos) << none.err;
}

TEST_F(Program, EqualRunsGiveEqualStatesAndAChangedFieldAnotherOne) {
  write("small.toml", small_scene);
  const auto hash = [&](const char* more) {
    return report_of(run(std::string("run small.toml --json - --quiet ") + more))["state_hash"];
  };
  EXPECT_EQ(hash(""), hash(""));
  EXPECT_NE(hash(""), hash("--set body.0.stiffness.structural=90"));
  EXPECT_NE(hash(""), hash("--set minimiser.method=newton"));
  EXPECT_NE(hash(""), hash("--frames 4"));
}

TEST_F(Program, ThreadsDoNotChangeTheStateAndThePrecisionDoes) {
  write("small.toml", small_scene);
  const auto report = [&](const char* more) {
    return report_of(run(std::string("run small.toml --json - --quiet ") + more));
  };
  const json alone = report("--set minimiser.method=ncg"),
             many = report("--set minimiser.method=ncg --threads 3"),
             mixed = report("--set minimiser.method=ncg --precision mixed");
  EXPECT_EQ(alone["state_hash"], many["state_hash"]);
  EXPECT_EQ(many["threads"], 3);
  EXPECT_EQ(alone["precision"], "double");
  EXPECT_EQ(mixed["precision"], "mixed");
  EXPECT_NE(alone["state_hash"], mixed["state_hash"]);
}

TEST_F(Program, SaysWhatIsWrongWithThreadsAndPrecision) {
  write("small.toml", small_scene);
  for (const char* wrong : {"--threads -1", "--threads many", "--threads 1000", "--precision half",
                            "--precision mixed --set minimiser.method=newton", "--set minimiser.history=0"}) {
    const Outcome outcome = run(std::string("run small.toml --quiet ") + wrong);
    EXPECT_EQ(outcome.code, 2) << wrong;
    EXPECT_NE(outcome.err, "") << wrong;
  }
}

TEST_F(Program, APresetSetsWhatItPromisesAndMayBeChanged) {
  write("small.toml", small_scene);
  const auto report = [&](const std::string& options) {
    const Outcome outcome = run("run small.toml --quiet --json - " + options);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.out;
  };
  const std::string by_hand =
      "--set integrator.scheme=bdf2 --set minimiser.method=local-global --set "
      "minimiser.iterations=1 --set minimiser.precision=mixed --set time.substeps=";
  const auto hash = [](const std::string& text) { return nlohmann::json::parse(text)["state_hash"]; };
  EXPECT_EQ(hash(report("--preset realtime --set time.substeps=3")), hash(report(by_hand + "3")));
  EXPECT_NE(hash(report("--preset realtime")), hash(report("")));
  const Outcome unknown = run("run small.toml --preset fast");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_TRUE(unknown.is_one_sentence()) << unknown.err;
  EXPECT_NE(unknown.err.find("realtime"), std::string::npos);
  const Outcome wrong = run("run small.toml --preset realtime --set body.0.mass=-1");
  EXPECT_EQ(wrong.err.find("presets"), std::string::npos) << wrong.err;
  const Outcome unfit = run("run toy --preset realtime");
  EXPECT_NE(unfit.code, 0);
  EXPECT_NE(unfit.err.find("toy takes the presets realtime-solid, accurate, not realtime;"),
            std::string::npos)
      << unfit.err;
}

TEST_F(Program, RunsABuiltinSceneWithItsMeshFromAnywhere) {
  const Outcome outcome = run("run cape --frames 1 --quiet --json out.json");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(json::parse(read(folder_ / "out.json"), nullptr, false)["scene"], "cape");
}

TEST_F(Program, WritesAMeshPerFrameAndTheCache) {
  write("small.toml", small_scene);
  ASSERT_EQ(run("run small.toml --out a/b --quiet").code, 0);
  ASSERT_EQ(run("run small.toml --out ply --format ply --quiet").code, 0);
  for (const char* name : {"a/b/frame_00000.obj", "a/b/frame_00005.obj", "ply/frame_00005.ply"})
    EXPECT_TRUE(std::filesystem::exists(folder_ / name)) << name;
  EXPECT_FALSE(std::filesystem::exists(folder_ / "a/b/frame_00006.obj"));
  const auto cache = FrameCacheReader::open((folder_ / "a/b/frames.tfc").string());
  ASSERT_TRUE(cache) << cache.error().message;
  EXPECT_EQ(cache->frame_count(), 6u);
  EXPECT_EQ(cache->read(5)->points.size(), 25u);
}

TEST_F(Program, TakesAPictureAndLeavesNothingElse) {
  write("small.toml", small_scene);
  const Outcome outcome = run("run small.toml --image a.png --size 64x48 --quiet");
  if (outcome.err.find("TENSIO_RENDER") != std::string::npos) GTEST_SKIP() << "built without the renderer";
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(read(folder_ / "a.png").starts_with("\x89PNG"));
  ASSERT_EQ(run("run small.toml --image b.png --image-frame 0 --size 64x48 --quiet").code, 0);
  EXPECT_NE(read(folder_ / "a.png"), read(folder_ / "b.png"));
  int files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder_)) ++files;
  EXPECT_EQ(files, 5) << "scene, two pictures, stdout and stderr";
}

TEST_F(Program, ClothThatLiesOnTheFloorIsSeen) {
  if (std::system("ffprobe -version >/dev/null 2>&1") != 0) GTEST_SKIP() << "needs ffmpeg to read a picture";
  write("floor.toml", R"(
frames = 0
[[body]]
kind = "grid"
vertices = [9, 9]
[[collider]]
kind = "plane"
[view]
eye = [0, 2, 3]
target = [0, 0, 0]
colour = "#ff0000"
)");
  const auto red_pixels = [&](const std::string& height) -> long {
    const Outcome outcome = run(
        "run floor.toml --image a.png --size 128x96 --quiet --set 'collider.0.point=[0, " + height + ", 0]'");
    const std::string decode = "cd '" + folder_.string() +
                               "' && ffmpeg -y -loglevel error -i a.png -f rawvideo -pix_fmt rgb24 a.rgb";
    if (outcome.code != 0 || std::system(decode.c_str()) != 0) return 0;
    const std::string rgb = read(folder_ / "a.rgb");
    long count = 0;
    for (std::size_t i = 0; i + 2 < rgb.size(); i += 3)
      count += 2 * static_cast<unsigned char>(rgb[i]) > 3 * static_cast<unsigned char>(rgb[i + 1]);
    return count;
  };
  const long above = red_pixels("-1"), on = red_pixels("0");
  if (above == 0) GTEST_SKIP() << "built without the renderer";
  EXPECT_GT(on, 0.95 * above);
}

TEST_F(Program, MakesAVideo) {
  if (std::system("ffprobe -version >/dev/null 2>&1") != 0) GTEST_SKIP() << "needs ffmpeg";
  write("small.toml", small_scene);
  const Outcome outcome = run("run small.toml --video a.mp4 --size 64x48 --quiet");
  if (outcome.err.find("TENSIO_RENDER") != std::string::npos) GTEST_SKIP() << "built without the renderer";
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(read(folder_ / "a.mp4").substr(4, 4), "ftyp");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "a.mp4.frames.tfc"));
}

TEST_F(Program, ShowsNoProgressWhenPipedAndQuick) {
  write("small.toml", small_scene);
  const Outcome outcome = run("run small.toml --frames 40");
  EXPECT_EQ(outcome.err, "");
  EXPECT_TRUE(outcome.out.starts_with("small: 40 frames")) << outcome.out;
}

/// What the program shows on a terminal of so many columns while it runs the small scene.
std::string shown_on_terminal(const std::filesystem::path& folder, unsigned short columns) {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
  if (terminal < 0 || ::grantpt(terminal) != 0 || ::unlockpt(terminal) != 0) return "";
  // Held open, so that what was written can be read after the program has ended.
  const int other_end = ::open(::ptsname(terminal), O_RDWR | O_NOCTTY);
  winsize size{};
  size.ws_row = 24, size.ws_col = columns;
  ::ioctl(terminal, TIOCSWINSZ, &size);
  const std::string command = "cd '" + folder.string() + "' && '" TENSIO_PROGRAM "' run small.toml 2>'" +
                              ::ptsname(terminal) + "' >stdout.txt </dev/null";
  std::string shown;
  if (std::system(command.c_str()) == 0) {
    std::array<char, 4096> bytes{};
    for (ssize_t count; (count = ::read(terminal, bytes.data(), bytes.size())) > 0;)
      shown.append(bytes.data(), static_cast<std::size_t>(count));
  }
  ::close(other_end);
  ::close(terminal);
  return shown;
}

TEST_F(Program, TheBarFitsIntoTheTerminal) {
  write("small.toml", small_scene);
  for (const unsigned short columns : {12, 30, 40, 50, 200}) {
    const std::string shown = shown_on_terminal(folder_, columns);
    if (shown.empty()) GTEST_SKIP() << "needs a pseudo terminal";
    EXPECT_EQ(shown.find("[#") != std::string::npos, columns >= 40) << shown;
    const std::string clear = "\r\x1b[K";
    for (std::size_t begin = shown.find(clear); begin != std::string::npos;) {
      const std::size_t text = begin + clear.size(), next = shown.find(clear, text);
      EXPECT_LT(std::min(next, shown.size()) - text, columns) << shown;
      begin = next;
    }
  }
}

TEST_F(Program, CtrlCKeepsWhatWasComputed) {
  write("small.toml", small_scene);
  // The folder fills while the run goes on; once it has a few frames, the run is interrupted.
  write("interrupt.sh", "'" TENSIO_PROGRAM
                        "' run small.toml --frames 1000000 --out out --json out.json --quiet &\n"
                        "while [ ! -e out/frame_00003.obj ]; do sleep 0.02; done\n"
                        "kill -INT $!\n"
                        "wait $!\n");
  const std::string command = "cd '" + folder_.string() + "' && timeout 60 bash interrupt.sh";
  const int status = std::system(command.c_str());
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  const json report = json::parse(read(folder_ / "out.json"), nullptr, false);
  ASSERT_TRUE(report.is_object());
  EXPECT_EQ(report["status"], "interrupted");
  const auto cache = FrameCacheReader::open((folder_ / "out/frames.tfc").string());
  ASSERT_TRUE(cache);
  EXPECT_EQ(cache->frame_count(), report["frames"].get<std::size_t>() + 1);
  EXPECT_FALSE(cache->truncated());
}

TEST_F(Program, CtrlCInTheVideoKeepsTheFilmSoFar) {
  if (std::system("ffprobe -version >/dev/null 2>&1") != 0) GTEST_SKIP() << "needs ffmpeg";
  write("small.toml", small_scene);
  // As a terminal does it: the signal goes to the whole process group, which `set -m` makes a new one.
  write("interrupt.sh", "set -m\n'" TENSIO_PROGRAM
                        "' run small.toml --frames 299 --image a.png --video a.mp4 --size 64x48 "
                        "--video-size 256x256 >stdout.txt 2>&1 &\n"
                        "while kill -0 $! && ! grep -q 'video 30/' stdout.txt; do sleep 0.02; done\n"
                        "kill -INT -- -$!\n"
                        "wait $!\n");
  const std::string command = "cd '" + folder_.string() + "' && timeout 120 bash interrupt.sh";
  const int status = std::system(command.c_str());
  const std::string out = read(folder_ / "stdout.txt");
  if (out.find("TENSIO_RENDER") != std::string::npos) GTEST_SKIP() << "built without the renderer";
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_NE(out.find("  video    a.mp4, interrupted: the first "), std::string::npos) << out;
  EXPECT_LT(out.find("  picture  a.png\n"), out.find("video 30/")) << "the picture is announced first";
  EXPECT_EQ(read(folder_ / "a.mp4").substr(4, 4), "ftyp");
  EXPECT_EQ(std::system(("ffprobe -v error '" + (folder_ / "a.mp4").string() + "'").c_str()), 0);
}

TEST_F(Program, TerminationKeepsWhatWasComputedToo) {
  write("small.toml", small_scene);
  write("end.sh", "'" TENSIO_PROGRAM
                  "' run small.toml --frames 1000000 --out out --quiet &\n"
                  "while [ ! -e out/frame_00003.obj ]; do sleep 0.02; done\n"
                  "kill -TERM $!\n"
                  "wait $!\n");
  const int status = std::system(("cd '" + folder_.string() + "' && timeout 60 bash end.sh").c_str());
  EXPECT_EQ(WEXITSTATUS(status), 143);
  EXPECT_TRUE(FrameCacheReader::open((folder_ / "out/frames.tfc").string()));
}

TEST_F(Program, EndsByNamingEveryFileItWrote) {
  write("small.toml", small_scene);
  const Outcome outcome = run("run small.toml --out out --json a.json");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("  report   a.json\n"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("  frames   out: 6 obj files and frames.tfc\n"), std::string::npos)
      << outcome.out;
  EXPECT_NE(outcome.out.find(" 1 pin\n"), std::string::npos) << outcome.out;
}

TEST_F(Program, RemovesTheFramesOfALongerEarlierRunAndNothingElse) {
  write("small.toml", small_scene);
  ASSERT_EQ(run("run small.toml --out out --quiet").code, 0);
  for (const char* mine : {"out/frame_9.obj", "out/frame_00009.ply", "out/frame_00009b.obj", "out/9.obj"})
    write(mine, "mine");
  const Outcome outcome = run("run small.toml --out out --frames 2");
  EXPECT_NE(outcome.out.find("removed 3 frames of an earlier run; kept 1 frame of other formats\n"),
            std::string::npos)
      << outcome.out;
  EXPECT_TRUE(std::filesystem::exists(folder_ / "out/frame_00002.obj"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out/frame_00003.obj"));
  for (const char* mine : {"out/frame_9.obj", "out/frame_00009.ply", "out/frame_00009b.obj", "out/9.obj"})
    EXPECT_TRUE(std::filesystem::exists(folder_ / mine)) << mine;
}

TEST_F(Program, WarnsAboutSpringsStretchedBeyondReasonOnly) {
  write("small.toml", small_scene);
  const Outcome soft = run("run small.toml --frames 30 --set body.0.stiffness.structural=0.01 --json a.json");
  EXPECT_NE(soft.out.find("  warning  a spring is stretched to "), std::string::npos) << soft.out;
  EXPECT_NE(soft.out.find("raise time.substeps (now 1) or stiffness"), std::string::npos) << soft.out;
  const json report = json::parse(read(folder_ / "a.json"), nullptr, false);
  ASSERT_TRUE(report.is_object());
  ASSERT_EQ(report["warnings"].size(), 2u);
  EXPECT_TRUE(report["warnings"][0].get<std::string>().starts_with("a spring is stretched to "));
  EXPECT_TRUE(report["warnings"][1].get<std::string>().starts_with("surfaces pass through each other "));
  EXPECT_EQ(run("run small.toml --json a.json").out.find("warning"), std::string::npos);
  EXPECT_EQ(json::parse(read(folder_ / "a.json"), nullptr, false)["warnings"].size(), 0u);
}

TEST_F(Program, WarnsOfSurfacesThatPassThroughEachOtherAtTheEnd) {
  const std::string rope =
      "[[body]]\nkind = 'chain'\nstart = [0.01, 0.5, 0.013]\nend = [0.01, 0.05, 0.013]\n";
  const std::string sheet =
      "[[body]]\nkind = 'grid'\nvertices = [9, 9]\nsize = [0.5, 0.5]\n"
      "pin = [{ corner = 'back-left' }, { corner = 'back-right' }, { corner = 'front-left' }, { corner = "
      "'front-right' }]\n";
  write("through.toml", "frames = 8\n" + rope + sheet);
  const Outcome through = run("run through.toml");
  EXPECT_NE(
      through.out.find("  warning  surfaces pass through each other at the end, in 1 place; contact.method"),
      std::string::npos)
      << through.out << through.err;
  EXPECT_EQ(run("run through.toml --set contact.method=planes").out.find("pass through"), std::string::npos);
  EXPECT_EQ(run("run through.toml --frames 1").out.find("warning"), std::string::npos);
}

TEST_F(Program, WarnsOfCutsThatMeetNothingOrAreRefused) {
  const std::string cut = "[[cut]]\ntime = 0.01\neye = [0, 9, 0]\npoints = ";
  write("small.toml", small_scene + cut + "[[8, 0, -1], [8, 0, 1]]\n");
  const Outcome missed = run("run small.toml");
  EXPECT_EQ(missed.code, 0) << missed.err;
  EXPECT_NE(missed.out.find("  warning  1 cut met nothing; check"), std::string::npos) << missed.out;
  write("small.toml", small_scene + cut + "[[-9, 0, 0.01], [9, 0, 0.01]]\n");
  EXPECT_EQ(run("run small.toml").out.find("warning"), std::string::npos);
  const std::string block = "[[body]]\nkind = 'lattice'\nresolution = 2\nsolid = { model = 'corotated' }\n";
  write("block.toml", "frames = 2\n" + block + cut + "[[-9, 0, 0], [9, 0, 0]]\n");
  const Outcome refused = run("run block.toml");
  EXPECT_NE(refused.out.find("  warning  1 edit of the scene refused: "), std::string::npos)
      << refused.out << refused.err;
}

TEST_F(Program, NoFramesHaveNoSpeed) {
  write("small.toml", small_scene);
  const Outcome outcome = run("run small.toml --frames 0");
  EXPECT_TRUE(outcome.out.starts_with("small: 0 frames, finished\n")) << outcome.out;
}

TEST_F(Program, ChainsAreWrittenAsLines) {
  ASSERT_EQ(run("run hanging-chain --frames 1 --out out --quiet").code, 0);
  EXPECT_NE(read(folder_ / "out/frame_00001.obj").find("\nl 1 2\n"), std::string::npos);
}

TEST_F(Program, AFailingStepEndsTheRunWithExitCode1AndKeepsWhatWasThere) {
  // An attachment that vanishes beside the stiffness: k + a rounds to k, and the matrix is singular.
  write("hopeless.toml", R"(
frames = 3
[integrator]
scheme = "static"
[[body]]
kind = "chain"
segments = 1
stiffness = 1e12
[[body.attachment]]
end = "start"
stiffness = 1e-6
)");
  const Outcome outcome = run("run hopeless.toml --out out --json out.json --quiet");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(outcome.is_one_sentence()) << outcome.err;
  EXPECT_NE(outcome.err.find("frame 1"), std::string::npos) << outcome.err;
  const json report = json::parse(read(folder_ / "out.json"), nullptr, false);
  EXPECT_EQ(report["status"], "not-positive-definite");
  EXPECT_NE(report["error"].get<std::string>().find("frame 1 failed"), std::string::npos);
  EXPECT_EQ(report["frames"], 0);
  const auto cache = FrameCacheReader::open((folder_ / "out/frames.tfc").string());
  ASSERT_TRUE(cache);
  EXPECT_EQ(cache->frame_count(), 1u);
}

TEST_F(Program, WarnsAboutAnOddMesh) {
  write("odd.obj", "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 5 5 5\nf 1 3 2\n");
  write("odd.toml", "frames = 1\n[[body]]\nkind = 'mesh'\nfile = 'odd.obj'\n");
  const Outcome outcome = run("run odd.toml");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(outcome.err.find("warning: body[0].file"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace tensio
