#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <unistd.h>

#include "lab/base64.h"
#include "lab/report.h"
#include "lab/xml_check.h"

using namespace tensio;
using namespace tensio::lab;
namespace fs = std::filesystem;

namespace {

/// A folder name of its own for every test; removed at the end.
struct Scratch {
  fs::path path = fs::temp_directory_path() /
                  ("tensio-" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()) +
                   std::to_string(::getpid()));
  ~Scratch() { fs::remove_all(path); }
};

std::string read(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

Report make_report() {
  Report report{.name = "trial", .title = "A < B & C"};
  report.blocks.push_back(ReportText{"Heading", "First.\n\nSecond \"quoted\"."});
  report.blocks.push_back(ReportTable{.caption = "Numbers", .head = {"a", "b"}, .rows = {{"x<y", "1"}}});
  report.blocks.push_back(ReportTable{.caption = "Hidden", .head = {"c"}, .is_printed = false});
  report.blocks.push_back(
      ReportFigure{"curve", "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>", "A curve."});
  report.blocks.push_back(ReportPicture{"photo", "\x89PNG", "A photo."});
  report.data.push_back({"numbers.csv", "a,b\n1,2\n"});
  return report;
}

}  // namespace

TEST(Base64, PadsEveryLengthAsTheStandardSays) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64("\xff\xfe"), "//4=");
}

TEST(Report, PageIsWellFormedAndNeedsNothingFromOutside) {
  const std::string html = report_html(make_report());
  const std::string body = html.substr(html.find("<html"));
  EXPECT_EQ(xml_problem(body), "");
  EXPECT_NE(html.find("A &lt; B &amp; C"), std::string::npos);
  EXPECT_NE(html.find("x&lt;y"), std::string::npos);
  EXPECT_EQ(html.find("<script"), std::string::npos);
  EXPECT_EQ(html.find("src=\"http"), std::string::npos);
  EXPECT_NE(html.find("data:image/png;base64,iVBORw=="), std::string::npos);
}

TEST(Report, TerminalShowsOnlyTheTablesMadeForIt) {
  const std::string text = report_text(make_report());
  EXPECT_NE(text.find("Numbers\na    b\nx<y  1\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("Hidden"), std::string::npos);
}

TEST(Report, EveryFigureAndTableStandsAloneBesideThePage) {
  const Scratch scratch;
  const Report report = make_report();
  const auto folder = ReportFolder::open((scratch.path / "deep" / "er").string());
  ASSERT_TRUE(folder) << folder.error().message;
  ASSERT_TRUE(folder->write(report));
  const fs::path at = scratch.path / "deep" / "er";
  EXPECT_EQ(read(at / "trial.html"), report_html(report));
  EXPECT_EQ(read(at / "curve.svg"), std::get<ReportFigure>(report.blocks[3]).svg);
  EXPECT_EQ(read(at / "photo.png"), "\x89PNG");
  EXPECT_EQ(read(at / "numbers.csv"), "a,b\n1,2\n");
  EXPECT_EQ(folder->page(report), (at / "trial.html").string());
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(at)) ++files;
  EXPECT_EQ(files, 4u);
}

TEST(Report, FolderThatStaysEmptyIsTakenAwayAgain) {
  const Scratch scratch;
  { ASSERT_TRUE(ReportFolder::open((scratch.path / "a" / "b").string())); }
  EXPECT_FALSE(fs::exists(scratch.path));
  fs::create_directory(scratch.path);
  { ASSERT_TRUE(ReportFolder::open(scratch.path.string())); }
  EXPECT_TRUE(fs::exists(scratch.path));  // it was there before
}

TEST(Report, FolderThatCannotBeWrittenIsRefusedInOneSentence) {
  const Scratch scratch;
  fs::create_directory(scratch.path);
  std::ofstream(scratch.path / "file") << "x";
  for (const std::string& path :
       {(scratch.path / "file").string(), (scratch.path / "file" / "below").string(),
        std::string("/proc/nowhere"), std::string()}) {
    const auto folder = ReportFolder::open(path);
    ASSERT_FALSE(folder) << path;
    EXPECT_EQ(folder.error().message.find('\n'), std::string::npos);
    EXPECT_NE(folder.error().message.find(path), std::string::npos);
  }
}
