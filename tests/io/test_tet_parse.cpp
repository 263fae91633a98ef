#include <gtest/gtest.h>

#include "io/tet_parse.h"

namespace tensio {
namespace {

const std::string msh22 = R"($MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
1
3 1 "body"
$EndPhysicalNames
$Nodes
5
10 0 0 0
20 1 0 0
30 0 1 0
40 0 0 1
50 1 1 1
$EndNodes
$Elements
4
1 15 2 0 1 10
2 2 2 0 1 10 20 30
3 4 2 0 1 10 20 30 40
4 4 3 0 1 7 20 30 40 50
$EndElements
)";

const std::string msh41 = R"($MeshFormat
4.1 0 8
$EndMeshFormat
$Entities
0 0 0 0
$EndEntities
$Nodes
2 5 1 5
0 1 0 1
1
0 0 0
3 1 1 4
2
3
4
5
1 0 0 .1 .1 .1
0 1 0 .1 .1 .1
0 0 1 .1 .1 .1
1 1 1 .1 .1 .1
$EndNodes
$Elements
2 3 1 3
2 1 2 1
1 1 2 3
3 1 4 2
2 1 2 3 4
3 2 3 4 5
$EndElements
)";

const std::string nodes =
    "# nodes\n5 3 0 1\n1 0 0 0 0\n2 1 0 0 1 # a corner\n3 0 1 0 1\n\n4 0 0 1 1\n5 1 1 1 1\n";
const std::string elements = "2 4 0\n1 1 2 3 4\n2 2 3 4 5\n";

void expect_two(const Result<TetMesh>& mesh) {
  ASSERT_TRUE(mesh) << mesh.error().message;
  ASSERT_EQ(mesh->points.size(), 5u);
  EXPECT_EQ(mesh->points[1], (Vec3{1, 0, 0}));
  ASSERT_EQ(mesh->tetrahedra.size(), 2u);
  EXPECT_EQ(mesh->tetrahedra[0], (std::array<VertexId, 4>{0, 1, 2, 3}));
  EXPECT_EQ(mesh->tetrahedra[1], (std::array<VertexId, 4>{1, 2, 3, 4}));
}

Result<std::string> two_files(const std::string& name) {
  if (name == "a.node") return nodes;
  if (name == "a.ele") return elements;
  if (name == "a.msh") return msh41;
  return fail(name + " is missing");
}

TEST(TetParse, ReadsGmshAndTetGen) {
  expect_two(parse_msh(msh22, "a.msh"));
  expect_two(parse_msh(msh41, "a.msh"));
  expect_two(parse_tetgen(nodes, elements, "a.ele"));
  for (const char* name : {"a.node", "a.ele", "a.msh"}) {
    EXPECT_TRUE(is_tet_file(name));
    expect_two(parse_tets(name, two_files));
  }
  EXPECT_FALSE(is_tet_file("a.obj"));
  EXPECT_EQ(parse_tets("b.ele", two_files).error().message,
            "b.node is missing; a TetGen mesh needs both its .node and its .ele file");
  std::string from_zero = "4 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n";
  const auto mesh = parse_tetgen(from_zero, "1 4 0\n0 0 1 2 3\n", "z.ele");
  ASSERT_TRUE(mesh);
  EXPECT_EQ(mesh->tetrahedra[0], (std::array<VertexId, 4>{0, 1, 2, 3}));
}

std::string with(std::string text, const std::string& old, const std::string& better) {
  const std::size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return text.replace(at, old.size(), better);
}

TEST(TetParse, SaysWhatIsWrongInOneSentence) {
  const auto expect = [](const Result<TetMesh>& mesh, const char* part) {
    ASSERT_FALSE(mesh) << part;
    EXPECT_NE(mesh.error().message.find(part), std::string::npos) << mesh.error().message;
    EXPECT_EQ(mesh.error().message.find('\n'), std::string::npos) << mesh.error().message;
  };
  expect(parse_msh("", "a.msh"), "does not start with $MeshFormat");
  expect(parse_msh(with(msh22, "2.2 0", "2.2 1"), "a.msh"), "save it as ASCII");
  expect(parse_msh(with(msh22, "2.2 0", "4.0 0"), "a.msh"), "version 2.2 or 4.1");
  expect(parse_msh(with(msh22, "20 1 0 0", "10 1 0 0"), "a.msh"), "line 11: node 10 is defined twice");
  expect(parse_msh(with(msh22, "20 1 0 0", "20 1 nan 0"), "a.msh"), "three finite coordinates");
  expect(parse_msh(with(msh22, "20 30 40 50", "20 30 40 51"), "a.msh"), "node 51, which does not exist");
  expect(parse_msh(with(msh22, "3 4 2 0 1", "3 400 2 0 1"), "a.msh"), "type 400");
  expect(parse_msh(with(msh22, "3 4 2 0 1", "3 11 2 0 1"), "a.msh"), "second-order tetrahedra");
  expect(parse_msh(msh22.substr(0, msh22.find("$Elements")), "a.msh"), "no tetrahedra");
  expect(parse_tetgen("5 2 0 0\n", elements, "a.ele"), "dimension 3");
  expect(parse_tetgen("99999999999 3 0 0\n", elements, "a.ele"), "the limit is");
  expect(parse_tetgen(with(nodes, "\n3 0 1", "\n7 0 1"), elements, "a.ele"), "consecutively");
  expect(parse_tetgen(nodes, with(elements, "3 4 5", "3 4 6"), "a.ele"), "node 6, which does not exist");
  expect(parse_tetgen(nodes, "99999999999 4 0\n", "a.ele"), "the limit is");
  expect(parse_tetgen(nodes, with(elements, "2 4 0", "3 4 0"), "a.ele"), "ends after 2 of 3");
}

void check(const Result<TetMesh>& mesh) {
  if (!mesh) {
    EXPECT_FALSE(mesh.error().message.empty());
    return;
  }
  const auto made = make_tet_model(*mesh, {});
  EXPECT_TRUE(!made || validate(made->model));
}

TEST(TetParse, SurvivesTruncationAndDamage) {
  for (const std::string& text : {msh22, msh41})
    for (std::size_t at = 0; at <= text.size(); ++at) {
      check(parse_msh(text.substr(0, at), "a.msh"));
      for (const char c : {'\0', '\n', ' ', '-', '9', '.', 'e', '$', '\xff'}) {
        std::string bytes = text;
        if (at < bytes.size()) bytes[at] = c;
        check(parse_msh(bytes, "a.msh"));
      }
    }
  for (std::size_t at = 0; at <= nodes.size(); ++at) {
    check(parse_tetgen(nodes.substr(0, at), elements, "a.ele"));
    check(parse_tetgen(nodes, elements.substr(0, std::min(at, elements.size())), "a.ele"));
    for (const char c : {'\0', '\n', ' ', '-', '9', '#', '\xff'}) {
      std::string a = nodes, b = elements;
      if (at < a.size()) a[at] = c;
      if (at < b.size()) b[at] = c;
      check(parse_tetgen(a, elements, "a.ele"));
      check(parse_tetgen(nodes, b, "a.ele"));
    }
  }
  // Counts beyond all measure, of blocks that hold nothing.
  check(parse_msh(with(msh41, "\n2 5 1 5", "\n9223372036854775807 5 1 5"), "a.msh"));
  check(parse_msh(with(msh22, "$Nodes\n5", "$Nodes\n9223372036854775807"), "a.msh"));
}

}  // namespace
}  // namespace tensio
