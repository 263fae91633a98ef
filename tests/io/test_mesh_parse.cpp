#include <cmath>
#include <gtest/gtest.h>

#include "io/mesh_format.h"
#include "io/mesh_samples.h"

namespace tensio {
namespace {

using Triangles = std::vector<std::array<VertexId, 3>>;

void expect_square(const Result<TriangleMesh>& mesh) {
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_EQ(mesh->points, (std::vector<Vec3>{{0, 0, 0}, {0, 0, 1}, {1, 0, 1}, {1, 0, 0}}));
  EXPECT_EQ(mesh->triangles, (Triangles{{0, 1, 2}, {0, 2, 3}}));
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

TEST(ParseObj, ReadsEveryFormOfAFace) {
  expect_square(obj_format.parse(square_obj, "square.obj"));
}

TEST(ParseObj, AcceptsAnyLineEndTabsAndAMissingLastNewline) {
  expect_square(obj_format.parse(replaced(square_obj, "\n", "\r\n"), "square.obj"));
  expect_square(obj_format.parse(replaced(square_obj, "\n", "\r"), "square.obj"));
  expect_square(obj_format.parse(replaced(square_obj, " ", " \t"), "square.obj"));
  expect_square(obj_format.parse(square_obj.substr(0, square_obj.size() - 1), "square.obj"));
  expect_square(obj_format.parse("\xef\xbb\xbf" + square_obj, "square.obj"));
}

TEST(ParseObj, CountsNegativeIndicesFromTheLastVertex) {
  expect_square(
      obj_format.parse("v 0 0 0\nv 0 0 1\nv 1 0 1\nf -3 -2 -1\nv 1 0 0\nf -4//-1 -2//-1 -1//-1\n", "a"));
}

TEST(ParseObj, JoinsContinuedLinesButNotComments) {
  expect_square(obj_format.parse(
      "# C:\\meshes\\\nv 0 0 0\nv 0 0 \\\r\n1\nv 1 0 1\nv 1 0 0\nf 1 2 \\\n3 \\\n4 # last", "a"));
}

TEST(ParseObj, LetsFacesComeBeforeTheirVertices) {
  expect_square(obj_format.parse("f 1 2 3 4\nv 0 0 0\nv 0 0 1\nv 1 0 1\nv 1 0 0\n", "a"));
}

TEST(ParsePly, ReadsAsciiWithExtraPropertiesAndElements) {
  expect_square(ply_format.parse(square_ply, "square.ply"));
  expect_square(ply_format.parse(replaced(square_ply, "\n", "\r\n"), "square.ply"));
}

TEST(ParsePly, RefusesAHeaderOfThousandsOfElementsOrProperties) {
  for (const char* word : {"element e", "property int p"}) {
    std::string header = "ply\nformat ascii 1.0\nelement vertex 0\n";
    for (int i = 0; i < 5000; ++i) header += word + std::to_string(i) + " 0\n";
    const auto mesh = ply_format.parse(header + "end_header\n", "a.ply");
    ASSERT_FALSE(mesh);
    EXPECT_NE(mesh.error().message.find("a.ply, line 1003: the header declares more than 1000"),
              std::string::npos)
        << mesh.error().message;
  }
}

TEST(ParsePly, ReadsBinaryOfBothByteOrders) {
  expect_square(ply_format.parse(binary_square_ply(false), "square.ply"));
  expect_square(ply_format.parse(binary_square_ply(true), "square.ply"));
  expect_square(ply_format.parse(binary_square_ply(true, "\r\n"), "square.ply"));
}

TEST(ParsePly, SignedTypesKeepTheirSign) {
  std::string bytes =
      "ply\nformat binary_big_endian 1.0\nelement vertex 3\nproperty char x\nproperty short y\nproperty int "
      "z\n"
      "element face 1\nproperty list uchar uchar vertex_indices\nend_header\n";
  for (int i = 0; i < 3; ++i)
    put(bytes, 0x80 + i, 1, true), put(bytes, 0xfffe, 2, true), put(bytes, ~0u, 4, true);
  bytes += std::string("\3\0\1\2", 4);
  const auto mesh = ply_format.parse(bytes, "a.ply");
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_EQ(mesh->points[1], (Vec3{-127, -2, -1}));
}

TEST(ParsePly, LetsFacesComeBeforeVertices) {
  expect_square(
      ply_format.parse("ply\nformat ascii 1.0\nelement face 1\nproperty list uchar int vertex_index\n"
                       "element vertex 4\nproperty int x\nproperty int y\nproperty int z\nend_header\n"
                       "4 0 1 2 3 0 0 0 0 0 1 1 0 1 1 0 0",
                       "a.ply"));
}

TEST(ParseStl, ReadsAsciiAndJoinsEqualCorners) {
  expect_square(stl_format.parse(square_stl, "square.stl"));
  expect_square(stl_format.parse(replaced(square_stl, "\n", "\r\n"), "square.stl"));
  expect_square(stl_format.parse(replaced(square_stl, "vertex", "VERTEX"), "square.stl"));
  expect_square(stl_format.parse(replaced(square_stl, "normal 0 1 0", "normal nan nan nan"), "square.stl"));
}

TEST(ParseStl, ReadsBinaryEvenWhenItBeginsWithSolid) {
  expect_square(stl_format.parse(binary_square_stl(), "square.stl"));
  expect_square(stl_format.parse(binary_square_stl("solid square"), "square.stl"));
  expect_square(stl_format.parse(binary_square_stl("solid square") + "trailing bytes", "square.stl"));
  expect_square(stl_format.parse(binary_square_stl(std::string("solid\0", 6)), "square.stl"));
}

TEST(ParseMesh, ChoosesByContentAndExtension) {
  expect_square(parse_mesh(square_obj, "folder.stl/SQUARE.OBJ"));
  expect_square(parse_mesh(square_ply, "square.ply"));
  expect_square(parse_mesh(square_ply, "square.obj"));
  expect_square(parse_mesh(binary_square_ply(true), "square"));
  expect_square(parse_mesh(square_stl, "square.stl"));
  expect_square(parse_mesh(square_stl, "square.txt"));
  expect_square(parse_mesh(binary_square_stl(), "square.Stl"));
}

struct Malformed {
  const char* name;
  std::string bytes;
  const char* reason;  // part of the sentence
};

void expect_refused(const Malformed& sample) {
  const auto mesh = parse_mesh(sample.bytes, sample.name);
  ASSERT_FALSE(mesh) << sample.bytes;
  const std::string& message = mesh.error().message;
  EXPECT_NE(message.find(sample.reason), std::string::npos) << message << "\nlacks: " << sample.reason;
  EXPECT_NE(message.find(sample.name), std::string::npos) << message;
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  EXPECT_LT(message.size(), 200u) << message;
}

TEST(ParseObj, RefusesMalformedFilesWithLineAndReason) {
  const std::string points = "v 0 0 0\nv 0 0 1\nv 1 0 1\n";
  for (const Malformed& sample : std::vector<Malformed>{
           {"a.obj", "", "is empty"},
           {"a.obj", "# nothing\n", "no vertices"},
           {"a.obj", points, "no faces"},
           {"a.obj", "v 0 0\n", "line 1"},
           {"a.obj", "v 0 0 zero\n", "three finite numbers"},
           {"a.obj", "v 0 0 nan\n", "three finite numbers"},
           {"a.obj", "v 0 inf 0\n", "three finite numbers"},
           {"a.obj", "v 0 1e999 0\n", "three finite numbers"},
           {"a.obj", "v 0 0 " + std::string(5000, '1') + "\n", "three finite numbers"},
           {"a.obj", points + "f 1 2\n", "line 4: the face has 2 vertices; it needs at least 3"},
           {"a.obj", points + "f\n", "at least 3"},
           {"a.obj", points + "f 1 2 4\n", "line 4: the face uses vertex 4, but the file has only 3"},
           {"a.obj", points + "\nf 1 2 0\n", "line 5: \"0\""},
           {"a.obj", points + "f 1 2 -4\n", "does not exist"},
           {"a.obj", points + "f 1 2 3.5\n", "\"3.5\""},
           {"a.obj", points + "f 1 2 /3\n", "\"/3\""},
           {"a.obj", points + "f 1 2 99999999999999999999\n", "not a vertex"},
           {"a.obj", points + "f 1 2 4000000000\n", "does not exist"},
           {"a.obj", points + "f 1 \\\n2 \\\n", "line 4"},
           {"a.obj", points + "f 1 2 \x01\x02" + std::string(1000, 'x') + "\n", "not a vertex"},
       })
    expect_refused(sample);
}

TEST(ParsePly, RefusesMalformedFilesWithPlaceAndReason) {
  const std::string xyz = "property float x\nproperty float y\nproperty float z\n";
  const std::string faces = "property list uchar int vertex_indices\n";
  const auto ascii = [&](const std::string& vertices, const std::string& face_count,
                         const std::string& body) {
    return "ply\nformat ascii 1.0\nelement vertex " + vertices + "\n" + xyz + "element face " + face_count +
           "\n" + faces + "end_header\n" + body;
  };
  const std::string three = "0 0 0\n0 0 1\n1 0 1\n";
  const std::string little = replaced(ascii("1000000000", "1", ""), "ascii", "binary_little_endian");
  for (const Malformed& sample : std::vector<Malformed>{
           {"a.ply", "", "is empty"},
           {"a.ply", "plx\n", "not a PLY file"},
           {"a.ply", "ply\n", "end_header"},
           {"a.ply", "ply\nend_header\n", "no \"format\""},
           {"a.ply", "ply\nformat ascii 2.0\n", "save the file as version 1.0"},
           {"a.ply", "ply\nformat utf8 1.0\n", "line 2"},
           {"a.ply", "ply\nformat ascii 1.0\nproperty float x\n", "before the first element"},
           {"a.ply", "ply\nformat ascii 1.0\nelement vertex\n", "count"},
           {"a.ply", "ply\nformat ascii 1.0\nelement vertex -3\n", "count"},
           {"a.ply", "ply\nformat ascii 1.0\nelement vertex 3\nproperty half x\n", "\"half\""},
           {"a.ply", "ply\nformat ascii 1.0\nelement vertex 3\nproperty float\n", "no name"},
           {"a.ply", "ply\nformat ascii 1.0\nelement face 3\nproperty list float int a\n", "integer type"},
           {"a.ply", "ply\nformat ascii 1.0\nelement face 3\nelement face 3\n", "twice"},
           {"a.ply", "ply\nformat ascii 1.0\nwhatever\n", "\"whatever\""},
           {"a.ply", "ply\nformat ascii 1.0\nelement face 0\n" + faces + "end_header\n", "no element vertex"},
           {"a.ply", "ply\nformat ascii 1.0\nelement vertex 0\n" + xyz + "end_header\n", "no element face"},
           {"a.ply", replaced(ascii("3", "1", three), "float y", "float w"), "no property y"},
           {"a.ply", replaced(ascii("3", "1", three), "vertex_indices", "corners"), "vertex_indices"},
           {"a.ply", ascii("0", "0", ""), "no vertices"},
           {"a.ply", ascii("3", "0", three), "no faces"},
           {"a.ply", ascii("3", "1", three), "truncated"},
           {"a.ply", ascii("3", "1", "0 0 0\n0 zero 1\n1 0 1\n3 0 1 2\n"), "line 11: the value of \"y\""},
           {"a.ply", ascii("3", "1", "0 0 0\n0 nan 1\n1 0 1\n3 0 1 2\n"), "vertex 1 is not finite"},
           {"a.ply", ascii("3", "1", three + "3 0 1 3\n"), "the face uses vertex 3"},
           {"a.ply", ascii("3", "1", three + "3 0 1 -1\n"), "the face uses vertex -1"},
           {"a.ply", ascii("3", "1", three + "3 0 1 1.5\n"), "the face uses vertex 1.5"},
           {"a.ply", ascii("3", "1", three + "2 0 1\n"), "at least 3"},
           {"a.ply", ascii("3", "1", three + "4000000000 0 1 2\n"), "does not fit"},
           {"a.ply", ascii("3", "1", three + "-3 0 1 2\n"), "does not fit"},
           {"a.ply", ascii("1000000000", "1", three), "the limit is 4000000"},
           {"a.ply", ascii("3000000", "1", three), "truncated"},
           {"a.ply", ascii("3", "1000000000", three + "3 0 1 2\n"), "truncated"},
           {"a.ply", ascii("99999999999999999999", "1", three), "count"},
           {"a.ply", little, "the limit is 4000000"},
           {"a.ply", replaced(little, "1000000000", "3000000"), "byte"},
           {"a.ply", binary_square_ply(false).substr(0, binary_square_ply(false).size() - 1), "does not fit"},
       })
    expect_refused(sample);
}

TEST(ParsePly, ElementsWithoutPropertiesCostNothingHoweverManyAreClaimed) {
  expect_square(ply_format.parse(
      replaced(square_ply, "element edge 1", "element nothing 4000000000000000000\nelement edge 1"),
      "a.ply"));
}

TEST(ParseStl, RefusesMalformedFilesWithPlaceAndReason) {
  std::string infinite = binary_square_stl();
  infinite.replace(84 + 12, 4, std::string("\x00\x00\x80\x7f", 4));
  std::string absurd = binary_square_stl();
  absurd.replace(80, 4, "\xff\xff\xff\x7f");
  for (const Malformed& sample : std::vector<Malformed>{
           {"a.stl", "", "is empty"},
           {"a.stl", "hello", "inside the header"},
           {"a.stl", "solid", "endsolid"},
           {"a.stl", "solid a\nendsolid a\n", "no vertices"},
           {"a.stl", square_stl.substr(0, 120), "truncated"},
           {"a.stl", replaced(square_stl, "vertex 1 0 1", "vertex 1 0"), "line 6"},
           {"a.stl", replaced(square_stl, "vertex 1 0 1", "vertex 1 0 inf"), "three finite numbers"},
           {"a.stl", replaced(square_stl, "vertex 1 0 1", "vertex 1 0 1\nvertex 1 0 2"), "more than three"},
           {"a.stl", replaced(square_stl, "vertex 1 0 1", ""), "2 vertices instead of 3"},
           {"a.stl", replaced(square_stl, "outer", "inner"), "\"inner\""},
           {"a.stl", binary_square_stl().substr(0, 183), "declares 2 triangles"},
           {"a.stl", infinite, "triangle 0 has a corner that is not finite"},
           {"a.stl", absurd, "declares 2147483647"},
           {"a.stl", std::string(84, '\0'), "no vertices"},
       })
    expect_refused(sample);
}

TEST(ParseMesh, RefusesWhatItDoesNotKnow) {
  expect_refused({"a.fbx", "Kaydara FBX Binary", ".obj, .ply or .stl"});
  expect_refused({"a", "", "is empty"});
}

}  // namespace
}  // namespace tensio
