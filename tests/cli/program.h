#pragma once

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <sys/wait.h>

namespace tensio {

/// What a run of the program left behind.
struct Outcome {
  int code = -1;
  std::string out, err;

  /// stderr is one line that begins like every error does.
  bool is_one_sentence() const { return err.starts_with("tensio: ") && err.find('\n') == err.size() - 1; }
};

/// Black-box tests: each has an empty folder of its own, in which the program runs.
class Program : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() / (std::string("tensio_cli_") + test->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  static std::string read(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }

  Outcome run(const std::string& arguments) const {
    const std::string command = "cd '" + folder_.string() + "' && '" TENSIO_PROGRAM "' " + arguments +
                                " >stdout.txt 2>stderr.txt </dev/null";
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read(folder_ / "stdout.txt"),
            read(folder_ / "stderr.txt")};
  }

  std::filesystem::path folder_;
};

/// A scene that takes no time.
inline const char* const small_scene = R"(
name = "small"
frames = 5
[[body]]
kind = "grid"
vertices = [5, 5]
[[body.pin]]
corner = "back-left"
)";

}  // namespace tensio
