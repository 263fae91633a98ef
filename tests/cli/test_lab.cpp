#include "cli/program.h"

namespace tensio {
namespace {

std::size_t file_count(const std::filesystem::path& folder) {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder)) ++count;
  return count;
}

TEST_F(Program, LabComparesMinimisersOnAScene) {
  write("small.toml", small_scene);
  const Outcome outcome = run("lab compare small.toml --minimiser local-global,ncg --out deep/report");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  for (const char* word : {"local-global", "ncg", "ms/frame", "report: deep/report/compare.html"})
    EXPECT_NE(outcome.out.find(word), std::string::npos) << word << "\n" << outcome.out;
  for (const char* file : {"compare.html", "compare.svg", "compare.csv", "compare.json"})
    EXPECT_GT(read(folder_ / "deep/report" / file).size(), 100u) << file;
  const auto report = nlohmann::json::parse(read(folder_ / "deep/report/compare.json"));
  EXPECT_EQ(report.at("runs").size(), 2u);
}

TEST_F(Program, LabComparesNothingWithAReferenceOfOtherVertices) {
  const Outcome outcome = run(
      "lab compare flag --frames 1 --set body.0.vertices=[20,20] --reference body.0.vertices=[2,2] --with "
      "time.substeps=2 --out report");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("frame 1 has 400 vertices, that of the reference 4"), std::string::npos)
      << outcome.out;
}

TEST_F(Program, LabPaperRedoesTheTableAndTheFigures) {
  const Outcome outcome = run("lab paper --quick --out report");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  for (const char* word : {"Table 1", "6561 (6561)", "32158 (32158)", "local/global", "SSIM"})
    EXPECT_NE(outcome.out.find(word), std::string::npos) << word << "\n" << outcome.out;
  const auto report = nlohmann::json::parse(read(folder_ / "report/paper.json"));
  EXPECT_EQ(report.at("table1")[0].at("springs"), 32158);
  EXPECT_GT(report.at("fig2").at("curves").size(), 5u);
  EXPECT_EQ(report.at("fig3").at("runs").back().at("iterations"), 0);
  const auto& runs = report.at("fig3").at("runs");
  EXPECT_GT(runs.front().at("mm_from_exact"), runs[runs.size() - 2].at("mm_from_exact"));
}

TEST_F(Program, LabLeavesNothingBehindWhenInterrupted) {
  write("interrupt.sh", "'" TENSIO_PROGRAM
                        "' lab integrators --out report --quiet &\n"
                        "while [ ! -e report ]; do sleep 0.02; done\n"
                        "sleep 0.3\n"
                        "kill -INT $!\n"
                        "wait $!\n");
  const int status = std::system(("cd '" + folder_.string() + "' && timeout 120 bash interrupt.sh").c_str());
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "report"));
  EXPECT_EQ(file_count(folder_), 1u);  // the script
}

TEST_F(Program, BadLabUsageIsOneSentenceAndExitCode2) {
  write("small.toml", small_scene);
  write("file", "x");
  for (const char* arguments :
       {"lab compare", "lab compare missing.toml", "lab compare small.toml --minimiser magic",
        "lab compare small.toml --scheme magic", "lab compare small.toml --frames 0",
        "lab compare small.toml --out file", "lab integrators --out file/below",
        "lab integrators --minimiser magic", "lab paper --out ''", "lab nothing"}) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 2) << arguments;
    EXPECT_TRUE(outcome.is_one_sentence()) << arguments << "\n" << outcome.err;
  }
  EXPECT_EQ(file_count(folder_), 4u);  // the two above, and what the program said
}

}  // namespace
}  // namespace tensio
