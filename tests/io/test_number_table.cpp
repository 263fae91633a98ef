#include <cmath>
#include <gtest/gtest.h>

#include "io/bytes.h"
#include "io/npy.h"
#include "io/number_table.h"

namespace tensio {
namespace {

const TableForm& vertex_form() {
  static const TableForm form{
      .columns = {"x", "y", "z", "vx", "vy", "vz", "mass", "index"},
      .arrays = {{"x", "y", "z"},
                 {"x", "y", "z", "vx", "vy", "vz"},
                 {"x", "y", "z", "vx", "vy", "vz", "mass"},
                 {"mass"}},
      .groups = {{"position", {"x", "y", "z"}}, {"velocity", {"vx", "vy", "vz"}}, {"mass", {"mass"}}}};
  return form;
}

NumberTable read(const std::string& bytes, const std::string& name) {
  auto table = parse_table(bytes, name, vertex_form());
  EXPECT_TRUE(table) << table.error().message;
  return table ? std::move(*table) : NumberTable{};
}

std::string error_of(const std::string& bytes, const std::string& name) {
  const auto table = parse_table(bytes, name, vertex_form());
  return table ? "" : table.error().message;
}

using Numbers = std::vector<double>;

TEST(NumberTable, ReadsTextWithNamedColumns) {
  for (const char* text : {"x, mass\n1,2\n\n-3e-1 ,4.5\n", "x;mass\r\n1;2\r\n-0.3;4.5",
                           "# x,mass\n1,2\n-.3,4.5,\n", "\xef\xbb\xbf\"x\"\t\"mass\"\n1\t2\n-0.3\t4.5"}) {
    const NumberTable table = read(text, "a.csv");
    EXPECT_EQ(table.columns, (std::vector<std::string>{"x", "mass"})) << text;
    ASSERT_EQ(table.rows(), 2u);
    EXPECT_EQ(*table.find("x"), (Numbers{1, -0.3}));
    EXPECT_EQ(*table.find("mass"), (Numbers{2, 4.5}));
    EXPECT_EQ(table.find("vx"), nullptr);
  }
  EXPECT_EQ(read("mass\n1\n2\n", "b.CSV").rows(), 2u);
}

TEST(NumberTable, ReadsPropertiesOfVerticesAndSkipsOthers) {
  const NumberTable table = read(
      "ply\nformat ascii 1.0\nelement face 1\nproperty list uchar int vertex_indices\n"
      "element vertex 2\nproperty float x\nproperty float nx\nproperty double vz\nend_header\n"
      "3 0 1 1\n1 9 2\n3 9 4\n",
      "a.ply");
  EXPECT_EQ(*table.find("x"), (Numbers{1, 3}));
  EXPECT_EQ(*table.find("vz"), (Numbers{2, 4}));
  EXPECT_EQ(table.columns.size(), 2u);
}

TEST(NumberTable, ReadsArraysByTheirNumberOfColumns) {
  const auto npy = [](std::vector<std::size_t> shape, const Numbers& values) {
    return *write_npy<double>(shape, values);
  };
  EXPECT_EQ(*read(npy({2, 3}, {1, 2, 3, 4, 5, 6}), "a.npy").find("z"), (Numbers{3, 6}));
  EXPECT_EQ(*read(npy({1, 6}, {1, 2, 3, 4, 5, 6}), "a.npy").find("vy"), (Numbers{5}));
  EXPECT_EQ(*read(npy({1, 7}, {1, 2, 3, 4, 5, 6, 7}), "a.npy").find("mass"), (Numbers{7}));
  EXPECT_EQ(*read(npy({3}, {1, 2, 3}), "a.npy").find("mass"), (Numbers{1, 2, 3}));
  EXPECT_EQ(error_of(npy({1, 2}, {1, 2}), "a.npy"),
            "a.npy has the shape (1, 2); save one row per item, with this number of columns: 3 (x y z), "
            "6 (x y z vx vy vz), 7 (x y z vx vy vz mass), 1 (mass)");
  EXPECT_EQ(error_of(npy({2}, {1, NAN}), "a.npy"), "a.npy: mass of row 1 is not a finite number; correct it");
  NpzWriter writer;
  writer.add<double>("velocity", {2, 3}, Numbers{1, 2, 3, 4, 5, 6});
  writer.add<double>("mass", {2}, Numbers{7, 8});
  writer.add<double>("other", {1}, Numbers{7});
  const NumberTable table = read(*writer.finish(), "a.npz");
  EXPECT_EQ(*table.find("vx"), (Numbers{1, 4}));
  EXPECT_EQ(*table.find("mass"), (Numbers{7, 8}));
  writer.add<double>("velocity", {2, 3}, Numbers{1, 2, 3, 4, 5, 6});
  writer.add<double>("mass", {1}, Numbers{7});
  EXPECT_EQ(error_of(*writer.finish(), "a.npz"),
            "a.npz, mass has 1 rows, but the array before it has 2; save as many of each");
  writer.add<double>("position", {1, 2, 3}, Numbers{1, 2, 3, 4, 5, 6});
  EXPECT_EQ(error_of(*writer.finish(), "a.npz"),
            "a.npz, position has the shape (1, 2, 3); save one row per item, with 3 numbers in it");
  EXPECT_EQ(error_of(*writer.finish(), "a.npz"),
            "a.npz has none of the arrays position, velocity, mass; save at least one under its name");
}

TEST(NumberTable, SaysWhereAndWhatIsWrong) {
  EXPECT_EQ(error_of("", "a.csv"), "a.csv is empty; begin with a line of column names");
  EXPECT_EQ(error_of("x,mas\n", "a.csv"), "a.csv, line 1: unknown column \"mas\"; did you mean \"mass\"?");
  EXPECT_EQ(error_of("1,2\n", "a.csv"),
            "a.csv, line 1: unknown column \"1\"; name any of x, y, z, vx, vy, vz, mass, index");
  EXPECT_EQ(error_of("x,x\n", "a.csv"), "a.csv, line 1: column x is there twice; remove one");
  EXPECT_EQ(error_of("x,y\n1,2\n3\n", "a.csv"),
            "a.csv, line 3: the row has 1 numbers for 2 columns; complete it");
  EXPECT_EQ(error_of("x\n1,2\n", "a.csv"),
            "a.csv, line 2: the row has more than 1 numbers, one per column; remove the extra ones");
  EXPECT_EQ(error_of("x\nnan\n", "a.csv"),
            "a.csv, line 2: \"nan\" of column x is not a finite number; correct it");
  EXPECT_EQ(error_of("x\n", "a.dat"),
            "a.dat is not a table of a known format; its name must end in .csv, .txt, .ply or .npy, or .npz");
  EXPECT_EQ(error_of("ply\nformat ascii 1.0\nelement vertex 1\nproperty float q\nend_header\n1\n", "a.ply"),
            "the vertices of a.ply have none of the properties x, y, z, vx, vy, vz, mass, index; add one");
}

TEST(NumberTable, SurvivesTruncationAndEveryByteReplaced) {
  std::string ply =
      "ply\nformat binary_little_endian 1.0\nelement face 1\nproperty list uchar int a\n"
      "element vertex 2\nproperty float x\nproperty uchar mass\nend_header\n";
  ply += std::string("\2\1\0\0\0\2\0\0\0", 9);
  for (const double x : {1.0, 2.0}) {
    detail::append_little_float(ply, x);
    ply += '\7';
  }
  EXPECT_EQ(*read(ply, "a.ply").find("mass"), (Numbers{7, 7}));
  const std::pair<std::string, std::string> samples[] = {{"a.csv", "x,vy,mass\n1,2,3\n4,5,6\n"},
                                                         {"a.ply", ply}};
  for (const auto& [name, sample] : samples)
    for (std::size_t at = 0; at < sample.size(); ++at) {
      (void)parse_table(sample.substr(0, at), name, vertex_form());
      for (int value = 0; value < 256; value += 5) {
        std::string bytes = sample;
        bytes[at] = static_cast<char>(value);
        const auto table = parse_table(bytes, name, vertex_form());
        if (!table) continue;
        for (const Numbers& column : table->values) EXPECT_EQ(column.size(), table->rows());
      }
    }
}

}  // namespace
}  // namespace tensio
